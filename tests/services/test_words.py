"""services.words: the rules' sentences for a reader."""

import unicodedata

import pytest

from battles.rules.ruleset import Message
from battles.services.words import END, ISOLATE, sentence


def test_places_are_filled_in() -> None:
    assert sentence(Message("%(name)s has %(count)s left.", {"name": "Panzer", "count": 3})) == "Panzer has 3 left."


def test_a_plain_string_is_no_template() -> None:
    assert sentence("100 % ready") == "100 % ready"


@pytest.mark.parametrize("name", ["جيش", "צבא 3", "a צבא"])
def test_a_name_read_from_right_to_left_does_not_turn_the_sentence(name: str) -> None:
    text = sentence(Message("%(name)s starts.", {"name": name}))
    assert text == f"{ISOLATE}{name}{END} starts."


@pytest.mark.parametrize("mark", [*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
def test_marks_that_turn_what_follows_never_come_from_a_name(mark: int) -> None:
    assert sentence(Message("%(name)s starts.", {"name": f"{chr(mark)}ARMY"})) == "ARMY starts."


def test_marks_that_do_not_turn_leave_a_name_alone() -> None:
    name = unicodedata.normalize("NFD", "Moréau")
    assert sentence(Message("%(name)s", {"name": name})) == name
