"""Whatever is sent gives a draft that may be stored, or a sentence: never another failure."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battles.importers import DraftArmy, DraftHorde, Unreadable, write_csv, write_json
from tests.importers.files import PROFILES, as_xml, cost, draft, force, roster, selection, unit, zipped

ROSTER = roster(
    force("Patrol", unit("Boyz (20 models)", selection("Boy", "model", 9, costs=[cost(8)]), category="HQ")), points=72
)
ARMY = DraftArmy(name="Red", hordes=(DraftHorde(name="Ä", type="Tank", profile="tank", weapons=("Gun", "Coax")),))
ACTORS = [{"name": "Mob", "type": "horde", "system": {"magnitude": {"value": 30, "max": 40}}, "items": [{"name": "a"}]}]
FILES = {
    "export.json": write_json(ARMY),
    "export.csv": write_csv(ARMY),
    "utf16.csv": "name;type;squads\nÄ;Tank;3\n".encode("utf-16"),
    "latin.csv": "name;type;squads\nÄ;Tank;3\n".encode("latin-1"),
    "pasted.txt": b"10x Termagants - Fleshborer\n3 Panzer\nInfantry (5 squads) [20 pts]\nTotal: 20 pts",
    "list.ros": as_xml(ROSTER),
    "list.rosz": zipped({"list.ros": as_xml(ROSTER)}),
    "list.json": json.dumps(ROSTER).encode(),
    "actors.json": json.dumps(ACTORS).encode(),
}


def sound(army: DraftArmy) -> bool:
    """Whether everything in it is in the ranges of the models."""
    return all(
        1 <= len(each.name) <= 100
        and 1 <= each.squads <= 5
        and 0 <= each.magnitude <= each.squads * 20
        and (each.profile is None or each.profile in PROFILES)
        and (each.profile is not None or any(guess.field == "profile" for guess in each.guesses))
        and len(each.weapons) <= 20
        for each in army.hordes
    )


def survives(data: bytes, filename: str = "") -> None:
    try:
        army = draft(data, filename)
    except Unreadable as error:
        assert str(error) and not re.search(r"%\(|Traceback", str(error))
        return
    assert sound(army)
    said = [*army.remarks, *(guess.why for each in (army, *army.hordes) for guess in each.guesses)]
    assert all(str(each) for each in (*said, *(each.why for each in army.dropped)))


@pytest.mark.parametrize("filename", FILES)
def test_each_file_is_read_as_a_whole(filename):
    assert draft(FILES[filename], filename).hordes


@pytest.mark.parametrize("filename", FILES)
def test_a_file_cut_off_at_any_byte_gives_a_draft_or_a_sentence(filename):
    data = FILES[filename]
    for end in range(len(data)):
        survives(data[:end], filename)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(FILES)), st.data())
def test_a_file_with_any_byte_changed_gives_a_draft_or_a_sentence(filename, chosen):
    data = bytearray(FILES[filename])
    for _ in range(chosen.draw(st.integers(1, 4))):
        data[chosen.draw(st.integers(0, len(data) - 1))] = chosen.draw(st.integers(0, 255))
    survives(bytes(data), filename)


@settings(max_examples=500, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["", "a.ros", "a.rosz", "a.json", "a.csv"]))
def test_any_bytes_give_a_draft_or_a_sentence(data, filename):
    survives(data, filename)


@settings(max_examples=500, deadline=None)
@given(st.text(max_size=300), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le"]))
def test_any_text_gives_a_draft_or_a_sentence(text, encoding):
    survives(text.encode(encoding, "replace"))


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from(["name", "type", "squads", "points", "3", "-5", '"', "=1", "Tank", "", "x\ny"]))),
    st.sampled_from(",;\t"),
)
def test_any_table_gives_a_draft_or_a_sentence(rows, separator):
    survives("\n".join(separator.join(row) for row in rows).encode())


KEYS = st.sampled_from(
    ["format", "version", "name", "type", "system", "data", "magnitude", "value", "max", "items", "roster", "forces"]
    + ["selections", "number", "costs", "categories", "profiles", "typeName", "hordes", "heroes", "weapons", "injuries"]
)
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9)
)
LEAVES |= st.sampled_from(["battlefront-army", 1, "horde", "unit", "model", "pts", "upgrade"])
JSON: st.SearchStrategy[Any] = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=30
)


@settings(max_examples=500, deadline=None)
@given(st.dictionaries(KEYS, JSON, max_size=6) | st.lists(st.dictionaries(KEYS, JSON, max_size=6), max_size=3))
def test_any_json_gives_a_draft_or_a_sentence(raw):
    survives(json.dumps(raw).encode())
