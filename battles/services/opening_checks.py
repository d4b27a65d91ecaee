"""What a GM is told before he opens a battle: why it could not start, and what he may not have meant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from battles.models import Army, Campaign
from battles.rules import by_key
from battles.rules.ruleset import Illegal, Message
from battles.services import armies, openings
from battles.services.openings import Plan
from battles.services.refusals import Refused

NO_PLAYER = {
    "red": Message("Red has no player yet: once the battle is open, a link invites one."),
    "blue": Message("Blue has no player yet: once the battle is open, a link invites one."),
}


@dataclass(frozen=True)
class Finding:
    """clause: of the rules, empty where it is no rule's matter."""

    message: Message
    clause: str = ""


@dataclass(frozen=True)
class Check:
    """armies: what there is of each to fight. refusals: each alone keeps the battle from being opened.
    doubts: it can be opened all the same.
    """

    armies: tuple[Message, ...]
    refusals: tuple[Finding, ...]
    doubts: tuple[Finding, ...]


def check(*, campaign: Campaign, plan: Plan) -> Check:
    """All of it at once, army by army, where opening would name the first refusal only."""
    refusals: list[Finding] = []
    for army in dict.fromkeys((plan.red, plan.blue)):
        refusals += _of_army(campaign, plan, army)
    setups: list[Any] = []
    refusals += _asked(lambda: openings.refuse_twin(plan))
    refusals += _asked(lambda: setups.append(_opened(campaign, plan)))
    doubts = [Finding(doubt.message, doubt.clause) for setup in setups for doubt in by_key(plan.ruleset).doubts(setup)]
    empty = [NO_PLAYER[side] for side in NO_PLAYER if side not in plan.seats.values()]
    strengths = tuple(openings.strength(army) for army in (plan.red, plan.blue))
    return Check(strengths, _each_once(refusals), (*doubts, *map(Finding, empty)))


def _of_army(campaign: Campaign, plan: Plan, army: Army) -> list[Finding]:
    """What is wrong with one army: it is set against itself, so that the other's faults do not come first."""
    return _asked(lambda: _opened(campaign, replace(plan, red=army, blue=army)))


def _opened(campaign: Campaign, plan: Plan) -> Any:
    """The setup, if the ruleset would begin with it."""
    setup = openings.setup_of(campaign, plan, armies.Keys())
    by_key(plan.ruleset).open(setup)
    return setup


def _each_once(findings: list[Finding]) -> tuple[Finding, ...]:
    return tuple(finding for place, finding in enumerate(findings) if finding not in findings[:place])


def _asked(try_it: Callable[[], Any]) -> list[Finding]:
    try:
        try_it()
    except Refused as refusal:
        return [Finding(refusal.message)]
    except Illegal as refusal:
        return [Finding(refusal.message, refusal.clause)]
    return []
