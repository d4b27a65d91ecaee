"""What a battle may well be opened with, and its GM may not have meant."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.armies import ArmySheet
from battles.rules.bataille.setup import Setup
from battles.rules.ruleset import Doubt, Message, Values


def doubts(setup: Setup) -> Iterator[Doubt]:
    """Figures that the force evaluation rests on, and heroes who are hurt before it begins."""
    for army in (setup.red, setup.blue):
        if not army.headcount:
            none = Message("%(army)s has no headcount: until it has one the armies are taken for balanced.")
            yield Doubt(Message(none.text, {"army": army.title}), "BR-03")
        yield from _of_heroes(army)


def _of_heroes(army: ArmySheet) -> Iterator[Doubt]:
    for hero in army.heroes:
        if hero.wounds_left < hero.wounds:
            names: Values = {"army": army.title, "hero": hero.name}
            wounds: Values = {"left": hero.wounds_left, "most": hero.wounds}
            text = Message("%(hero)s (%(army)s) is wounded. Wounds left: %(left)s of %(most)s.", names | wounds)
            yield Doubt(text, "BR-27")
