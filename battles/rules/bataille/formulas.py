"""Formulas as the catalogue writes them: `1d6+SB`, `2d10kh+7`, `-1d3`, or a dash for nothing.

Dice: `1d6`; `kh` keeps the highest; a d3 is half a d6, rounded up. SB and TB are the hero's Strength and Toughness
Bonus, Mag his Magic, `foe SB` the Strength Bonus of the one he fights. BF, BE and `BF adverse` are read as well.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

import msgspec

from battles.rules.dice import Dice, read_off

Bonus = Literal["SB", "TB", "Mag", "foe SB"]
_DICE = r"[1-9]?[dD](?:3|6|10)(?:kh)?"
_BONUS = r"foe SB|BF adverse|SB|TB|BF|BE|Mag"
_TERM = rf"(?:{_DICE}|{_BONUS}|\d{{1,2}})"
PATTERN = rf"^(?:-|[+-]?{_TERM}(?: ?[+-] ?{_TERM}){{0,5}})\Z"
DASH = "-"
FormulaText = Annotated[str, msgspec.Meta(pattern=PATTERN, max_length=40)]
READ: dict[str, Bonus] = {
    "SB": "SB",
    "BF": "SB",
    "TB": "TB",
    "BE": "TB",
    "Mag": "Mag",
    "foe SB": "foe SB",
    "BF adverse": "foe SB",
}


class Pool(NamedTuple):
    """Dice thrown together: number of faces 3, 6 or 10; of `kept` highest alone counts. sign: +1 or -1."""

    number: int
    faces: int
    highest: bool
    sign: int


class Formula(NamedTuple):
    """What a text says. bonuses: each with its sign."""

    pools: tuple[Pool, ...] = ()
    flat: int = 0
    bonuses: tuple[tuple[Bonus, int], ...] = ()
    dash: bool = False

    @property
    def tens(self) -> bool:
        """Whether a die of it can show a 10."""
        return any(pool.faces == 10 for pool in self.pools)

    @property
    def empty(self) -> bool:
        return not (self.pools or self.flat or self.bonuses)


class Rolled(NamedTuple):
    """A formula rolled. dice: every die as it shows, in order. total: their sum, highest dice counted alone."""

    dice: tuple[int, ...]
    total: int


@lru_cache(maxsize=1024)
def parse(text: str) -> Formula:
    """Raises ValueError for what is no formula."""
    if not re.fullmatch(PATTERN, text):
        raise ValueError(text)
    if text == DASH:
        return Formula(dash=True)
    pools, bonuses, flat = list[Pool](), list[tuple[Bonus, int]](), 0
    for sign, term in re.findall(rf"([+-]?) ?({_TERM})", text):
        factor = -1 if sign == "-" else 1
        if term in READ:
            bonuses.append((READ[term], factor))
        elif term.isdigit():
            flat += factor * int(term)
        else:
            pools.append(_pool(term, factor))
    return Formula(tuple(pools), flat, tuple(bonuses))


def _pool(term: str, sign: int) -> Pool:
    number, faces = re.split("[dD]", term.removesuffix("kh"))
    return Pool(int(number or 1), int(faces), term.endswith("kh"), sign)


def die(faces: int, dice: Dice) -> int:
    """One die; a d3 is half a d6, rounded up."""
    if faces != 3:
        return dice.roll(faces)
    rolled = dice.roll(6)
    return read_off(rolled, (rolled + 1) // 2)


def roll(formula: Formula, dice: Dice) -> Rolled:
    shown, total = list[int](), 0
    for pool in formula.pools:
        thrown = [die(pool.faces, dice) for _ in range(pool.number)]
        shown += thrown
        total += pool.sign * (max(thrown) if pool.highest else sum(thrown))
    return Rolled(tuple(shown), total)


def span(formula: Formula) -> tuple[int, int]:
    """The least and the most that its dice give, without bonuses and flat numbers."""
    ends = [
        sorted((pool.sign * thrown, pool.sign * thrown * pool.faces))
        for pool in formula.pools
        for thrown in [1 if pool.highest else pool.number]
    ]
    return sum(low for low, _ in ends), sum(high for _, high in ends)
