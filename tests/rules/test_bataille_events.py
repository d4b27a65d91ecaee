"""Every type of event of a pitched battle: what it changes, its round trip, its audience, its line."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from battles.rules import BATAILLE
from battles.rules.armies import Injury, Location
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import TestKey as K
from battles.rules.bataille.commands import Case
from battles.rules.bataille.state import Declared, Duel, Ended, Ending, Given, Phase, State
from battles.rules.d100 import D100Test
from battles.rules.ruleset import AUDIENCES, EVERYBODY, fold
from tests.rules.bataille import BLUE, RED, hero, setup
from tests.rules.pitched import declaring
from tests.rules.ruled_events import RULED

GUN = K.BALLISTIC_SKILL
PASSED, FAILED = D100Test(50, (), 50, 20, 3), D100Test(50, (), 50, 70, 0)
STRUCK = e.Struck(101, 62, Location.BODY, (6, 4), 6, (), (), 7, 13, 3, 1, 12, 3)
CRITICAL = e.CriticalSuffered(101, Location.HEAD, 2, 84, 3, bare=False, turn=1)
GIVEN = e.SourceGiven(RED, "walls", 6)
DRAFTED = e.ActionDrafted(RED, 101, "ha-05", GUN)
CHALLENGED, ENDED = e.ChallengeAnnounced(101, 201), e.BattleEnded(RED, Ending.THRESHOLD, massacre=True)
Told = tuple[str, str] | None


def fighting(*before: Any) -> State:
    """At the declarations of the first turn, each side with a hero who has Fate; then what went before."""
    heroes = [hero(101, fate=1), hero(102)], [hero(201, fate=1), hero(202)]
    return fold(BATAILLE, declaring(setup(*heroes), rolls=[1, 1, 1, 1, 100, 100]).state, before)


def man(state: State) -> Any:
    return state.hero(101)


# what went before, event, a part of the state after it, what that part is then, what the line says and its clause
CASES: list[tuple[tuple[Any, ...], Any, Any, Any, Told]] = [
    ((), e.Assessed(RED, 9, 75, 150), lambda s: (s.red.headcount, s.red.arms, s.red.training), (9, 75, 150), None),
    ((), e.CaseChosen(Case.CLEAR, BLUE), lambda s: (s.case, s.favoured), (Case.CLEAR, BLUE), None),
    ((), e.BaseSet(60), lambda s: s.own_base, 60, None),
    ((), e.HeroFielded(101, False), lambda s: man(s).fielded, False, None),
    ((), e.EscapeSet(RED, False), lambda s: s.red.has_escape, False, None),
    ((), GIVEN, lambda s: s.red.given, (Given("walls", 6),), None),
    ((GIVEN, GIVEN), e.SourceTaken(RED, "walls", 6), lambda s: s.red.given, (Given("walls", 6),), None),
    ((), e.ModifierSet(RED, -20), lambda s: (s.red.modifier, s.blue.modifier), (-20, 0), None),
    ((), e.GeneralNamed(RED, 102), lambda s: (s.red.general, s.red.second), (102, 101), None),
    ((), e.NamingDropped(RED, 101), lambda s: (s.red.general, s.red.second), (None, 102), None),
    ((), e.SecondNamed(RED, 101), lambda s: s.red.second, 101, None),
    ((), e.ChallengeDrafted(RED, 101, 202), lambda s: s.red.draft.challenges, (Duel(101, 202),), None),
    ((e.ChallengeDrafted(RED, 101, 202),), e.ChallengeCalledOff(RED, 101), lambda s: s.red.draft.challenges, (), None),
    ((), e.ChallengesWaived(RED, True), lambda s: (s.red.waives, s.blue.waives), (True, False), None),
    ((), e.AnswerDrafted(RED, 101, True), lambda s: s.red.draft.answers, ((101, True),), None),
    ((), DRAFTED, lambda s: s.red.draft.actions, (Declared(101, "ha-05", GUN),), None),
    ((DRAFTED,), e.ActionDropped(RED, 101), lambda s: s.red.draft.actions, (), None),
    ((), e.FortuneDrafted(RED, 101, True), lambda s: s.red.draft.fortune, (101,), None),
    ((), e.FateDrafted(RED, 101, False), lambda s: s.red.draft.fate, ((101, False),), None),
    ((), e.WithdrawalAsked(RED, True), lambda s: (s.red.withdrawal, s.blue.withdrawal), (True, False), None),
    ((), e.ReadyChanged(RED, True), lambda s: (s.red.ready, s.blue.ready), (True, False), None),
    (
        (e.ReadyChanged(RED, True),),
        e.StageOpened(Phase.WOUNDS, RED, second=True),
        lambda s: (s.phase, s.red.ready, s.declaring, s.declared_first),
        (Phase.WOUNDS, False, RED, True),
        None,
    ),
    (
        (CHALLENGED,),
        e.PhaseOpened(3, 2),
        lambda s: (s.duels, s.red.declared),
        ((), ()),
        ("Turn 2, phase 3: heroes' intervention", "BR-21"),
    ),
    (
        (),
        e.ForcesEvaluated(Case.SLIGHT, BLUE, True, 2000, 100, 60),
        lambda s: (s.case, s.favoured, s.base),
        (Case.SLIGHT, BLUE, 60),
        ("Blues has a slight advantage.", "BR-02"),
    ),
    (
        (),
        e.GeneralsShown(RED, 102, 101),
        lambda s: s.red.acting,
        102,
        ("Hero 102 leads Reds, Hero 101 is the second in command.", "BR-18"),
    ),
    (
        (),
        e.StrategicPointsGiven(RED, 9, 0),
        lambda s: s.red.points,
        2,
        ("Strategic points of Reds: 9.", "BR-14"),
    ),
    (
        (),
        e.ThresholdSet(RED, 60, 9, 4),
        lambda s: (s.red.threshold, s.red.points),
        (69, 4),
        ("Reds needs 69 victory points and starts with 4.", "BR-15"),
    ),
    (
        (DRAFTED, e.FriendTended(101), e.ModifierSet(RED, 5)),
        e.TurnOpened(2),
        lambda s: (s.turn, s.phase, s.red.draft.actions, s.red.aid, s.red.modifier),
        (2, Phase.START_OF_TURN, (), (), 0),
        None,
    ),
    (
        (),
        e.PointsChanged(RED, e.Cause.MORAL, 10, 12, flat=2),
        lambda s: (s.red.points, s.blue.points),
        (12, 2),
        ("Moral advantage: Reds gains 2, 10 → 12 victory points.", "BR-17"),
    ),
    (
        (),
        e.TacticsTested(RED, 101, K.COMMAND, PASSED),
        lambda s: s.red.luck.chances,
        ((0, 1), (50, 1)),  # the turn's own test had no chance
        ("Tactics roll of Hero 101, Command: 20 against 50, passed.", "BR-19"),
    ),
    (
        (),
        e.TacticsRolledAgain(35, 36),
        lambda s: s.phase,
        Phase.DECLARATIONS,
        ("Nobody wins by 35 and 36: rolled again.", "BR-18"),
    ),
    (
        (),
        e.TestModified(101, -10, 1),
        lambda s: (man(s).modifier, man(s).modified),
        (-10, 1),
        ("The GM modifies this turn's tests of Hero 101.", "BR-23"),
    ),
    (
        (e.WayScouted(101),),
        e.TacticsDecided(RED, e.TacticsReason.SUCCESS),
        lambda s: (s.initiative, s.red.scouted),
        (RED, 0),
        ("Reds wins the tactics roll: only its general succeeds.", "BR-20"),
    ),
    (
        (),
        e.ActionRevealed(101, "ha-05", GUN),
        lambda s: s.red.declared,
        (Declared(101, "ha-05", GUN),),
        ("Hero 101: Shoot or serve a gun.", "BR-21"),
    ),
    (
        (),
        e.ActionTested(101, "ha-05", GUN, FAILED, again=True),
        lambda s: (man(s).fortune, man(s).fate, s.red.luck.passed),
        (0, 1, 0),
        ("Hero 101 spends a Fortune Point: 70 against 50, failed.", "HA-05"),
    ),
    ((), e.FriendTended(101), lambda s: s.red.aid, (101,), ("Hero 101 will help one friend who bleeds.", "HA-02")),
    (
        (),
        e.WayScouted(101),
        lambda s: (s.red.scouted, s.blue.scouted),
        (10, 0),
        ("Hero 101: the side's next tactics roll is at +10.", "HA-04"),
    ),
    ((), CHALLENGED, lambda s: s.duels, (Duel(101, 201),), ("Hero 101 challenges Hero 201.", "HA-09")),
    (
        (CHALLENGED,),
        e.ChallengeAnswered(101, 201, False, by_rule=False),
        lambda s: s.duels,
        (Duel(101, 201, False),),
        ("Hero 201 declines the challenge of Hero 101.", "HA-09"),
    ),
    (
        (CHALLENGED,),
        e.DuelDecided(101, 201, 201),
        lambda s: s.duels,
        (Duel(101, 201),),
        ("Hero 201 beats Hero 101 in the duel.", "HA-09"),
    ),
    (
        (),
        STRUCK,
        lambda s: man(s).wounds,
        3,
        ("Hero 101 is hit, body: damage 9, Wounds 12 → 3.", "BR-28"),
    ),
    (
        (),
        CRITICAL,
        lambda s: man(s).injuries,
        (Injury(Location.HEAD, 3),),
        ("Critical wound of Hero 101, effect 3: wounded, head: Weapon Skill at -10 until treated.", "BR-28"),
    ),
    (
        (e.FriendTended(102), e.FriendTended(101)),
        e.BleedingStopped(101, 102),
        lambda s: (s.red.aid, man(s).bleeding),
        ((101,), False),
        ("A friend stops the bleeding of Hero 101.", "HA-02"),
    ),
    (
        (),
        e.BleedingTested(101, FAILED),
        lambda s: (man(s).dying, man(s).bleeding),
        (True, False),
        ("Hero 101 bleeds, Toughness: 70 against 50, failed.", "BR-28"),
    ),
    (
        (e.BleedingTested(101, FAILED),),
        e.FateBurned(101),
        lambda s: (man(s).dying, man(s).fate, man(s).condition),
        (False, 0, "out"),
        ("Hero 101 burns a Fate Point: out of action, but alive.", "BR-28"),
    ),
    (
        (e.BleedingTested(101, FAILED),),
        e.HeroDied(101),
        lambda s: (man(s).dying, man(s).wounds, man(s).condition),
        (False, 0, "dead"),
        ("Hero 101 is dead.", "BR-28"),
    ),
    ((), e.CommandPassed(RED, 102), lambda s: s.red.acting, 102, ("Hero 102 takes command of Reds.", "BR-30")),
    (
        (e.TurnEnded(1, 30),),
        e.TurnEnded(2, 60),
        lambda s: (s.minutes, s.trace[-1]),
        (90, (2, 2)),
        ("Turn 2 took 60 minutes.", "BR-36"),
    ),
    (
        (),
        ENDED,
        lambda s: (s.phase, s.ended),
        (Phase.RESULT, Ended(RED, Ending.THRESHOLD, massacre=True)),
        ("Reds wins the battle. Blues is massacred: there is no way out.", "BR-32"),
    ),
    (
        (ENDED,),
        e.AftermathCounted(BLUE, 900, 50),
        lambda s: (s.ended.dead, s.ended.wounded),
        ((0, 900), (0, 50)),
        ("Blues: 900 dead, 50 wounded.", "BD-15"),
    ),
    *RULED,
]
each_case = pytest.mark.parametrize(
    ("before", "event", "part", "value", "told"), CASES, ids=[type(case[1]).__name__ for case in CASES]
)


def test_every_type_of_event_has_a_case():
    assert {type(case[1]) for case in CASES} == set(get_args(BATAILLE.event_type))


@each_case
def test_evolve(before: Any, event: Any, part: Any, value: Any, told: Told):
    state = fighting(*before)
    assert part(BATAILLE.evolve(state, event)) == value
    assert part(state) != value or not changes(event)


def changes(event: Any) -> bool:
    """Whether the event changes the state at all; some lead to others that do."""
    return not isinstance(event, e.StrategicPointsGiven | e.TacticsRolledAgain | e.DuelDecided)


@each_case
def test_round_trip(before: Any, event: Any, part: Any, value: Any, told: Told):
    data = msgspec.json.encode(event)
    assert msgspec.json.decode(data, type=BATAILLE.event_type) == event


@each_case
def test_audience(before: Any, event: Any, part: Any, value: Any, told: Told):
    expected = EVERYBODY
    if isinstance(event, get_args(e.SideDraft) + (e.WithdrawalAsked,)):
        expected = frozenset({"gm", "red"})
    elif isinstance(event, get_args(e.GMDraft)):
        expected = frozenset({"gm"})
    assert event.audience == expected


@each_case
def test_narrate(before: Any, event: Any, part: Any, value: Any, told: Told):
    state = BATAILLE.evolve(fighting(*before), event)
    for viewer in AUDIENCES.values():
        line = BATAILLE.narrate(state, event, viewer)
        if told is None:
            assert line is None and not event.narrated
        else:
            assert line is not None and (str(line.message), line.clause) == told
