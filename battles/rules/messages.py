"""Values, and the sentences among them that people read."""

from __future__ import annotations

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of all frozen values that are stored or sent: strict, and short as JSON."""


Values = dict[str, "str | int | Message"]


class Message(Value):
    """A sentence in English with `%(name)s` places: the interface translates `text` and then fills in `values`.

    A value that is itself a message is translated too; a plain text, such as a name, stays as it is. row: it is a
    `row_text`.
    """

    text: str
    values: Values = {}
    row: bool = False

    def __str__(self) -> str:
        return self.text % self.values if self.values else self.text


def row_text(text: str) -> Message:
    """A text of a catalogue row, such as its name: translated where it is a bundled one, else as it was written."""
    return Message(text, row=True)


def tenths(number: int) -> Message:
    """24 as 2.4, with the decimal sign of the reader's language."""
    sign = "-" if number < 0 else ""
    return Message("%(sign)s%(whole)s.%(tenth)s", {"sign": sign, "whole": abs(number) // 10, "tenth": abs(number) % 10})


class Term(Value):
    """One part of a written-out sum or test: `+12 · Interceptors`.

    plain: a figure by itself (a roll, a target, a degree), shown without a sign.
    """

    label: Message
    value: int
    plain: bool = False
