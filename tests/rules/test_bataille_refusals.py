"""Every refusal of a command to the letter: its sentence, its clause and the field it is about."""

from __future__ import annotations

from typing import Any

import pytest

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.commands import Case
from battles.rules.ruleset import Forbidden, Illegal
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, SUE, Loaded, Play, hero, setup

K = TestKey
Expected = tuple[str, str, str]
REDS = [hero(key, f"Red {key}") for key in range(101, 107)]
BLUES = [hero(key, f"Blue {key}", fate=1) for key in (201, 202, 203)]
ARMIES = (1, 1, 1, 1, 99, 99)


def said(play: Play, viewer: Any, command: Any) -> Expected:
    refusal = play.refused(viewer, command)
    return str(refusal), refusal.clause, refusal.field


def check(play: Play, viewer: Any, cases: dict[Any, Expected]) -> None:
    assert {command: said(play, viewer, command) for command in cases} == cases


def hindered() -> Play:
    """At the first challenges: 102 is dead, 103 out of action, 104 stunned, 105 left out, 106 not a player's."""
    play = Play(setup(REDS, BLUES)).begin(c.LeaveOut(105))
    play.alter_hero(102, condition="dead", wounds=0).alter_hero(103, condition="out").alter_hero(104, stunned=1)
    play.do(GM, c.Resolve(), rolls=ARMIES)
    return play


UNABLE = {
    102: "Red 102 is dead.",
    103: "Red 103 is out of action.",
    104: "Red 104 is stunned and loses this turn's action.",
    105: "Red 105 takes no part in this battle.",
    201: "Hero: there is no such hero on your side.",
    999: "Hero: there is no such hero on your side.",
}


@pytest.mark.parametrize("key", UNABLE)
def test_br_21_nobody_who_cannot_act_challenges_or_declares(key: int):
    play, refusal = hindered(), (UNABLE[key], "BR-21", "hero")
    check(play, ANN, {c.Challenge(key, 201): refusal})
    play.ready()
    check(play, ANN, dict.fromkeys((c.Declare(key, "ha-01"), c.Undeclare(key)), refusal))
    check(play, ANN, {c.UseFortune(key, True): refusal})


def test_br_23_ha_09_refusals_of_challenges():
    play = hindered()
    play.alter_hero(202, condition="dead").alter_hero(203, stunned=1)
    wanted = ("Target: an enemy hero is needed who is on the field and can act this turn.", "BR-23", "target")
    check(play, ANN, {c.Challenge(101, target): wanted for target in (202, 203, 101, 106, 999)})
    check(play, ANN, {c.CallOff(101): ("Hero: this one challenges nobody.", "BR-23", "hero")})
    play.do(ANN, c.Challenge(101, 201))
    taken = ("Target: one of yours challenges this hero already.", "BR-23", "target")
    check(play, ANN, {c.Challenge(101, 201): taken, c.Challenge(106, 201): taken})
    check(play, ANN, {c.CallOff(106): ("Hero: this one challenges nobody.", "BR-23", "hero")})
    check(play, ANN, {c.WaiveChallenges(False): ("That is so already.", "BR-23", "waive")})
    unable = ("Hero: one who can act this turn is needed.", "BR-23", "hero")
    check(play, GM, {c.ModifyTest(key, 10): unable for key in (102, 103, 104, 105, 202, 203, 999)})
    check(play, ANN, {c.FillIn(): ("There is no choice left to fill in.", "BR-12", "")})


def test_br_23_a_target_who_is_left_out_is_no_target():
    play = Play(setup(REDS, BLUES)).begin(c.LeaveOut(203))
    play.do(GM, c.Resolve(), rolls=ARMIES)
    assert play.refused(ANN, c.Challenge(101, 203)).field == "target"


def test_br_23_ha_09_refusals_of_answers():
    play = hindered()
    play.do(ANN, c.Challenge(101, 201), c.Ready())
    play.do(BOB, c.Ready())
    nobody = ("Hero: nobody waits for an answer of this one.", "BR-23", "hero")
    check(play, BOB, {c.Answer(key, True): nobody for key in (202, 101, 999)})
    check(play, BOB, {c.Ready(): ("Blue 201 is challenged: accept or decline.", "BR-23", "")})
    check(play, ANN, {c.Answer(101, True): ("Your side has nothing to choose now.", "BR-12", "")})
    play.do(BOB, c.Answer(201, False))
    check(play, BOB, {c.Answer(201, False): ("That is the answer already.", "BR-23", "accept")})
    play.do(BOB, c.Answer(201, True), c.Ready())
    check(play, BOB, {c.Answer(201, False): ("There is no challenge to answer now.", "BR-23", "")})


@pytest.mark.parametrize("accept", [True, False])
def test_br_21_a_challenge_is_the_turns_one_action(accept: bool):
    """Of the challenger either way, of the challenged one if he accepts."""
    play = hindered()
    play.do(ANN, c.Challenge(101, 201), c.Ready())
    play.do(BOB, c.Ready(), c.Answer(201, accept), c.Ready())
    text = "%s has the one action of this turn already: the challenge."
    check(play, ANN, {c.Declare(101, "ha-01"): (text % "Red 101", "BR-21", "hero")})
    if accept:
        check(play, BOB, {c.Declare(201, "ha-01"): (text % "Blue 201", "BR-21", "hero")})
    else:
        play.do(BOB, c.Declare(201, "ha-01"))


def test_br_21_br_23_refusals_of_declarations():
    play = hindered()
    play.ready()
    unknown = ("Action: there is no such action to declare.", "BR-23", "action")
    check(play, ANN, {c.Declare(101, key, K.WEAPON_SKILL): unknown for key in ("ha-09", "ha-11", "")})
    tend = ("Test: Tend the wounded is not made on that, or Red 101 never learnt it.", "BR-23", "test")
    check(play, ANN, {c.Declare(101, "ha-02", key): tend for key in (K.HEAL, K.INTELLIGENCE, None)})
    held = ("Test: Hold back is not made on that, or Red 101 never learnt it.", "BR-23", "test")
    check(play, ANN, {c.Declare(101, "ha-01", K.WEAPON_SKILL): held})
    check(play, ANN, {c.Undeclare(101): ("Red 101 has no action that could be taken back.", "BR-21", "hero")})
    play.do(ANN, c.Declare(101, "ha-10", K.WEAPON_SKILL))
    again = ("Red 101 has chosen that already.", "BR-21", "action")
    check(play, ANN, {c.Declare(101, "ha-10", K.WEAPON_SKILL): again})


def test_br_21_who_rides_leads_a_charge_on_horseback_only():
    play = Play(setup([hero(101, "Red 101", mounted=True)], BLUES)).begin()
    play.start(*ARMIES)
    refusal = ("Test: Lead a charge is not made on that, or Red 101 never learnt it.", "BR-23", "test")
    check(play, ANN, {c.Declare(101, "ha-08", K.WEAPON_SKILL): refusal})
    play.do(ANN, c.Declare(101, "ha-08", K.RIDE))


def test_br_21_refusals_of_fortune():
    play = hindered()
    play.ready()
    check(play, ANN, {c.UseFortune(101, True): ("Red 101 has no Fortune Point left.", "BR-21", "hero")})
    check(play, ANN, {c.UseFortune(101, False): ("Red 101 has no Fortune Point left.", "BR-21", "hero")})
    no_test = ("Blue 201 makes no test this turn.", "BR-21", "hero")
    check(play, BOB, {c.UseFortune(201, use): no_test for use in (True, False)})
    play.do(BOB, c.Declare(201, "ha-01"))
    check(play, BOB, {c.UseFortune(201, use): no_test for use in (True, False)})
    same = ("That is so already.", "BR-21", "use")
    play.do(BOB, c.Declare(201, "ha-10", K.WEAPON_SKILL))
    check(play, BOB, {c.UseFortune(201, False): same})
    play.do(BOB, c.UseFortune(201, True))
    check(play, BOB, {c.UseFortune(201, True): same})
    play.alter_hero(201, fortune=0)
    assert said(play, BOB, c.UseFortune(201, False))[0] == "Blue 201 has no Fortune Point left."


def dying() -> Play:
    """Blue's general has to decide on Fate, red's first hero has died."""
    play = hindered()
    play.ready()
    play.alter_hero(201, wounds=0).alter_hero(101, wounds=0)
    play.do(ANN, c.Declare(101, "ha-10", K.WEAPON_SKILL))
    play.do(BOB, c.Declare(201, "ha-10", K.WEAPON_SKILL))
    play.resolve(99, 99, 60, 9, 9, 1, 60, 9, 9, 1)
    assert (play.state.phase, play.state.hero(101).condition) == ("wounds", "dead")
    return play


def test_br_28_refusals_about_fate():
    play = dying()
    none = ("Hero: this is not one of yours who is dying.", "BR-28", "hero")
    check(play, BOB, {c.BurnFate(key, True): none for key in (202, 101, 999)})
    check(play, BOB, {c.Ready(): ("Blue 201 is dying: burn a Fate Point or not.", "BR-28", "")})
    nothing = ("Your side has nothing to choose now.", "BR-12", "")
    check(play, ANN, dict.fromkeys((c.BurnFate(101, True), c.Ready(), c.Unready(), c.FillIn()), nothing))
    play.do(BOB, c.BurnFate(201, False))
    check(play, BOB, {c.BurnFate(201, False): ("That is decided already.", "BR-28", "burn")})
    play.do(BOB, c.Ready())
    check(play, BOB, {c.BurnFate(201, True): ("Nobody has to decide on Fate now.", "BR-28", "")})


def test_br_18_refusals_of_generals():
    play = Play(setup(REDS, BLUES))
    play.do(GM, c.LeaveOut(105), c.Advance())
    check(play, ANN, {c.Ready(): ("Name a general.", "BR-18", "")})
    wanted = ("Hero: one of your own who takes part in the battle is needed.", "BR-18", "hero")
    check(play, ANN, {kind(key): wanted for kind in (c.NameGeneral, c.NameSecond) for key in (105, 201, 999)})
    play.do(ANN, c.NameGeneral(101), c.NameSecond(102))
    general = ("Hero: this one is the general already.", "BR-18", "hero")
    check(play, ANN, {c.NameGeneral(101): general, c.NameSecond(101): general})
    check(play, ANN, {c.NameSecond(102): ("Hero: this one is the second already.", "BR-18", "hero")})
    check(play, ANN, {c.FillIn(): ("There is no choice left to fill in.", "BR-12", "")})


def test_br_12_refusals_about_sealing():
    play = Play(setup(REDS, BLUES))
    play.do(GM, c.Advance())
    check(play, ANN, {c.Unready(): ("You are not ready.", "BR-12", "")})
    both = ("Reds and Blues are not ready yet.", "BR-12", "")
    check(play, GM, {c.Advance(): both, c.Resolve(): both})
    play.do(ANN, c.FillIn(), c.Ready())
    check(play, ANN, {c.Ready(): ("You are ready already.", "BR-12", "")})
    check(play, GM, {c.Advance(): ("Blues is not ready yet.", "BR-12", "")})
    play.do(BOB, c.FillIn(), c.Ready())
    next_step = ("That is not what comes next.", "BR-12", "")
    check(play, GM, {c.Resolve(): next_step})
    play.do(GM, c.Advance())
    check(play, GM, {c.Advance(): next_step})
    play.do(GM, c.Resolve(), rolls=ARMIES)
    check(play, GM, {c.Advance(): both, c.Resolve(): both})
    play.ready()
    check(play, GM, {c.Resolve(): both})
    play.ready()
    check(play, GM, {c.Advance(): next_step})


SEASONS: dict[str, tuple[Any, str, str]] = {
    "general": (c.NameGeneral(101), "Generals are named before the battle only.", "BR-18"),
    "second": (c.NameSecond(101), "Generals are named before the battle only.", "BR-18"),
    "challenge": (c.Challenge(101, 201), "Challenges are made before the actions only.", "BR-23"),
    "call off": (c.CallOff(101), "Challenges are made before the actions only.", "BR-23"),
    "waive": (c.WaiveChallenges(True), "Challenges are waived before a turn or when asked for.", "BR-23"),
    "answer": (c.Answer(101, True), "There is no challenge to answer now.", "BR-23"),
    "declare": (c.Declare(101, "ha-01"), "Actions are declared in the third phase only.", "BR-21"),
    "undeclare": (c.Undeclare(101), "Actions are declared in the third phase only.", "BR-21"),
    "fortune": (c.UseFortune(101, True), "Actions are declared in the third phase only.", "BR-21"),
    "fate": (c.BurnFate(101, True), "Nobody has to decide on Fate now.", "BR-28"),
    "leave": (c.AskWithdrawal(), "A side asks to withdraw between two turns only.", "BR-35"),
    "stay": (c.FightOn(), "A side asks to withdraw between two turns only.", "BR-35"),
    "fill": (c.FillIn(), "There is nothing to choose now.", "BR-12"),
    "ready": (c.Ready(), "There is nothing to choose now.", "BR-12"),
    "unready": (c.Unready(), "There is nothing to choose now.", "BR-12"),
}


@pytest.mark.parametrize("name", SEASONS)
def test_br_12_each_command_of_a_side_has_its_phase(name: str):
    command, sentence, clause = SEASONS[name]
    play, met = hindered(), Play(setup(REDS, BLUES))
    ended = Play(setup(REDS, BLUES)).begin(c.SetBase(1))
    ended.start(*ARMIES)
    ended.resolve()
    assert (met.state.phase, ended.state.phase) == ("evaluation", "result")
    for each in (met, ended):
        check(each, ANN, {command: (sentence, clause, "")})
    if name in ("general", "second", "answer", "declare", "undeclare", "fortune", "fate", "leave", "stay"):
        check(play, ANN, {command: (sentence, clause, "")})


def test_br_35_refusals_of_withdrawal():
    play = Play(setup(REDS, BLUES)).begin()
    early = ("The battle has hardly begun: a side may ask after the first turn.", "BR-35", "")
    check(play, ANN, {c.AskWithdrawal(): early, c.FightOn(): early})
    not_asked = ("Reds has not asked to withdraw.", "BR-35", "side")
    check(play, GM, {c.AllowWithdrawal(RED): not_asked})
    broken = ("A battle is broken off between two turns only.", "BR-35", "")
    check(play, GM, {c.BreakOff(): broken})
    modified = ("A hero's tests are modified before the actions are rolled.", "BR-23", "")
    check(play, GM, {c.ModifyTest(101, 10): modified})
    play.start(*ARMIES)
    check(play, GM, {c.AllowWithdrawal(RED): not_asked, c.BreakOff(): broken})
    play.resolve()
    same = ("That is so already.", "BR-35", "")
    check(play, ANN, {c.FightOn(): same})
    play.do(ANN, c.AskWithdrawal())
    check(play, ANN, {c.AskWithdrawal(): same})
    check(play, GM, {c.AllowWithdrawal(BLUE): ("Blues has not asked to withdraw.", "BR-35", "side")})
    play.do(GM, c.Resolve(), rolls=ARMIES)
    check(play, GM, {c.AllowWithdrawal(RED): not_asked})


GMS = [c.Advance(), c.Resolve(), c.Assess(RED, 1, 100, 100), c.ChooseCase(Case.BALANCED), c.UseSuggestion()]
GMS += [c.SetBase(60), c.LeaveOut(101), c.TakeIn(101), c.SetEscape(RED, False), c.GiveSource(RED, "local", 1)]
GMS += [c.TakeSource(RED, "local", 1), c.SetModifier(RED, 10), c.AllowWithdrawal(RED)]
GMS += [c.BreakOff(), c.ModifyTest(101, 10)]


def test_br_02_the_gms_commands_are_no_sides():
    assert {type(command) for command in GMS} == set(c.GMCommand.__args__)
    for phase in (Play(setup(REDS, BLUES)), hindered(), dying()):
        for viewer, command in [(viewer, command) for viewer in (ANN, BOB) for command in GMS]:
            refusal = phase.refused(viewer, command)
            assert isinstance(refusal, Forbidden)
            assert (str(refusal), refusal.clause) == ("Only the GM evaluates, announces and resolves.", "BR-02")


def test_br_21_the_sides_commands_are_not_the_gms():
    assert {type(command) for command, *_ in SEASONS.values()} == set(c.SideCommand.__args__)
    for phase in (Play(setup(REDS, BLUES)), hindered(), dying()):
        for command, *_ in SEASONS.values():
            refusal = phase.refused(GM, command)
            assert isinstance(refusal, Forbidden)
            assert (str(refusal), refusal.clause) == ("That is for the commander of a side to choose.", "BR-21")


def test_br_02_spectators_command_nothing():
    for phase in (Play(setup(REDS, BLUES)), hindered(), dying()):
        for command in [*GMS, *(command for command, *_ in SEASONS.values())]:
            refusal = phase.refused(SUE, command)
            assert isinstance(refusal, Forbidden)
            assert (str(refusal), refusal.clause) == ("Spectators watch, they command nothing.", "BR-02")


def test_a_refusal_of_a_slip_is_no_reach_for_anothers_button():
    with pytest.raises(Illegal) as refusal:
        BATAILLE.decide(hindered().state, ANN, c.CallOff(101), Loaded())
    assert not isinstance(refusal.value, Forbidden)
