"""What stays secret, and until when: the rival's sheets, drafts and answers, and the GM's figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from battles.rules import BATAILLE
from battles.rules.armies import Injury, Location
from battles.rules.bataille import commands as c
from battles.rules.bataille.catalogue import Battlefield, TestKey
from battles.rules.bataille.commands import Case
from battles.rules.bataille.house_rules import HouseRules
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, SUE, Play, hero, setup
from tests.rules.playing import encoded

K = TestKey
ARMIES = (1, 1, 1, 1, 99, 99)
REDS = [hero(101, fate=2), hero(102, fate=1), hero(103)]
BLUES = [hero(201, fate=2), hero(202)]
STRONG = {"weapon_skill": 66, "ballistic_skill": 67, "strength": 68, "toughness": 69, "agility": 71}
STRONG |= {"intelligence": 72, "willpower": 73, "fellowship": 74, "magic": 7, "fate": 1, "armour": (1, 2, 3, 4, 5, 5)}
STRONG |= {"command": 2, "tactics": 3, "heal": 1, "ride": 2, "perception": 3, "channelling": 1, "mounted": True}
TOLD = ("figures", "skills", "armour", "fate", "fortune", "magic", "mounted", "fortune_on", "fate_choice", "challenge")


def seen(play: Play, *viewers: Any) -> list[bytes]:
    return [encoded(BATAILLE.view(play.state, viewer)) for viewer in viewers or (BOB, SUE)]


def other_reds(other: dict[str, Any]) -> list[Any]:
    """Red's general makes the public tactics roll, so he is the same; the second is not."""
    return [hero(101), hero(102, **other)]


def test_the_rivals_sheets_are_in_no_view_of_the_others_to_the_end_of_the_declarations():
    """Two battles that differ in a red hero's whole sheet but for name and Wounds: to the others they are the same."""
    plays = [Play(setup(other_reds(figures), BLUES)) for figures in ({}, STRONG)]

    def both(viewer: Any, *commands: Any, rolls: tuple[int, ...] = ()) -> None:
        for play in plays:
            play.do(viewer, *commands, rolls=rolls)
        assert seen(plays[0]) == seen(plays[1])
        assert seen(plays[0], ANN) != seen(plays[1], ANN) and seen(plays[0], GM) != seen(plays[1], GM)

    both(GM, c.Advance())
    both(ANN, c.NameGeneral(101), c.NameSecond(102), c.Ready())
    both(BOB, c.FillIn(), c.Ready())
    both(GM, c.Advance())
    both(GM, c.Resolve(), rolls=ARMIES)
    both(ANN, c.Ready())
    both(BOB, c.Challenge(201, 102), c.Ready())
    both(ANN, c.Answer(102, False), c.Ready())
    both(BOB, c.Declare(202, "ha-01"), c.Ready())
    both(ANN, c.Declare(102, "ha-07", K.TOUGHNESS), c.Ready())


@pytest.mark.parametrize("word", TOLD)
def test_what_a_heros_card_says_is_on_the_page_of_his_own_side_and_the_gm_alone(word: str):
    play = Play(setup(other_reds(STRONG), [hero(201)])).begin()
    play.start(*ARMIES)
    public = encoded(BATAILLE.view(play.state, SUE)).decode()
    assert f'"{word}"' not in public
    cards = {name: seen_cards(play, viewer) for name, viewer in {"gm": GM, "red": ANN, "blue": BOB, "all": SUE}.items()}
    assert cards == {"gm": ["red", "blue"], "red": ["red"], "blue": ["blue"], "all": []}


def seen_cards(play: Play, viewer: Any) -> list[str]:
    return [str(own.side) for own in BATAILLE.view(play.state, viewer).own]


def evaluating() -> Play:
    return Play(setup(REDS, BLUES, ground=Battlefield("Test", blue_escape=False)))


def preparing() -> Play:
    return evaluating().then(GM, c.Advance())


def turning() -> Play:
    return Play(setup(REDS, BLUES)).begin()


GM_DRAFTS: dict[str, tuple[Callable[[], Play], tuple[Any, ...]]] = {
    "figures": (evaluating, (c.Assess(RED, 70_000, 150, 75), c.Assess(BLUE, 90_000, 75, 150))),
    "case": (evaluating, (c.ChooseCase(Case.CRUSHING, BLUE), c.UseSuggestion(), c.ChooseCase(Case.CLEAR, RED))),
    "threshold": (evaluating, (c.SetBase(77),)),
    "who takes part": (evaluating, (c.LeaveOut(102), c.LeaveOut(201), c.LeaveOut(103), c.TakeIn(102))),
    "way out": (evaluating, (c.SetEscape(RED, False), c.SetEscape(BLUE, True))),
    "way out, later": (preparing, (c.SetEscape(RED, False), c.SetEscape(BLUE, True))),
    "sources": (preparing, (c.GiveSource(RED, "walls", 6), c.GiveSource(BLUE, "mission", 5))),
    "sources taken back": (preparing, (c.GiveSource(RED, "walls", 6), c.TakeSource(RED, "walls", 6))),
    "modifier": (turning, (c.SetModifier(RED, 20), c.SetModifier(BLUE, -30))),
}


@pytest.mark.parametrize("name", GM_DRAFTS)
def test_br_13_the_gms_figures_are_nobody_elses_before_he_announces_them(name: str):
    made, drafts = GM_DRAFTS[name]
    play = made()
    before, tokens = seen(play, ANN, BOB, SUE), [BATAILLE.view(play.state, each).decision for each in (ANN, BOB, SUE)]
    for command in drafts:
        own = seen(play, GM)
        events = play.do(GM, command)
        assert all(event.audience == frozenset({"gm"}) and not event.narrated for event in events)
        assert seen(play, GM) != own
        assert seen(play, ANN, BOB, SUE) == before
    assert [BATAILLE.view(play.state, each).decision for each in (ANN, BOB, SUE)] == tokens


def test_br_13_what_is_announced_and_when():
    play = evaluating()
    figures = lambda: [  # noqa: E731
        (side.headcount, side.favoured, side.threshold, side.strategic, side.given, side.has_escape, side.general)
        for side in BATAILLE.view(play.state, SUE).sides
    ]
    play.do(GM, c.Assess(RED, 6_000, 100, 100), c.Assess(BLUE, 3_000, 100, 100), c.LeaveOut(103))
    assert figures() == [(None, False, None, None, (), None, None)] * 2
    assert BATAILLE.view(play.state, SUE).announced == ()
    assert [len(side.heroes) for side in BATAILLE.view(play.state, SUE).sides] == [3, 2]
    play.do(GM, c.Advance(), c.GiveSource(RED, "walls", 6))
    assert figures() == [(6_000, True, None, None, (), None, None), (3_000, False, None, None, (), None, None)]
    told = [str(one) for one in BATAILLE.view(play.state, SUE).announced]
    assert told == ["Reds has a clear advantage.", "The threshold is 100, before strategic points."]
    assert [len(side.heroes) for side in BATAILLE.view(play.state, SUE).sides] == [2, 2]
    play.do(ANN, c.NameGeneral(102), c.NameSecond(101), c.Ready())
    play.do(BOB, c.FillIn(), c.Ready())
    assert [one[-1] for one in figures()] == [None, None]
    play.do(GM, c.Advance())
    red, blue = figures()
    assert red[2:4] + red[5:] == (106, 6, True, "Hero 102") and [(str(one.source), one.points) for one in red[4]] == [
        ("Walls or a castle", 6)
    ]
    assert blue == (3_000, False, 106, 0, (), False, "Hero 201")


def test_br_18_generals_are_secret_until_both_are_announced():
    play = preparing()
    before = seen(play)
    play.do(ANN, c.NameGeneral(102), c.NameSecond(101))
    assert seen(play) == before
    play.do(ANN, c.Ready())
    for viewer in (BOB, SUE):
        side = BATAILLE.view(play.state, viewer).sides[0]
        assert (side.ready, side.general) == (True, None)
        assert not any(one.general or one.second for one in side.heroes)
    play.do(BOB, c.FillIn(), c.Ready())
    play.do(GM, c.Advance())
    heroes = BATAILLE.view(play.state, BOB).sides[0].heroes
    assert [(one.key, one.general, one.second) for one in heroes] == [(101, False, True), (102, True, False)] + [
        (103, False, False)
    ]


def test_ha_09_challenges_and_answers_are_secret_until_both_sides_have_sealed():
    play = turning()
    play.do(GM, c.Resolve(), rolls=ARMIES)
    before = seen(play)
    play.do(ANN, c.Challenge(101, 201), c.Challenge(102, 202), c.CallOff(102))
    assert seen(play) == before
    play.do(ANN, c.Ready())
    assert BATAILLE.view(play.state, BOB).duels == BATAILLE.view(play.state, SUE).duels == ()
    play.do(BOB, c.Ready())
    (duel,) = BATAILLE.view(play.state, SUE).duels
    assert (duel.challenger, duel.target_name, duel.accepted) == ("Hero 101", "Hero 201", None)
    before = seen(play, ANN, SUE)
    play.do(BOB, c.Answer(201, True), c.Answer(201, False))
    assert seen(play, ANN, SUE) == before
    play.do(BOB, c.Ready())
    assert BATAILLE.view(play.state, SUE).duels[0].accepted is False


@pytest.mark.parametrize("declarations", ["secret", "open"])
def test_bd_18_actions_and_fortune_are_secret_until_they_are_revealed(declarations: Any):
    play = Play(setup(REDS, BLUES, rules=HouseRules(declarations=declarations))).begin()
    play.start(*ARMIES)
    before = seen(play)
    play.do(ANN, c.Declare(101, "ha-10", K.WEAPON_SKILL), c.UseFortune(101, True), c.Declare(102, "ha-01"))
    assert seen(play) == before
    play.do(ANN, c.Ready())
    shown = [one.action is not None for one in BATAILLE.view(play.state, BOB).sides[0].heroes]
    assert shown == [declarations == "open"] * 2 + [False]
    assert all(b"fortune" not in page for page in seen(play, SUE))


def test_br_28_who_decides_on_fate_is_seen_and_what_he_decides_is_not():
    play = turning()
    play.start(*ARMIES)
    play.alter_hero(101, wounds=0).do(ANN, c.Declare(101, "ha-10", K.WEAPON_SKILL))
    play.resolve(99, 60, 9, 9, 1)
    assert play.state.phase == "wounds"
    (first, *_) = BATAILLE.view(play.state, BOB).sides[0].heroes
    assert [str(one) for one in first.states] == ["dying"]
    before = seen(play)
    play.do(ANN, c.BurnFate(101, True))
    assert seen(play) == before
    other = Play(play.state)
    other.do(ANN, c.BurnFate(101, False))
    assert seen(other) == before


def test_br_35_that_a_side_asks_to_withdraw_only_the_gm_hears():
    play = turning()
    play.start(*ARMIES)
    play.resolve()
    before, options = seen(play), BATAILLE.options(play.state, GM)
    events = play.do(ANN, c.AskWithdrawal())
    assert seen(play) == before
    assert [event.audience for event in events] == [frozenset({"gm", "red"})]
    assert [one for one in BATAILLE.options(play.state, GM) if one not in options] == [c.AllowWithdrawal(RED)]
    play.start(*ARMIES)
    play.resolve()
    assert c.AllowWithdrawal(RED) not in BATAILLE.options(play.state, GM)  # to go on was the answer


def test_what_earlier_battles_left_is_seen_by_everybody_and_what_armour_is_left_is_not():
    hurt = hero(101, armour=(3,) * 6, injuries=(Injury(Location.HEAD, 4), Injury(Location.LEFT_LEG, 3)))
    play = Play(setup([hurt], BLUES))
    (one,) = BATAILLE.view(play.state, SUE).sides[0].heroes
    assert [str(state) for state in one.states] == [
        "armour damaged, head: -1",
        "wounded, left leg: Agility at -20 until treated",
    ]
    own = dict(BATAILLE.view(play.state, ANN).own[0].heroes[0].armour)
    assert (own[Location.HEAD], own[Location.BODY]) == (2, 3)


def test_the_fingerprint_is_of_the_sealed_choices_and_its_owners_alone():
    play = preparing().then(ANN, c.NameGeneral(101))
    own = lambda: BATAILLE.view(play.state, ANN).own[0].fingerprint  # noqa: E731
    assert own() == ""
    play.do(ANN, c.Ready())
    sealed = own()
    assert len(sealed) == 8 and sealed.encode() not in b"".join(seen(play))
    play.do(ANN, c.Unready())
    assert own() == ""
    play.do(ANN, c.Ready())
    assert own() == sealed
    play.do(ANN, c.NameSecond(102), c.Ready())
    assert own() not in ("", sealed)
