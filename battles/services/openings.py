"""Opening a battle from what a campaign has: armies, catalogue, house rules, people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from battles.models import Army, Battle, Campaign, Hero, Seat
from battles.rules import RULESETS, by_key
from battles.rules.ruleset import Message
from battles.services import armies, battles, catalogue, house_rules, kinds
from battles.services.refusals import Refused, short

MOST_PEOPLE = 100
SEATS = {
    "red_players": Message("Red's players"),
    "blue_players": Message("Blue's players"),
    "spectators": Message("Spectators"),
}


@dataclass(frozen=True)
class Plan:
    """scenario: a key of the catalogue's, of the kind that the ruleset opens its battles on.

    red_players, blue_players: may be empty, to be invited later.
    house_rules: field -> value, where it is not the campaign's.
    """

    ruleset: str
    title: str
    scenario: str
    red: Army
    blue: Army
    red_players: list[User]
    blue_players: list[User]
    spectators: list[User]
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


def people_of(campaign: Campaign) -> list[str]:
    """The usernames of who belongs to it, without its GM."""
    members, seats = campaign.members.values("user"), Seat.objects.filter(battle__campaign=campaign).values("user")
    found = User.objects.filter(Q(pk__in=members) | Q(pk__in=seats), is_active=True).exclude(pk=campaign.gm_id)
    return list(found.order_by("username").values_list("username", flat=True))


def users(*, field: str, usernames: str) -> list[User]:
    """People by username, separated by commas. Raises Refused for one that nobody has."""
    title = SEATS[field]
    names = list(dict.fromkeys(name for name in (part.strip() for part in usernames.split(",")) if name))
    if len(names) > MOST_PEOPLE:
        raise Refused(field, "%(title)s: at most %(most)s people are wanted.", title=title, most=MOST_PEOPLE)
    found = {user.username: user for user in User.objects.filter(username__in=names, is_active=True)}
    for name in names:
        if name not in found:
            raise Refused(field, "%(title)s: nobody here has the username “%(name)s”.", title=title, name=short(name))
    return [found[name] for name in names]


@transaction.atomic
def open_planned(*, campaign: Campaign, plan: Plan) -> Battle:
    """Open the battle with the campaign's GM in his seat. The same form sent again gives the battle it has opened.

    Raises Refused and Illegal, with nothing stored.
    """
    Campaign.objects.select_for_update().get(pk=campaign.pk)
    opened = campaign.battles.filter(form_key=plan.form_key).first() if plan.form_key else None
    return opened or _open(campaign, plan)


def _open(campaign: Campaign, plan: Plan) -> Battle:
    refuse_twin(plan)
    people = seated(campaign, plan)
    keys = armies.Keys()
    return battles.open_battle(
        campaign=campaign,
        title=plan.title,
        ruleset=plan.ruleset,
        setup=setup_of(campaign, plan, keys),
        armies=(plan.red, plan.blue),
        sources=keys.sources,
        people=people,
        form_key=plan.form_key,
    )


def setup_of(campaign: Campaign, plan: Plan, keys: armies.Keys) -> Any:
    """What the battle would be opened with. Raises Refused and Illegal."""
    stock = catalogue.load(campaign, plan.ruleset)
    if plan.scenario not in stock.scenarios:
        title = kinds.find(stock.ruleset.scenario_kind).title
        raise Refused("scenario", "%(title)s: one of the catalogue's is wanted.", title=title)
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


def seated(campaign: Campaign, plan: Plan) -> dict[str, list[User]]:
    """Role -> who sits there: each person once, or Refused. A side may be empty: invites fill it later."""
    places = {campaign.gm_id: Message("the GM")}
    people = {"red_players": plan.red_players, "blue_players": plan.blue_players, "spectators": plan.spectators}
    for field, persons in people.items():
        title = SEATS[field]
        for person in persons:
            if person.pk in places:
                raise Refused(
                    field,
                    "%(title)s: %(name)s has a seat already (%(seat)s).",
                    title=title,
                    name=person.username,
                    seat=places[person.pk],
                )
            places[person.pk] = title
    return {"gm": [campaign.gm], "red": plan.red_players, "blue": plan.blue_players, "public": plan.spectators}
