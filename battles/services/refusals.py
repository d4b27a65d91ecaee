"""What a campaign's forms are refused with: a sentence about one field."""

from __future__ import annotations

from battles.rules.ruleset import Message

SHORT = 60


class Refused(Exception):
    """A sentence for whoever tried, and the field it is about. Nothing was changed."""

    def __init__(self, field: str, text: str, **values: str | int | Message) -> None:
        self.field = field
        self.message = Message(text, values)
        super().__init__(str(self.message))


def short(text: str) -> str:
    """What somebody sent, as a sentence may quote it."""
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"
