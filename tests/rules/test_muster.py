"""Opening and muster: BF-01..03, D-01, D-23."""

import msgspec
import pytest

from battles.rules import BATTLEFRONT, RULESETS, by_key
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.commands import Role
from battles.rules.ruleset import Illegal
from tests.rules.table import ANN, BOB, GAME_MASTER, RED, SUE, Play, army, of, setup

HORDES = [("interceptor", 4), ("bomber", 3), ("infantry", 5), ("tank", 4)]


def mustering(**options) -> Play:
    play = Play(setup(HORDES, HORDES, **options))
    play.gm(c.Advance())
    return play


def test_the_list_of_rulesets_knows_battlefront():
    assert BATTLEFRONT in RULESETS
    assert by_key("battlefront") is BATTLEFRONT
    with pytest.raises(KeyError):
        by_key("chess")


def test_bf_01_the_briefing_shows_caps_and_widths_and_nobody_chooses_yet():
    play = Play(setup(HORDES, HORDES, width=7, terrain="rough", caps=(1, 2, 3, 4)))
    sides = BATTLEFRONT.view(play.state, ANN).sides
    assert [(side.air_cap, side.land_cap, side.width) for side in sides] == [(1, 2, 7), (3, 4, 5)]
    assert BATTLEFRONT.options(play.state, ANN) == ()
    assert play.refused(ANN, c.ChooseHorde(1000)).clause == "BF-01"
    assert BATTLEFRONT.options(play.state, GAME_MASTER) == (c.Advance(),)


@pytest.mark.parametrize(("first", "second", "word"), [(1000, 1001, "air"), (1002, 1003, "land")])
def test_bf_01_a_choice_never_exceeds_the_cap_of_its_domain(first: int, second: int, word: str):
    play = mustering(caps=(1, 1, 1, 1)).red(c.ChooseHorde(first))
    refusal = play.refused(ANN, c.ChooseHorde(second))
    assert (refusal.clause, refusal.field) == ("BF-01", "horde")
    assert str(refusal) == f"Too many {word} hordes: you may bring 1."


def test_bf_01_a_horde_is_chosen_once_and_may_be_left_again():
    play = mustering().red(c.ChooseHorde(1000))
    assert "already chosen" in str(play.refused(ANN, c.ChooseHorde(1000)))
    play.red(c.LeaveHorde(1000))
    assert play.state.red.draft.chosen == ()
    assert "not chosen" in str(play.refused(ANN, c.LeaveHorde(1000)))


def test_a_rivals_horde_and_an_unknown_one_get_the_same_answer():
    play = mustering()
    rival, unknown = (play.refused(ANN, c.ChooseHorde(key)) for key in (5000, 77))
    assert (str(rival), rival.clause, rival.field) == (str(unknown), unknown.clause, unknown.field)
    rival, unknown = (play.refused(ANN, c.NameCommander(Role.GENERAL, key)) for key in (5900, 77))
    assert str(rival) == str(unknown)


def test_bf_02_one_character_holds_one_post():
    play = mustering().red(c.NameCommander(Role.AIR_MARSHAL, 1900))
    refusal = play.refused(ANN, c.NameCommander(Role.GENERAL, 1900))
    assert (refusal.clause, refusal.field) == ("BF-02", "commander")
    play.refused(ANN, c.NameCommander(Role.AIR_MARSHAL, 1900))


def test_bf_02_naming_another_replaces_the_holder():
    play = mustering().red(c.NameCommander(Role.AIR_MARSHAL, 1900), c.NameCommander(Role.AIR_MARSHAL, 1901))
    assert [post.commander for post in play.state.red.draft.posts] == [1901]
    play.red(c.NameCommander(Role.GENERAL, 1900), c.DismissCommander(Role.AIR_MARSHAL))
    assert play.state.red.holder(Role.AIR_MARSHAL) is None
    assert play.refused(ANN, c.DismissCommander(Role.AIR_MARSHAL)).field == "role"


def test_bf_02_ready_needs_both_posts_and_no_horde():
    play = mustering()
    assert str(play.refused(ANN, c.Ready())) == "Name an Air Marshal."
    play.red(c.NameCommander(Role.AIR_MARSHAL, 1900))
    assert str(play.refused(ANN, c.Ready())) == "Name a General."
    play.red(c.NameCommander(Role.GENERAL, 1901), c.Ready())
    assert play.state.red.ready


def test_d_01_a_supreme_commander_is_optional_and_changes_nothing():
    with_one = mustering().red(c.NameCommander(Role.SUPREME_COMMANDER, 1902)).to("air")
    without = mustering().to("air")
    assert of(with_one.events, e.MoraleSet) == of(without.events, e.MoraleSet)


def test_d_01_a_suggestion_frees_a_supreme_commander_that_a_post_needs():
    opened = setup(HORDES, HORDES)
    two = msgspec.structs.replace(opened.red, commanders=opened.red.commanders[:2])
    play = Play(msgspec.structs.replace(opened, red=two))
    play.gm(c.Advance())
    play.red(c.NameCommander(Role.SUPREME_COMMANDER, 1900)).seal()
    assert play.state.red.ready


def test_bf_02_a_side_with_one_commander_cannot_open():
    opened = setup(HORDES, HORDES)
    lone = msgspec.structs.replace(opened.red, commanders=opened.red.commanders[:1])
    with pytest.raises(Illegal, match="fewer than two") as refusal:
        BATTLEFRONT.open(msgspec.structs.replace(opened, red=lone))
    assert refusal.value.clause == "BF-02"


@pytest.mark.parametrize(
    ("hordes", "sentence"),
    [([("dragon", 3)], "does not know"), ([("tank", 2, 41)], "40 at most")],
)
def test_an_army_that_cannot_be_is_refused(hordes, sentence: str):
    with pytest.raises(Illegal, match=sentence):
        BATTLEFRONT.open(setup(hordes, HORDES))


def test_keys_are_unique_within_a_battle():
    opened = setup(HORDES, HORDES)
    twin = army("Blues", 1000, HORDES)
    with pytest.raises(Illegal, match="same key"):
        BATTLEFRONT.open(msgspec.structs.replace(opened, blue=twin))


def test_an_edit_takes_ready_back_for_all_to_see():
    play = mustering().seal()
    events = play.do(ANN, c.LeaveHorde(1000))
    assert events[-1] == e.ReadyChanged(RED, False)
    assert not BATTLEFRONT.view(play.state, BOB).sides[0].ready


def test_ready_and_unready_are_each_said_once():
    play = mustering().seal()
    assert "sealed already" in str(play.refused(ANN, c.Ready()))
    play.red(c.Unready())
    assert "not sealed" in str(play.refused(ANN, c.Unready()))


def test_the_gm_waits_for_both_by_name():
    play = mustering()
    assert str(play.refused(GAME_MASTER, c.Advance())) == "Reds and Blues have not sealed their choices yet."
    play.red(c.FillIn(), c.Ready())
    assert str(play.refused(GAME_MASTER, c.Advance())) == "Blues has not sealed its choices yet."
    assert [str(one) for one in BATTLEFRONT.view(play.state, SUE).waiting_for] == ["Blues has to choose and seal."]


def test_who_may_command_what():
    play = mustering()
    assert play.refused(ANN, c.Advance()).clause == "BF-03"
    assert play.refused(SUE, c.Ready()).clause == "BF-03"
    assert play.refused(GAME_MASTER, c.ChooseHorde(1000)).clause == "BF-01"
    assert play.refused(GAME_MASTER, c.Resolve()).clause == "BF-03"


def test_fill_in_alters_nothing_and_is_refused_when_nothing_is_open():
    play = mustering(caps=(1, 1, 1, 1)).red(c.ChooseHorde(1001), c.NameCommander(Role.AIR_MARSHAL, 1902), c.FillIn())
    assert play.state.red.draft.chosen == (1001, 1002)
    assert play.state.red.holder(Role.AIR_MARSHAL).key == 1902
    assert play.refused(ANN, c.FillIn()).clause == "BF-03"


def test_bf_03_the_air_contest_comes_first_then_the_land_contest():
    play, phases = Play(setup(HORDES, HORDES)), []
    while not phases or phases[-1] != "result":
        if not phases or phases[-1] != play.state.phase:
            phases.append(play.state.phase.value)
        else:
            play.forward()
    assert [phase for phase in phases if phase != "first_deployment"] == [
        "briefing",
        "muster",
        "air",
        "air_result",
        "deployment",
        "land",
        "land_result",
        "result",
    ]


@pytest.mark.parametrize("command", [c.Place(1002, "front", 1), c.HoldBack(1002), c.OrderAttack(1002, 5002, 0)])
def test_commands_of_another_phase_are_refused_with_their_phase(command):
    assert "only" in str(mustering().refused(ANN, command))


@pytest.mark.parametrize("command", [c.Retreat(), c.FightOn(), c.CancelAttack(1002), c.TakeUp(1002)])
def test_more_commands_of_another_phase(command):
    assert "only" in str(mustering().refused(ANN, command))
