"""What the rolls of a Battlefront battle are called, without what came of them."""

from __future__ import annotations

from battles.rules.battlefront import events as e
from battles.rules.battlefront.explained import horde_of
from battles.rules.battlefront.state import State
from battles.rules.ruleset import Message

AGAIN = Message("Tactics tests that nobody wins")
OTHER = Message("A roll")


def named(state: State, event: e.BattlefrontEvent) -> Message:
    match event:
        case e.TacticsTested(side=side):
            return Message("Tactics test of %(side)s", {"side": state.of(side).title})
        case e.TestsRolledAgain():
            return AGAIN
        case e.BreakTestTaken(horde=horde):
            return Message("Break test of %(horde)s", {"horde": horde_of(state, horde)[1].name})
        case _:
            return OTHER
