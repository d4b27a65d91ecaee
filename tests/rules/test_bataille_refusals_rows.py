"""BD-20: rows that are not understood, rows that do not fit together, and the sentences that say so."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from battles.rules.bataille import formulas, kinds
from battles.rules.bataille.catalogue import Action, Band, Battlefield, Critical, Skill, Source, TestKey
from battles.rules.ruleset import Illegal
from tests.rules.bataille import ROWS, setup
from tests.rules.test_bataille_refusals_setup import refused

K = TestKey


WRONG = ("", "d", "1d7", "1d6+", "+", "1d6++2", "d6 d6", "SB SB", "1D10+XB", "0d6", "100", "-d-")


@pytest.mark.parametrize("field", ["success", "failure", "damage", "loser_damage"])
@pytest.mark.parametrize(
    "text", ["", "d", "1d7", "1d6+", "+", "1d6++2", "d6 d6", "SB SB", "1D10+XB", "0d6", "100", "-d-"]
)
def test_bd_20_a_formula_that_does_not_parse_is_not_understood(field: str, text: str):
    with pytest.raises(msgspec.ValidationError, match=rf"\$\.{field}"):
        msgspec.convert({"key": "x", "name": "X", field: text}, Action)
    with pytest.raises(ValueError, match="^" + text.replace("+", r"\+") + "$"):
        formulas.parse(text)


@pytest.mark.parametrize(
    ("kind", "fields", "path"),
    [
        (Action, {"tests": ["luck"]}, "tests"),
        (Action, {"mounted": "horse"}, "mounted"),
        (Source, {"points": 0}, "points"),
        (Source, {"points": 21}, "points"),
        (Source, {"points": 1, "most": 21}, "most"),
        (Band, {"least": -1, "value": 100}, "least"),
        (Band, {"least": 0, "value": 0}, "value"),
        (Critical, {"first": 0, "effects": "1 " * 9 + "1"}, "first"),
        (Critical, {"first": 101, "effects": "1 " * 9 + "1"}, "first"),
        (Critical, {"first": 1, "effects": "1 2 3"}, "effects"),
        (Critical, {"first": 1, "effects": "11 " * 9 + "1"}, "effects"),
        (Skill, {"characteristic": "luck"}, "characteristic"),
        (Battlefield, {"minutes": 29}, "minutes"),
        (Battlefield, {"minutes": 61}, "minutes"),
        (Battlefield, {"base": 1000}, "base"),
        (Battlefield, {"name": ""}, "name"),
    ],
)
def test_bd_20_a_row_with_a_figure_out_of_its_range_is_not_understood(kind: Any, fields: dict[str, Any], path: str):
    usual = {"name": "X"} if kind is Battlefield else {"key": "x", "name": "X"}
    with pytest.raises(msgspec.ValidationError, match=rf"\$\.{path}"):
        msgspec.convert({**usual, **fields}, kind)


SMALL = tuple(row for row in ROWS.bands if row.small)
UNFIT = {
    "two actions": ({"actions": (*ROWS.actions, ROWS.actions[3])}, "Two rows have the key ha-04.", "BR-23", "key"),
    "two sources": (
        {"sources": (*ROWS.sources, ROWS.sources[0])},
        "Two rows have the key ground-minor.",
        "BR-23",
        "key",
    ),
    "no bands": ({"bands": ()}, "The size table and the critical table each need a row.", "BR-07", "bands"),
    "small bands": ({"bands": SMALL}, "The size table and the critical table each need a row.", "BR-07", "bands"),
    "no criticals": ({"criticals": ()}, "The size table and the critical table each need a row.", "BR-07", "bands"),
    "a duel": (
        {"actions": (Action("duel", "A duel", duel=True),)},
        "A duel is a duel: it needs a test.",
        "BR-23",
        "tests",
    ),
}


@pytest.mark.parametrize("name", UNFIT)
def test_bd_20_rows_that_do_not_fit_together_open_no_battle(name: str):
    changes, *expected = UNFIT[name]
    assert list(refused(setup(rows=replace(ROWS, **changes)))) == expected


UNFIT_LISTS: dict[str, tuple[str, Any, str, str]] = {
    "a duel without a test": (
        "action",
        Action("x", "X", duel=True),
        "tests",
        "Tests: a duel needs one (X).",
    ),
    "a foe in success": (
        "action",
        Action("x", "X", success="1d6+foe SB"),
        "success",
        "Success: there is a foe in a duel only (X).",
    ),
    "a foe in French": (
        "action",
        Action("x", "X", damage="1d6+BF adverse"),
        "damage",
        "Damage: there is a foe in a duel only (X).",
    ),
    "as many at most": (
        "source",
        Source("x", "X", 3, most=3),
        "most",
        "At most: 0 or more than 3 is needed (X).",
    ),
    "no band from 0": (
        "band",
        Band("x", "X", 1, 100),
        "least",
        "Fighters from: one row that is not for small battles has to begin at 0.",
    ),
    "no band but a small one": (
        "band",
        Band("x", "X", 0, 100, small=True),
        "least",
        "Fighters from: one row that is not for small battles has to begin at 0.",
    ),
    "no critical from 1": (
        "critical",
        Critical("x", "X", 2, "1 " * 9 + "1"),
        "first",
        "From: one row has to begin at 1.",
    ),
    "a skill on a skill": (
        "skill",
        Skill("x", "X", K.COMMAND),
        "characteristic",
        "Characteristic: one of the eight is needed, not a skill.",
    ),
}


@pytest.mark.parametrize("name", UNFIT_LISTS)
def test_bd_20_rows_that_do_not_fit_are_refused_by_their_list(name: str):
    key, row, field, sentence = UNFIT_LISTS[name]
    kind = next(kind for kind in kinds.KINDS if kind.key == key)
    with pytest.raises(Illegal) as refusal:
        kind.check({"x": row})  # type: ignore[attr-defined]
    assert (str(refusal.value), refusal.value.clause, refusal.value.field) == (sentence, "BD-20", field)


@pytest.mark.parametrize(
    ("key", "rows", "field", "sentence"),
    [
        ("band", [Band("x", "X", 0, 100), Band("y", "Y", 0, 50)], "least", "Fighters from: two rows begin at 0."),
        ("critical", [Critical(key, key, 1, "1 " * 9 + "1") for key in "xy"], "first", "From: two rows begin at 1."),
    ],
)
def test_bd_20_two_rows_that_begin_alike_are_refused(key: str, rows: list[Any], field: str, sentence: str):
    kind = next(kind for kind in kinds.KINDS if kind.key == key)
    with pytest.raises(Illegal) as refusal:
        kind.check({row.key: row for row in rows})  # type: ignore[attr-defined]
    assert (str(refusal.value), refusal.value.field) == (sentence, field)


def test_bd_20_a_small_row_may_begin_where_another_does_and_the_bundled_rows_fit():
    for kind in kinds.KINDS:
        kind.check(dict(kind.rows))  # type: ignore[attr-defined]
