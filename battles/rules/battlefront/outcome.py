"""Totals and the two result tables (BF-13..18, BF-40..45)."""

from __future__ import annotations

from typing import NamedTuple

from battles.rules.battlefront.catalogue import Domain, Trait
from battles.rules.battlefront.house_rules import DEFAULTS, HouseRules
from battles.rules.battlefront.roster import fighting
from battles.rules.battlefront.state import State
from battles.rules.ruleset import Message, Side


class Grade(NamedTuple):
    """A line of a result table. names: the winner's and the loser's, clauses likewise; None names a stalemate.

    advantages: the winner's count, or each side's in a stalemate. width: columns for the winner. first: hordes that
    the loser places first, the same whichever side reads the table (D-09).
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
LITERAL_AIR_TABLE = (AIR_TABLE[0], AIR_TABLE[1]._replace(width=2, first=4), AIR_TABLE[2])
LAND_TABLE = (
    Grade((STALEMATE, STALEMATE), ("BF-43", "BF-43"), 1),
    Grade((Message("Victory"), Message("Defeat")), ("BF-42", "BF-44"), 2),
    Grade((Message("Decisive Victory"), Message("Decisive Defeat")), ("BF-41", "BF-45"), 3),
)


def grade(contest: Domain, diff: int, rules: HouseRules = DEFAULTS) -> Grade:
    """Exactly 100 or 200 is the stronger result (D-10). Only Width and first deployment depend on the rules (D-09)."""
    table = LAND_TABLE
    if contest is Domain.AIR:
        table = LITERAL_AIR_TABLE if rules.air_superiority == "literal" else AIR_TABLE
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
    """What the side has on the battlefield as the tally counts it; after a retreat nothing, unless D-21 says so."""
    if state.of(side).retreated and state.house_rules.retreat_total == "nothing":
        return 0
    other, infantry = tally(state, side, contest)
    return other + infantry


def tally(state: State, side: Side, contest: Domain) -> tuple[int, int]:
    """Magnitude of the other hordes, and of the Infantry, which on land counts x1.5 (BF-40)."""
    foot, other = [], 0
    for horde in fighting(state, side, contest):
        if contest is Domain.LAND and Trait.INFANTRY in state.profile(horde).traits:
            foot.append(horde.magnitude)
        else:
            other += horde.magnitude
    return other, infantry_total(foot, state.house_rules)


def infantry_total(magnitudes: list[int], rules: HouseRules) -> int:
    """Half as much again, rounded down once for the side or for each horde (D-19)."""
    parts = magnitudes if rules.infantry_rounding == "horde" else [sum(magnitudes)]
    return sum(part * 3 // 2 for part in parts)
