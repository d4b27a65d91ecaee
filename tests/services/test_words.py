"""services.words: the rules' sentences for a reader."""

import unicodedata

import pytest

from battles.rules.ruleset import Message
from battles.services.words import END, ISOLATE, sentence


def test_places_are_filled_in() -> None:
    assert sentence(Message("%(name)s has %(count)s left.", {"name": "Panzer", "count": 3})) == "Panzer has 3 left."


def test_a_plain_string_is_no_template() -> None:
    assert sentence("100 % ready") == "100 % ready"


@pytest.mark.parametrize("name", ["\u202eMRA LTR", "جيش", "צבא", "\u2067x", "a\u2069\u202eb"])
def test_a_name_that_turns_the_reading_direction_does_not_turn_the_sentence(name: str) -> None:
    text = sentence(Message("%(name)s starts.", {"name": name}))
    assert text == f"{ISOLATE}{name}{END} starts."


def test_marks_that_do_not_turn_leave_a_name_alone() -> None:
    name = unicodedata.normalize("NFD", "Moréau")
    assert sentence(Message("%(name)s", {"name": name})) == name
