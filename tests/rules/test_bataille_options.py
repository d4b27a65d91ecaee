"""Options are complete: an exhaustive look at what decide accepts, state by state, and what never changes them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.commands import Case
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.ruleset import Illegal, Side
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, ROWS, SUE, Loaded, Play, hero, setup
from tests.rules.playing import encoded

K = TestKey
REDS = [hero(101, fate=2, heal=1), hero(102, mounted=True, channelling=2, fate=1), hero(103, player=False)]
BLUES = [hero(201, fate=1, tactics=1), hero(202), hero(203, ride=1)]
KEYS = (101, 102, 103, 201, 202, 203, 7)
ARMIES = (1, 1, 1, 1, 99, 99)
TYPED = (c.Assess, c.SetBase, c.SetModifier, c.ModifyTest)  # offered with the figure that holds, accepted with any


def everything() -> list[Any]:
    """Every command that there could be in the small battle, sensible or not."""
    plain = (c.Advance, c.Resolve, c.UseSuggestion, c.BreakOff, c.AskWithdrawal, c.FightOn)
    plain += (c.FillIn, c.Ready, c.Unready)
    keyed = (c.LeaveOut, c.TakeIn, c.NameGeneral, c.NameSecond, c.CallOff, c.Undeclare)
    yes_or_no = (c.Answer, c.UseFortune, c.BurnFate)
    sources, points = [*(row.key for row in ROWS.sources), "nothing"], range(-1, 8)
    given = [kind(*which) for kind in (c.GiveSource, c.TakeSource) for which in product(Side, sources, points)]
    actions = [*(row.key for row in ROWS.actions), "nothing"]
    return [
        *(kind() for kind in plain),
        *(kind(key) for kind, key in product(keyed, KEYS)),
        *(kind(key, yes) for kind, key, yes in product(yes_or_no, KEYS, (True, False))),
        *(c.ChooseCase(*which) for which in product(Case, (None, *Side))),
        *(c.SetEscape(*which) for which in product(Side, (True, False))),
        *(c.AllowWithdrawal(side) for side in Side),
        *(c.WaiveChallenges(waive) for waive in (True, False)),
        *(c.Challenge(*pair) for pair in product(KEYS, KEYS)),
        *(c.Declare(*which) for which in product(KEYS, actions, (None, *TestKey))),
        *given,
    ]


def typed() -> list[Any]:
    return [
        *(c.Assess(side, 7, 80, 120) for side in Side),
        *(c.SetModifier(side, 60) for side in Side),
        *(c.ModifyTest(key, -60) for key in KEYS),
        c.SetBase(999),
        c.SetBase(0),
    ]


def accepts(play: Play, viewer: Any, command: Any) -> bool:
    try:
        BATAILLE.decide(play.state, viewer, command, Loaded())
    except Illegal as refusal:
        assert refusal.clause and str(refusal).endswith((".", ":")) and "%(" not in str(refusal)
        return False
    return True


def evaluation(**rules: Any) -> Play:
    return Play(setup(REDS, BLUES, rules=HouseRules(**rules)))


def evaluated() -> Play:
    play = evaluation()
    play.do(GM, c.ChooseCase(Case.SLIGHT, RED), c.LeaveOut(103), c.LeaveOut(202), c.LeaveOut(203))
    play.do(GM, c.SetEscape(RED, False), c.SetBase(60))
    return play


def naming() -> Play:
    return evaluation().then(GM, c.Advance())


def named() -> Play:
    play = evaluated()
    play.do(GM, c.Advance(), c.GiveSource(RED, "walls", 6), c.GiveSource(BLUE, "mission", 3))
    play.do(GM, c.GiveSource(BLUE, "mission", 3), c.GiveSource(BLUE, "mission", 5))
    play.do(ANN, c.NameGeneral(102))
    play.do(BOB, c.NameGeneral(201), c.Ready())
    return play


def started(**rules: Any) -> Play:
    return evaluation(**rules).begin()


def second_turn() -> Play:
    play = started()
    play.start(*ARMIES)
    play.resolve()
    play.do(ANN, c.AskWithdrawal())
    return play


def challenging() -> Play:
    play = started()
    play.do(GM, c.Resolve(), rolls=ARMIES)
    play.do(ANN, c.Challenge(101, 201), c.Challenge(102, 203))
    play.do(BOB, c.Ready())
    return play


def answering() -> Play:
    play = challenging()
    play.do(ANN, c.Ready())
    play.do(BOB, c.Answer(203, True))
    return play


def declaring() -> Play:
    """102 and 203 fight each other, 101 was declined; 103 is stunned."""
    play = answering()
    play.do(BOB, c.Answer(201, False), c.Ready())
    play.alter_hero(103, stunned=1)
    play.do(BOB, c.Declare(201, "ha-07", K.TOUGHNESS), c.UseFortune(201, True), c.Ready())
    return play


def declaring_openly() -> Play:
    play = started(declarations="open", heroes="players_only")
    play.start(*ARMIES)
    play.do(ANN, c.Declare(101, "ha-02", K.HEAL), c.UseFortune(101, True))
    return play


def wounded() -> Play:
    """A hero of each side would die; both have Fate Points."""
    play = started()
    play.start(*ARMIES)
    play.alter_hero(101, wounds=0).alter_hero(201, wounds=0)
    play.do(ANN, c.Declare(101, "ha-10", K.WEAPON_SKILL))
    play.do(BOB, c.Declare(201, "ha-10", K.WEAPON_SKILL))
    play.resolve(99, 99, 60, 9, 9, 1, 60, 9, 9, 1)
    play.do(BOB, c.BurnFate(201, False))
    return play


def ended() -> Play:
    play = evaluation().begin(c.SetBase(1))
    play.start(*ARMIES)
    play.resolve()
    return play


STATES: dict[str, tuple[str, Callable[[], Play]]] = {
    "evaluation": ("evaluation", evaluation),
    "figures changed": ("evaluation", evaluated),
    "generals, one sealed": ("pre_battle", named),
    "turn 1": ("start_of_turn", started),
    "turn 2, one asks to leave": ("start_of_turn", second_turn),
    "challenges, one sealed": ("challenges", challenging),
    "answers": ("answers", answering),
    "declarations after challenges": ("declarations", declaring),
    "open declarations": ("declarations", declaring_openly),
    "open declarations, the second": ("declarations", lambda: declaring_openly().then(ANN, c.Ready())),
    "open declarations, sealed": ("declarations", lambda: declaring_openly().then(ANN, c.Ready()).then(BOB, c.Ready())),
    "Fate": ("wounds", wounded),
    "the end": ("result", ended),
}


@pytest.mark.parametrize("name", STATES)
def test_options_are_exactly_what_decide_accepts(name: str):
    phase, made = STATES[name]
    play = made()
    assert play.state.phase == phase
    for viewer in (GM, ANN, BOB, SUE):
        offered = [repr(option) for option in BATAILLE.options(play.state, viewer)]
        assert len(offered) == len(set(offered))
        figures = {repr(one) for one in BATAILLE.options(play.state, viewer) if isinstance(one, TYPED)}
        accepted = {repr(command) for command in everything() if accepts(play, viewer, command)}
        assert accepted == set(offered) - figures


@pytest.mark.parametrize("name", STATES)
def test_a_figure_that_is_typed_is_offered_once_and_accepted_in_its_range(name: str):
    play = STATES[name][1]()
    for viewer in (GM, ANN, BOB, SUE):
        offered = [one for one in BATAILLE.options(play.state, viewer) if isinstance(one, TYPED)]
        slots = [slot(one) for one in offered]
        assert len(slots) == len(set(slots))
        for command in typed():
            assert accepts(play, viewer, command) is (slot(command) in slots)


def slot(command: Any) -> Any:
    """What it is about, without what is typed."""
    fields = [name for name in command.__struct_fields__ if name not in command.typed]
    return type(command), tuple(getattr(command, name) for name in fields)


def test_typed_figures_are_offered_as_they_stand():
    play = evaluated()
    play.do(GM, c.Assess(BLUE, 777, 90, 110))
    offered = [one for one in BATAILLE.options(play.state, GM) if isinstance(one, TYPED)]
    assert offered == [c.Assess(RED, 1000, 100, 100), c.Assess(BLUE, 777, 90, 110), c.SetBase(60)]
    play = started()
    play.do(GM, c.SetModifier(BLUE, -20))
    offered = [one for one in BATAILLE.options(play.state, GM) if isinstance(one, TYPED)]
    assert offered == [c.SetModifier(RED, 0), c.SetModifier(BLUE, -20)]


def test_what_goes_on_comes_first_among_the_gms_options():
    for play, command in ((evaluation(), c.Advance()), (started(), c.Resolve()), (second_turn(), c.Resolve())):
        assert BATAILLE.options(play.state, GM)[0] == command


SECRET_MOVES: dict[str, tuple[Callable[[], Play], Any, tuple[Any, ...]]] = {
    "general": (naming, ANN, (c.NameGeneral(102), c.NameGeneral(101))),
    "second": (naming, BOB, (c.NameGeneral(202), c.NameSecond(203))),
    "challenge": (challenging, ANN, (c.CallOff(101), c.Challenge(103, 202))),
    "answer": (answering, BOB, (c.Answer(201, True), c.Answer(203, False))),
    "action": (lambda: declaring().then(BOB, c.Unready()), BOB, (c.Undeclare(201), c.Declare(202, "ha-01"))),
    "fortune": (lambda: declaring().then(BOB, c.Unready()), ANN, (c.UseFortune(102, True), c.UseFortune(102, False))),
    "filling in": (lambda: declaring().then(BOB, c.Unready()), BOB, (c.FillIn(),)),
    "open action": (declaring_openly, ANN, (c.Undeclare(101), c.Declare(102, "ha-01"), c.UseFortune(101, False))),
    "fate": (wounded, ANN, (c.BurnFate(101, True), c.BurnFate(101, False))),
}


@pytest.mark.parametrize("name", SECRET_MOVES)
def test_a_sides_secret_moves_leave_everybody_elses_options_views_and_tokens_alone(name: str):
    """Also the GM's options and what his token is a digest of."""
    made, viewer, moves = SECRET_MOVES[name]
    play = made()
    others = [each for each in (ANN, BOB, SUE) if each is not viewer]

    def seen() -> Any:
        views = [encoded(BATAILLE.view(play.state, other)) for other in others]
        return views, BATAILLE.options(play.state, GM), BATAILLE.view(play.state, GM).decision

    before, own = seen(), BATAILLE.view(play.state, viewer).decision
    for move in moves:
        play.do(viewer, move)
        assert seen() == before
        assert move != moves[0] or BATAILLE.view(play.state, viewer).decision != own
    assert BATAILLE.view(play.state, GM).own != ()


@pytest.mark.parametrize("name", ["generals, one sealed", "turn 1", "declarations after challenges", "Fate"])
def test_the_gms_token_changes_with_his_own_figures_and_options(name: str):
    play = STATES[name][1]()
    before = BATAILLE.view(play.state, GM).decision
    for command in BATAILLE.options(play.state, GM):
        if isinstance(command, c.Advance | c.Resolve | c.GiveSource | c.SetEscape):
            other = Play(play.state)
            other.do(GM, command)
            assert BATAILLE.view(other.state, GM).decision != before
    sealed = Play(play.state)
    for viewer in (ANN, BOB):
        for command in (c.FillIn(), c.Ready()):
            if command in BATAILLE.options(sealed.state, viewer):
                sealed.do(viewer, command)
    if sealed.state != play.state:
        assert BATAILLE.view(sealed.state, GM).decision != before
