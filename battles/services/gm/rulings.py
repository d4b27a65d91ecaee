"""A command that is decided but not yet published: its dice are thrown at the table, or the GM rules on it first.

Until it is published the battle stands where it stood. Nothing is stored of what the command would cause: that follows
from the state, the command and the rolls, and is reckoned anew each time it is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from battles.models import Battle, Step
from battles.rules.dice import Marked, MarkingDice, Missing, Rolled, SecretDice, SettledDice, missing
from battles.rules.ruleset import AUDIENCES, GM, Command, Event, Line, Message, Ruleset, Side, fold

How = Literal["table", "overruled", "again"]


class Settled(msgspec.Struct, frozen=True, omit_defaults=True):
    """A roll that was not drawn: thrown at the table, overruled, or rolled again, by now so many `times`.

    was: what it was before. name: of its test. audience: who may read of it, empty for everybody. holds: not once an
    earlier ruling has led to another test under its number. asked: its test, by what was rolled before it alone.
    """

    number: int
    faces: int
    value: int
    how: How
    name: Message
    reason: str = ""
    was: int = 0
    times: int = 0
    audience: tuple[str, ...] = ()
    holds: bool = True
    asked: Message = Message("A roll")


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """command: as plain JSON values. audience, actor: whose it is. table: its dice are thrown at the table. draft: the
    GM rules on it before it is published. settled: everything that was ruled or thrown, in that order.
    """

    command: Any
    audience: str
    actor: int | None
    table: bool = False
    draft: bool = False
    settled: tuple[Settled, ...] = ()


class Trial(NamedTuple):
    """What a pending command would cause. missing: the die that has to be thrown first; then there are no events."""

    events: tuple[Event, ...]
    state: Any
    rolls: tuple[Rolled, ...]
    missing: Missing | None


class Asked(NamedTuple):
    faces: int
    name: Message


class Test(NamedTuple):
    """One roll of a pending command as its GM sees it. value: 0 for one that is to be thrown. line: what it brings."""

    number: int
    faces: int
    value: int
    name: Message
    side: Side | None
    line: Line | None
    audience: frozenset[str]
    settled: Settled | None


def pending_of(step: Step) -> Pending | None:
    return msgspec.convert(step.pending, Pending) if step.pending else None


def settled_of(step: Step) -> tuple[Settled, ...]:
    return msgspec.convert(step.rulings, tuple[Settled, ...])


def effective(settled: tuple[Settled, ...]) -> dict[int, Settled]:
    """The last word on each roll, by its number."""
    return {each.number: each for each in settled if each.holds}


def dice_for(secret: bytes, dice: int, settled: tuple[Settled, ...], *, table: bool) -> SettledDice:
    """The rolls of a step: as settled, and otherwise drawn under the number `dice`, or missing at a table."""
    draw = missing if table else SecretDice(secret, dice).draw
    return SettledDice(draw, {number: (each.faces, each.value) for number, each in effective(settled).items()})


def command_of(rules: Ruleset, pending: Pending) -> Command:
    command: Command = msgspec.convert(pending.command, rules.command_type)
    return command


def tried(battle: Battle, rules: Ruleset, step: Step, state: Any, pending: Pending) -> Trial:
    """step: the battle's last."""
    dice = dice_for(bytes(battle.secret), step.dice + 1, pending.settled, table=pending.table)
    try:
        events = rules.decide(state, AUDIENCES[pending.audience], command_of(rules, pending), dice)
    except Missing as wanted:
        return Trial((), state, tuple(dice.rolls), wanted)
    return Trial(events, fold(rules, state, events), tuple(dice.rolls), None)


def tests(rules: Ruleset, state: Any, pending: Pending, trial: Trial) -> tuple[Test, ...]:
    """Every roll with the name of its test; at a table the last one is that which has to be thrown next."""
    dice = MarkingDice(trial.rolls)
    events = rules.decide(state, AUDIENCES[pending.audience], command_of(rules, pending), dice)
    after = fold(rules, state, events)
    tellers = {number: event for event in reversed(events) for number in _marks(event)}
    known = effective(pending.settled)
    rolls = list(trial.rolls)
    if trial.missing:
        rolls.append(Rolled(trial.missing.number, trial.missing.faces, 0))
    return tuple(_test(rules, after, roll, tellers.get(roll.number), known.get(roll.number)) for roll in rolls)


def asked(rules: Ruleset, state: Any, pending: Pending, rolls: tuple[Rolled, ...], number: int) -> Asked | None:
    """The die and the test that roll `number` is for, by what was rolled before it alone; None for no roll at all."""
    dice = MarkingDice(rolls[: number - 1])
    events = rules.decide(state, AUDIENCES[pending.audience], command_of(rules, pending), dice)
    event = next((event for event in events if number in _marks(event)), None)
    if event is None:
        return Asked(dice.faces[number], Message("A roll")) if number in dice.faces else None
    return Asked(dice.faces[number], rules.rolled(fold(rules, state, events), event))


def holding(battle: Battle, rules: Ruleset, step: Step, state: Any, pending: Pending, since: int) -> Pending:
    """Without what was said of tests that are not taken any more, now that roll `since` is another: a ruling is on a
    test, not on a number.
    """
    for number in sorted(number for number in effective(pending.settled) if number > since):
        said, trial = effective(pending.settled)[number], tried(battle, rules, step, state, pending)
        reached = number <= len(trial.rolls)
        if not reached or asked(rules, state, pending, trial.rolls, number) != (said.faces, said.asked):
            kept = (replace(each, holds=False) if each is said else each for each in pending.settled)
            pending = replace(pending, settled=tuple(kept))
    return pending


def _test(rules: Ruleset, after: Any, roll: Rolled, event: Event | None, settled: Settled | None) -> Test:
    if event is None:
        return Test(*roll, Message("A roll"), None, None, frozenset(AUDIENCES), settled)
    line = rules.narrate(after, event, GM()) if event.narrated else None
    name = rules.rolled(after, event)
    return Test(*roll, name, line.side if line else None, line if roll.value else None, event.audience, settled)


def _marks(value: Any) -> Iterator[int]:
    """The numbers of the rolls that an event holds."""
    if isinstance(value, Marked):
        yield value.number
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _marks(getattr(value, name))
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _marks(each)
