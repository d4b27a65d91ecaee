"""What a ruling of the GM's writes: the state with one figure changed. `figures` says which there are."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from battles.rules.armies import Location
from battles.rules.bataille import evaluation
from battles.rules.bataille.commands import Case
from battles.rules.bataille.state import PLACES, Hero, SideState, State
from battles.rules.ruleset import Side

SCOUTED = 10
YES, NO, NOBODY = "yes", "no", "nobody"
# Of a hero: condition, dying, bleeding.
CONDITIONS: dict[str, tuple[str, bool, bool]] = {
    "fit": ("fit", False, False),
    "out": ("out", False, False),
    "bleeding": ("out", False, True),
    "dying": ("fit", True, False),
    "dying_out": ("out", True, False),
    "dying_bleeding": ("out", True, True),
    "dead": ("dead", False, False),
}
OF_THE_HERO = ("wounds", "fate", "fortune", "stunned", "shaken")


def condition_of(hero: Hero) -> str:
    """The key of his condition."""
    held = (hero.condition, hero.dying, hero.bleeding)
    return next((key for key, each in CONDITIONS.items() if each == held), hero.condition)


def case_of(state: State) -> str:
    """`slight.red`, or `balanced`."""
    assert state.case is not None  # announced before it can be ruled on
    return f"{state.case}.{state.favoured}" if state.favoured else str(state.case)


def ruled(state: State, key: str, value: str) -> State:
    match key.split("."):
        case ["battle", "case"]:
            case, _, favoured = value.partition(".")
            return replace(state, case=Case(case), favoured=Side(favoured) if favoured else None)
        case ["battle", name]:
            return replace(state, **{name: int(value)})
        case ["side", side, "strategic"]:
            over = int(value) - evaluation.received(state, Side(side))
            return state.put(Side(side), replace(state.of(Side(side)), correction=over))
        case ["side", side, name]:
            return state.put(Side(side), _side(state.of(Side(side)), name, value))
        case ["hero", hero, *names]:
            whose = state.side_of(int(hero))
            return state.put(whose, state.of(whose).put(_hero(state.hero(int(hero)), names, value)))
        case _:
            raise LookupError(key)


def _side(camp: SideState, name: str, value: str) -> SideState:
    match name:
        case "escape":
            return replace(camp, has_escape=value == YES)
        case "scouted":
            return replace(camp, scouted=SCOUTED if value == YES else 0)
        case "general":
            return replace(camp, acting=None if value == NOBODY else int(value))
        case "second":
            return replace(camp, second=None if value == NOBODY else int(value))
        case _:
            return replace(camp, **{name: int(value)})


def _hero(hero: Hero, names: list[str], value: str) -> Hero:
    match names:
        case ["condition"]:
            condition, dying, bleeding = CONDITIONS[value]
            changed: dict[str, Any] = {"condition": condition, "dying": dying, "bleeding": bleeding}
            return replace(hero, **changed)
        case ["fielded"]:
            return replace(hero, fielded=value == YES)
        case ["armour", where]:
            points = list(hero.sheet.armour)
            points[PLACES[Location(where)]] = int(value)
            return replace(hero, sheet=replace(hero.sheet, armour=tuple(points)))
        case ["mounted" | "player" as name]:
            return replace(hero, sheet=replace(hero.sheet, **{name: value == YES}))
        case [name] if name in OF_THE_HERO:
            return replace(hero, **{name: int(value)})
        case _:
            return replace(hero, sheet=replace(hero.sheet, **{names[0]: int(value)}))
