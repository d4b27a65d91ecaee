"""How lucky each side was: its Tactics and Break tests that were rolled, against what was to be expected."""

from __future__ import annotations

from msgspec.structs import replace

from battles.rules.battlefront import events as e
from battles.rules.battlefront.breaking import faces
from battles.rules.battlefront.state import State
from battles.rules.luck import more, sentence
from battles.rules.ruleset import Message, Side


def sentences(state: State) -> tuple[Message, Message]:
    """One sentence for red and one for blue. All tests are public, so everybody may read them."""
    red, blue = (sentence(state.of(side).title, state.of(side).luck) for side in Side)
    return red, blue


def counted(state: State, event: e.RoundEvent) -> State:
    """The state with the event's tests added to its sides' luck. What no die decided is no luck."""
    match event:
        case e.TacticsTested(side=side, test=test):
            return _add(state, side, test.target, test.roll)
        case e.TestsRolledAgain(rolls=rolls, targets=targets):
            for pair in rolls:
                for side, target, roll in zip(Side, targets, pair, strict=True):
                    state = _add(state, side, target, roll)
        case e.BreakTestTaken(horde=horde, target=target, roll=roll) if roll:
            side = state.side_of(horde)
            return _add(state, side, target, roll, faces(state.house_rules.break_test))
    return state


def _add(state: State, side: Side, target: int, roll: int, die: int = 100) -> State:
    camp = state.of(side)
    return state.put(side, replace(camp, luck=more(camp.luck, target, roll, die)))
