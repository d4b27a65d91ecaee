"""A whole battle as a value and as a file: what it was opened with, each command and what it caused, how it ended.

The dice are drawn from the secret, so whoever has the file can decide everything again. It holds the secrets of both
sides: there is a recording of a battle that has ended, and none before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from battles.rules import by_key
from battles.rules.dice import Dice, SecretDice, SettledDice
from battles.rules.ruleset import AUDIENCES, Audience, Command, Event, Ruleset, Value, fold


class Act(Value):
    kind: str
    key: str = ""
    value: str = ""
    to_step: int = 0


class RecordedStep(Value):
    """Who commanded what, what it caused, and the digest of the state after, all as plain JSON values.

    dice: the number under which its rolls were drawn, 0 for the step's own. settled: the rolls that were not drawn, as
    (number, faces, value). act: the GM's, beside the rules: `adjusted` (key, value), `stopped`, `rewound` (to_step) or
    another that changes nothing; or anybody's, `undone` (to_step: the one before his edit). Then there is no command.
    """

    by: Audience
    command: Any
    events: Any
    state: str
    dice: int = 0
    settled: tuple[tuple[int, int, int], ...] = ()
    act: Act | None = None


class Recording(Value):
    """secret: of the dice, in hex; step n, from 1, is decided with SecretDice(secret, n). setup: as JSON values.

    old_secrets: those that held up to a step, where the GM has rewound a battle that was over.
    """

    ruleset: str
    title: str
    secret: str
    setup: Any
    steps: tuple[RecordedStep, ...]
    outcome: Any
    old_secrets: tuple[tuple[int, str], ...] = ()

    def secret_of(self, number: int) -> bytes:
        """The one that held when the step was written."""
        return bytes.fromhex(next((old for last, old in self.old_secrets if number <= last), self.secret))


class Replayed(NamedTuple):
    """A step decided anew."""

    by: Audience
    command: Command | None
    events: tuple[Event, ...]
    state: Any


def digest(state: Any) -> str:
    """Sixteen hex digits of a state."""
    return hashlib.sha256(msgspec.json.encode(state)).hexdigest()[:16]


def plain(value: Any) -> Any:
    """As it is read back from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def step(by: Audience, command: Command, events: tuple[Event, ...], state: Any) -> RecordedStep:
    return RecordedStep(by, plain(command), plain(events), digest(state))


def replay(recording: Recording) -> Iterator[Replayed]:
    """Every command and act of the recording decided again from its setup and its secrets."""
    rules = by_key(recording.ruleset)
    states = [rules.open(msgspec.convert(recording.setup, rules.setup_type))]
    for number, recorded in enumerate(recording.steps, 1):
        command = None if recorded.command is None else msgspec.convert(recorded.command, rules.command_type)
        dice = _dice(recording.secret_of(number), recorded, number)
        events, state = decided(rules, states, recorded.by, command, recorded.act, dice)
        states.append(state)
        yield Replayed(recorded.by, command, events, state)


def _dice(secret: bytes, recorded: RecordedStep, number: int) -> Dice:
    draw = SecretDice(secret, recorded.dice or number).draw
    return SettledDice(draw, {roll: (faces, value) for roll, faces, value in recorded.settled})


def decided(
    rules: Ruleset, states: Sequence[Any], by: Audience, command: Command | None, act: Act | None, dice: Dice
) -> tuple[tuple[Event, ...], Any]:
    """What a step's command or act leads to. states: after each step so far."""
    events: tuple[Event, ...] = ()
    if act is not None and act.kind == "rewound":
        return events, states[act.to_step]
    if act is not None and act.kind == "undone":
        return events, rules.undone(states[-1], AUDIENCES[by], states[act.to_step], states[act.to_step + 1])
    if command is not None:
        events = rules.decide(states[-1], AUDIENCES[by], command, dice)
    elif act is not None and act.kind == "adjusted":
        events = rules.adjust(states[-1], act.key, act.value)
    elif act is not None and act.kind == "stopped":
        events = rules.stop(states[-1])
    return events, fold(rules, states[-1], events)


def encode(recording: Recording) -> bytes:
    """JSON with a line for each step, so that two recordings can be compared line by line."""
    whole = {name: value for name, value in msgspec.structs.asdict(recording).items() if name != "steps"}
    if not recording.old_secrets:
        del whole["old_secrets"]
    head = b",\n".join(msgspec.json.encode(name) + b":" + msgspec.json.encode(value) for name, value in whole.items())
    steps = b",\n".join(msgspec.json.encode(each) for each in recording.steps)
    return b"{" + head + b',\n"steps":[\n' + steps + b"\n]}\n"


def decode(text: bytes) -> Recording:
    return msgspec.json.decode(text, type=Recording)
