from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from battles.models.campaign import Campaign
from battles.rules.armies import MAX_SQUADS, SQUAD_MAGNITUDE

MOST_FIGHTERS = 10_000_000
RANKS = {0: _("untrained"), 1: _("trained"), 2: "+10", 3: "+20"}


def within(field: str, low: int, high: int) -> models.CheckConstraint:
    """The last line against a number out of range: the database itself refuses it."""
    return models.CheckConstraint(
        condition=Q(**{f"{field}__gte": low, f"{field}__lte": high}), name=f"%(class)s_{field}_{low}_to_{high}"
    )


def number(low: int, high: int, default: int) -> "models.PositiveSmallIntegerField[int, int]":
    return models.PositiveSmallIntegerField(
        default=default, validators=[MinValueValidator(low), MaxValueValidator(high)]
    )


def rank(title: Any = None, default: int = 0) -> "models.PositiveSmallIntegerField[int, int]":
    return models.PositiveSmallIntegerField(title, choices=RANKS, default=default)


class Army(models.Model):
    """An order of battle. A battle copies it when it opens, so later edits never touch a battle in progress.

    headcount, arms, training: what a force evaluation rests on; arms and training in per cent of the usual.
    owner: the player who may edit it; without one it is the GM's. version: counts its edits.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="armies")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="armies"
    )
    name = models.CharField(max_length=100)
    notes = models.TextField(max_length=2000, default="", blank=True)
    version = models.PositiveIntegerField(default=0, editable=False)
    headcount = models.PositiveIntegerField(
        default=0, validators=[MinValueValidator(0), MaxValueValidator(MOST_FIGHTERS)]
    )
    arms = number(75, 150, 100)
    training = number(75, 150, 100)

    class Meta:
        ordering = ["name"]
        verbose_name_plural = "armies"
        constraints = [
            within("headcount", 0, MOST_FIGHTERS),
            within("arms", 75, 150),
            within("training", 75, 150),
        ]

    def __str__(self) -> str:
        return self.name


class Commander(models.Model):
    """A commanding character: what the rules ask of an Air Marshal or a General."""

    RANKS = RANKS

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="commanders")
    position = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(max_length=100)
    notes = models.CharField(max_length=500, default="", blank=True)
    intelligence = number(1, 100, 35)
    fellowship = number(1, 100, 35)
    willpower = number(1, 100, 35)
    tactics = rank(_("Scholastic Lore (Tactics)"), default=1)
    command = rank()

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            within("intelligence", 1, 100),
            within("fellowship", 1, 100),
            within("willpower", 1, 100),
            within("tactics", 0, 3),
            within("command", 0, 3),
        ]

    def __str__(self) -> str:
        return self.name


class Horde(models.Model):
    """A horde of 1 to 5 Squads. Magnitude is what is left of 20 a Squad; 0 is a horde the campaign has lost."""

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="hordes")
    position = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(max_length=100)
    notes = models.CharField(max_length=500, default="", blank=True)
    profile = models.SlugField(max_length=40)
    squads = number(1, MAX_SQUADS, MAX_SQUADS)
    magnitude = number(0, MAX_SQUADS * SQUAD_MAGNITUDE, MAX_SQUADS * SQUAD_MAGNITUDE)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            within("squads", 1, MAX_SQUADS),
            models.CheckConstraint(
                condition=Q(magnitude__gte=0, magnitude__lte=F("squads") * SQUAD_MAGNITUDE),
                name="horde_magnitude_0_to_20_a_squad",
            ),
        ]

    def __str__(self) -> str:
        return self.name
