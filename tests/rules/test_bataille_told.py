"""Sentences and values that no other test asks for to the letter."""

from __future__ import annotations

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import flow, words
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.bataille.state import Ending
from battles.rules.bataille.victory import verdict
from tests.rules.bataille import BLUE, GM, RED, Play, hero, setup
from tests.rules.pitched import begun, declaring


def test_who_is_waited_for_is_named():
    play = Play(setup())
    play.do(GM, c.Advance())
    assert [str(message) for message in flow.waiting_for(play.state)] == [
        "Reds has to name a general and seal.",
        "Blues has to name a general and seal.",
    ]


def test_the_gm_is_told_when_the_sides_do_not_field_as_many_heroes():
    one, other = setup([hero(101)], [hero(201), hero(202)]), setup()
    notes = [BATAILLE.view(Play(each).state, GM).evaluation[0].note for each in (one, other)]
    assert str(notes[0]) == "Heroes: 1 against 2. The rules suggest the same number on both sides."
    assert notes[1] is None


def test_who_bleeds_or_dies_is_said_to():
    play = declaring().alter_hero(101, bleeding=True).alter_hero(102, dying=True)
    told = [[str(each) for each in words.states(play.state, play.state.hero(key))] for key in (101, 102)]
    assert told == [["bleeding"], ["dying"]]


def test_a_decisive_lead_past_both_thresholds_is_a_victory_by_the_threshold():
    play = begun(setup(rules=HouseRules(both_past="play_on")))
    play.alter(RED, points=208, threshold=100).alter(BLUE, points=200, threshold=100)
    found = verdict(play.state)
    assert found is not None and (found.winner, found.how) == (RED, Ending.THRESHOLD)
