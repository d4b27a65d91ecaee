from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from battles.models.campaign import Campaign
from battles.rules.armies import MAX_SQUADS, SQUAD_MAGNITUDE


def _within(field: str, low: int, high: int) -> models.CheckConstraint:
    """The last line against a number out of range: the database itself refuses it."""
    return models.CheckConstraint(
        condition=Q(**{f"{field}__gte": low, f"{field}__lte": high}), name=f"%(class)s_{field}_{low}_to_{high}"
    )


def _number(low: int, high: int, default: int) -> "models.PositiveSmallIntegerField[int, int]":
    return models.PositiveSmallIntegerField(
        default=default, validators=[MinValueValidator(low), MaxValueValidator(high)]
    )


class Army(models.Model):
    """An order of battle. A battle copies it when it opens, so later edits never touch a battle in progress."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="armies")
    name = models.CharField(max_length=100)

    class Meta:
        ordering = ["name"]
        verbose_name_plural = "armies"

    def __str__(self) -> str:
        return self.name


class Commander(models.Model):
    """A commanding character: what the rules ask of an Air Marshal or a General."""

    RANKS = {0: "untrained", 1: "trained", 2: "+10", 3: "+20"}

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="commanders")
    name = models.CharField(max_length=100)
    intelligence = _number(1, 100, 35)
    fellowship = _number(1, 100, 35)
    willpower = _number(1, 100, 35)
    tactics = models.PositiveSmallIntegerField("Scholastic Lore (Tactics)", choices=RANKS, default=1)
    command = models.PositiveSmallIntegerField(choices=RANKS, default=0)

    class Meta:
        ordering = ["pk"]
        constraints = [
            _within("intelligence", 1, 100),
            _within("fellowship", 1, 100),
            _within("willpower", 1, 100),
            _within("tactics", 0, 3),
            _within("command", 0, 3),
        ]

    def __str__(self) -> str:
        return self.name


class Horde(models.Model):
    """A horde of 1 to 5 Squads. Magnitude is what is left of 20 a Squad; 0 is a horde the campaign has lost."""

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="hordes")
    name = models.CharField(max_length=100)
    profile = models.SlugField(max_length=40)
    squads = _number(1, MAX_SQUADS, MAX_SQUADS)
    magnitude = _number(0, MAX_SQUADS * SQUAD_MAGNITUDE, MAX_SQUADS * SQUAD_MAGNITUDE)

    class Meta:
        ordering = ["pk"]
        constraints = [
            _within("squads", 1, MAX_SQUADS),
            models.CheckConstraint(
                condition=Q(magnitude__gte=0, magnitude__lte=F("squads") * SQUAD_MAGNITUDE),
                name="horde_magnitude_0_to_20_a_squad",
            ),
        ]

    def __str__(self) -> str:
        return self.name
