"""Whole battles of tests/rules/golden, decided anew command by command, and what they hold together.

golden/make.py writes them anew after a change of the rules that is meant to change them; `manage.py record_battle`
writes a stored battle in the same form. Either is a golden battle once it lies in the folder.
"""

from __future__ import annotations

import msgspec
import pytest

from battles.rules import RULESETS, by_key
from battles.rules.recording import decode, encode, plain, replay, step
from battles.rules.ruleset import AUDIENCES, Command
from tests.rules.golden.contents import GAMES, LIMIT, held, load, missing, names, path_of, wanted
from tests.rules.golden.reports import report

FEWEST = {"battlefront": 12, "bataille": 6}
each_battle = pytest.mark.parametrize("name", names())
each_ruleset = pytest.mark.parametrize("ruleset", FEWEST)


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
        assert offered(replayed.command, rules.options(state, AUDIENCES[replayed.by]))
        state = replayed.state


def offered(command: Command, options: tuple[Command, ...]) -> bool:
    """What a person types in may differ from what holds."""
    return any(
        msgspec.structs.replace(command, **{name: getattr(each, name) for name in each.typed}) == each
        for each in options
        if type(each) is type(command)
    )


@each_battle
def test_it_is_played_to_its_end(name: str):
    assert load(name).outcome is not None


@each_battle
def test_the_file_is_small_and_is_written_as_it_is_read(name: str):
    text = path_of(name).read_bytes()
    assert len(text) < LIMIT
    assert encode(decode(text)) == text


def test_each_ruleset_has_golden_battles():
    assert set(FEWEST) == set(GAMES) == {ruleset.key for ruleset in RULESETS}


@each_ruleset
def test_together_they_hold_every_ending_command_event_house_rule_and_all_that_is_wanted(ruleset: str):
    assert missing(ruleset, frozenset().union(*(held(load(name)) for name in names(ruleset)))) == []
    assert len(names(ruleset)) >= FEWEST[ruleset]


@each_ruleset
def test_what_is_missing_would_be_named(ruleset: str):
    assert missing(ruleset, frozenset()) == sorted(wanted(ruleset))
    assert missing(ruleset, wanted(ruleset) - {"event ReadyChanged", "command Ready"}) == [
        "command Ready",
        "event ReadyChanged",
    ]


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
