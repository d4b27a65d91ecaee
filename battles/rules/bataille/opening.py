"""Before the first command: is this a battle at all (BR-01)?"""

from __future__ import annotations

from collections import Counter

from battles.rules.armies import ArmySheet, HeroSheet
from battles.rules.bataille.setup import Rows, Setup
from battles.rules.bataille.state import Hero, SideState, State
from battles.rules.ruleset import Illegal


def open_battle(setup: Setup) -> State:
    """Raises Illegal for armies without a hero to lead them, keys used twice and rows that do not fit together."""
    _check_keys([hero.key for army in (setup.red, setup.blue) for hero in army.heroes])
    for army in (setup.red, setup.blue):
        _check_army(army)
    _check_rows(setup.rows)
    ground = setup.battlefield
    return State(
        battlefield=ground,
        rows=setup.rows,
        house_rules=setup.house_rules,
        red=_side(setup.red, ground.red_escape),
        blue=_side(setup.blue, ground.blue_escape),
        own_base=ground.base,
    )


def _check_keys(keys: list[int]) -> None:
    if len(set(keys)) < len(keys):
        raise Illegal("Two heroes of this battle have the same key.", clause="BR-21", field="key")


def _check_army(army: ArmySheet) -> None:
    """No units are needed, but somebody must lead (BR-01, BR-18)."""
    if not army.heroes:
        raise Illegal(
            "%(army)s has no hero who could lead it: a general is needed.",
            clause="BR-18",
            field="heroes",
            army=army.title,
        )
    for hero in army.heroes:
        if hero.wounds_left > hero.wounds:
            raise Illegal(
                "%(hero)s has more Wounds left than there are in all: %(most)s at most.",
                clause="BR-27",
                field="wounds_left",
                hero=hero.name,
                most=hero.wounds,
            )


def _check_rows(rows: Rows) -> None:
    for kind in (rows.actions, rows.sources):
        twice = [key for key, number in Counter(row.key for row in kind).items() if number > 1]
        if twice:
            raise Illegal("Two rows have the key %(key)s.", clause="BR-23", field="key", key=twice[0])
    if all(band.small for band in rows.bands) or not rows.criticals:
        raise Illegal("The size table and the critical table each need a row.", clause="BR-07", field="bands")
    for action in rows.actions:
        if action.duel and not action.tests:
            raise Illegal("%(action)s is a duel: it needs a test.", clause="BR-23", field="tests", action=action.name)


def _side(army: ArmySheet, has_escape: bool) -> SideState:
    return SideState(
        title=army.title,
        headcount=army.headcount,
        arms=army.arms,
        training=army.training,
        has_escape=has_escape,
        heroes=tuple(map(_hero, army.heroes)),
    )


def _hero(sheet: HeroSheet) -> Hero:
    """Fortune Points are as many as Fate Points."""
    return Hero(sheet, sheet.wounds_left, sheet.fate, sheet.fate, injuries=sheet.injuries)
