"""The golden battles of Battlefront: their plans, how they are played, and what they hold together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront import lanes, outcome
from battles.rules.battlefront.catalogue import PROFILES, Domain, Trait
from battles.rules.battlefront.commands import StratagemKey
from battles.rules.battlefront.house_rules import QUESTIONS as QUESTIONS
from battles.rules.battlefront.setup import Reward, Setup
from battles.rules.battlefront.state import Ending, State
from battles.rules.recording import Replayed
from battles.rules.ruleset import GM, Audience, Command, Commander, Side
from tests.rules.grid import MASTER, NOVICE
from tests.rules.playing import one_of
from tests.rules.table import setup

RULES = BATTLEFRONT
WIDTHS = range(3, 10)
STOIC = tuple(msgspec.structs.replace(one, traits=(*one.traits, Trait.FEARLESS)) for one in PROFILES)
WINGS = (("interceptor", 4), ("starfighter", 3), ("bomber", 3))
LINE = (("infantry", 5), ("assault_tank", 4), ("ac_suit", 3), ("artillery", 3))
TINY = (("bomber", 1, 1), ("artillery", 1, 1))
DULL = (c.Ready, c.FillIn, c.Retreat, c.FightOn)
REWARDS = (
    Reward("air", "stalemate", "Both sides share the airfield."),
    Reward("land", "defeat", "The bridge is lost.", Side.RED),
    Reward("land", "decisive_victory", "A company of engineers joins."),
)


class Plan(NamedTuple):
    """One golden battle. must: words of `contents.held` that it has. wild: how often a side takes any offer at all
    instead of what is suggested. tricks: how often it plays a stratagem that it could. retreats: contest and round in
    which which sides leave. rules: the number of the combination of house rules, 0 for the defaults."""

    title: str
    opened: dict[str, Any]
    must: tuple[str, ...] = ()
    rules: int = 0
    wild: float = 0.0
    tricks: float = 0.2
    retreats: Mapping[tuple[str, int], tuple[Side, ...]] = {}


def both(hordes: Any, **options: Any) -> dict[str, Any]:
    return {"red": hordes, "blue": hordes, **options}


RED, BLUE = (Side.RED,), (Side.BLUE,)
PLANS: dict[str, Plan] = {
    "rounds": Plan(
        "To the last round",
        both((("bomber", 5), ("infantry", 5), ("tank", 4)), width=5, profiles=STOIC),
        ("ending air rounds both", "ending land rounds both"),
    ),
    "red-retreats": Plan(
        "Red leaves twice",
        both((*WINGS, *LINE), width=3, rewards=REWARDS),
        ("ending air retreat red", "ending land retreat red", "first deployment 4"),
        rules=1,
        retreats={("air", 2): RED, ("land", 2): RED},
    ),
    "blue-retreats": Plan(
        "Blue leaves twice",
        both((*WINGS[:2], *LINE), width=4, terrain="urban"),
        ("ending air retreat blue", "ending land retreat blue"),
        rules=2,
        retreats={("air", 1): BLUE, ("land", 3): BLUE},
    ),
    "both-retreat": Plan(
        "Nobody stays",
        both((*WINGS, *LINE), width=6, rewards=REWARDS),
        ("ending air retreat both", "ending land retreat both", "result air Stalemate"),
        retreats={("air", 2): (*RED, *BLUE), ("land", 2): (*RED, *BLUE)},
    ),
    "all-broken": Plan(
        "Two routs",
        both((("bomber", 3), ("interceptor", 2), ("infantry", 3), ("tank", 2)), width=5, blue_skill=NOVICE),
        ("ending air broken blue", "ending land broken blue"),
        rules=4,
    ),
    "all-destroyed": Plan(
        "Nothing is left",
        {"red": (*WINGS, *LINE), "blue": (("bomber", 1, 9), ("infantry", 1, 9)), "width": 7, "profiles": STOIC},
        ("ending air destroyed blue", "ending land destroyed blue", "result land Decisive Victory"),
        rules=2,
    ),
    "both-at-once": Plan(
        "Both at once",
        both(TINY, width=3),
        ("ending air destroyed both", "ending land destroyed both", "result land Stalemate"),
    ),
    "broken-and-destroyed": Plan(
        "Some fled, some fell",
        {
            "red": (("bomber", 5), ("tank", 4)),
            "blue": (("bomber", 5), ("bomber", 1, 3), ("infantry", 1, 2), ("artillery", 3)),
            "width": 3,
            "blue_skill": NOVICE,
        },
        ("ending air lost blue", "ending land lost blue"),
    ),
    "empty-sky": Plan(
        "An empty sky",
        {"red": LINE, "blue": (("bomber", 5), ("bomber", 5), *LINE), "width": 7, "terrain": "rough"}
        | {"invader": Side.RED},
        ("ending air absent red", "result air Enemy Sky", "first deployment 4", "width 9"),
        rules=5,
        wild=0.1,
    ),
    "empty-field": Plan(
        "An empty field",
        {"red": (*WINGS, *LINE), "blue": WINGS, "width": 8, "rewards": REWARDS},
        ("ending land absent blue", "result land Decisive Victory"),
        rules=3,
    ),
    "first-two": Plan(
        "Two hordes first",
        {"red": (("bomber", 5, 100), *LINE), "blue": (*LINE, ("tank", 4)), "width": 7, "terrain": "fortified"},
        ("result air Air Superiority", "first deployment 2", "result land Defeat"),
        wild=0.1,
    ),
    "stratagems": Plan(
        "Every stratagem",
        both((("bomber", 3), *LINE, ("artillery", 3)), width=5, red_skill=MASTER, blue_skill=MASTER),
        tuple(f"stratagem {key}" for key in c.StratagemKey),
        tricks=0.9,
    ),
    "moving-up": Plan(
        "Up from the Rear",
        both((("bomber", 3), *LINE, ("infantry", 4)), width=4, red_skill=MASTER, blue_skill=MASTER),
        ("event HordeMovedUp", "event TargetLost", "event AttackSilenced"),
        rules=4,
        wild=0.5,
        tricks=0.4,
    ),
    "illustration": Plan(
        "German against French",
        {
            "red": (*[("assault_tank", 4)] * 2, *[("infantry", 5)] * 2, ("ac_suit", 3), ("artillery", 3)),
            "blue": (("ac_suit", 3), *[("infantry", 5)] * 5, ("tank", 4), *[("artillery", 3)] * 2),
            "width": 7,
            "terrain": "rough",
            "invader": Side.RED,
        },
        ("ending air absent both", "result land Defeat"),
        tricks=0.1,
    ),
    "second-thoughts": Plan(
        "Second thoughts",
        both((*WINGS, *LINE, ("infantry", 2)), width=6, terrain="river", red_skill=MASTER, blue_skill=MASTER),
        ("command FightOn", "command TakeUp", "command HoldBack", "command StayBack", "command ReturnAdvantage")
        + ("command DropStratagem", "command CancelAttack", "command Unready", "command LeaveHorde"),
        rules=2,
        wild=0.75,
    ),
}


def opened(plan: Plan, rules: Any) -> Setup:
    whole = setup(**{**plan.opened, "rules": rules})
    used = {horde.profile for army in (whole.red, whole.blue) for horde in army.hordes}
    return msgspec.structs.replace(whole, profiles=tuple(one for one in whole.profiles if one.key in used))


def chosen(plan: Plan, state: State, random: Random, played: set[Any]) -> tuple[Audience, Command] | None:
    """The GM goes on when he can; otherwise a side that has not sealed yet."""
    if moves := BATTLEFRONT.options(state, GM()):
        return "gm", moves[0]
    sides = [side for side in Side if BATTLEFRONT.suggest(state, side)]
    if not sides:
        return None
    side = random.choice(sides)
    if state.of(side.rival).ready and random.random() < plan.wild / 10:
        return Commander(side.rival).audience, c.Unready()
    return Commander(side).audience, _of_a_side(plan, state, side, random, played)


def _of_a_side(plan: Plan, state: State, side: Side, random: Random, played: set[Any]) -> Command:
    options = BATTLEFRONT.options(state, Commander(side))
    if side in plan.retreats.get((state.phase, state.round), ()) and c.Retreat() in options:
        return c.Retreat()
    tricks = [one for one in options if isinstance(one, c.PlayStratagem)]
    if tricks and state.of(side).draft.stratagem is None and random.random() < plan.tricks:
        fresh = [one for one in tricks if one.stratagem not in played] or (tricks if random.random() < 0.1 else [])
        if fresh:
            key = random.choice(sorted({one.stratagem for one in fresh}))
            played.add(key)
            return random.choice([one for one in fresh if one.stratagem == key])
    if random.random() < plan.wild:
        if state.of(side).draft.retreat:
            return c.FightOn()
        if offers := tuple(one for one in options if not isinstance(one, DULL) or random.random() < 0.05):
            return one_of(offers, random)
    return BATTLEFRONT.suggest(state, side)[0]


def words(step: Replayed) -> Iterator[str]:
    """What a step has in it beside its command's and its events' types."""
    for event in step.events:
        yield from _event(event, step.state)


def _event(event: Any, state: State) -> Iterator[str]:
    match event:
        case e.ContestEnded(contest=contest, ending=ending, side=side):
            yield f"ending {contest} {ending} {side or 'both'}"
            yield f"any ending {contest} {ending}"
        case e.ResultDeclared(contest=contest):
            for side in Side:
                yield f"result {contest} {outcome.name(contest, event.red_total - event.blue_total, side)}"
        case e.StratagemPlayed(stratagem=stratagem):
            yield f"stratagem {stratagem}"
        case e.FirstHordesShown():
            yield f"first deployment {state.first_count}"
        case e.DeploymentRevealed():
            yield from (f"width {lanes.width(state, side)}" for side in Side)


def wanted() -> frozenset[str]:
    """What all of them together must hold, beside every command, event and house rule."""
    losses = (Ending.BROKEN, Ending.DESTROYED, Ending.LOST)
    retreats = {f"ending {contest} {Ending.RETREAT} {who}" for contest in Domain for who in (*Side, "both")}
    limits = {f"ending {contest} {Ending.ROUNDS} both" for contest in Domain}
    both_at_once = {f"ending {contest} {Ending.DESTROYED} both" for contest in Domain}
    grades = {f"result {contest} {name}" for contest in Domain for name in _grade_names(contest)}
    return frozenset(
        {
            *(retreats | limits | both_at_once | grades),
            *(f"any ending {contest} {ending}" for contest in Domain for ending in (*losses, Ending.ABSENT)),
            *(f"stratagem {key}" for key in StratagemKey),
            *(f"first deployment {count}" for count in (2, 4)),
            *(f"width {width}" for width in WIDTHS),
        }
    )


def _grade_names(contest: Domain) -> Iterator[str]:
    for lead in (0, 100, 200):
        yield from (str(outcome.name(contest, lead, side)) for side in Side)
