"""Rows in rows: weapons, advantages and rewards, written one a line, their parts parted by bars."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from battles.rules.ruleset import Message
from battles.services.figures import LONGEST_NAME
from battles.services.refusals import Refused, short

MOST_LINES, LONGEST_LINE = 20, 500
EITHER = "either"


@dataclass(frozen=True)
class Lines:
    """How such a line is written.

    parts: a pattern for each, whose groups are the struct's fields. template: the line of a struct's fields.
    shown: the same as people read it in a table.
    least: how many parts a line must have at least; what is left out is the struct's default.
    words: fields with a value of a list, `your_turn`, which people write `your turn`.
    defaults: what a field that is not written is, where the struct has no default.
    """

    example: str
    parts: tuple[str, ...]
    template: str
    shown: Message
    least: int
    words: tuple[str, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=dict)

    def text(self, items: Any) -> str:
        return "\n".join(self.template % self._written(item) for item in items)

    def _written(self, item: Any) -> dict[str, str]:
        return {name: self._word(name, getattr(item, name)) for name in item.__struct_fields__}

    def _word(self, name: str, value: Any) -> str:
        if value is None:
            return EITHER
        return str(value).replace("_", " ") if name in self.words else str(value)

    def read(self, title: Message, name: str, text: str) -> tuple[list[dict[str, str]], list[int]]:
        """The fields of each line, and the line's number as the person counts. Raises Refused."""
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        if len(lines) > MOST_LINES:
            raise Refused(name, "%(title)s: at most %(most)s lines are allowed.", title=title, most=MOST_LINES)
        return [self._line(title, name, *line) for line in lines], [number for number, _ in lines]

    def _line(self, title: Message, name: str, number: int, line: str) -> dict[str, str]:
        given = [part.strip() for part in line.split("|", len(self.parts) - 1)]
        if len(line) > LONGEST_LINE or len(given[0]) > LONGEST_NAME or not line.isprintable():
            raise Refused(
                name,
                "%(title)s, line %(number)s: at most %(line)s readable characters are allowed, %(name)s for the name.",
                title=title,
                number=number,
                line=LONGEST_LINE,
                name=LONGEST_NAME,
            )
        if not self.least <= len(given) <= len(self.parts):
            self._refuse(title, name, number, line)
        found = dict(self.defaults)
        for pattern, part in zip(self.parts, given, strict=False):
            hit = re.fullmatch(pattern, part, re.IGNORECASE | re.ASCII | re.DOTALL)
            if hit is None:
                self._refuse(title, name, number, part or line)
            found |= {key: value for key, value in hit.groupdict().items() if value is not None}
        return {key: self._stored(key, value) for key, value in found.items()}

    def _stored(self, key: str, value: str) -> str:
        return "_".join(value.lower().split()) if key in self.words else value

    def _refuse(self, title: Message, name: str, number: int, given: str) -> NoReturn:
        raise Refused(
            name,
            "%(title)s, line %(number)s: “%(given)s” is not understood. Write it like: %(example)s",
            title=title,
            number=number,
            given=short(given),
            example=self.example,
        )


def number(name: str) -> str:
    """`rate 3`, or the number alone."""
    return rf"(?:{name}\s+)?(?P<{name}>\d+)"


WEAPONS = Lines(
    example="Rifles | 1d10+2 | penetration 0 | rate 3 | blast 0",
    parts=(
        r"(?P<name>.+)",
        r"(?P<dice>\d+)?d(?P<faces>\d+)(?:\s*\+\s*(?P<flat>\d+))?",
        number("penetration"),
        number("rate"),
        number("blast"),
    ),
    template="%(name)s | %(dice)sd%(faces)s+%(flat)s | penetration %(penetration)s | rate %(rate)s | blast %(blast)s",
    shown=Message("%(name)s: %(dice)sd%(faces)s+%(flat)s, penetration %(penetration)s, rate %(rate)s, Blast %(blast)s"),
    least=4,
    defaults={"flat": "0"},
)
ADVANTAGES = Lines(
    example="Air Cover | passive | No enemy aircraft takes part in the mission. (Or: your turn)",
    parts=(r"(?P<name>.+)", r"(?P<kind>[\w ]+)", r"(?P<effect>.+)"),
    template="%(name)s | %(kind)s | %(effect)s",
    shown=Message("%(name)s (%(kind)s)"),
    least=3,
    words=("kind",),
)
REWARDS = Lines(
    example="land | decisive victory | red | The bridge stands. (Or: air; blue or either)",
    parts=(
        r"(?P<contest>\w+)",
        r"(?P<result>[\w ]+)",
        rf"(?:{EITHER}|(?P<side>\w+))",
        r"(?P<text>.+)",
    ),
    template="%(contest)s | %(result)s | %(side)s | %(text)s",
    shown=Message("%(contest)s, %(result)s, %(side)s: %(text)s"),
    least=4,
    words=("contest", "result", "side"),
)
LINES: Mapping[str, Lines] = {"weapons": WEAPONS, "advantages": ADVANTAGES, "rewards": REWARDS}
