"""Numbered rolls. Roll n of step s is a function of the battle's secret and (s, n), so a retry cannot re-roll."""

from __future__ import annotations

import hashlib
import hmac
from typing import Protocol


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
        limit = 2**256 - 2**256 % faces
        attempt = 0
        while (number := self._number(attempt)) >= limit:
            attempt += 1
        return number % faces + 1

    def _number(self, attempt: int) -> int:
        text = f"{self._step}:{self.count}:{attempt}".encode()
        return int.from_bytes(hmac.new(self._secret, text, hashlib.sha256).digest())


def commitment(secret: bytes) -> str:
    """The secret's SHA-256 in hex: public from the first step, so that the secret can be checked at the end."""
    return hashlib.sha256(secret).hexdigest()
