"""The golden battles as they lie beside this file, and what a battle holds, computed from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import asdict

from battles.rules.battlefront import events as e
from battles.rules.battlefront import lanes, outcome
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import BattlefrontCommand, StratagemKey
from battles.rules.battlefront.house_rules import BY_FIELD, HouseRules
from battles.rules.battlefront.setup import Setup
from battles.rules.battlefront.state import Ending, State
from battles.rules.recording import Recording, Replayed, decode, replay
from battles.rules.ruleset import Side

FOLDER = Path(__file__).resolve().parent
LIMIT = 150_000  # bytes
WIDTHS = range(3, 10)


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.json"


def load(name: str) -> Recording:
    return decode(path_of(name).read_bytes())


def held(recording: Recording) -> frozenset[str]:
    """What the battle has in it, in words that can be compared."""
    rules = msgspec.convert(recording.setup, Setup).house_rules
    steps = tuple(replay(recording))
    return frozenset({*_rules(rules), *(word for step in steps for word in _step(step))})


def _rules(rules: HouseRules) -> Iterator[str]:
    for field, value in asdict(rules).items():
        yield f"rule {BY_FIELD[field].id}={value}"


def _step(step: Replayed) -> Iterator[str]:
    yield f"command {type(step.command).__name__}"
    for event in step.events:
        yield f"event {type(event).__name__}"
        yield from _event(event, step.state)


def _event(event: Any, state: State) -> Iterator[str]:
    match event:
        case e.ContestEnded(contest=contest, ending=ending, side=side):
            yield f"ending {contest} {ending} {side or 'both'}"
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
    """What all golden battles together must hold."""
    losses = (Ending.BROKEN, Ending.DESTROYED, Ending.LOST)
    retreats = {f"ending {contest} {Ending.RETREAT} {who}" for contest in Domain for who in (*Side, "both")}
    limits = {f"ending {contest} {Ending.ROUNDS} both" for contest in Domain}
    both_at_once = {f"ending {contest} {Ending.DESTROYED} both" for contest in Domain}
    grades = {f"result {contest} {name}" for contest in Domain for name in _grade_names(contest)}
    rules = {f"rule {choice.id}={option.value}" for choice in BY_FIELD.values() for option in choice.options}
    return frozenset(
        {
            *(retreats | limits | both_at_once | grades | rules),
            *(f"any ending {contest} {ending}" for contest in Domain for ending in (*losses, Ending.ABSENT)),
            *(f"stratagem {key}" for key in StratagemKey),
            *(f"first deployment {count}" for count in (2, 4)),
            *(f"width {width}" for width in WIDTHS),
            *(f"command {kind.__name__}" for kind in BattlefrontCommand.__args__),
            *(f"event {kind.__name__}" for kind in e.BattlefrontEvent.__args__),
        }
    )


def _grade_names(contest: Domain) -> Iterator[str]:
    for lead in (0, 100, 200):
        yield from (str(outcome.name(contest, lead, side)) for side in Side)


def missing(found: frozenset[str]) -> list[str]:
    """`any ending air broken` is one of either side's, or of both."""
    endings = {f"any {word.rpartition(' ')[0]}" for word in found if word.startswith("ending ")}
    return sorted(wanted() - found - endings)
