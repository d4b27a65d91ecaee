"""An own edit taken back: which choices, a side's or the GM's, are still secret in which phase."""

from __future__ import annotations

from msgspec.structs import replace

from battles.rules.bataille.state import Hero, Phase, SideState, State
from battles.rules.ruleset import AUDIENCES, GM, Commander, Side, Viewer
from battles.rules.undoing import Undoing

# Of a side, its own and the GM's; of the battle, the GM's.
OWN: dict[Phase, tuple[str, ...]] = {
    Phase.PRE_BATTLE: ("general", "second"),
    Phase.START_OF_TURN: ("waives",),
    Phase.CHALLENGES: ("waives", "draft"),
    Phase.ANSWERS: ("draft",),
    Phase.DECLARATIONS: ("draft",),
    Phase.WOUNDS: ("draft",),
}
PREPARED: dict[Phase, tuple[str, ...]] = {
    Phase.EVALUATION: ("headcount", "arms", "training", "has_escape"),
    Phase.PRE_BATTLE: ("given", "has_escape"),
    Phase.START_OF_TURN: ("modifier",),
}
JUDGED = ("case", "favoured", "own_base")


def sealed(state: State, viewer: Viewer) -> bool:
    """What the GM prepares is open until he announces it."""
    return state.of(viewer.side).ready if isinstance(viewer, Commander) else not isinstance(viewer, GM)


def chosen(state: State, other: State, viewer: Viewer) -> State:
    if isinstance(viewer, Commander):
        return _with(state, other, viewer.side, OWN.get(state.phase, ()))
    return _prepared(state, other) if isinstance(viewer, GM) else state


def caught_up(state: State, now: State) -> State:
    """Also with what is no draft and changes no choice: whether a side asks to withdraw, modifiers of tests."""
    for viewer in AUDIENCES.values():
        state = chosen(state, now, viewer)
    for side in Side:
        state = _with(state, now, side, ("ready", "withdrawal"))
        state = _with_heroes(state, now, side, ("modifier", "modified"))
    return state


def _prepared(state: State, other: State) -> State:
    for side in Side:
        state = _with(state, other, side, PREPARED.get(state.phase, ()))
    if state.phase is not Phase.EVALUATION:
        return state
    for side in Side:
        state = _with_heroes(state, other, side, ("fielded",))
    return replace(state, **{name: getattr(other, name) for name in JUDGED})


def _with(state: State, other: State, side: Side, names: tuple[str, ...]) -> State:
    source = other.of(side)
    return state.put(side, replace(state.of(side), **{name: getattr(source, name) for name in names}))


def _with_heroes(state: State, other: State, side: Side, names: tuple[str, ...]) -> State:
    source = other.of(side)
    heroes = tuple(_like(hero, source, names) for hero in state.of(side).heroes)
    return state.put(side, replace(state.of(side), heroes=heroes))


def _like(hero: Hero, source: SideState, names: tuple[str, ...]) -> Hero:
    other = source.hero(hero.key) or hero
    return replace(hero, **{name: getattr(other, name) for name in names})


UNDOING = Undoing(sealed, chosen, caught_up)
