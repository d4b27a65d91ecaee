"""The rulesets: the list, and the only place that knows them all."""

from __future__ import annotations

from battles.rules.bataille import BATAILLE
from battles.rules.battlefront import BATTLEFRONT
from battles.rules.ruleset import Ruleset

RULESETS: tuple[Ruleset, ...] = (BATTLEFRONT, BATAILLE)


def by_key(key: str) -> Ruleset:
    """The ruleset of that key. Raises KeyError for an unknown one."""
    return {ruleset.key: ruleset for ruleset in RULESETS}[key]
