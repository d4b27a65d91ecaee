"""Totals and the two result tables (BF-13..18, BF-40..45), and the outcome for the campaign."""

from __future__ import annotations

from typing import NamedTuple

from battles.rules.battlefront.catalogue import Domain, Trait
from battles.rules.battlefront.roster import fighting, fought
from battles.rules.battlefront.state import State
from battles.rules.ruleset import Loss, Message, Outcome, Side


class Grade(NamedTuple):
    """A line of a result table. names: the winner's and the loser's, clauses likewise; None names a stalemate.

    advantages: the winner's count, or each side's in a stalemate. width: columns for the winner. first: hordes that
    the loser places first (D-09: the same whichever side reads the table).
    """

    names: tuple[Message, Message]
    clauses: tuple[str, str]
    advantages: int
    width: int = 0
    first: int = 0


STALEMATE = Message("Stalemate")
AIR_TABLE = (
    Grade((STALEMATE, STALEMATE), ("BF-16", "BF-16"), 1),
    Grade((Message("Air Superiority"), Message("Conceded Sky")), ("BF-15", "BF-17"), 2, width=1, first=2),
    Grade((Message("Air Supremacy"), Message("Enemy Sky")), ("BF-14", "BF-18"), 3, width=2, first=4),
)
LAND_TABLE = (
    Grade((STALEMATE, STALEMATE), ("BF-43", "BF-43"), 1),
    Grade((Message("Victory"), Message("Defeat")), ("BF-42", "BF-44"), 2),
    Grade((Message("Decisive Victory"), Message("Decisive Defeat")), ("BF-41", "BF-45"), 3),
)


def grade(contest: Domain, diff: int) -> Grade:
    """Exactly 100 or 200 is the stronger result (D-10)."""
    table = AIR_TABLE if contest is Domain.AIR else LAND_TABLE
    return table[min(2, abs(diff) // 100)]


def winner(diff: int) -> Side | None:
    """diff: red's total minus blue's."""
    if abs(diff) < 100:
        return None
    return Side.RED if diff > 0 else Side.BLUE


def name(contest: Domain, diff: int, side: Side) -> Message:
    """The result as `side` reads it."""
    return grade(contest, diff).names[0 if winner(diff) is side else 1]


def total(state: State, side: Side, contest: Domain) -> int:
    """What the side has on the battlefield as the tally counts it; nothing after a retreat (D-21)."""
    if state.of(side).retreated:
        return 0
    other, infantry = tally(state, side, contest)
    return other + infantry * 3 // 2 if contest is Domain.LAND else other + infantry


def tally(state: State, side: Side, contest: Domain) -> tuple[int, int]:
    """Magnitude of the other hordes and of the Infantry, which counts x1.5, rounded down for the side (BF-40, D-19)."""
    other = infantry = 0
    for horde in fighting(state, side, contest):
        if Trait.INFANTRY in state.profile(horde).traits:
            infantry += horde.magnitude
        else:
            other += horde.magnitude
    return other, infantry


def outcome(state: State) -> Outcome | None:
    """The land result from red's seat and the losses of all hordes that fought; None before the end."""
    if state.land_result is None:
        return None
    losses = tuple(
        Loss(horde.key, horde.start - horde.magnitude)
        for side in Side
        for contest in Domain
        for horde in fought(state, side, contest)
    )
    return Outcome(name(Domain.LAND, state.land_result.diff, Side.RED), losses)
