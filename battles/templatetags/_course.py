"""Which rounds of a battle turned it: those that moved the balance most."""

from __future__ import annotations

from collections.abc import Sequence

MOST = 3


def turning(swings: Sequence[int]) -> set[int]:
    """The places in the list of the few largest swings to either side, of equal ones the earlier: where all turn it,
    none does.
    """
    moved = [place for place, swing in enumerate(swings) if swing]
    most = min(MOST, -(-len(swings) // 2))
    return set(sorted(moved, key=lambda place: -abs(swings[place]))[:most])
