"""A battle like an earlier one: what the form of a new battle is filled with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from battles.models import Battle, Campaign
from battles.rules import RULESETS
from battles.rules.ruleset import Illegal
from battles.services import catalogue, house_rules, openings


class NoSuchBattle(Exception):
    """The campaign has no such battle, or one of a ruleset that is no more."""


@dataclass(frozen=True)
class Template:
    """texts: field of the form -> what it shows. seats: person -> role. house_rules: field -> value, all of them, as
    that battle had them.
    """

    pk: int
    ruleset: str
    texts: Mapping[str, Any]
    seats: Mapping[int, str]
    house_rules: Mapping[str, str]


def earlier(campaign: Campaign) -> list[tuple[int, str]]:
    """The battles to choose from, the newest first."""
    return list(campaign.battles.order_by("-pk").values_list("pk", "title"))


def like(campaign: Campaign, battle: int) -> Template:
    """Raises NoSuchBattle. What is no more, such as an army or a scenario, is left open."""
    found = campaign.battles.filter(pk=battle).first()
    if found is None or found.ruleset not in {ruleset.key for ruleset in RULESETS}:
        raise NoSuchBattle
    texts = {
        "title": found.title,
        "scenario": _scenario(campaign, found),
        "red": found.red_army_id,
        "blue": found.blue_army_id,
    }
    return Template(found.pk, found.ruleset, texts, _seats(campaign, found), _house_rules(campaign, found))


def _scenario(campaign: Campaign, battle: Battle) -> str | None:
    """The key of the row that the battle was opened on, if it is still as it was, else of one of the same name."""
    pinned = [value for value in battle.setup.values() if isinstance(value, dict)]
    rows = catalogue.load(campaign, battle.ruleset).scenarios
    same = (key for key, row in rows.items() if msgspec.to_builtins(row) in pinned)
    names = {each.get("name") for each in pinned}
    return next(same, next((key for key, row in rows.items() if row.name in names), None))


def _seats(campaign: Campaign, battle: Battle) -> dict[int, str]:
    """Without those who have left the campaign or run it by now."""
    present = openings.candidates(campaign)
    return dict(battle.seats.filter(user__in=present, role__in=openings.ROLES).values_list("user_id", "role"))


def _house_rules(campaign: Campaign, battle: Battle) -> dict[str, str]:
    """The campaign's, where the battle's are no longer understood."""
    try:
        taken = house_rules.parse(battle.ruleset, battle.setup.get("house_rules", {}))
    except Illegal:
        taken = house_rules.of_campaign(campaign, battle.ruleset)
    choices = house_rules.choices(battle.ruleset, taken)
    return {choice.field: choice.taken.value for choice in choices if choice.field}
