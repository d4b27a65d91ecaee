from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.models.army import Army
from battles.models.battle import Battle
from battles.models.campaign import Campaign


class Advantage(models.Model):
    """A card that a side drew at the end of a contest, for a linked mission (D-27).

    A passive card is in force until it is put away, the others are spent once: then `spent_at` and `note` are set.
    """

    class Kind(models.TextChoices):
        PASSIVE = "passive", _("passive")
        YOUR_TURN = "your_turn", _("your turn")

    class Side(models.TextChoices):
        RED = "red", _("red")
        BLUE = "blue", _("blue")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="advantages")
    army = models.ForeignKey(Army, on_delete=models.SET_NULL, null=True, related_name="advantages")
    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="advantages")
    side = models.CharField(max_length=4, choices=Side)
    horde = models.CharField(max_length=100)
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=10, choices=Kind)
    effect = models.TextField()
    spent_at = models.DateTimeField(null=True, blank=True)
    spent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    note = models.CharField(max_length=500, default="", blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=["passive", "your_turn"]), name="advantage_kind_known"),
            models.CheckConstraint(condition=models.Q(side__in=["red", "blue"]), name="advantage_side_known"),
            models.CheckConstraint(
                condition=models.Q(spent_at__isnull=True) | ~models.Q(note=""), name="spent_advantage_has_a_note"
            ),
        ]

    def __str__(self) -> str:
        return self.name
