"""Rulings on figures of a pitched battle: which there are, who knows of them, what the rules make of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import TestKey as K
from battles.rules.bataille.commands import Case
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.bataille.state import Phase
from battles.rules.ruleset import AUDIENCES, EVERYBODY
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, SUE, Play, hero, setup
from tests.rules.pitched import QUIET, begun, challenging, declaring, of, points, resolve
from tests.rules.playing import encoded
from tests.rules.ruling import figure, keys, refusal, rule, ruled_walk, value, values

FATED = [hero(101, fate=2), hero(102, fate=1)]


def fresh() -> Play:
    return Play(setup(FATED))


def preparing() -> Play:
    return fresh().then(GM, c.Advance())


PHASES: dict[str, Callable[[], Play]] = {
    "evaluation": fresh,
    "pre_battle": preparing,
    "start_of_turn": lambda: begun(setup(FATED)),
    "challenges": lambda: challenging(setup(FATED, rules=QUIET)),
    "declarations": lambda: declaring(setup(FATED, rules=QUIET)),
}
each_phase = pytest.mark.parametrize("phase", PHASES)


@each_phase
def test_every_figure_takes_its_ends_and_its_choices_and_is_back_as_it_was(phase: str):
    state = PHASES[phase]().state
    for each in BATAILLE.figures(state):
        for wanted in values(each):
            play = Play(state)
            events = rule(play, each.key, wanted)
            assert value(play, each.key) == wanted
            if len(events) == 1:
                rule(play, each.key, each.value)
                assert play.state == state, (each.key, wanted)


@each_phase
def test_nothing_beyond_a_figures_ends_or_choices_is_taken(phase: str):
    state = PHASES[phase]().state
    for each in BATAILLE.figures(state):
        for wrong in (str(each.least - 1), str(each.most + 1), "", "3.5", "１", "perhaps"):
            if wrong not in values(each):
                illegal = refusal(state, each.key, wrong)
                assert illegal.clause == each.clause and "%(" not in str(illegal)


def test_a_figure_that_there_is_not_is_refused_and_so_is_any_after_the_end():
    play = begun()
    for key in ("side.red.morale", "hero.999.wounds", "hero.x.wounds", "", "hero.101", "battle.phase"):
        refusal(play.state, key, "1")
    play.state = BATAILLE.evolve(play.state, BATAILLE.stop(play.state)[0])
    assert BATAILLE.figures(play.state) == ()
    assert refusal(play.state, "side.red.points", "1").clause == "BR-31"


def test_what_is_not_announced_yet_is_no_figure():
    later = {"points", "threshold", "strategic", "general", "second", "escape", "scouted"}
    for phase, make in PHASES.items():
        found = {key.rpartition(".")[2] for key in keys(make().state) if key.startswith("side.")}
        expected = set() if phase == "evaluation" else {"headcount"}
        assert found == (expected if phase in ("evaluation", "pre_battle") else expected | later)
    assert not any(key.startswith("battle.") for key in keys(fresh().state))
    assert {"battle.case", "battle.base"} <= keys(preparing().state)


def test_a_heros_card_is_his_sides_alone_and_what_everybody_sees_of_him_is_everybodys():
    play = begun(setup(FATED))
    public = {"wounds", "condition", "stunned", "shaken", "fielded"}
    for each in BATAILLE.figures(play.state):
        if each.key.startswith("hero.10"):
            seen = each.key.rpartition(".")[2] in public
            assert each.audience == (() if seen else ("gm", "red")), each.key
            (told,) = of(BATAILLE.adjust(play.state, each.key, each.value), e.Adjusted)
            assert told.audience == (EVERYBODY if seen else {"gm", "red"})


@each_phase
def test_a_ruling_on_a_card_shows_nobody_else_anything(phase: str):
    """While nothing was chosen that it makes impossible."""
    state = PHASES[phase]().state
    before = [encoded(BATAILLE.view(state, viewer)) for viewer in (BOB, SUE)]
    secret = [each for each in BATAILLE.figures(state) if each.audience == ("gm", "red")]
    assert len(secret) > 30
    for each in secret:
        for wanted in values(each):
            play = Play(state)
            rule(play, each.key, wanted)
            assert [encoded(BATAILLE.view(play.state, viewer)) for viewer in (BOB, SUE)] == before


def test_a_duels_skill_is_everybodys_to_know():
    """Whoever has not learnt it can't be challenged, and that everybody sees."""
    opened = begun().state
    rows = tuple(replace(row, tests=(K.HEAL,)) if row.duel else row for row in opened.rows.actions)
    state = replace(opened, rows=replace(opened.rows, actions=rows))
    assert figure(opened, "hero.101.heal").audience == ("gm", "red")
    assert figure(state, "hero.101.heal").audience == ()


def test_br_37_points_and_thresholds_are_as_ruled_when_the_rules_look_next():
    play = declaring()
    rule(play, "side.red.points", 70)
    assert [type(event) for event in rule(play, "side.red.threshold", 60)] == [e.Adjusted]
    assert play.state.ended is None
    resolve(play)
    assert play.state.ended is not None and play.state.ended.winner is RED


def test_bd_16_points_below_zero_only_where_they_are_allowed():
    assert figure(begun().state, "side.red.points").least == 0
    allowed = begun(setup(rules=HouseRules(force_effect="none", negative_points="allowed")))
    rule(allowed, "side.red.points", -5)
    assert points(allowed) == (-5, 0)


@pytest.mark.parametrize(
    ("rules", "thresholds", "start"),
    [
        (HouseRules(), (112, 112), (12, 3)),
        (HouseRules(strategic_points="raise_both"), (112, 112), (0, 0)),
        (HouseRules(strategic_points="raise_opponent"), (100, 112), (0, 0)),
        (HouseRules(strategic_points="raise_by_difference"), (100, 109), (0, 0)),
    ],
)
def test_br_15_thresholds_and_head_starts_follow_the_strategic_points(
    rules: HouseRules, thresholds: tuple[int, int], start: tuple[int, int]
):
    given = (c.GiveSource(RED, "walls", 6), c.GiveSource(BLUE, "field-works", 3))
    play = Play(setup(rules=rules)).begin(given=given)
    events = rule(play, "side.red.strategic", 12)
    assert all(isinstance(event, e.Adjusted) and event.audience == EVERYBODY for event in events)
    assert (play.state.red.threshold, play.state.blue.threshold) == thresholds
    assert points(play) == start
    shown = BATAILLE.view(play.state, SUE).sides[0]
    assert shown.strategic == 12 == sum(each.points for each in shown.given)
    rule(play, "side.red.strategic", 6)
    assert (
        BATAILLE.view(play.state, SUE).sides[0].given
        == BATAILLE.view(Play(setup(rules=rules)).begin(given=given).state, SUE).sides[0].given
    )


def test_br_11_thresholds_follow_the_base():
    play = Play(setup()).begin(given=(c.GiveSource(RED, "walls", 6),))
    rule(play, "side.blue.threshold", 90)
    rule(play, "battle.base", 60)
    assert (play.state.red.threshold, play.state.blue.threshold) == (66, 50)
    assert str(BATAILLE.view(play.state, SUE).announced[1]) == "The threshold is 60, before strategic points."


def test_br_05_the_case_is_corrected_with_whom_it_favours():
    play = begun(setup(rules=HouseRules()))
    rule(play, "battle.case", "clear.blue")
    assert (play.state.case, play.state.favoured) == (Case.CLEAR, BLUE)
    assert [side.favoured for side in BATAILLE.view(play.state, SUE).sides] == [False, True]
    rolled = of(play.do(GM, c.Resolve(), rolls=(1, 1, 1, 1, 1, 100, 100)), e.PointsChanged)
    assert [len(event.dice) for event in rolled] == [2, 3]
    rule(play, "battle.case", "balanced")
    assert (play.state.case, play.state.favoured) == (Case.BALANCED, None)


def test_bd_04_a_case_that_brings_strategic_points_moves_the_thresholds():
    play = begun(setup(rules=HouseRules(force_effect="starting_points")))
    rule(play, "battle.case", "crushing.red")
    assert points(play) == (20, 0)
    assert (play.state.red.threshold, play.state.blue.threshold) == (120, 120)


def test_br_36_the_clock_is_set():
    play = begun()
    rule(play, "battle.minutes", 200)
    assert BATAILLE.view(play.state, SUE).minutes == 200


def test_br_32_a_way_out_opens_or_closes():
    play = begun()
    rule(play, "side.blue.escape", "no")
    rule(play, "side.red.points", 300)
    play.start(100, 100)
    resolve(play)
    assert play.state.ended is not None and play.state.ended.massacre


def test_ha_04_a_scouts_report_counts():
    play = begun()
    rule(play, "side.red.scouted", "yes")
    red, _ = of(play.do(GM, c.Resolve(), rolls=(100, 100)), e.TacticsTested)
    assert [term.value for term in red.test.modifiers if str(term.label) == "A scout's report"] == [10]


# the key, what it becomes, and what then holds of red's state in the third phase
TRAITS: list[tuple[str, str, Callable[[Play], Any], Any]] = [
    ("weapon_skill", "77", lambda p: odds(p, "ha-10"), [77]),
    ("ballistic_skill", "5", lambda p: odds(p, "ha-05"), [5]),
    ("strength", "60", lambda p: reach(p, "ha-10"), (7, 12)),
    ("toughness", "90", lambda p: odds(p, "ha-07"), [40, 90]),
    ("magic", "3", lambda p: reach(p, "ha-03"), (1, 6)),
    ("heal", "1", lambda p: odds(p, "ha-02"), [40]),
    ("heal", "3", lambda p: odds(p, "ha-02"), [60]),
    ("command", "1", lambda p: odds(p, "ha-03"), [40]),
    ("mounted", "yes", lambda p: odds(p, "ha-08"), [20]),
    ("armour.body", "4", lambda p: card(p).armour[3][1], 4),
    ("fortune", "0", lambda p: c.UseFortune(101, True) in BATAILLE.options(p.state, ANN), False),
    ("fate", "1", lambda p: card(p).fate, 1),
]


def card(play: Play) -> Any:
    return BATAILLE.view(play.state, ANN).own[0].heroes[0]


def odds(play: Play, action: str) -> list[int]:
    return [each.target for choice in card(play).choices if choice.key == action for each in choice.odds]


def reach(play: Play, action: str) -> tuple[int, int]:
    return next(choice.odds[0].success for choice in card(play).choices if choice.key == action)


@pytest.mark.parametrize(("trait", "wanted", "part", "then"), TRAITS, ids=[f"{case[0]}-{case[1]}" for case in TRAITS])
def test_the_rules_honour_every_trait(trait: str, wanted: str, part: Callable[[Play], Any], then: Any):
    play = declaring(setup(FATED, rules=QUIET))
    play.do(ANN, c.Declare(101, "ha-05", K.BALLISTIC_SKILL))
    rule(play, f"hero.101.{trait}", wanted)
    assert part(play) == then


def test_bd_14_who_is_a_players_character_is_ruled_where_it_matters():
    assert "hero.101.player" not in keys(begun().state)
    play = declaring(setup(rules=HouseRules(force_effect="none", heroes="players_only")))
    rule(play, "hero.101.player", "no")
    assert not BATAILLE.view(play.state, SUE).sides[0].heroes[0].acts


@pytest.mark.parametrize("seed", range(24))
def test_random_rulings_between_random_commands_break_nothing_and_the_battle_ends(seed: int):
    state = None
    for before, events, state in ruled_walk(seed):
        assert all(BATAILLE.view(state, viewer).audience == viewer.audience for viewer in (GM, SUE))
        for event in events:
            assert str(BATAILLE.rolled(state, event))
        heroes = [each for side in (before.red, state.red, state.blue) for each in side.heroes]
        assert all(0 <= each.wounds <= each.sheet.wounds_left and each.fate >= 0 <= each.fortune for each in heroes)
        going = any(BATAILLE.options(state, viewer) for viewer in AUDIENCES.values())
        assert going is (state.phase is not Phase.RESULT)
        assert bool(BATAILLE.waited_for(state)) is (BATAILLE.onward(state) is None) or state.phase is Phase.RESULT
        assert (BATAILLE.onward(state) or None) in (None, *BATAILLE.options(state, GM))
    assert state is not None
    outcome = BATAILLE.outcome(state)
    assert outcome is not None and all(loss.wounds >= 0 <= loss.fate for loss in outcome.heroes)
