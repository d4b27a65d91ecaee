"""Writes the golden battles anew: `python -m tests.rules.golden.make [name ...]`, or `make golden` for all.

Only for a change of the rules that is meant to change them; what it changed is read in the diff, line by line. A battle
keeps its commands as long as they are legal and lead to what its plan must have, so that the diff is small; one that a
plan does not know (a recorded one) too. Otherwise it is played anew: its seed is searched from 0, and the dice's secret
follows from name and seed, so the same rules give the same files. The reports are written with them.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront.catalogue import PROFILES, Trait
from battles.rules.battlefront.house_rules import BY_FIELD, HouseRules, parse
from battles.rules.battlefront.setup import Reward, Setup
from battles.rules.battlefront.state import State
from battles.rules.dice import SecretDice
from battles.rules.recording import Recording, encode, plain, replay, step
from battles.rules.ruleset import AUDIENCES, GM, Audience, Command, Commander, Illegal, Side, fold
from tests.rules.golden.contents import LIMIT, held, load, missing, names, path_of
from tests.rules.golden.reports import report
from tests.rules.grid import MASTER, NOVICE
from tests.rules.playing import one_of
from tests.rules.table import setup

STOIC = tuple(msgspec.structs.replace(one, traits=(*one.traits, Trait.FEARLESS)) for one in PROFILES)
WINGS = (("interceptor", 4), ("starfighter", 3), ("bomber", 3))
LINE = (("infantry", 5), ("assault_tank", 4), ("ac_suit", 3), ("artillery", 3))
TINY = (("bomber", 1, 1), ("artillery", 1, 1))
DULL = (c.Ready, c.FillIn, c.Retreat, c.FightOn)
MOST_STEPS, MOST_SEEDS = 400, 500
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


def combination(number: int) -> HouseRules:
    """The defaults, then each field at another of its values in turn."""
    if not number:
        return HouseRules()
    options = {field: choice.options for field, choice in BY_FIELD.items() if field}
    chosen = {field: found[(number + place) % len(found)].value for place, (field, found) in enumerate(options.items())}
    return parse(chosen)


def opened(plan: Plan) -> Setup:
    whole = setup(**{**plan.opened, "rules": combination(plan.rules)})
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


def play(name: str, seed: int) -> Recording | None:
    """The plan's battle by this seed; None if it has not what it must have, or is long."""
    plan, random, played = PLANS[name], Random(f"{name} {seed}"), set[Any]()
    secret = hashlib.sha256(f"golden {name} {seed}".encode()).digest()
    begun = opened(plan)
    state, steps = BATTLEFRONT.open(begun), []
    while move := chosen(plan, state, random, played):
        by, command = move
        events = BATTLEFRONT.decide(state, AUDIENCES[by], command, SecretDice(secret, len(steps) + 1))
        state = fold(BATTLEFRONT, state, events)
        steps.append(step(by, command, events, state))
        if len(steps) > MOST_STEPS:
            return None
    last = plain(BATTLEFRONT.outcome(state))
    recording = Recording(BATTLEFRONT.key, plan.title, secret.hex(), plain(begun), tuple(steps), last)
    return recording if fits(name, recording) else None


def fits(name: str, recording: Recording) -> bool:
    """Whether it is over, small, and has what the plan of that name, if there is one, must have."""
    must = PLANS[name].must if name in PLANS else ()
    return recording.outcome is not None and held(recording) >= set(must) and len(encode(recording)) < LIMIT


def again(name: str) -> Recording | None:
    """The battle that is there with its own commands; None if there is none, or one is not legal any more."""
    if name not in names():
        return None
    old, steps, state = load(name), [], None
    try:
        for replayed in replay(old):
            steps.append(step(*replayed))
            state = replayed.state
    except (Illegal, msgspec.ValidationError):
        return None
    new = msgspec.structs.replace(old, steps=tuple(steps), outcome=plain(BATTLEFRONT.outcome(state)))
    return new if fits(name, new) else None


def make(name: str) -> Recording:
    if recording := again(name):
        print(f"{name}: the same {len(recording.steps)} commands")
        return recording
    if name not in PLANS:
        raise SystemExit(f"{name}: its commands are not legal any more, and there is no plan to play it anew.")
    for seed in range(MOST_SEEDS):
        if recording := play(name, seed):
            print(f"{name}: played anew, seed {seed}, {len(recording.steps)} commands")
            return recording
    raise SystemExit(f"{name}: no seed gives what it must have: {PLANS[name].must}")


def main(asked: list[str]) -> None:
    for name in asked or sorted({*PLANS, *names()}):
        recording = make(name)
        path_of(name).write_bytes(encode(recording))
        path_of(name).with_suffix(".txt").write_text(report(recording))
    print("missing:", missing(frozenset().union(*(held(load(name)) for name in names()))) or "nothing")


if __name__ == "__main__":
    main(sys.argv[1:])
