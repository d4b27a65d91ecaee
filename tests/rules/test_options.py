"""Options are complete: an exhaustive look at what decide accepts, phase by phase, and their speed."""

import time
from itertools import product

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront.commands import Line, Role, StratagemKey
from battles.rules.dice import SecretDice
from battles.rules.ruleset import AUDIENCES, Illegal
from tests.rules.table import ANN, BOB, GAME_MASTER, SUE, Play, setup

RED_HORDES = [("bomber", 5), ("bomber", 5), ("infantry", 5), ("ac_suit", 3), ("artillery", 3)]
BLUE_HORDES = [("bomber", 2), ("infantry", 5), ("tank", 4), ("assault_tank", 4), ("artillery", 3)]
KEYS = (1000, 1001, 1002, 1003, 1004, 5000, 5001, 5002, 5003, 5004, 7)
PHASES = (
    "briefing",
    "muster",
    "air",
    "air_result",
    "first_deployment",
    "deployment",
    "land",
    "land_result",
    "result",
)


def everything() -> list[c.BattlefrontCommand]:
    """Every command there could be in the small battle, sensible or not."""
    plain = [c.Advance(), c.Resolve(), c.Retreat(), c.FightOn(), c.FillIn(), c.Ready(), c.Unready(), c.DropStratagem()]
    kinds = (
        c.ChooseHorde,
        c.LeaveHorde,
        c.TakeUp,
        c.HoldBack,
        c.CancelAttack,
        c.MoveUp,
        c.StayBack,
        c.ReturnAdvantage,
    )
    keyed = [kind(key) for kind in kinds for key in KEYS]
    posts = [c.NameCommander(role, key) for role, key in product(Role, (1900, 1901, 1902, 5900, 5901, 5902, 7))]
    squares = [c.Place(*square) for square in product(KEYS, Line, range(0, 8))]
    orders = [c.OrderAttack(*order) for order in product(KEYS, KEYS, (-1, 0, 1, 2))]
    cards = [c.DrawAdvantage(*card) for card in product(KEYS, (-1, 0, 1, 2))]
    posts += [c.DismissCommander(role) for role in Role]
    return [*plain, *keyed, *posts, *squares, *orders, *cards, *stratagems()]


def stratagems() -> list[c.BattlefrontCommand]:
    """On everything and nothing, with and without a square."""
    places = product(StratagemKey, (0, *KEYS), (None, *Line), range(0, 8))
    return [c.PlayStratagem(*place) for place in places]


def accepted(play: Play, viewer) -> set[str]:
    found = set()
    for command in everything():
        try:
            BATTLEFRONT.decide(play.state, viewer, command, SecretDice(b"sixteen bytes ok", 1))
        except Illegal as refusal:
            assert refusal.clause and str(refusal).endswith(".")
        else:
            found.add(repr(command))
    return found


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
@pytest.mark.parametrize("phase", PHASES)
def test_options_are_exactly_what_decide_accepts(phase: str, sealed: bool):
    caps = (2, 2, 0, 4) if phase == "first_deployment" else (1, 2, 1, 4)  # without blue's aircraft red rules the sky
    play = Play(setup(RED_HORDES, BLUE_HORDES, width=3, caps=caps)).to(phase)
    if sealed:
        play.seal()
    for viewer in (GAME_MASTER, ANN, BOB, SUE):
        offered = [repr(option) for option in BATTLEFRONT.options(play.state, viewer)]
        assert len(offered) == len(set(offered))
        assert accepted(play, viewer) == set(offered)


def test_the_first_deployment_is_offered_to_the_forced_side_completely():
    hordes = [("bomber", 5), ("infantry", 5), ("infantry", 5), ("infantry", 5)]
    play = Play(setup(hordes, hordes[1:], width=2)).to("first_deployment")
    assert len([one for one in BATTLEFRONT.options(play.state, BOB) if isinstance(one, c.Place)]) == 3 * 4
    play.seal().blue(c.TakeUp(5000))
    assert len([one for one in BATTLEFRONT.options(play.state, BOB) if isinstance(one, c.Place)]) == 3 * 3


def big(phase: str) -> Play:
    kinds = ("infantry", "tank", "ac_suit", "artillery")
    army = [("bomber", 3)] * 4 + [(kinds[number % 4], 3) for number in range(16)]
    return Play(setup(army, army, width=9)).to(phase)


@pytest.mark.parametrize("phase", ["muster", "deployment", "land"])
def test_options_of_forty_hordes_are_quick(phase: str):
    play, best = big(phase), 1.0
    for _ in range(10):
        start = time.perf_counter()
        for viewer in AUDIENCES.values():
            BATTLEFRONT.options(play.state, viewer)
        best = min(best, (time.perf_counter() - start) / 4)
    assert best < 0.002
