"""Opening a battle from what a campaign has: armies, catalogue, house rules, people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from battles.models import Army, Battle, Campaign, Hero, Member, Seat
from battles.rules import RULESETS, by_key
from battles.rules.ruleset import Message
from battles.services import armies, battles, catalogue, house_rules, kinds, members
from battles.services.figures import LONGEST_NAME, readable
from battles.services.holding import hold
from battles.services.refusals import Refused

TITLE = Message("Title")
ROLES = (Seat.Role.RED, Seat.Role.BLUE, Seat.Role.SPECTATOR)  # besides the GM's


@dataclass(frozen=True)
class Plan:
    """scenario: a key of the catalogue's, of the kind that the ruleset opens its battles on.

    seats: who sits where, besides the GM; a side may be without anybody, to be invited later.
    house_rules: field -> value, where it is not the campaign's.
    """

    ruleset: str
    title: str
    scenario: str
    red: Army
    blue: Army
    seats: Mapping[User, Seat.Role]
    house_rules: Mapping[str, str]
    form_key: str = ""


def usual_ruleset(campaign: Campaign) -> str:
    """The one that its newest battle is fought by, or the first there is."""
    newest = campaign.battles.values_list("ruleset", flat=True).first()
    first, known = RULESETS[0].key, {ruleset.key for ruleset in RULESETS}
    return newest if newest in known else first


def strength(army: Army) -> Message:
    """What there is of it to fight."""
    counts = {
        "hordes": army.hordes.filter(magnitude__gt=0).count(),
        "commanders": army.commanders.count(),
        "heroes": army.heroes.filter(condition=Hero.Condition.FIT).count(),
    }
    text = Message("%(army)s: hordes %(hordes)s, commanders %(commanders)s, heroes fit to fight %(heroes)s.")
    return Message(text.text, {"army": army.name, **counts})


def read_title(text: str) -> str:
    """Raises Refused."""
    return readable("title", TITLE, text, 1, LONGEST_NAME)


def candidates(campaign: Campaign) -> list[User]:
    """Who may be given a seat: the campaign's players, and whoever is in it by a seat alone.

    Its spectators watch without a seat, and may be a thousand.
    """
    watching = set(campaign.members.filter(role=Member.Role.SPECTATOR).values_list("user_id", flat=True))
    lines = [line for line in members.of_campaign(campaign) if line.role not in members.LEADING]
    wanted = [line.pk for line in lines if line.pk not in watching]
    return list(User.objects.filter(pk__in=wanted, is_active=True).order_by("username"))


@transaction.atomic
def open_planned(*, campaign: Campaign, plan: Plan) -> Battle:
    """Open the battle with the campaign's GM in his seat. The same form sent again gives the battle it has opened.

    Raises Refused and Illegal, with nothing stored.
    """
    hold(Campaign.objects.all()).get(pk=campaign.pk)
    opened = campaign.battles.filter(form_key=plan.form_key).first() if plan.form_key else None
    return opened or _open(campaign, plan)


def _open(campaign: Campaign, plan: Plan) -> Battle:
    refuse_twin(plan)
    people = {role.value: [user for user, seat in plan.seats.items() if seat == role] for role in ROLES}
    keys = armies.Keys()
    return battles.open_battle(
        campaign=campaign,
        title=read_title(plan.title),
        ruleset=plan.ruleset,
        setup=setup_of(campaign, plan, keys),
        armies=(plan.red, plan.blue),
        sources=keys.sources,
        people={Seat.Role.GM.value: [campaign.gm], **people},
        form_key=plan.form_key,
    )


def setup_of(campaign: Campaign, plan: Plan, keys: armies.Keys) -> Any:
    """What the battle would be opened with. Raises Refused and Illegal."""
    stock = catalogue.load(campaign, plan.ruleset)
    if plan.scenario not in stock.scenarios:
        title = kinds.find(stock.ruleset.scenario_kind).title
        raise Refused("scenario", "%(title)s: one of the catalogue's is needed.", title=title)
    return by_key(plan.ruleset).setup(
        scenario=stock.scenarios[plan.scenario],
        red=armies.sheet(plan.red, keys),
        blue=armies.sheet(plan.blue, keys),
        rows={kind: tuple(rows.values()) for kind, rows in stock.rows.items()},
        house_rules=house_rules.of_battle(campaign, plan.ruleset, plan.house_rules),
    )


def refuse_twin(plan: Plan) -> None:
    """Raises Refused for an army against itself."""
    if plan.red == plan.blue:
        raise Refused("blue", "Blue army: %(army)s is red's already.", army=plan.blue.name)
