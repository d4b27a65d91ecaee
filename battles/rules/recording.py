"""A whole battle as a value and as a file: what it was opened with, each command and what it caused, how it ended.

The dice are drawn from the secret, so whoever has the file can decide everything again. It holds the secrets of both
sides: there is a recording of a battle that has ended, and none before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from battles.rules import by_key
from battles.rules.dice import SecretDice
from battles.rules.ruleset import AUDIENCES, Audience, Command, Event, Value, fold


class RecordedStep(Value):
    """Who commanded what, what it caused, and the digest of the state after, all as plain JSON values."""

    by: Audience
    command: Any
    events: Any
    state: str


class Recording(Value):
    """secret: of the dice, in hex; step n, from 1, is decided with SecretDice(secret, n). setup: as JSON values."""

    ruleset: str
    title: str
    secret: str
    setup: Any
    steps: tuple[RecordedStep, ...]
    outcome: Any


class Replayed(NamedTuple):
    """A step decided anew."""

    by: Audience
    command: Command
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
    """Every command of the recording decided again from its setup and its secret."""
    rules, secret = by_key(recording.ruleset), bytes.fromhex(recording.secret)
    state = rules.open(msgspec.convert(recording.setup, rules.setup_type))
    for number, recorded in enumerate(recording.steps, 1):
        command = msgspec.convert(recorded.command, rules.command_type)
        events = rules.decide(state, AUDIENCES[recorded.by], command, SecretDice(secret, number))
        state = fold(rules, state, events)
        yield Replayed(recorded.by, command, events, state)


def encode(recording: Recording) -> bytes:
    """JSON with a line for each step, so that two recordings can be compared line by line."""
    whole = {name: getattr(recording, name) for name in recording.__struct_fields__ if name != "steps"}
    head = b",\n".join(msgspec.json.encode(name) + b":" + msgspec.json.encode(value) for name, value in whole.items())
    steps = b",\n".join(msgspec.json.encode(each) for each in recording.steps)
    return b"{" + head + b',\n"steps":[\n' + steps + b"\n]}\n"


def decode(text: bytes) -> Recording:
    return msgspec.json.decode(text, type=Recording)
