"""Numbered rolls. Roll n of step s is a function of the battle's secret and (s, n), so a retry cannot re-roll."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Protocol


class Dice(Protocol):
    """Anything that can be rolled: each call is the step's next numbered roll."""

    def roll(self, faces: int) -> int:
        """A number in 1..faces."""


class SecretDice:
    """The rolls of one step, drawn from the battle's secret.

    Roll n is HMAC-SHA256(secret, "step:n:attempt") read as 32-byte numbers; values in the last, incomplete
    stretch of `faces` are rejected, so every face is equally likely. `secret` is at least 16 bytes, `step` and n
    count from 1.
    """

    def __init__(self, secret: bytes, step: int) -> None:
        if len(secret) < 16:
            raise ValueError("a battle's secret has at least 16 bytes")
        self._secret = secret
        self._step = step
        self.count = 0

    def roll(self, faces: int) -> int:
        self.count += 1
        return self.draw(self.count, faces)

    def draw(self, number: int, faces: int, again: int = 0) -> int:
        """The roll of that number. again: how often the GM has had it rolled again."""
        limit = 2**256 - 2**256 % faces
        attempt = 0
        while (drawn := self._drawn(number, attempt, again)) >= limit:
            attempt += 1
        return drawn % faces + 1

    def _drawn(self, number: int, attempt: int, again: int) -> int:
        text = f"{self._step}:{number}:{attempt}" + (f":{again}" if again else "")
        return int.from_bytes(hmac.new(self._secret, text.encode(), hashlib.sha256).digest())


class Rolled(NamedTuple):
    """One roll of a step: its number from 1, the die, what came."""

    number: int
    faces: int
    value: int


class Missing(Exception):
    """A die has to be thrown at the table before the rules can go on."""

    def __init__(self, number: int, faces: int) -> None:
        self.number, self.faces = number, faces
        super().__init__(f"roll {number}, a d{faces}, has not been thrown")


class SettledDice:
    """The rolls of one step, some of them settled by hand: number -> (faces, value).

    One that was settled for another die than the rules ask for now, since an earlier roll was changed, does not count.
    draw: what the others are, by number and faces; it raises Missing where dice are thrown at the table.
    """

    def __init__(self, draw: Callable[[int, int], int], settled: Mapping[int, tuple[int, int]]) -> None:
        self._draw, self._settled = draw, settled
        self.rolls: list[Rolled] = []

    def roll(self, faces: int) -> int:
        number = len(self.rolls) + 1
        die, value = self._settled.get(number, (0, 0))
        if die != faces:
            value = self._draw(number, faces)
        self.rolls.append(Rolled(number, faces, value))
        return value


def missing(number: int, faces: int) -> int:
    """No die has been thrown."""
    raise Missing(number, faces)


class Marked(int):
    """A rolled number that knows which roll it was: the event that holds it tells of that roll."""

    number = 0

    @classmethod
    def of(cls, rolled: Rolled) -> Marked:
        mark = cls(rolled.value)
        mark.number = rolled.number
        return mark


def read_off(rolled: int, value: int) -> int:
    """What is read off a roll, as a d3 off a d6: it tells of the same roll."""
    return Marked.of(Rolled(rolled.number, 0, value)) if isinstance(rolled, Marked) else value


class MarkingDice:
    """Rolls the same numbers, marked; beyond them ones."""

    def __init__(self, rolls: Iterable[Rolled]) -> None:
        self._rolls = {rolled.number: rolled for rolled in rolls}
        self._count = 0
        self.faces: dict[int, int] = {}

    def roll(self, faces: int) -> int:
        self._count += 1
        self.faces[self._count] = faces
        return Marked.of(self._rolls.get(self._count) or Rolled(self._count, faces, 1))


def commitment(secret: bytes) -> str:
    """The secret's SHA-256 in hex: public from the first step, so that the secret can be checked at the end."""
    return hashlib.sha256(secret).hexdigest()
