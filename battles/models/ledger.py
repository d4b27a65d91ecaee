from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from battles.models.advantage import Advantage
from battles.models.army import Army, Commander, Horde
from battles.models.battle import Battle
from battles.models.campaign import Campaign
from battles.models.hero import Hero


class LedgerEntry(models.Model):
    """A booking: what something gained or lost, and why. Never edited; taking it back is a booking of its own.

    The Magnitude of an army is the sum of its bookings of `magnitude`. amount: the change, signed. name: as the subject
    was called then. detail: what a number does not say (a condition before and after, injuries, an advantage's or
    reward's words), as the service that booked it reads it. step: of the battle. reverses: the booking taken back.
    """

    class Subject(models.TextChoices):
        HORDE = "horde", _("horde")
        COMMANDER = "commander", _("commander")
        HERO = "hero", _("hero")
        HEADCOUNT = "headcount", _("headcount")
        ADVANTAGE = "advantage", _("Advantage")
        REWARD = "reward", _("reward")

    class Reason(models.TextChoices):
        RAISED = "raised", _("raised")
        BATTLE = "battle", _("battle")
        REPAIR = "repair", _("repair")
        REPLACEMENT = "replacement", _("replacement")
        EDIT = "edit", _("edit")
        SPENT = "spent", _("spent")
        TAKEN_BACK = "taken_back", _("taken back")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="ledger")
    army = models.ForeignKey(Army, on_delete=models.SET_NULL, null=True, related_name="ledger")
    battle = models.ForeignKey(Battle, on_delete=models.SET_NULL, null=True, related_name="ledger")
    step = models.PositiveIntegerField(null=True)
    subject = models.CharField(max_length=10, choices=Subject)
    reason = models.CharField(max_length=12, choices=Reason)
    horde = models.ForeignKey(Horde, on_delete=models.SET_NULL, null=True, related_name="ledger")
    commander = models.ForeignKey(Commander, on_delete=models.SET_NULL, null=True, related_name="ledger")
    hero = models.ForeignKey(Hero, on_delete=models.SET_NULL, null=True, related_name="ledger")
    advantage = models.ForeignKey(Advantage, on_delete=models.SET_NULL, null=True, related_name="ledger")
    name = models.CharField(max_length=100)
    field = models.CharField(max_length=20, default="")
    amount = models.IntegerField(default=0)
    detail: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    reverses = models.OneToOneField("self", on_delete=models.CASCADE, null=True, related_name="reversed_by")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "ledger entries"
        indexes = [models.Index(fields=["army", "field"], name="ledger_of_an_army")]
        constraints = [
            models.CheckConstraint(
                condition=Q(subject__in=["horde", "commander", "hero", "headcount", "advantage", "reward"]),
                name="ledger_subject_known",
            ),
            models.CheckConstraint(
                condition=Q(reason__in=["raised", "battle", "repair", "replacement", "edit", "spent", "taken_back"]),
                name="ledger_reason_known",
            ),
            models.CheckConstraint(
                condition=Q(reverses__isnull=True) | Q(reason="taken_back"), name="only_taking_back_reverses"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.field} {self.amount:+}"
