"""Danger in words, and the other things that a hero's card says of his choices."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import odds
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.bataille.view import ChoiceView, Danger
from tests.rules.bataille import ANN, BLUE, BOB, GM, ROWS, Play, hero, setup

K = TestKey
ARMIES = (1, 1, 1, 1, 99, 99)


def choice(key: str, sheet: Any = None, **rules: Any) -> ChoiceView:
    play = Play(setup([sheet or hero(101)], rules=HouseRules(**rules))).begin()
    play.start(*ARMIES)
    return next(one for one in BATAILLE.view(play.state, ANN).own[0].heroes[0].choices if one.key == key)


STONE = {"toughness": 100, "armour": (5,) * 6}


@pytest.mark.parametrize(
    ("key", "sheet", "rule", "words"),
    [
        ("ha-01", hero(101), "keep_adding", "No danger."),
        ("ha-02", hero(101, **STONE), "once", "Costs about 0.0 Wounds; in 99 of 100 cases none. No critical wound."),
        ("ha-02", hero(101, wounds=16), "once", "Costs about 2.2 Wounds; in 40 of 100 cases none. No critical wound."),
        (
            "ha-02",
            hero(101, wounds=16),
            "keep_adding",
            "Costs about 2.2 Wounds; in 40 of 100 cases none. Hardly ever a critical wound.",
        ),
        (
            "ha-05",
            hero(101, wounds=14),
            "keep_adding",
            "Costs about 4.6 Wounds. A critical wound in 1 of 100 cases, hardly ever worse.",
        ),
        (
            "ha-10",
            hero(101, wounds_left=5),
            "keep_adding",
            "Costs about 5.0 Wounds. Of 100 cases: a critical wound in 96, out of action in 19, death in 60.",
        ),
        (
            "ha-10",
            hero(101, wounds_left=0),
            "keep_adding",
            "No Wounds are left. Of 100 cases: a critical wound in 100, out of action in 10, death in 90.",
        ),
    ],
)
def test_danger_in_words(key: str, sheet: Any, rule: str, words: str):
    assert str(choice(key, sheet, further_tens=rule).danger.words) == words


def test_danger_in_words_where_a_critical_wound_cannot_kill():
    rows = replace(ROWS, actions=(replace(ROWS.actions[0], damage="1d6+9"),))
    play = Play(setup([hero(101, wounds=10)], rows=rows)).begin()
    play.start(*ARMIES)
    (one,) = BATAILLE.view(play.state, ANN).own[0].heroes[0].choices
    assert str(one.danger.words) == "Costs about 8.3 Wounds. A critical wound in 17 of 100 cases."


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("always", "%s"),
        ("on_failure", "Only on a failure: %s"),
        ("half_on_success", "On a failure: %s On a success, half of the damage."),
    ],
    ids=["always", "on_failure", "half_on_success"],
)
def test_bd_06_the_danger_says_when_it_threatens(rule: str, words: str):
    usual, safe = choice("ha-10", damage=rule).danger, choice("ha-01", damage=rule).danger
    plain = str(choice("ha-10").danger.words)
    assert str(usual.words) == words % plain
    assert str(safe.words) == "No danger."


def test_danger_is_rounded_to_per_cent_and_tenths():
    play = Play(setup([hero(101, wounds_left=5)])).begin()
    play.start(*ARMIES)
    threat = odds.danger(play.state, play.state.hero(101), "2d10kh+7")
    danger = choice("ha-10", hero(101, wounds_left=5)).danger
    rounded = tuple(round(100 * part) for part in (threat.none, threat.critical, threat.death))
    assert (danger.none, danger.critical, danger.fatal) == rounded
    assert danger.mean == round(10 * threat.mean)
    assert isinstance(danger, Danger)


def test_a_choice_shows_its_row_and_its_clause():
    one = choice("ha-10")
    assert (str(one.name), one.clause) == ("Into the thick of the fight", "HA-10")
    assert (one.success, one.failure, one.damage, one.note) == ("1d6+SB", "-", "2d10kh+7", None)


def test_a_choice_that_he_never_learnt_says_so_and_has_no_odds():
    one = choice("ha-02")
    assert (one.odds, str(one.note)) == ((), "Never learnt what it is tested on.")
    assert choice("ha-02", hero(101, heal=1)).note is None


def test_what_is_declared_is_marked():
    play = Play(setup([hero(101)])).begin()
    play.start(*ARMIES)
    play.do(ANN, c.Declare(101, "ha-07", K.TOUGHNESS))
    choices = BATAILLE.view(play.state, ANN).own[0].heroes[0].choices
    assert [(one.key, each.test) for one in choices for each in one.odds if each.declared] == [("ha-07", K.TOUGHNESS)]


# A duel: with a foe of Strength 30, whoever the foe is


def duel_of(*foes: Any, sheet: Any = None, **rules: Any) -> Any:
    play = Play(setup([sheet or hero(101)], foes, rules=HouseRules(**rules))).begin()
    play.do(GM, c.Resolve(), rolls=ARMIES)
    return BATAILLE.view(play.state, ANN).own[0].heroes[0].duel


def test_ha_09_a_duels_danger_is_that_of_a_foe_of_usual_strength():
    usual = duel_of(hero(201, strength=30))
    assert usual == duel_of(hero(201, strength=90, weapon_skill=90)) == duel_of(hero(201, strength=0, toughness=0))
    play = Play(setup([hero(101)])).begin()
    play.start(*ARMIES)
    foe = replace(play.state.hero(201), sheet=hero(201, strength=30))
    threat = odds.danger(play.state, play.state.hero(101), "1d10+foe SB+3", foe)
    assert usual.danger.mean == round(10 * threat.mean)
    assert threat == odds.danger(play.state, play.state.hero(101), "1d10+6")
    assert (usual.clause, usual.odds[0].chance, usual.odds[0].success) == ("HA-09", 40, (1, 6))


def test_ha_09_it_says_what_threatens_him_if_he_loses():
    note = str(duel_of(hero(201)).note)
    play = Play(setup([hero(101)])).begin()
    play.start(*ARMIES)
    threat = odds.danger(play.state, play.state.hero(101), "2d10kh+6")
    wins, losses = odds.duel_chances(40, 40)
    said = f"Against a foe who tests on 40 the duel is won in {wins} of 100 cases and lost in {losses}."
    assert note.startswith(said)
    assert f"If it is lost: Costs about {round(threat.mean, 1)} Wounds" in note


@pytest.mark.parametrize("own", [33, 61, 100])
def test_ha_09_his_own_strength_does_not_make_the_foe_stronger(own: int):
    assert duel_of(hero(201), sheet=hero(101, strength=own)).danger == duel_of(hero(201)).danger


def test_ha_09_a_foe_is_shown_by_name_and_whether_he_leads():
    play = Play(setup([hero(101), hero(102)], [hero(201, "Grim"), hero(202, "Hild")])).begin()
    play.do(GM, c.Resolve(), rolls=ARMIES)
    play.do(ANN, c.Challenge(101, 202))
    for one in BATAILLE.view(play.state, ANN).own[0].heroes:
        foes = [(foe.key, foe.name, foe.general, foe.drafted) for foe in one.foes]
        assert foes == [(201, "Grim", True, False), (202, "Hild", False, True)]
    assert [one.challenge for one in BATAILLE.view(play.state, ANN).own[0].heroes] == ["Hild", None]


def test_without_a_duel_in_the_list_there_is_none_to_tell_of():
    rows = replace(ROWS, actions=tuple(row for row in ROWS.actions if not row.duel))
    play = Play(setup(rows=rows)).begin()
    play.do(GM, c.Resolve(), rolls=ARMIES)
    assert BATAILLE.view(play.state, BOB).own[0].side is BLUE
    assert [one.duel for one in BATAILLE.view(play.state, BOB).own[0].heroes] == [None, None]
