"""Sensible choices for what is still open: what is filled in, and that nothing chosen is ever changed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille import odds, suggest
from battles.rules.bataille.catalogue import Skill, TestKey
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.bataille.state import Phase
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, ROWS, Play, hero, setup

K = TestKey
ARMIES = (1, 1, 1, 1, 99, 99)


def filled(play: Play, viewer: Any = ANN) -> tuple[Any, ...]:
    """What filling in writes; the same is offered as long as there is any."""
    side = viewer.side
    events = suggest.fill(play.state, side)
    assert (c.FillIn() in BATAILLE.options(play.state, viewer)) is bool(events)
    assert BATAILLE.suggest(play.state, side)[:-1] == ((c.FillIn(),) if events else ())
    if events:
        assert play.do(viewer, c.FillIn()) == events
        assert suggest.fill(play.state, side) == ()
    return events


def naming(*reds: Any, before: tuple[Any, ...] = (), **rules: Any) -> Play:
    play = Play(setup(reds, [hero(201)], rules=HouseRules(**rules))).then(GM, *before, c.Advance())
    return play


LEADERS = {
    "who knows tactics": (hero(101, fellowship=90), hero(102, tactics=1), hero(103)),
    "who knows it best": (hero(101, tactics=1), hero(102, tactics=2), hero(103)),
    "who commands best": (hero(101), hero(102, command=1, fellowship=30), hero(103)),
    "who is left of the best": (hero(101, intelligence=1), hero(102), hero(103, tactics=3)),
}


@pytest.mark.parametrize("name", LEADERS)
def test_br_18_the_general_is_the_best_at_the_tactics_roll(name: str):
    before = (c.LeaveOut(103),) if name == "who is left of the best" else ()
    play = naming(*LEADERS[name], before=before)
    general = 101 if before else 102
    second = 102 if before else 101
    assert filled(play) == (e.GeneralNamed(RED, general), e.SecondNamed(RED, second))


def test_bd_21_campaign_the_general_is_the_best_at_the_campaigns_skill():
    reds = [hero(101, tactics=1, intelligence=60), hero(102, tactics=1, willpower=70)]
    rows = replace(ROWS, skill=Skill("war", "War", K.WILLPOWER))
    for rules, general in ((HouseRules(), 101), (HouseRules(tactics_skill="campaign"), 102)):
        play = Play(setup(reds, [hero(201)], rules=rules, rows=rows)).then(GM, c.Advance())
        assert filled(play)[0] == e.GeneralNamed(RED, general)


def test_br_18_who_is_named_already_stays():
    reds = (hero(101), hero(102), hero(103, tactics=3))
    play = naming(*reds).then(ANN, c.NameGeneral(102))
    assert filled(play) == (e.SecondNamed(RED, 101),)
    play = naming(*reds).then(ANN, c.NameSecond(103))
    assert filled(play) == (e.GeneralNamed(RED, 101),)
    assert (play.state.red.general, play.state.red.second) == (101, 103)


def test_br_18_a_single_hero_leads_without_a_second():
    play = naming(hero(101))
    assert filled(play) == (e.GeneralNamed(RED, 101),)
    play = naming(hero(101)).then(ANN, c.NameSecond(101))
    assert filled(play) == (e.GeneralNamed(RED, 101),)
    assert (play.state.red.general, play.state.red.second) == (101, None)


def challenged(*answers: Any) -> Play:
    """Blue's two heroes are challenged."""
    play = Play(setup()).begin()
    play.do(GM, c.Resolve(), rolls=ARMIES)
    assert filled(play) == ()  # challenges nobody
    assert BATAILLE.suggest(play.state, RED) == (c.Ready(),)
    play.do(ANN, c.Challenge(101, 201), c.Challenge(102, 202), c.Ready())
    play.do(BOB, c.Ready(), *answers)
    return play


def test_ha_09_challenges_are_accepted_and_an_answer_that_is_given_stays():
    assert filled(challenged(), BOB) == (e.AnswerDrafted(BLUE, 201, True), e.AnswerDrafted(BLUE, 202, True))
    play = challenged(c.Answer(202, False))
    assert filled(play, BOB) == (e.AnswerDrafted(BLUE, 201, True),)
    assert dict(play.state.blue.draft.answers) == {201: True, 202: False}
    assert suggest.fill(play.state, RED) == () and BATAILLE.suggest(play.state, RED) == ()


# Actions: victory points to be expected, less 0.15 for each Wound and 6 for a critical wound


def declaring(*reds: Any, **rules: Any) -> Play:
    play = Play(setup(reds, [hero(201)], rules=HouseRules(**rules))).begin()
    play.start(*ARMIES)
    return play


FIGHTERS: dict[str, tuple[Any, str, TestKey | None]] = {
    "a knight": (hero(101, weapon_skill=70, toughness=50, wounds=18, armour=(5,) * 6), "ha-10", K.WEAPON_SKILL),
    "an archer": (hero(101, ballistic_skill=75, weapon_skill=10), "ha-05", K.BALLISTIC_SKILL),
    "a captain": (hero(101, fellowship=80, command=3, weapon_skill=10, ballistic_skill=10), "ha-03", K.COMMAND),
    "a wizard": (hero(101, willpower=70, channelling=3, magic=4, weapon_skill=10), "ha-06", K.CHANNELLING),
    "a wounded man": (hero(101, wounds_left=0, toughness=30), "ha-01", None),
}


@pytest.mark.parametrize("name", FIGHTERS)
def test_br_21_each_hero_does_what_he_is_best_at_or_holds_back(name: str):
    sheet, action, test = FIGHTERS[name]
    assert filled(declaring(sheet)) == (e.ActionDrafted(RED, 101, action, test),)


@pytest.mark.parametrize("name", FIGHTERS)
def test_br_21_nothing_else_that_is_open_to_him_is_worth_more(name: str):
    play = declaring(FIGHTERS[name][0])
    state, figures = play.state, play.state.hero(101)
    worth: dict[Any, float] = {}
    for command in BATAILLE.options(state, ANN):
        if isinstance(command, c.Declare):
            action = next(row for row in state.rows.actions if row.key == command.action)
            (low, high), (least, most) = odds.points(figures, action.success), odds.points(figures, action.failure)
            likely = odds.chance(state, figures, command.test) / 100
            threat = odds.danger(state, figures, action.damage)
            points = likely * (low + high) / 2 + (1 - likely) * (least + most) / 2
            worth[command] = points - 0.15 * threat.mean - 6 * threat.critical
            assert suggest.worth(state, figures, command) == pytest.approx(worth[command])
    (chosen,) = filled(play)
    assert worth[c.Declare(101, chosen.action, chosen.test)] == max(worth.values())


def test_br_21_what_is_declared_stays_and_who_has_spent_his_action_is_left_alone():
    play = Play(setup([hero(101), hero(102), hero(103)], [hero(201)])).begin()
    play.do(GM, c.Resolve(), rolls=ARMIES)
    play.do(ANN, c.Challenge(101, 201), c.Ready())
    play.do(BOB, c.Ready(), c.Answer(201, False), c.Ready())
    play.do(ANN, c.Declare(103, "ha-10", K.WEAPON_SKILL))
    assert [one.hero for one in filled(play)] == [102]
    assert [one.action for one in play.state.red.draft.actions if one.hero == 103] == ["ha-10"]


def test_br_21_who_cannot_act_is_left_alone():
    play = declaring(hero(101), hero(102), hero(103))
    play.alter_hero(101, stunned=1).alter_hero(102, condition="out")
    assert [one.hero for one in filled(play)] == [103]


def test_bd_18_open_nothing_is_suggested_before_it_is_the_sides_turn():
    play = declaring(hero(101), declarations="open")
    assert suggest.fill(play.state, BLUE) == () and BATAILLE.suggest(play.state, BLUE) == ()
    filled(play)
    play.do(ANN, c.Ready())
    assert [one.hero for one in filled(play, BOB)] == [201]
    assert suggest.fill(play.state, RED) == ()


def test_br_28_fate_is_burnt_and_a_decision_that_is_made_stays():
    play = Play(setup([hero(101, fate=1), hero(102, fate=1), hero(103)], [hero(201)])).begin()
    play.start(*ARMIES)
    for key in (101, 102):
        play.alter_hero(key, wounds=0).do(ANN, c.Declare(key, "ha-10", K.WEAPON_SKILL))
    play.resolve(99, 99, *(60, 9, 9, 1) * 2)
    assert play.state.phase is Phase.WOUNDS
    play.do(ANN, c.BurnFate(101, False))
    assert filled(play) == (e.FateDrafted(RED, 102, True),)
    assert BATAILLE.suggest(play.state, BLUE) == ()
    play.do(ANN, *BATAILLE.suggest(play.state, RED))
    assert [play.state.hero(key).condition for key in (101, 102)] == ["dead", "out"]


def test_nothing_is_suggested_once_a_side_has_sealed_or_has_nothing_to_choose():
    play = naming(hero(101))
    assert BATAILLE.suggest(play.state, RED) == (c.FillIn(), c.Ready())
    play.do(ANN, *BATAILLE.suggest(play.state, RED))
    assert BATAILLE.suggest(play.state, RED) == ()
    play.do(BOB, *BATAILLE.suggest(play.state, BLUE))
    play.do(GM, c.Advance())
    assert BATAILLE.suggest(play.state, RED) == () and suggest.fill(play.state, RED) == ()
    play.start(*ARMIES)
    play.resolve()
    assert play.state.turn == 2 and BATAILLE.suggest(play.state, RED) == ()  # never asks to withdraw
