from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from battles.models.army import RANKS, Army, number, rank, within

CHARACTERISTICS = (
    "weapon_skill",
    "ballistic_skill",
    "strength",
    "toughness",
    "agility",
    "intelligence",
    "willpower",
    "fellowship",
)
SKILLS = ("command", "tactics", "heal", "ride", "perception", "channelling")
# In the order of the rules' hit locations.
ARMOUR = ("armour_head", "armour_right_arm", "armour_left_arm", "armour_body", "armour_right_leg", "armour_left_leg")


class Hero(models.Model):
    """A named character of an army. position: its order is their rank, the best first.

    wounds_left: of `wounds`. armour: Armour Points by location. player: a player's own character, not one of the GM's.
    injuries: what earlier battles left, each {"location": …, "effect": …} of the rules' `Injury`.
    """

    RANKS = RANKS

    class Condition(models.TextChoices):
        FIT = "fit", _("fit")
        OUT = "out", _("out of action")
        DEAD = "dead", _("dead")

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="heroes")
    position = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(max_length=100)
    notes = models.CharField(max_length=500, default="", blank=True)
    weapon_skill = number(0, 100, 30)
    ballistic_skill = number(0, 100, 30)
    strength = number(0, 100, 30)
    toughness = number(0, 100, 30)
    agility = number(0, 100, 30)
    intelligence = number(0, 100, 30)
    willpower = number(0, 100, 30)
    fellowship = number(0, 100, 30)
    wounds = number(1, 40, 12)
    wounds_left = number(0, 40, 12)
    magic = number(0, 10, 0)
    fate = number(0, 9, 0)
    armour_head = number(0, 5, 0)
    armour_right_arm = number(0, 5, 0)
    armour_left_arm = number(0, 5, 0)
    armour_body = number(0, 5, 0)
    armour_right_leg = number(0, 5, 0)
    armour_left_leg = number(0, 5, 0)
    command = rank()
    tactics = rank()
    heal = rank()
    ride = rank()
    perception = rank()
    channelling = rank()
    mounted = models.BooleanField(default=False)
    player = models.BooleanField(default=True)
    condition = models.CharField(max_length=4, choices=Condition, default=Condition.FIT)
    injuries: "models.JSONField[Any, Any]" = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["position", "pk"]
        verbose_name_plural = "heroes"
        constraints = [
            *(within(field, 0, 100) for field in CHARACTERISTICS),
            *(within(field, 0, 3) for field in SKILLS),
            *(within(field, 0, 5) for field in ARMOUR),
            within("wounds", 1, 40),
            within("magic", 0, 10),
            within("fate", 0, 9),
            models.CheckConstraint(
                condition=Q(wounds_left__gte=0, wounds_left__lte=F("wounds")), name="hero_wounds_left_0_to_wounds"
            ),
            models.CheckConstraint(condition=Q(condition__in=["fit", "out", "dead"]), name="hero_condition_known"),
        ]

    def __str__(self) -> str:
        return self.name
