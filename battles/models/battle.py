import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from battles.models.army import Army
from battles.models.campaign import Campaign


def new_secret() -> bytes:
    return secrets.token_bytes(32)


def new_key() -> str:
    return secrets.token_hex(8)


class Battle(models.Model):
    """One battle: what it was opened with, and where its list of steps has come to.

    setup: the ruleset's setup as JSON, pinned. sources: key in the setup -> primary key of the army's horde or hero
    that it stands for; no hero has a horde's key.
    secret: all dice are drawn from it. live_key: part of the names under which the battle is pushed.
    form_key: a digest of the form that opened it, so that sending the form twice opens one battle.
    phase, phase_title: the last public view's, copied for lists; never read by the rules.
    conduct: how it is run, as `services.gm.conduct` reads it. deadline: of the sides that are waited for; while paused
    it is None and `seconds_left` says what was left of it. waiting_since: of whoever is waited for now. reminded_for:
    the deadline that the sides were last reminded of. votes: side -> what it would have done in the GM's absence.
    told: what the campaign's chat knows of it, as `services.gm.reminders` writes it.
    old_secrets: those that were shown at an end that the GM has rewound, as [last step, hex].
    report_token: the secret part of the link by which anybody reads the report; empty without such a link.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="battles")
    title = models.CharField(max_length=100)
    ruleset = models.SlugField(max_length=40)
    red_army = models.ForeignKey(Army, on_delete=models.SET_NULL, null=True, related_name="+")
    blue_army = models.ForeignKey(Army, on_delete=models.SET_NULL, null=True, related_name="+")
    setup: "models.JSONField[Any, Any]" = models.JSONField()
    sources: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    secret = models.BinaryField(default=new_secret, editable=False)
    live_key = models.CharField(max_length=16, default=new_key, editable=False)
    phase = models.CharField(max_length=40, default="")
    phase_title = models.CharField(max_length=100, default="")
    form_key = models.CharField(max_length=32, default="", editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    conduct: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    paused_at = models.DateTimeField(null=True, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    seconds_left = models.PositiveIntegerField(null=True, blank=True)
    waiting_since = models.DateTimeField(null=True, blank=True)
    reminded_for = models.DateTimeField(null=True, blank=True)
    votes: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    told: "models.JSONField[Any, Any]" = models.JSONField(default=dict, editable=False)
    old_secrets: "models.JSONField[Any, Any]" = models.JSONField(default=list, editable=False)
    report_token = models.CharField(max_length=32, default="", blank=True, editable=False)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["deadline"], condition=models.Q(deadline__isnull=False), name="battles_with_deadline"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "form_key"], condition=~models.Q(form_key=""), name="a_form_opens_one_battle"
            ),
            models.UniqueConstraint(
                fields=["report_token"], condition=~models.Q(report_token=""), name="a_link_shows_one_report"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("battles:battle", args=[self.pk])


class Seat(models.Model):
    """Who sits where: several people may share a side; a person has one seat in a battle."""

    class Role(models.TextChoices):
        GM = "gm", _("GM")
        RED = "red", _("red")
        BLUE = "blue", _("blue")
        SPECTATOR = "public", _("spectator")

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="seats")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seats")
    role = models.CharField(max_length=10, choices=Role)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["battle", "user"], name="one_seat_a_person"),
            models.CheckConstraint(
                condition=models.Q(role__in=["gm", "red", "blue", "public"]), name="seat_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


class Look(models.Model):
    """A look at what was still secret, by whoever may: kept, and shown to both sides once the battle has ended.

    what: the control room, one side's board, an export. moment: of the battle, so that one phase is noted once.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="looks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    name = models.CharField(max_length=150)
    what = models.CharField(max_length=20)
    moment = models.CharField(max_length=60)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["battle", "name", "what", "moment"], name="one_look_a_moment"),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.what}"
