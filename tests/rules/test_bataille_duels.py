"""Challenges and duels (HA-09): announced before the other actions, accepted or declined, fought out."""

from __future__ import annotations

from typing import Any

import pytest

from battles.rules import BATAILLE
from battles.rules.armies import Injury, Location
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import ACTIONS, Action
from battles.rules.bataille.catalogue import TestKey as K
from battles.rules.bataille.setup import Rows
from battles.rules.ruleset import Illegal
from tests.rules.bataille import ANN, BOB, ROWS, SUE, Play, hero, setup
from tests.rules.pitched import (
    BODY,
    QUIET,
    WS,
    challenging,
    lines,
    next_turn,
    of,
    points,
    resolve,
    seal,
    with_hero,
    with_points,
)

# Strength Bonuses 3 and 5, Toughness Bonus 0 so that damage is what it is, Wounds enough
ANNA = hero(1, "Anna", weapon_skill=46, strength=35, toughness=9, wounds=40)
BORIS = hero(2, "Boris", weapon_skill=40, strength=58, toughness=9, wounds=40)
SECOND, BLUE_SECOND = hero(11, "Adela"), hero(12, "Bruno")


def at_the_challenges(**figures: Any) -> Play:
    return challenging(setup([ANNA, SECOND], [BORIS, BLUE_SECOND], rules=QUIET), **figures)


def challenged(accept: bool | None = True) -> Play:
    """Anna has challenged Boris; None: he has not answered."""
    play = at_the_challenges()
    play.do(ANN, c.Challenge(1, 2))
    seal(play)
    if accept is not None:
        play.do(BOB, c.Answer(2, accept))
        seal(play)
    return play


def test_ha_09_a_challenge_is_announced_and_answered_before_the_secret_declarations():
    play = at_the_challenges()
    play.do(ANN, c.Challenge(1, 2))
    assert all(not BATAILLE.view(play.state, viewer).duels for viewer in (BOB, SUE))
    play.do(ANN, c.Ready())
    assert play.do(BOB, c.Ready())[1:] == (e.ChallengeAnnounced(1, 2), e.StageOpened("answers"))
    assert play.state.phase == "answers"
    assert {type(one) for one in BATAILLE.options(play.state, ANN)} == set()
    with pytest.raises(Illegal, match="accept or decline"):
        play.do(BOB, c.Ready())
    events = play.do(BOB, c.Answer(2, True), c.Ready())
    assert of(events, e.ChallengeAnswered) == [e.ChallengeAnswered(1, 2, True, by_rule=False)]
    assert play.state.phase == "declarations"


DUELS = [
    # rolls of 46 and of 40, red's and blue's points with a 5, damage: of one die or two, what each suffers
    ("one_succeeds", [46, 41], (5, 0), [4], 4 + 5 + 3, [2, 9], 9 + 3 + 3),
    ("the_other_succeeds", [47, 40], (0, 5), [2, 9], 9 + 5 + 3, [4], 4 + 3 + 3),
    ("more_degrees", [26, 39], (5, 0), [4], 4 + 5 + 3, [9, 2], 9 + 3 + 3),
    ("fewer_degrees", [37, 30], (0, 5), [9, 9], 9 + 5 + 3, [4], 4 + 3 + 3),
]


@pytest.mark.parametrize(
    ("rolls", "gained", "dice", "suffered", "their_dice", "theirs"),
    [duel[1:] for duel in DUELS],
    ids=[duel[0] for duel in DUELS],
)
def test_ha_09_the_winner_gains_1d6_and_the_loser_rolls_two_damage_dice(
    rolls: list[int], gained: tuple[int, int], dice: list[int], suffered: int, their_dice: list[int], theirs: int
):
    play = challenged()
    events = resolve(play, rolls=[*rolls, 5, BODY, *dice, BODY, *their_dice])
    assert points(play) == gained
    assert [(event.hero, event.raw, event.net) for event in of(events, e.Struck)] == [
        (1, suffered, suffered),
        (2, theirs, theirs),
    ]
    winner = 1 if gained[0] else 2
    assert of(events, e.DuelDecided) == [e.DuelDecided(1, 2, winner)]


@pytest.mark.parametrize("rolls", [[47, 41], [46, 40], [36, 30], [45, 31]], ids=["both_fail", "0_0", "1_1", "alike"])
def test_ha_09_a_tie_brings_nothing_and_costs_each_one_die(rolls: list[int]):
    play = challenged()
    events = resolve(play, rolls=[*rolls, BODY, 4, BODY, 6])
    assert points(play) == (0, 0)
    assert of(events, e.DuelDecided) == [e.DuelDecided(1, 2, 0)]
    assert [event.raw for event in of(events, e.Struck)] == [4 + 5 + 3, 6 + 3 + 3]


def test_ha_09_declined_brings_the_challengers_side_2_and_spends_his_action():
    play = challenged(False)
    assert points(play) == (2, 0)
    with pytest.raises(Illegal, match="has the one action"):
        play.do(ANN, c.Declare(1, "ha-01"))
    free = {one.hero for one in BATAILLE.options(play.state, BOB) if isinstance(one, c.Declare)}
    assert free == {2, 12}  # the challenged hero keeps his
    assert not of(resolve(play, c.Declare(2, "ha-01"), rolls=[]), e.Struck)
    assert points(play) == (2, 0)


def test_ha_09_br_21_who_accepts_has_no_other_action():
    play = challenged()
    for seat, key in ((ANN, 1), (BOB, 2)):
        with pytest.raises(Illegal, match="has the one action") as refusal:
            play.do(seat, c.Declare(key, "ha-01"))
        assert refusal.value.clause == "BR-21"
    events = resolve(play, c.Declare(11, "ha-05", K.BALLISTIC_SKILL), exact=False)
    assert {event.hero for event in of(events, e.ActionTested)} == {1, 2, 11}


def test_ha_09_two_who_challenge_each_other_fight_once_and_nobody_is_asked():
    play = at_the_challenges()
    play.do(ANN, c.Challenge(1, 2))
    play.do(BOB, c.Challenge(2, 1))
    seal(play)
    assert (play.state.phase, points(play)) == ("declarations", (0, 0))
    assert [duel.accepted for duel in play.state.duels] == [True, True]
    events = resolve(play, rolls=[46, 41, 5, BODY, 1, BODY, 1, 1])
    assert of(events, e.DuelDecided) == [e.DuelDecided(1, 2, 1)]
    assert points(play) == (5, 0)


def test_ha_09_who_has_challenged_somebody_else_declines():
    play = at_the_challenges()
    play.do(ANN, c.Challenge(1, 2))
    play.do(BOB, c.Challenge(2, 11))
    play.do(ANN, c.Ready())
    answered = of(play.do(BOB, c.Ready()), e.ChallengeAnswered)
    assert answered == [e.ChallengeAnswered(1, 2, False, by_rule=True)]
    assert (play.state.phase, points(play)) == ("answers", (2, 0))
    play.do(ANN, c.Answer(11, False))
    seal(play)
    assert points(play) == (2, 2)


def test_ha_09_a_hero_is_challenged_by_one_of_a_side_at_most_and_a_challenge_can_be_called_off():
    play = at_the_challenges()
    play.do(ANN, c.Challenge(1, 2))
    with pytest.raises(Illegal, match="one of yours challenges this hero already"):
        play.do(ANN, c.Challenge(11, 2))
    play.do(ANN, c.CallOff(1), c.Challenge(11, 2), c.Challenge(1, 12))
    pairs = {(duel.challenger, duel.target) for duel in play.state.red.draft.challenges}
    assert pairs == {(11, 2), (1, 12)}


@pytest.mark.parametrize("changes", [{"condition": "out"}, {"condition": "dead"}, {"stunned": 1}, {"fielded": False}])
def test_ha_09_only_somebody_who_can_act_is_challenged(changes: dict[str, Any]):
    play = with_hero(at_the_challenges(), 2, **changes)
    with pytest.raises(Illegal, match="an enemy hero is needed"):
        play.do(ANN, c.Challenge(1, 2))
    play.do(ANN, c.Challenge(1, 12))


def test_ha_09_the_general_is_challenged_like_anybody_else():
    play = challenged()
    assert (play.state.red.acting, play.state.blue.acting) == (1, 2)
    (view,) = BATAILLE.view(play.state, SUE).duels
    assert (view.challenger, view.target_name, view.accepted) == ("Anna", "Boris", True)


def test_ha_09_the_next_turn_asks_anew():
    play = challenged()
    resolve(play, exact=False)
    next_turn(play)
    assert play.state.duels == ()
    assert {one.hero for one in BATAILLE.options(play.state, ANN) if isinstance(one, c.Declare)} == {1, 11}


def test_ha_09_wounds_and_fortune_count_in_a_duel():
    anna = hero(1, weapon_skill=46, fate=1, injuries=(Injury(Location.RIGHT_ARM, 5),))
    play = challenging(setup([anna], [BORIS], rules=QUIET))
    play.do(ANN, c.Challenge(1, 2))
    seal(play)
    play.do(BOB, c.Answer(2, True))
    seal(play)
    events = resolve(play, c.UseFortune(1, True), rolls=[27, 26, 41, 5], exact=False)
    tests = [(event.hero, event.test.target, event.test.success, event.again) for event in of(events, e.ActionTested)]
    assert tests == [(1, 26, False, False), (1, 26, True, True), (2, 40, False, False)]
    assert (points(play), play.state.hero(1).fortune) == ((5, 0), 0)


def test_ha_09_what_the_report_says_of_challenges():
    play = at_the_challenges()
    play.do(ANN, c.Challenge(1, 2), c.Challenge(11, 12), c.Ready())
    events = play.do(BOB, c.Ready())
    events += play.do(BOB, c.Answer(2, True), c.Answer(12, False), c.Ready())
    events += resolve(play, rolls=[46, 41, 5], exact=False)
    told = [text for clause, text in lines(play.state, events) if clause == "HA-09"]
    assert told == [
        "Anna challenges Boris.",
        "Adela challenges Bruno.",
        "Boris accepts the challenge of Anna.",
        "Bruno declines the challenge of Adela.",
        "Bruno declines: Reds gains 2, 0 → 2 victory points.",
        "Anna, Challenge a champion: Weapon Skill 46 against 46, passed.",
        "Boris, Challenge a champion: Weapon Skill 41 against 40, failed.",
        "Anna beats Boris in the duel.",
        "Anna: Reds gains 5, 2 → 7 victory points.",
    ]


def duel_row(**changes: Any) -> Rows:
    own = {"success": "1d6", "failure": "0", "damage": "0", "loser_damage": "0"} | changes
    row = Action("own", "Own", (WS,), duel=True, **own)
    return Rows((row,), ROWS.sources, ROWS.bands, ROWS.criticals, ROWS.skill)


@pytest.mark.parametrize(
    ("changes", "gained"),
    [
        ({"failure": "-2"}, (15, 8)),
        ({"failure": "-"}, (15, 10)),
        ({"success": "foe SB", "failure": "SB"}, (15, 15)),
        ({"success": "-"}, (10, 10)),
    ],
    ids=["failure", "dash", "bonuses", "nothing"],
)
def test_ha_09_br_23_bd_20_a_campaigns_own_duel_counts_for_winner_and_loser(
    changes: dict[str, str], gained: tuple[int, int]
):
    play = challenging(setup([ANNA], [BORIS], rules=QUIET, rows=duel_row(**changes)))
    play.do(ANN, c.Challenge(1, 2))
    seal(play)
    play.do(BOB, c.Answer(2, True))
    seal(play)
    play = with_points(play, 10, 10)
    resolve(play, rolls=[46, 41, 5], exact=False)
    assert points(play) == gained


def test_ha_09_without_a_row_for_duels_nobody_is_challenged():
    rows = Rows(tuple(row for row in ACTIONS if not row.duel), ROWS.sources, ROWS.bands, ROWS.criticals, ROWS.skill)
    assert challenging(setup([ANNA], [BORIS], rules=QUIET, rows=rows)).state.phase == "declarations"
