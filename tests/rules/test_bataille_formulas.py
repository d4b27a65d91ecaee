"""Formulas of victory points and damage: how they read, what they roll, what they span (BR-23, BD-20)."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from battles.rules.bataille.catalogue import ACTIONS, Action
from battles.rules.bataille.formulas import Formula, Pool, die, parse, roll, span
from tests.rules.bataille import Loaded


@pytest.fixture(autouse=True)
def cold() -> None:
    """What other tests have read is forgotten: each formula is read anew."""
    parse.cache_clear()


FORMULAS = {
    "0": Formula(),
    "-": Formula(dash=True),
    "7": Formula(flat=7),
    "-2": Formula(flat=-2),
    "1d6": Formula((Pool(1, 6, False, 1),)),
    "d6": Formula((Pool(1, 6, False, 1),)),
    "1D6+BF": Formula((Pool(1, 6, False, 1),), 0, (("SB", 1),)),
    "1d6 + SB": Formula((Pool(1, 6, False, 1),), 0, (("SB", 1),)),
    "1d3+BE": Formula((Pool(1, 3, False, 1),), 0, (("TB", 1),)),
    "1d6+Mag": Formula((Pool(1, 6, False, 1),), 0, (("Mag", 1),)),
    "-1d3": Formula((Pool(1, 3, False, -1),)),
    "2d10kh+7": Formula((Pool(2, 10, True, 1),), 7),
    "2d10+7": Formula((Pool(2, 10, False, 1),), 7),
    "1d10+foe SB+3": Formula((Pool(1, 10, False, 1),), 3, (("foe SB", 1),)),
    "1d10+BF adverse+3": Formula((Pool(1, 10, False, 1),), 3, (("foe SB", 1),)),
    "1d10-TB-2": Formula((Pool(1, 10, False, 1),), -2, (("TB", -1),)),
    "2d6-1d3+10": Formula((Pool(2, 6, False, 1), Pool(1, 3, False, -1)), 10),
}
NO_FORMULAS = ["", " ", "+", "--", "1d", "1d4", "1d20", "1d30", "0d6", "12d6", "1d6kl", "1d6+", "1d6++2", "+-1", "100"]
NO_FORMULAS += ["SBB", "foe TB", "sb", "1d6*2", "1d6+SB+", "1d6 1d6", "1d6+1+1+1+1+1+1", "1d6\n", "import os"]


@pytest.mark.parametrize("text", FORMULAS)
def test_bd_20_how_a_formula_reads(text: str):
    assert parse(text) == FORMULAS[text]


@pytest.mark.parametrize("text", NO_FORMULAS)
def test_bd_20_what_is_no_formula_is_refused_in_a_row_too(text: str):
    with pytest.raises(ValueError):
        parse(text)
    row = {"key": "own", "name": "Own", "damage": text}
    with pytest.raises(msgspec.ValidationError, match="damage"):
        msgspec.convert(row, Action)


@pytest.mark.parametrize("text", FORMULAS)
def test_every_formula_may_stand_in_a_row(text: str):
    assert msgspec.convert({"key": "own", "name": "Own", "success": text}, Action).success == text


@pytest.mark.parametrize(
    ("text", "rolls", "dice", "total"),
    [
        ("1d6", [5], (5,), 5),
        ("2d6", [5, 2], (5, 2), 7),
        ("-1d6", [5], (5,), -5),
        ("2d10kh", [3, 8], (3, 8), 8),
        ("2d10kh", [8, 8], (8, 8), 8),
        ("-2d10kh", [3, 8], (3, 8), -8),
        ("2d6-1d6", [5, 2, 6], (5, 2, 6), 1),
        ("1d6+7+SB", [5], (5,), 5),  # what it adds is the hero's affair
        ("7", [], (), 0),
        ("-", [], (), 0),
    ],
)
def test_br_23_the_dice_of_a_formula(text: str, rolls: list[int], dice: tuple[int, ...], total: int):
    loaded = Loaded(*rolls)
    assert roll(parse(text), loaded) == (dice, total)
    assert loaded.count == len(rolls)


def test_br_23_a_d3_is_half_a_d6_rounded_up():
    assert [die(3, Loaded(face)) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("text", [*FORMULAS, *(row.success for row in ACTIONS), *(row.damage for row in ACTIONS)])
def test_br_23_the_span_is_what_the_dice_can_give(text: str):
    formula = parse(text)
    faces = [6 if pool.faces == 3 else pool.faces for pool in formula.pools for _ in range(pool.number)]
    totals = [roll(formula, Loaded(*shown)).total for shown in product(*(range(1, most + 1) for most in faces))]
    assert span(formula) == (min(totals), max(totals))


@pytest.mark.parametrize(
    ("text", "empty", "tens"),
    [("0", True, False), ("-", True, False), ("2", False, False), ("SB", False, False), ("1d6", False, False)]
    + [("1d10", False, True), ("1d6+2d10kh", False, True)],
)
def test_br_29_which_formulas_are_nothing_and_which_can_show_a_10(text: str, empty: bool, tens: bool):
    assert (parse(text).empty, parse(text).tens) == (empty, tens)
