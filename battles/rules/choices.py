"""House rules as a list of questions, each with the answers that a table may choose, the default first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict

from battles.rules.ruleset import Illegal, Message, Value


class Option(Value):
    """One answer. value: as the field of the house rules stores it. effect: what it does, in a sentence."""

    value: str
    effect: Message


class Choice(Value):
    """One question. field: of the house rules, None where there is one answer only. options: the default first."""

    id: str
    question: Message
    clauses: tuple[str, ...]
    field: str | None
    options: tuple[Option, ...]

    @property
    def default(self) -> Option:
        return self.options[0]

    def option(self, value: str) -> Option:
        return next(option for option in self.options if option.value == value)


class HouseRuleView(Value):
    """A house rule that is not the default: its id, the clauses it is about, what holds and what the default is."""

    id: str
    clauses: tuple[str, ...]
    question: Message
    effect: Message
    default: Message


def choice(id: str, question: Message, clauses: str, field: str, **effects: Message) -> Choice:
    options = tuple(Option(value, effect) for value, effect in effects.items())
    return Choice(id, question, tuple(clauses.split()), field, options)


def settled(id: str, question: Message, clauses: str, answer: Message) -> Choice:
    """A question with a single answer."""
    return Choice(id, question, tuple(clauses.split()), None, (Option("settled", answer),))


class Questions:
    """The questions of a ruleset, and the struct of its house rules: one field for each that can be chosen."""

    def __init__(self, struct: type[Any], choices: tuple[Choice, ...]) -> None:
        self.struct = struct
        self.CHOICES = choices
        self.by_field = {choice.field: choice for choice in choices if choice.field is not None}

    def differences(self, rules: Any) -> tuple[tuple[Choice, Option], ...]:
        """Where the rules are not the defaults: each such choice with the option taken, in the order of the list."""
        taken = asdict(rules)
        changed = (choice for field, choice in self.by_field.items() if taken[field] != choice.default.value)
        return tuple((choice, choice.option(taken[choice.field or ""])) for choice in changed)

    def views(self, rules: Any) -> tuple[HouseRuleView, ...]:
        """The differences as a battle's page shows them."""
        return tuple(
            HouseRuleView(choice.id, choice.clauses, choice.question, option.effect, choice.default.effect)
            for choice, option in self.differences(rules)
        )

    def unusual(self, rules: Any, field: str) -> str | None:
        """The id of a field's choice where it is not the default, None where it is: reports name it."""
        choice = self.by_field[field]
        return None if getattr(rules, field) == choice.default.value else choice.id

    def parse(self, chosen: Mapping[str, object]) -> Any:
        """House rules from field names and values, as a form or a file gives them; what is left out is the default.

        Raises Illegal with the first field that is unknown or has a value outside its choices.
        """
        for field, value in chosen.items():
            self._check(field, value)
        return self.struct(**{field: str(value) for field, value in chosen.items()})

    def _check(self, field: str, value: object) -> None:
        choice = self.by_field.get(field)
        if choice is None:
            first = self.CHOICES[0].id
            raise Illegal("There is no house rule named %(name)s.", clause=first, field=field, name=field)
        values = [option.value for option in choice.options]
        if value not in values:
            raise Illegal(
                "House rule %(rule)s, %(name)s: %(value)s is not one of its choices (%(choices)s).",
                clause=choice.id,
                field=field,
                rule=choice.id,
                name=field,
                value=str(value),
                choices=", ".join(values),
            )
