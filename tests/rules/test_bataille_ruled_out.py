"""What a ruling makes impossible is dropped, Ready is taken back, and the battle can always go on."""

from __future__ import annotations

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import TestKey as K
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.bataille.state import Phase
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, Play, hero, setup
from tests.rules.pitched import NOBODY_SUCCEEDS, QUIET, begun, challenging, declaring, of, points, resolve, seal
from tests.rules.ruling import figure, rule, value

GUN, WS = K.BALLISTIC_SKILL, K.WEAPON_SKILL
OPEN = HouseRules(force_effect="none", declarations="open")


def preparing() -> Play:
    play = Play(setup(rules=QUIET)).then(GM, c.Advance())
    return play.then(ANN, c.NameGeneral(101), c.NameSecond(102), c.Ready()).then(BOB, c.FillIn(), c.Ready())


def challenged() -> Play:
    """101 against 201 and 202 against 102, both to be answered; 101 wants a second roll, if there is one."""
    play = challenging(setup([hero(101, fate=1), hero(102)], rules=QUIET))
    play.do(ANN, c.Challenge(101, 201), c.Ready())
    play.do(BOB, c.Challenge(202, 102), c.Ready())
    assert play.state.phase is Phase.ANSWERS
    return play


def test_br_18_who_is_ruled_out_leads_no_more_and_his_side_names_another():
    play = preparing()
    events = rule(play, "hero.101.condition", "out")
    assert of(events, e.NamingDropped) == [e.NamingDropped(RED, 101)]
    assert (play.state.red.general, play.state.red.ready, play.state.blue.ready) == (None, False, True)
    assert BATAILLE.waited_for(play.state) == (RED,) and BATAILLE.onward(play.state) is None
    play.do(ANN, c.NameGeneral(102), c.Ready())
    assert BATAILLE.onward(play.state) == c.Advance()


def test_that_ready_is_taken_back_does_not_tell_who_was_named():
    for lost in (101, 102):
        assert not rule_out(preparing(), lost).state.red.ready


def rule_out(play: Play, key: int, how: str = "out") -> Play:
    rule(play, f"hero.{key}.condition", how)
    return play


def test_br_18_a_side_without_anybody_to_lead_it_may_still_be_ready():
    play = rule_out(rule_out(preparing(), 101), 102)
    play.do(ANN, c.Ready())
    play.do(GM, c.Advance())
    assert (play.state.turn, play.state.red.acting, play.state.blue.acting) == (1, None, 201)
    assert [event.hero for event in of(play.do(GM, c.Resolve(), rolls=(100,)), e.TacticsTested)] == [None, 201]


def test_br_30_a_general_who_is_ruled_dead_brings_the_other_side_4_and_command_passes():
    play = begun()
    events = rule(play, "hero.101.condition", "dead")
    assert points(play) == (0, 4)
    assert of(events, e.CommandPassed) == [e.CommandPassed(RED, 102)]
    rule(play, "side.red.general", 102)
    rule_out(play, 102)
    assert (points(play), play.state.red.acting) == ((0, 4), None)


def test_br_30_somebody_else_who_is_ruled_dead_changes_nothing_but_himself():
    play = begun()
    assert [type(event) for event in rule(play, "hero.102.condition", "dead")] == [e.Adjusted]
    assert (points(play), play.state.red.acting) == ((0, 0), 101)


def test_br_30_the_gm_may_name_another_general_and_the_rules_follow_him():
    play = begun()
    rule(play, "side.red.general", 102)
    assert BATAILLE.view(play.state, BOB).sides[0].general == "Hero 102"
    red, _ = of(play.do(GM, c.Resolve(), rolls=NOBODY_SUCCEEDS), e.TacticsTested)
    assert red.hero == 102


def test_ha_09_a_drafted_challenge_that_can_not_be_fought_is_called_off():
    play = challenging()
    play.do(ANN, c.Challenge(101, 201), c.Challenge(102, 202), c.Ready())
    events = rule(play, "hero.201.condition", "out")
    assert of(events, e.ChallengeCalledOff) == [e.ChallengeCalledOff(RED, 101)]
    assert of(events, e.ReadyChanged) == [e.ReadyChanged(RED, False)]
    assert [duel.challenger for duel in play.state.red.draft.challenges] == [102]


def test_ha_09_where_nobody_is_left_to_be_challenged_the_gm_goes_on():
    play = challenging(setup(None, [hero(201)], rules=QUIET))
    rule(play, "hero.201.stunned", 1)
    assert BATAILLE.waited_for(play.state) == () and BATAILLE.onward(play.state) == c.Resolve()
    assert [str(told) for told in BATAILLE.view(play.state, ANN).waiting_for] == [
        "Nobody has anything to choose: the GM has to go on."
    ]
    play.do(GM, c.Resolve(), exact=True)
    assert play.state.phase is Phase.DECLARATIONS


def test_ha_09_a_challenge_to_somebody_ruled_out_is_void_and_the_challenger_free():
    play = challenged()
    events = rule(play, "hero.201.condition", "out")
    assert of(events, e.ChallengeVoided) == [e.ChallengeVoided(101, 201)]
    assert [duel.challenger for duel in play.state.duels] == [202]
    play.do(ANN, c.Answer(102, True), c.Ready())
    play.do(ANN, c.Declare(101, "ha-05", GUN))


def test_ha_09_where_no_challenge_is_left_to_answer_the_gm_goes_on():
    play = rule_out(rule_out(challenged(), 201), 202)
    assert play.state.duels == () and BATAILLE.onward(play.state) == c.Resolve()
    play.do(GM, c.Resolve(), exact=True)
    assert play.state.phase is Phase.DECLARATIONS


def test_ha_09_an_accepted_duel_with_somebody_ruled_out_is_not_fought():
    play = challenged()
    play.do(ANN, c.Answer(102, True), c.Ready())
    play.do(BOB, c.Answer(201, True), c.Ready())
    play.do(ANN, c.UseFortune(101, True), c.Ready())
    events = rule(play, "hero.101.condition", "dead")
    assert of(events, e.ChallengeVoided) == [e.ChallengeVoided(101, 201)]
    assert of(events, e.FortuneDrafted) == [e.FortuneDrafted(RED, 101, False)]
    fought = of(resolve(play, rolls=(90, 10, 3, 1, 1, 1, 1, 1), exact=False), e.DuelDecided)
    assert [(duel.challenger, duel.target) for duel in fought] == [(202, 102)]


def test_br_21_an_action_that_its_hero_can_not_do_any_more_is_dropped():
    play = declaring(setup([hero(101, heal=1, fate=1), hero(102)], rules=QUIET))
    play.do(ANN, c.Declare(101, "ha-02", K.HEAL), c.Declare(102, "ha-05", GUN), c.Ready())
    events = rule(play, "hero.101.heal", 0)
    assert of(events, e.ActionDropped) == [e.ActionDropped(RED, 101)]
    assert (play.state.red.ready, BATAILLE.waited_for(play.state)) == (False, (RED, BLUE))
    assert [each.hero for each in play.state.red.draft.actions] == [102]
    assert len(rule(play, "hero.102.weapon_skill", 0)) == 1  # he shoots


def test_that_ready_is_taken_back_does_not_tell_what_was_declared():
    for declared in (c.Declare(101, "ha-02", K.HEAL), c.Declare(101, "ha-01")):
        play = declaring(setup([hero(101, heal=1)], rules=QUIET)).then(ANN, declared, c.Ready())
        assert of(rule(play, "hero.101.heal", 0), e.ReadyChanged) == [e.ReadyChanged(RED, False)]


def test_br_21_fortune_that_is_gone_is_promised_no_more_and_ready_stays():
    play = declaring(setup([hero(101, fate=1), hero(102)], rules=QUIET))
    play.do(ANN, c.Declare(101, "ha-05", GUN), c.UseFortune(101, True), c.Ready())
    rule(play, "hero.101.fortune", 0)
    assert (play.state.red.draft.fortune, play.state.red.ready) == ((), True)


def test_br_21_who_is_back_on_his_feet_may_choose_and_ready_is_taken_back():
    play = rule_out(declaring(), 102)
    seal(play)
    rule_out(play, 102, "fit")
    assert BATAILLE.waited_for(play.state) == (RED,)
    play.do(ANN, c.Declare(102, "ha-05", GUN))


def test_bd_18_an_action_declared_in_the_open_is_not_done_by_who_is_ruled_out():
    play = declaring(setup(rules=OPEN))
    play.do(ANN, c.Declare(101, "ha-05", GUN), c.Declare(102, "ha-10", WS), c.Ready())
    rule_out(play, 102)
    events = resolve(play, rolls=(100, 1, 1))
    assert of(events, e.ActionCancelled) == [e.ActionCancelled(102, "ha-10")]
    assert [event.hero for event in of(events, e.ActionTested)] == [101]


def test_bd_18_the_other_side_still_declares_where_the_first_has_nobody_left():
    play = rule_out(rule_out(declaring(setup(rules=OPEN)), 101), 102)
    assert (play.state.declaring, BATAILLE.waited_for(play.state)) == (RED, ())
    play.do(GM, c.Resolve(), exact=True)
    assert (play.state.phase, play.state.declaring) == (Phase.DECLARATIONS, BLUE)
    play.do(BOB, c.Declare(201, "ha-05", GUN))


def dying() -> Play:
    """101 will die, unless his side burns Fate."""
    play = declaring(setup([hero(101, fate=1, wounds_left=0), hero(102)], rules=QUIET))
    play.do(ANN, c.Declare(101, "ha-10", WS))
    seal(play)
    play.do(GM, c.Resolve(), rolls=(100, 1, 10, 10, 26, 1))
    assert play.state.phase is Phase.WOUNDS and play.state.hero(101).dying
    return play


def test_br_28_who_is_ruled_not_to_die_is_not_asked_and_the_gm_goes_on():
    play = dying()
    play.do(ANN, c.BurnFate(101, False))
    rule_out(play, 101, "out")
    assert BATAILLE.onward(play.state) == c.Resolve()
    events = play.do(GM, c.Resolve(), exact=True)
    assert of(events, e.HeroDied) == of(events, e.FateBurned) == []
    assert (play.state.turn, play.state.hero(101).condition, play.state.red.acting) == (2, "out", 102)


def test_br_28_who_is_ruled_to_die_is_asked_for_and_ready_is_taken_back():
    play = dying()
    assert "dying" not in {choice.value for choice in figure(play.state, "hero.102.condition").choices}
    rule(play, "hero.101.condition", "fit")
    rule(play, "hero.101.condition", "dying")
    assert BATAILLE.waited_for(play.state) == (RED,)
    assert figure(play.state, "hero.101.fate").least == 1  # the question is whether it is burnt


def test_br_28_bleeding_by_a_ruling_needs_help_or_a_test_at_the_end_of_the_turns_wounds():
    play = declaring()
    rule_out(play, 102, "bleeding")
    (tested,) = of(resolve(play, rolls=(41,)), e.BleedingTested)
    assert (tested.hero, play.state.hero(102).condition) == (102, "dead")


def test_br_21_who_comes_late_takes_part_and_who_has_lost_something_does_not_leave():
    play = Play(setup()).begin(c.LeaveOut(102))
    assert {each.key for each in BATAILLE.figures(play.state) if each.key.startswith("hero.102")} == {
        "hero.102.fielded"
    }
    rule(play, "hero.102.fielded", "yes")
    assert [each.key for each in BATAILLE.view(play.state, BOB).sides[0].heroes] == [101, 102]
    rule(play, "hero.102.wounds", 3)
    assert not any(each.key == "hero.102.fielded" for each in BATAILLE.figures(play.state))
    assert value(play, "hero.101.fielded") == "yes"


def test_the_last_hero_of_a_side_takes_part():
    play = Play(setup([hero(101)])).begin()
    assert not any(each.key == "hero.101.fielded" for each in BATAILLE.figures(play.state))
