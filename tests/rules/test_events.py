"""Every type of event: it changes the state as it says, round-trips, has its audience, and its line if public."""

from typing import Any, get_args

import msgspec
import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import Line, Role, StratagemKey
from battles.rules.battlefront.state import Card, Ending, Order, Phase, Placement, Played, Post, Stage, State
from battles.rules.d100 import D100Test, Reason
from battles.rules.ruleset import AUDIENCES, EVERYBODY, Message
from tests.rules.table import BLUE, RED, Play, setup

AIR, LAND = Domain.AIR, Domain.LAND
HORDES = [("bomber", 5), ("infantry", 5)]
TEST = D100Test(50, (), 50, 20, 3)
ONE_HUNDRED, TWELVE = Message("100"), Message("12")


def fighting(phase: str = "land") -> State:
    return Play(setup(HORDES, HORDES)).to(phase).seal().state


# event, a part of the state after it, what that part is then, (what the line says, its clause) or None if secret
CASES: list[tuple[Any, Any, Any, tuple[str, str] | None]] = [
    (e.HordeChosen(RED, 9), lambda s: s.red.draft.chosen, (1000, 1001, 9), None),
    (e.HordeLeft(RED, 1000), lambda s: s.red.draft.chosen, (1001,), None),
    (e.CommanderNamed(RED, Role.GENERAL, 1902), lambda s: s.red.draft.posts[-1], Post(Role.GENERAL, 1902), None),
    (e.CommanderDismissed(RED, Role.GENERAL), lambda s: len(s.red.draft.posts), 1, None),
    (
        e.HordePlaced(RED, 1001, Line.REAR, 2),
        lambda s: s.red.draft.placements,
        (Placement(1001, Line.REAR, 2),),
        None,
    ),
    (e.HordeTakenUp(RED, 1001), lambda s: s.red.draft.placements, (), None),
    (e.HordeHeldBack(RED, 1001), lambda s: (s.red.draft.placements, s.red.draft.held_back), ((), (1001,)), None),
    (e.AttackOrdered(RED, 1001, 5001, 1), lambda s: s.red.draft.orders, (Order(1001, 5001, 1),), None),
    (e.AttackCancelled(RED, 1001), lambda s: s.red.draft.orders, (), None),
    (e.MoveUpOrdered(RED, 1001), lambda s: s.red.draft.moves, (1001,), None),
    (e.MoveUpCancelled(RED, 1001), lambda s: s.red.draft.moves, (), None),
    (
        e.StratagemChosen(RED, StratagemKey.REFUSE_FLANK, 1001, Line.REAR, 2),
        lambda s: s.red.draft.stratagem,
        Played(StratagemKey.REFUSE_FLANK, 1001, Line.REAR, 2),
        None,
    ),
    (e.StratagemDropped(RED), lambda s: s.red.draft.stratagem, None, None),
    (e.CardChosen(RED, 1001, 1), lambda s: s.red.draft.cards, (Card(1001, 1),), None),
    (e.CardReturned(RED, 1001), lambda s: s.red.draft.cards, (), None),
    (e.RetreatDeclared(RED), lambda s: s.red.draft.retreat, True, None),
    (e.RetreatWithdrawn(RED), lambda s: s.red.draft.retreat, False, None),
    (e.ReadyChanged(RED, False), lambda s: s.red.ready, False, None),
    (e.MusterOpened(), lambda s: s.phase, Phase.MUSTER, ("The muster opens.", "BF-01")),
    (e.AirContestOpened(), lambda s: (s.phase, s.red.ready), (Phase.AIR, False), ("The Air Contest opens", "BF-03")),
    (
        e.FirstDeploymentOpened(RED),
        lambda s: s.phase,
        Phase.FIRST_DEPLOYMENT,
        ("Reds places its first hordes.", "BF-29"),
    ),
    (e.FirstHordesShown(RED), lambda s: s.red.draft.fixed, (1001,), ("that Reds placed first are shown", "D-30")),
    (e.DeploymentOpened(), lambda s: s.phase, Phase.DEPLOYMENT, ("Both sides deploy in secret.", "BF-29")),
    (e.DeploymentRevealed(), lambda s: (s.phase, s.red.morale), (Phase.LAND, None), ("all that was deployed", "BF-30")),
    (
        e.MoraleSet(RED, LAND, 4, 2, -1, 5),
        lambda s: (s.red.morale, s.red.morale_start),
        (5, 5),
        ("Reds starts with Morale Level 5.", "BF-20"),
    ),
    (e.RoundOpened(LAND, 4), lambda s: (s.round, s.red.ready), (4, False), None),
    (e.StageOpened(Stage.AFTER), lambda s: (s.stage, s.red.ready, s.blue.ready), (Stage.AFTER, False, False), None),
    (e.BattleClosed(), lambda s: s.phase, Phase.RESULT, None),
    (
        e.StratagemPlayed(RED, StratagemKey.SEIZE_THE_INITIATIVE),
        lambda s: (s.red.played, s.red.spent),
        (Played(StratagemKey.SEIZE_THE_INITIATIVE), (StratagemKey.SEIZE_THE_INITIATIVE,)),
        ("Reds plays Seize the Initiative", "BF-37"),
    ),
    (
        e.TargetLost(1001, 5001),
        lambda s: s.red.draft.orders,
        (),
        ("Reds 1001 finds no target: Blues 5001 is out of its reach now.", "D-20"),
    ),
    (
        e.AttackSilenced(1001, 5001),
        lambda s: len(s.red.draft.orders),
        1,
        ("Reds 1001 attacks Blues 5001, silenced by Counter-Battery: no damage.", "BF-37"),
    ),
    (
        e.AdvantagesDrawn(LAND, RED, (Card(1001, 1), Card(1000, 0))),
        lambda s: (s.red.cards[-2:], s.red.draws),
        ((Card(1001, 1), Card(1000, 0)), 0),
        ("Reds draws 2 Advantages: Reserves, Air Strike.", "D-27"),
    ),
    (e.RewardPaid(LAND, RED, "A bridge."), lambda s: s.phase, Phase.LAND, ("Reds: A bridge.", "BF-46")),
    (e.RoundFought(LAND, 3), lambda s: s.red.horde(1001).damage, 0, ("Land Contest, round 3 of 10", "BF-31")),
    (e.SideRetreated(LAND, RED), lambda s: s.red.retreated, True, ("Reds retreats.", "D-21")),
    (
        e.HordeMovedUp(1001, 3),
        lambda s: [placement.line for placement in s.red.draft.placements],
        [Line.FRONT],
        ("Reds 1001 moves up to the Front Line, column 3.", "D-14"),
    ),
    (e.TestsRolledAgain(((99, 98),)), lambda s: s.round, 1, ("rolled again 1×", "D-04")),
    (
        e.TacticsTested(LAND, RED, TEST),
        lambda s: s.round,
        1,
        ("Tactics, Officer 1901: 20 against 50, degrees of success: 3.", "BF-31"),
    ),
    (
        e.RoundDecided(LAND, RED, Reason.DEGREES, 3, 1),
        lambda s: s.round,
        1,
        ("Reds wins the round by degrees of success.", "BF-32"),
    ),
    (e.MoraleLost(LAND, RED, 6, 5), lambda s: s.red.morale, 5, ("Morale Level of Reds drops: 6 → 5.", "BF-32")),
    (
        e.AirDamageTaken(1000, False, 3, 1, 4, 60, 51),
        lambda s: (s.red.horde(1000).magnitude, s.red.horde(1000).damage),
        (51, 9),
        ("3 + (3 - 1) + 4 = 9 Magnitude damage, 60 → 51.", "BF-09"),
    ),
    (
        e.AttackMade(1001, 5001, 1, 4, 4, 6),
        lambda s: s.red.horde(1001).magnitude,
        100,
        ("AT launcher: 9 above armour 0, 1 + 1 + 4 = 6 Magnitude damage.", "BF-33"),
    ),
    (
        e.LandDamageTaken(1001, 15, 60, 45),
        lambda s: (s.red.horde(1001).magnitude, s.red.horde(1001).damage),
        (45, 15),
        ("takes 15 Magnitude damage in all, 60 → 45.", "D-20"),
    ),
    (
        e.BreakTestTaken(LAND, 1001, 76, 5, 5, False, 75),
        lambda s: (s.red.horde(1001).broken, s.red.draft.placements, s.red.draft.orders),
        (True, (), ()),
        ("76 against 75, it breaks", "BF-36"),
    ),
    (
        e.ContestEnded(LAND, Ending.RETREAT, RED),
        lambda s: (s.land_result.ending, s.land_result.side, s.land_result.rounds),
        (Ending.RETREAT, RED, 1),
        ("Reds retreated.", "BF-39"),
    ),
    (
        e.ResultDeclared(AIR, 300, 100),
        lambda s: (s.phase, s.air_result.diff),
        (Phase.AIR_RESULT, 200),
        ("Air Supremacy for Reds: 300 against 100 Magnitude.", "BF-14"),
    ),
    (
        e.AdvantagesEarned(AIR, RED, 3),
        lambda s: s.phase,
        Phase.LAND,
        ("Reds may draw 3 Advantages from its surviving air hordes.", "BF-16"),
    ),
    (
        e.WidthGained(RED, 2),
        lambda s: s.red.width_bonus,
        2,
        ("+2 to the Width of Reds, which is never below 1.", "BF-16"),
    ),
    (
        e.Adjusted("horde.1001.magnitude", "12", "Reds 1001", Message("Magnitude"), ONE_HUNDRED, TWELVE, "BF-40", RED),
        lambda s: s.red.horde(1001).magnitude,
        12,
        ("The GM rules: Reds 1001, Magnitude: 100 → 12.", "BF-40"),
    ),
    (
        e.BattleStopped(Phase.LAND),
        lambda s: (s.phase, s.stopped, s.red.ready, s.blue.ready),
        (Phase.RESULT, Phase.LAND, False, False),
        ("The GM ends the battle here: nobody has won.", "BF-39"),
    ),
    (
        e.FirstDeploymentOrdered(BLUE, 4),
        lambda s: (s.first_side, s.first_count),
        (BLUE, 4),
        ("Blues must place 4 hordes first, or all it has or has room for.", "BF-16"),
    ),
]
each_case = pytest.mark.parametrize(
    ("event", "part", "value", "told"), CASES, ids=[type(case[0]).__name__ for case in CASES]
)


def test_every_type_of_event_has_a_case():
    assert {type(case[0]) for case in CASES} == set(get_args(BATTLEFRONT.event_type))


@each_case
def test_evolve(event: Any, part: Any, value: Any, told: Any):
    assert part(BATTLEFRONT.evolve(fighting(), event)) == value


@each_case
def test_round_trip(event: Any, part: Any, value: Any, told: Any):
    data = msgspec.json.encode(event)
    assert msgspec.json.decode(data, type=BATTLEFRONT.event_type) == event


@each_case
def test_audience(event: Any, part: Any, value: Any, told: Any):
    secret = isinstance(event, get_args(e.DraftEvent))
    assert event.audience == (frozenset({"gm", "red"}) if secret else EVERYBODY)


@each_case
def test_narrate(event: Any, part: Any, value: Any, told: Any):
    state = BATTLEFRONT.evolve(fighting(), event)
    for viewer in AUDIENCES.values():
        line = BATTLEFRONT.narrate(state, event, viewer)
        if told is None:
            assert line is None and not event.narrated
        else:
            assert line is not None and told[0] in str(line.message)
            assert line.clause == told[1]
