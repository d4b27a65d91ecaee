"""Writes the golden battles anew: `python -m tests.rules.golden.make [name ...]`, or `make golden` for all.

Only for a change of the rules that is meant to change them; what it changed is read in the diff, line by line. A battle
keeps its commands as long as they are legal and lead to what its plan must have, so that the diff is small; one that a
plan does not know (a recorded one) too. Otherwise it is played anew: its seed is searched from 0, and the dice's secret
follows from name and seed, so the same rules give the same files. The reports are written with them.
"""

from __future__ import annotations

import hashlib
import sys
from random import Random
from typing import Any

import msgspec

from battles.rules import by_key
from battles.rules.dice import SecretDice
from battles.rules.recording import Recording, encode, plain, replay, step
from battles.rules.ruleset import AUDIENCES, Illegal, fold
from tests.rules.golden.contents import GAMES, LIMIT, held, load, missing, names, path_of
from tests.rules.golden.reports import report

MOST_STEPS, MOST_SEEDS = 400, 500
PLANS = {name: game for game in GAMES.values() for name in game.PLANS}


def combination(questions: Any, number: int) -> Any:
    """The defaults, then each field at another of its values in turn."""
    if not number:
        return questions.parse({})
    options = {field: choice.options for field, choice in questions.by_field.items() if field}
    chosen = {field: found[(number + place) % len(found)].value for place, (field, found) in enumerate(options.items())}
    return questions.parse(chosen)


def play(name: str, seed: int) -> Recording | None:
    """The plan's battle by this seed; None if it has not what it must have, or is long."""
    game, random, played = PLANS[name], Random(f"{name} {seed}"), set[Any]()
    rules, plan = game.RULES, game.PLANS[name]
    secret = hashlib.sha256(f"golden {name} {seed}".encode()).digest()
    begun = game.opened(plan, combination(game.QUESTIONS, plan.rules))
    state, steps = rules.open(begun), []
    while move := game.chosen(plan, state, random, played):
        by, command = move
        events = rules.decide(state, AUDIENCES[by], command, SecretDice(secret, len(steps) + 1))
        state = fold(rules, state, events)
        steps.append(step(by, command, events, state))
        if len(steps) > MOST_STEPS:
            return None
    last = plain(rules.outcome(state))
    recording = Recording(rules.key, plan.title, secret.hex(), plain(begun), tuple(steps), last)
    return recording if fits(name, recording) else None


def fits(name: str, recording: Recording) -> bool:
    """Whether it is over, small, and has what the plan of that name, if there is one, must have."""
    must = PLANS[name].PLANS[name].must if name in PLANS else ()
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
    new = msgspec.structs.replace(old, steps=tuple(steps), outcome=plain(by_key(old.ruleset).outcome(state)))
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
    raise SystemExit(f"{name}: no seed gives what it must have: {PLANS[name].PLANS[name].must}")


def main(asked: list[str]) -> None:
    for name in asked or sorted({*PLANS, *names()}):
        recording = make(name)
        path_of(name).write_bytes(encode(recording))
        path_of(name).with_suffix(".txt").write_text(report(recording))
    for ruleset in GAMES:
        found = frozenset().union(*(held(load(name)) for name in names(ruleset)))
        print(f"missing, {ruleset}:", missing(ruleset, found) or "nothing")


if __name__ == "__main__":
    main(sys.argv[1:])
