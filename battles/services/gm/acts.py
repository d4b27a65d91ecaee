"""What is told of the GM's acts: each is a step with a sentence, its reason, and who may read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from battles.models import Step
from battles.rules.ruleset import Line, Message, Values
from battles.services.figures import readable
from battles.services.gm.rulings import Settled, settled_of

LONGEST_REASON = 300
REASON = Message("Reason")
RULED = {
    "overruled": Message("%(test)s: the GM rules %(value)s instead of %(was)s."),
    "again": Message("%(test)s: rolled again on the GM's word: %(value)s instead of %(was)s."),
}


class Act(NamedTuple):
    """Its kind, and its particulars as they are stored with the step."""

    kind: str
    said: Mapping[str, Any]


NOTHING = Act("", {})


def told(kind: str, message: Message, *, reason: str = "", to: Iterable[str] = (), **particulars: Any) -> Act:
    """An act with a line in the report. to: the audiences that may read it, empty for everybody."""
    return Act(kind, {"message": msgspec.to_builtins(message), "reason": reason, "to": sorted(to)} | particulars)


def because(kind: str, reason: str, *, to: Iterable[str] = (), **particulars: Any) -> Act:
    """An act that the events of its step tell of; here is its reason."""
    return Act(kind, {"reason": reason, "to": sorted(to)} | particulars)


def silent(kind: str, **particulars: Any) -> Act:
    """One that nobody reads of."""
    return Act(kind, particulars)


def is_told(act: Act) -> bool:
    """Whether somebody may read of it."""
    return bool(act.said.get("message") or act.said.get("reason"))


def checked_reason(reason: str) -> str:
    """Raises Refused without one."""
    return readable("reason", REASON, reason, 1, LONGEST_REASON)


def lines(step: Step, audience: str) -> tuple[Line, ...]:
    """What the audience may read of the GM's part in a step: his act, and the rolls that he has settled."""
    return (*_act(step, audience), *_rulings(settled_of(step), audience))


def _act(step: Step, audience: str) -> Iterable[Line]:
    said = step.act
    if said.get("to") and audience not in said["to"]:
        return
    if "message" in said:
        yield Line(msgspec.convert(said["message"], Message), "")
    if said.get("reason"):
        yield _because(said["reason"])


def _rulings(settled: tuple[Settled, ...], audience: str) -> Iterable[Line]:
    mine = [each for each in settled if not each.audience or audience in each.audience]
    thrown = [str(each.value) for each in mine if each.how == "table" and each.holds]
    if thrown:
        yield Line(Message("Dice thrown at the table: %(dice)s.", {"dice": ", ".join(thrown)}), "")
    for each in mine:
        if each.how in RULED:
            values: Values = {"test": each.name, "value": each.value, "was": each.was}
            yield Line(Message(RULED[each.how].text, values), "")
            yield _because(each.reason)
            if not each.holds:
                yield Line(Message("That ruling no longer holds: the test was not taken."), "")


def _because(reason: str) -> Line:
    return Line(Message("Reason: %(reason)s", {"reason": reason}), "")
