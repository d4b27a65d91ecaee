"""What an action promises and what it threatens, in figures: exact but for tens after the third further die."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from operator import add
from typing import NamedTuple

from battles.rules.armies import Location
from battles.rules.bataille import formulas
from battles.rules.bataille.catalogue import Action, TestKey
from battles.rules.bataille.effects import DEADLY, bleeds, fells
from battles.rules.bataille.formulas import Formula
from battles.rules.bataille.points import bonuses
from battles.rules.bataille.state import Hero, State
from battles.rules.bataille.testing import target
from battles.rules.bataille.wounds import FURY, TABLE

FURTHER = 3
Spread = tuple[tuple[int, float], ...]  # value, its probability
Throws = dict[tuple[int, bool], float]  # sum of dice, whether a 10 shows -> probability


class Threat(NamedTuple):
    """What damage does to a hero. none: he loses no Wound; critical: it goes beyond his last; fatal: of those he dies
    of the wound itself. mean: Wounds lost on average. out: he is out of action; bleeding: of those he bleeds to death
    unless a friend helps. All but the mean are probabilities.
    """

    none: float
    critical: float
    fatal: float
    mean: float
    out: float = 0.0
    bleeding: float = 0.0

    @property
    def death(self) -> float:
        """At once or by bleeding, without help and without Fate."""
        return self.fatal + self.bleeding


@lru_cache(maxsize=256)
def spread(formula: Formula, rule: str) -> Spread:
    """How probable each sum of dice is, tens with their further dice counted in (BR-29, BD-07)."""
    found: dict[int, float] = {}
    for (total, ten), chance in _throws(formula).items():
        for more, probability in _further(rule) if ten else ((0, 1.0),):
            found[total + more] = found.get(total + more, 0.0) + chance * probability
    return tuple(sorted(found.items()))


def _throws(formula: Formula) -> Throws:
    """Die by die, so that many dice are little more work than one: a campaign's row may ask for dozens."""
    found: Throws = {(0, False): 1.0}
    for pool in formula.pools:
        die = {(face, face == 10): 1 / pool.faces for face in range(1, pool.faces + 1)}
        thrown: Throws = {(0, False): 1.0}
        for _ in range(pool.number):
            thrown = _together(thrown, die, max if pool.highest else add)
        signed = {(pool.sign * total, ten): chance for (total, ten), chance in thrown.items()}
        found = _together(found, signed, add)
    return found


def _together(one: Throws, other: Throws, join: Callable[[int, int], int]) -> Throws:
    found: Throws = {}
    for (ours, ten), chance in one.items():
        for (theirs, other_ten), probability in other.items():
            key = join(ours, theirs), ten or other_ten
            found[key] = found.get(key, 0.0) + chance * probability
    return found


@lru_cache(maxsize=8)
def _further(rule: str) -> Spread:
    """What a 10 brings beyond itself."""
    check = FURY / 100
    found: dict[int, float] = {0: 1 - check}
    tail = check  # the chance of coming to the next die
    for number in range(FURTHER):
        for face in range(1, 10):
            found[10 * number + face] = found.get(10 * number + face, 0.0) + tail / 10
        ten = tail / 10
        if rule == "once" or number == FURTHER - 1:
            found[10 * number + 10] = found.get(10 * number + 10, 0.0) + ten
            break
        stops = ten * (1 - check) if rule == "new_check" else 0.0
        found[10 * number + 10] = found.get(10 * number + 10, 0.0) + stops
        tail = ten - stops
    return tuple(found.items())


class Victim(NamedTuple):
    """What a hero sets against damage. armour: by location; left: Wounds; bleeds: his chance to fail on Toughness."""

    toughness: int
    armour: tuple[int, ...]
    left: int
    bleeds: float


@lru_cache(maxsize=4096)
def threat(dice: Spread, flat: int, victim: Victim, table: tuple[tuple[int, str], ...]) -> Threat:
    """flat: what is added to the dice; table: the critical table's rows."""
    none = critical = fatal = mean = out = bleeding = 0.0
    for chance, where in _locations():
        for total, probability in dice:
            net = max(0, total + flat - victim.toughness - victim.armour[where])
            weight = chance * probability
            none += weight * (net == 0)
            mean += weight * min(net, victim.left)
            if net > victim.left:
                dead, down, bleeds = _effects(table, net - victim.left, where)
                critical += weight
                fatal += weight * dead
                out += weight * down
                bleeding += weight * bleeds * victim.bleeds
    return Threat(none, critical, fatal, mean, out, bleeding)


def _locations() -> Iterator[tuple[float, int]]:
    last = 0
    for most, where in TABLE:
        yield (most - last) / 100, list(Location).index(where)
        last = most


@lru_cache(maxsize=512)
def _effects(table: tuple[tuple[int, str], ...], value: int, where: int) -> tuple[float, float, float]:
    """The chances that a critical value kills at once, puts out of action, and of those makes him bleed."""
    ends = [first for first, _ in table[1:]] + [101]
    dead = down = bleeding = 0
    for (first, effects), end in zip(table, ends, strict=True):
        effect, place = int(effects.split()[min(value, 10) - 1]), list(Location)[where]
        dead += (end - first) * (effect >= DEADLY)
        down += (end - first) * fells(effect, place)
        bleeding += (end - first) * (fells(effect, place) and bleeds(effect, place))
    return dead / 100, down / 100, bleeding / 100


def danger(state: State, hero: Hero, damage: str, foe: Hero | None = None) -> Threat:
    """What the damage formula of an action threatens this hero with, as he stands."""
    formula = formulas.parse(damage)
    if formula.empty:
        return Threat(1.0, 0.0, 0.0, 0.0)
    table = tuple(sorted((row.first, row.effects) for row in state.rows.criticals))
    tough = target(state, hero, TestKey.TOUGHNESS)
    assert tough is not None  # a characteristic, no skill
    victim = Victim(
        hero.sheet.toughness // 10,
        tuple(hero.armour(where) for where in Location),
        hero.wounds,
        1 - tough.chance / 100,
    )
    return threat(spread(formula, state.house_rules.further_tens), bonuses(formula, hero, foe), victim, table)


def points(hero: Hero, text: str) -> tuple[int, int]:
    """The least and the most victory points that a formula brings."""
    formula = formulas.parse(text)
    low, high = formulas.span(formula)
    flat = bonuses(formula, hero)
    return low + flat, high + flat


def chance(state: State, hero: Hero, key: TestKey | None) -> int:
    """Of success in per cent."""
    wanted = target(state, hero, key) if key else None
    return 100 if key is None else wanted.chance if wanted else 0


def expected_points(state: State, hero: Hero, action: Action, key: TestKey | None) -> float:
    success, failure = (_mean(points(hero, text)) for text in (action.success, action.failure))
    likely = chance(state, hero, key) / 100
    return likely * success + (1 - likely) * failure


def _mean(span: tuple[int, int]) -> float:
    return (span[0] + span[1]) / 2


@lru_cache(maxsize=512)
def duel_chances(one: int, two: int) -> tuple[int, int]:
    """Chances in per cent that the first and that the second wins a duel of two tests with these targets."""
    wins = losses = 0
    for first, second in product(range(1, 101), repeat=2):
        ours, theirs = _rank(one, first), _rank(two, second)
        wins += ours > theirs
        losses += ours < theirs
    return round(wins / 100), round(losses / 100)


def _rank(wanted: int, roll: int) -> int:
    """-1 for a failure, else the degrees of success."""
    return -1 if roll > wanted else (wanted - roll) // 10
