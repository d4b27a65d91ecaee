"""A campaign's house rules: what it chose where a rule text leaves a choice open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from battles.models import Campaign
from battles.rules import RULESETS, by_key
from battles.rules.ruleset import Message
from battles.services.holding import hold
from battles.services.refusals import Refused, short


@dataclass(frozen=True)
class Option:
    value: str
    effect: Message
    is_default: bool
    is_taken: bool


@dataclass(frozen=True)
class Choice:
    """A question as it is answered now. field: empty where there is but one answer."""

    id: str
    question: Message
    clauses: str
    field: str
    options: tuple[Option, ...]

    @property
    def taken(self) -> Option:
        return next(option for option in self.options if option.is_taken)

    @property
    def default(self) -> Option:
        return self.options[0]

    @property
    def differs(self) -> bool:
        return not self.taken.is_default


def of_campaign(campaign: Campaign, ruleset: str) -> Any:
    """The ruleset's struct as the campaign has set it."""
    return parse(ruleset, campaign.house_rules.get(ruleset, {}))


def of_battle(campaign: Campaign, ruleset: str, chosen: Mapping[str, str]) -> Any:
    """The campaign's with some of them chosen otherwise. Raises Illegal."""
    return parse(ruleset, {**campaign.house_rules.get(ruleset, {}), **chosen})


def parse(ruleset: str, chosen: Mapping[str, str]) -> Any:
    """The ruleset's struct; what is left out is the default. Raises Illegal, naming the field and the question's id."""
    return by_key(ruleset).house_rules.parse({short(field): short(value) for field, value in chosen.items()})


def choices(ruleset: str, taken: Any) -> tuple[Choice, ...]:
    """Every choice of the ruleset with what these house rules answer."""
    return tuple(_choice(choice, taken) for choice in by_key(ruleset).house_rules.CHOICES)


def differences(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    return tuple(choice for choice in choices if choice.differs)


@transaction.atomic
def choose(*, campaign: Campaign, ruleset: str, chosen: Mapping[str, str]) -> None:
    """Set some of the campaign's house rules; the others stay. Raises Illegal and Refused, with nothing changed.

    Only what differs from the defaults is stored. The row is held: two rulesets share the field.
    """
    known = [rules.key for rules in RULESETS]
    if ruleset not in known:
        raise Refused("ruleset", "Ruleset: one of %(known)s is needed.", known=", ".join(known))
    held = hold(Campaign.objects.all()).get(pk=campaign.pk)
    changed = by_key(ruleset).house_rules.differences(of_battle(held, ruleset, chosen))
    held.house_rules[ruleset] = {choice.field: option.value for choice, option in changed}
    held.save(update_fields=["house_rules"])
    campaign.house_rules = held.house_rules


def _choice(choice: Any, taken: Any) -> Choice:
    value = getattr(taken, choice.field) if choice.field else choice.options[0].value
    options = tuple(
        Option(option.value, option.effect, option is choice.options[0], option.value == value)
        for option in choice.options
    )
    return Choice(choice.id, choice.question, " ".join(choice.clauses), choice.field or "", options)
