"""Armies as the rules take them."""

from __future__ import annotations

import secrets

from battles.models import Army
from battles.rules.armies import ArmySheet, CommanderSheet, HordeSheet


class Keys:
    """Keys for the pieces of one battle: unique, and in no order, so that a gap betrays nothing of what is hidden."""

    SPACE = range(10_000, 100_000)

    def __init__(self) -> None:
        self._used: set[int] = set()
        self.hordes: dict[int, int] = {}

    def of_horde(self, pk: int) -> int:
        key = self.of_commander()
        self.hordes[key] = pk
        return key

    def of_commander(self) -> int:
        key = secrets.choice(self.SPACE)
        while key in self._used:
            key = secrets.choice(self.SPACE)
        self._used.add(key)
        return key


def sheet(army: Army, keys: Keys) -> ArmySheet:
    """The army as it stands: its commanders, and its hordes that have any Magnitude left."""
    commanders = tuple(
        CommanderSheet(
            key=keys.of_commander(),
            name=each.name,
            intelligence=each.intelligence,
            fellowship=each.fellowship,
            tactics=each.tactics,
            command=each.command,
            willpower=each.willpower,
        )
        for each in army.commanders.all()
    )
    hordes = tuple(
        HordeSheet(
            key=keys.of_horde(each.pk),
            name=each.name,
            profile=each.profile,
            squads=each.squads,
            magnitude=each.magnitude,
        )
        for each in army.hordes.filter(magnitude__gt=0)
    )
    return ArmySheet(title=army.name, commanders=commanders, hordes=hordes)
