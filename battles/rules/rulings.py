"""What a GM may rule on in every ruleset: figures that he changes, and how that is told."""

from __future__ import annotations

from typing import Self

from battles.rules.ruleset import EVERYBODY, Event, Illegal, Line, Message, Side, Value, Values


class Choice(Value):
    """One of the values that a figure takes, and what it is called."""

    value: str
    label: Message


class Figure(Value):
    """Something of a state that the GM may change.

    key: its name in a ruling, such as `horde.12.magnitude`. whose: the horde's, hero's or side's own name. value: as it
    is now, as a text. least, most: of a whole number; choices: the values of anything else, empty for a number.
    audience: who may know of it now, and of its change: empty for everybody. clause: of the rules, about it.
    """

    key: str
    whose: str
    label: Message
    value: str
    clause: str
    side: Side | None = None
    least: int = 0
    most: int = 0
    choices: tuple[Choice, ...] = ()
    audience: tuple[str, ...] = ()

    def said(self, value: str) -> Message:
        """What the value is called."""
        found = next((choice.label for choice in self.choices if choice.value == value), None)
        return found or Message("%(value)s", {"value": value})

    def checked(self, value: str) -> str:
        """The value as the state writes it. Raises Illegal for one that the figure does not take."""
        if self.choices:
            if all(choice.value != value for choice in self.choices):
                raise Illegal(
                    "%(label)s: one of the choices offered is needed.",
                    clause=self.clause,
                    field="value",
                    label=self.label,
                )
            return value
        # ASCII digits: what a person means by others is not for us to guess.
        digits = value.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9 and self.least <= int(value) <= self.most):
            raise Illegal(
                "%(label)s: a whole number from %(least)s to %(most)s is needed.",
                clause=self.clause,
                field="value",
                label=self.label,
                least=self.least,
                most=self.most,
            )
        return str(int(value))


class Adjusted(Event):
    """The GM has changed a figure. to: who may hear of it, empty for everybody. was, now: the values in words."""

    key: str
    value: str
    whose: str
    label: Message
    was: Message
    now: Message
    clause: str
    side: Side | None = None
    to: tuple[str, ...] = ()

    @property
    def audience(self) -> frozenset[str]:
        return frozenset(self.to) if self.to else EVERYBODY

    @classmethod
    def of(cls, figure: Figure, value: str) -> Self:
        return cls(
            key=figure.key,
            value=value,
            whose=figure.whose,
            label=figure.label,
            was=figure.said(figure.value),
            now=figure.said(value),
            clause=figure.clause,
            side=figure.side,
            to=figure.audience,
        )


def find(figures: tuple[Figure, ...], key: str) -> Figure:
    """Raises Illegal for a figure that there is not."""
    found = next((figure for figure in figures if figure.key == key), None)
    if found is None:
        raise Illegal("There is no such figure in this battle now.", clause="", field="figure")
    return found


def told(event: Adjusted) -> Line:
    """The line of the report about a ruling."""
    values: Values = {"whose": event.whose, "label": event.label, "was": event.was, "now": event.now}
    message = Message("The GM rules: %(whose)s, %(label)s: %(was)s → %(now)s.", values)
    return Line(message, event.clause, side=event.side)
