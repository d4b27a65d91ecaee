"""Whole battles of tests/rules/golden, decided anew command by command, and what they hold together.

golden/make.py writes them anew after a change of the rules that is meant to change them; `manage.py record_battle`
writes a stored battle in the same form. Either is a golden battle once it lies in the folder.
"""

from __future__ import annotations

import msgspec
import pytest

from battles.rules import by_key
from battles.rules.recording import decode, encode, plain, replay, step
from battles.rules.ruleset import AUDIENCES
from tests.rules.golden.contents import LIMIT, held, load, missing, names, path_of, wanted
from tests.rules.golden.reports import report

FEWEST = 12
each_battle = pytest.mark.parametrize("name", names())


@each_battle
def test_the_same_commands_give_the_same_events_and_the_same_state(name: str):
    recording, state = load(name), None
    for recorded, replayed in zip(recording.steps, replay(recording), strict=True):
        assert step(*replayed) == recorded
        state = replayed.state
    assert plain(by_key(recording.ruleset).outcome(state)) == recording.outcome


@each_battle
def test_each_command_was_offered(name: str):
    recording = load(name)
    rules = by_key(recording.ruleset)
    state = rules.open(msgspec.convert(recording.setup, rules.setup_type))
    for replayed in replay(recording):
        assert replayed.command in rules.options(state, AUDIENCES[replayed.by])
        state = replayed.state


@each_battle
def test_it_is_played_to_its_end(name: str):
    assert load(name).outcome is not None


@each_battle
def test_the_file_is_small_and_is_written_as_it_is_read(name: str):
    text = path_of(name).read_bytes()
    assert len(text) < LIMIT
    assert encode(decode(text)) == text


def test_together_they_hold_every_ending_stratagem_command_event_width_and_house_rule():
    assert missing(frozenset().union(*(held(load(name)) for name in names()))) == []
    assert len(names()) >= FEWEST


def test_what_is_missing_would_be_named():
    assert missing(frozenset()) == sorted(wanted())
    assert "any ending air lost" not in missing(frozenset({"ending air lost blue"}))


def test_with_another_secret_it_is_another_battle():
    """So a replay tells one from the other."""
    recording = load("rounds")
    other = msgspec.structs.replace(recording, secret="00" * 32)
    same = (step(*replayed) == recorded for recorded, replayed in zip(recording.steps, replay(other), strict=True))
    assert not all(same)


@each_battle
def test_its_report_reads_as_it_did(name: str):
    """After a change of wording golden/make.py writes the texts anew."""
    assert report(load(name)).splitlines() == path_of(name).with_suffix(".txt").read_text().splitlines()
