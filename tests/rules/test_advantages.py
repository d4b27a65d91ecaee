"""Advantages drawn at each result, and a scenario's rewards (BF-14..18, BF-41..46, D-27)."""

from typing import Any

import msgspec
import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.advantages import grade_name
from battles.rules.battlefront.catalogue import PROFILES, Domain
from battles.rules.battlefront.setup import Reward
from battles.rules.battlefront.state import Card
from battles.rules.outcomes import Gain
from battles.rules.ruleset import AUDIENCES, Side
from tests.rules.grid import INFANTRY, NOVICE, TANK, drawn_up
from tests.rules.playing import encoded
from tests.rules.table import ANN, BLUE, BOB, GAME_MASTER, RED, SUE, Play, of, setup

BOMBER, INTERCEPTOR = ("bomber", 5), ("interceptor", 4)


def in_the_air(red: list[Any], blue: list[Any], **options: Any) -> Play:
    """The air result; a side without aircraft has lost by all that the other has (D-23)."""
    return Play(setup(red, blue, **options)).to("air_result")


def draws(play: Play) -> list[int]:
    return [BATTLEFRONT.view(play.state, GAME_MASTER).own[side is BLUE].draws_left for side in Side]


def test_d_27_the_bundled_types_supply_two_cards_each_of_the_list():
    names = {one.key: [(card.name, card.kind) for card in one.advantages] for one in PROFILES}
    armour = [("Armoured Push", "your_turn"), ("Hull Down", "passive")]
    assert names == {
        "interceptor": [("Air Cover", "passive"), ("Forward Observer", "your_turn")],
        "starfighter": [("Strafing Run", "your_turn"), ("Escort", "passive")],
        "bomber": [("Air Strike", "your_turn"), ("Supply Drop", "your_turn")],
        "infantry": [("Dug-in Garrison", "passive"), ("Reserves", "your_turn")],
        "tank": armour,
        "assault_tank": armour,
        "ac_suit": [("Strike Team", "your_turn"), ("Overwatch", "passive")],
        "artillery": [("Bombardment", "your_turn"), ("Illumination", "passive")],
    }
    assert all(card.effect.endswith(".") for one in PROFILES for card in one.advantages)


@pytest.mark.parametrize(
    ("red", "blue", "expected"),
    [
        ([BOMBER] * 3, [], [3, 0]),  # BF-14, BF-18
        ([BOMBER] * 2, [], [2, 0]),  # +200 is Supremacy, but two hordes supply two cards at most
        ([("bomber", 3)] * 2, [], [2, 0]),  # BF-15, BF-17
        ([], [("bomber", 3)] * 2, [0, 2]),
        ([("bomber", 1)], [], [1, 0]),  # BF-16: blue has no horde to draw from
        ([], [], [0, 0]),
    ],
)
def test_bf_14_to_18_how_many_air_cards_each_side_may_draw(red: list[Any], blue: list[Any], expected: list[int]):
    assert draws(in_the_air(red, blue)) == expected


def test_bf_16_in_a_stalemate_both_draw_one():
    """Retreated hordes are off the battlefield, yet they survived unbroken (D-27)."""
    play = Play(setup([BOMBER], [BOMBER])).to("air").red(c.Retreat()).blue(c.Retreat())
    play.resolve()
    assert draws(play) == [1, 1]


@pytest.mark.parametrize(
    ("red", "blue", "expected"),
    [
        ({f"F{n}": TANK for n in range(1, 4)}, {"F1": TANK}, [3, 0]),  # BF-41: 240 against a retreat
        ({"F1": TANK, "F2": TANK}, {"F1": TANK}, [2, 0]),  # BF-42
        ({"F1": TANK}, {"F1": TANK}, [1, 1]),  # BF-43
    ],
)
def test_bf_41_to_43_how_many_land_cards_each_side_may_draw(red: Any, blue: Any, expected: list[int]):
    play = drawn_up(red, blue).blue(c.Retreat())
    play.resolve()
    assert (play.state.phase, draws(play)) == ("land_result", expected)


def test_d_27_a_card_is_chosen_from_the_hordes_own_list_secretly_and_may_be_returned():
    play = in_the_air([INTERCEPTOR, BOMBER, BOMBER], [])
    before = [encoded(BATTLEFRONT.view(play.state, viewer)) for viewer in (BOB, SUE)]
    play.red(c.DrawAdvantage(1000, 1), c.DrawAdvantage(1002, 0), c.ReturnAdvantage(1000), c.DrawAdvantage(1000, 0))
    assert play.state.red.draft.cards == (Card(1002, 0), Card(1000, 0))
    assert [encoded(BATTLEFRONT.view(play.state, viewer)) for viewer in (BOB, SUE)] == before
    own = BATTLEFRONT.view(play.state, ANN).own[0]
    assert (own.draws_left, [one.horde for one in own.drawable]) == (1, [1001])
    assert [(one.horde, one.index, one.name) for one in own.drawn] == [(1002, 0, "Air Strike"), (1000, 0, "Air Cover")]


def test_d_27_the_cards_are_shown_to_all_when_the_gm_goes_on():
    play = in_the_air([INTERCEPTOR, BOMBER, BOMBER], [])
    play.red(c.DrawAdvantage(1002, 1), c.DrawAdvantage(1000, 0), c.Ready()).gm(c.Advance())
    assert of(play.events, e.AdvantagesDrawn) == [e.AdvantagesDrawn(Domain.AIR, RED, (Card(1000, 0), Card(1002, 1)))]
    shown = BATTLEFRONT.view(play.state, SUE).sides[0].advantages
    assert [(one.horde, one.name, one.kind) for one in shown] == [
        (1000, "Air Cover", "passive"),
        (1002, "Supply Drop", "your_turn"),
    ]
    assert "Reds draws 2 Advantages: Air Cover, Supply Drop." in play.lines()
    assert play.state.red.draft.cards == ()


def test_the_gm_waits_only_for_a_side_that_can_draw():
    play = in_the_air([BOMBER, BOMBER], [])
    view = BATTLEFRONT.view(play.state, SUE)
    assert [side.waited_for for side in view.sides] == [True, False]
    assert [str(message) for message in view.waiting_for] == ["Reds has to draw its Advantages and seal."]
    assert BATTLEFRONT.options(play.state, BOB) == ()
    assert play.refused(BOB, c.Ready()).clause == "D-27"
    assert play.refused(GAME_MASTER, c.Advance()).clause == "BF-03"
    play.red(c.Ready())
    assert BATTLEFRONT.options(play.state, GAME_MASTER) == (c.Advance(),)


def test_where_nobody_can_draw_nobody_waits():
    play = in_the_air([], [])
    assert BATTLEFRONT.options(play.state, GAME_MASTER) == (c.Advance(),)


def test_fewer_than_allowed_may_be_drawn_and_the_rest_is_forgone():
    play = in_the_air([BOMBER, BOMBER], []).red(c.DrawAdvantage(1000, 0), c.Ready())
    assert draws(play) == [1, 0]
    play.gm(c.Advance())
    assert play.state.red.cards == (Card(1000, 0),)
    assert play.state.red.draws == 0


REFUSED = [
    ("destroyed", 1001, "is destroyed"),
    ("broken", 1002, "is broken"),
    ("foreign", 5000, "not a horde of your army"),
    ("unknown", 77, "not a horde of your army"),
    ("not chosen", 1005, "supplies no Advantage here"),
    ("of the land", 1004, "supplies no Advantage here"),
]


@pytest.fixture
def mixed() -> Play:
    """Red: 1000 and 1003 fight on, 1001 is destroyed, 1002 is broken, 1004 is a Tank, 1005 stayed at home."""
    red = [BOMBER, ("bomber", 1, 1), BOMBER, ("bomber", 5), ("tank", 4), ("bomber", 1, 2)]
    play = (
        Play(setup(red, [("bomber", 2)], caps=(4, 9, 9, 9)))
        .to("muster")
        .red(*(c.ChooseHorde(key) for key in (1000, 1001, 1002, 1003)))
    )
    play.forward()
    play.resolve(90, 40, 1, 100, 1)
    play.blue(c.Retreat())
    play.resolve()
    return play


@pytest.mark.parametrize(("why", "horde", "sentence"), REFUSED, ids=[row[0] for row in REFUSED])
def test_d_27_a_card_from_a_horde_that_supplies_none_is_refused(mixed: Play, why: str, horde: int, sentence: str):
    refusal = mixed.refused(ANN, c.DrawAdvantage(horde, 0))
    assert (refusal.field, refusal.clause) == ("horde", "BF-01" if horde in (5000, 77) else "D-27")
    assert sentence in str(refusal)


def test_d_27_one_card_a_horde(mixed: Play):
    mixed.red(c.DrawAdvantage(1000, 0))
    for index in (0, 1):
        refusal = mixed.refused(ANN, c.DrawAdvantage(1000, index))
        assert (refusal.clause, refusal.field) == ("D-27", "horde")
        assert str(refusal) == "Reds 1000 has supplied an Advantage already: one a horde."


@pytest.mark.parametrize("index", [-1, 2])
def test_d_27_a_card_that_the_type_has_not_is_refused(mixed: Play, index: int):
    refusal = mixed.refused(ANN, c.DrawAdvantage(1000, index))
    assert (refusal.clause, refusal.field) == ("D-27", "advantage")


def test_d_27_not_beyond_the_count():
    play = Play(setup([BOMBER, BOMBER], [BOMBER, BOMBER])).to("air").red(c.Retreat()).blue(c.Retreat())
    play.resolve()
    play.red(c.DrawAdvantage(1000, 0))
    refusal = play.refused(ANN, c.DrawAdvantage(1001, 0))
    assert (refusal.clause, refusal.field) == ("D-27", "horde")
    assert str(refusal) == "You have drawn all the Advantages of this result: 1."


def test_what_was_not_drawn_is_not_returned(mixed: Play):
    refusal = mixed.refused(ANN, c.ReturnAdvantage(1000))
    assert (refusal.clause, refusal.field) == ("D-27", "horde")


def test_d_27_cards_are_drawn_at_a_result_only():
    play = Play(setup([BOMBER], [BOMBER])).to("air")
    assert play.refused(ANN, c.DrawAdvantage(1000, 0)).clause == "D-27"
    assert play.refused(ANN, c.ReturnAdvantage(1000)).clause == "D-27"


def test_a_type_without_a_list_supplies_nothing():
    bare = tuple(msgspec.structs.replace(one, advantages=()) for one in PROFILES)
    play = in_the_air([BOMBER, BOMBER], [], profiles=bare)
    assert draws(play) == [0, 0]


def closed(linked: bool = True, rewards: tuple[Reward, ...] = ()) -> Play:
    """Red, of 2 Bombers, 1 Infantry and 1 Tank, drives blue's only Tank off the field."""
    play = Play(
        setup(
            [BOMBER, BOMBER, INFANTRY, TANK],
            [TANK],
            red_skill=NOVICE,
            blue_skill=NOVICE,
            linked=linked,
            rewards=rewards,
        )
    ).to("land")
    play.blue(c.Retreat())
    play.resolve()
    return play


def test_the_land_cards_come_before_the_battle_is_closed_and_all_go_to_the_campaign():
    play = closed()
    assert (play.state.phase, BATTLEFRONT.outcome(play.state)) == ("land_result", None)
    assert not BATTLEFRONT.view(play.state, SUE).finished
    play.red(c.DrawAdvantage(1002, 1), c.Ready()).gm(c.Advance())
    assert play.state.phase == "result" and BATTLEFRONT.view(play.state, SUE).finished
    gains = BATTLEFRONT.outcome(play.state).gains
    assert [(gain.side, gain.horde, gain.name) for gain in gains] == [
        (RED, 1000, "Air Strike"),
        (RED, 1001, "Air Strike"),
        (RED, 1002, "Reserves"),
    ]
    reserves = "A squad joins your team for the rest of a fight."
    assert gains[2] == Gain(RED, 1002, "Reserves", "your_turn", reserves)


def test_an_unlinked_battle_draws_nothing_and_says_nothing_of_cards():
    play = closed(linked=False)
    assert play.state.phase == "result" and BATTLEFRONT.outcome(play.state).gains == ()
    view = BATTLEFRONT.view(play.state, SUE)
    texts = [str(effect) for result in (view.air_result, view.land_result) for effect in result.effects]
    assert texts and not any("Advantage" in text for text in texts)
    assert not of(play.events, e.AdvantagesEarned)


REWARDS = (
    Reward(Domain.LAND, "decisive_victory", "The bridge is yours."),
    Reward(Domain.LAND, "decisive_defeat", "The capital panics.", BLUE),
    Reward(Domain.LAND, "decisive_defeat", "Never told.", RED),
    Reward(Domain.AIR, "decisive_victory", "Two tech teams."),
    Reward(Domain.LAND, "stalemate", "Never told."),
)


@pytest.mark.parametrize("linked", [True, False])
def test_bf_46_a_scenario_ties_rewards_and_losses_to_results(linked: bool):
    play = closed(linked, REWARDS)
    assert of(play.events, e.RewardPaid) == [
        e.RewardPaid(Domain.LAND, RED, "The bridge is yours."),
        e.RewardPaid(Domain.LAND, BLUE, "The capital panics."),
    ]
    assert {"Reds: The bridge is yours.", "Blues: The capital panics."} <= set(play.lines())
    view = BATTLEFRONT.view(play.state, SUE)
    assert [str(one) for one in view.air_result.rewards] == ["Reds: Two tech teams."]
    assert [str(one) for one in view.land_result.rewards] == [
        "Reds: The bridge is yours.",
        "Blues: The capital panics.",
    ]
    play.to("result")
    assert [str(one) for one in BATTLEFRONT.outcome(play.state).rewards] == [
        "Reds: Two tech teams.",
        "Reds: The bridge is yours.",
        "Blues: The capital panics.",
    ]


@pytest.mark.parametrize(
    ("diff", "red", "blue"),
    [
        (200, "decisive_victory", "decisive_defeat"),
        (199, "victory", "defeat"),
        (100, "victory", "defeat"),
        (99, "stalemate", "stalemate"),
        (-99, "stalemate", "stalemate"),
        (-100, "defeat", "victory"),
        (-200, "decisive_defeat", "decisive_victory"),
    ],
)
def test_bf_46_the_five_grades_as_each_side_reads_them(diff: int, red: str, blue: str):
    assert [grade_name(diff, side) for side in Side] == [red, blue]


def test_the_suggestion_draws_the_strongest_hordes_first_cards():
    play = in_the_air([("bomber", 3), BOMBER, BOMBER], [], caps=(9, 9, 9, 9))
    assert BATTLEFRONT.suggest(play.state, RED) == (c.FillIn(), c.Ready())
    play.red(c.DrawAdvantage(1001, 1), c.FillIn())
    assert play.state.red.draft.cards == (Card(1001, 1), Card(1002, 0), Card(1000, 0))
    assert play.refused(ANN, c.FillIn()).clause == "BF-03"


def test_the_cards_of_both_sides_are_shown_at_the_same_instant():
    play = drawn_up({"F1": TANK}, {"F1": TANK}).blue(c.Retreat())
    play.resolve()
    play.red(c.DrawAdvantage(1000, 0), c.Ready()).blue(c.DrawAdvantage(5000, 1), c.Ready()).gm(c.Advance())
    assert [event.side for event in of(play.events, e.AdvantagesDrawn)] == [RED, BLUE]
    assert all(BATTLEFRONT.options(play.state, viewer) == () for viewer in AUDIENCES.values())
