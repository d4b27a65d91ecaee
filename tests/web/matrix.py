"""The table of every address and method, and how its rows are asked.

A row: method, address, then the answer to nobody, a stranger, sue (spectator), ann (red; where it matters the own
player), bob (blue; the rival), the GM, another campaign's GM, and then the deputy and the operator, a superuser. A row
that leaves the last two out says: a deputy may what the GM may, and an operator is a stranger.
"""

from typing import Any

from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from battles.models import (
    Advantage,
    Army,
    Battle,
    Campaign,
    CatalogueEntry,
    HandOver,
    Hero,
    Horde,
    Invite,
    LedgerEntry,
    Member,
    Seat,
)
from battles.services import heroes, invites, members
from tests.services.test_advantages import card
from tests.table import Table, signed_in
from tests.web.campaign_pages import SIGN_IN

PEOPLE = ("nobody", "stranger", "sue", "ann", "bob", "gm", "other_gm", "deputy", "operator")
TO_GM = "/gm/"
TOKEN = "x" * 32
Row = tuple[str, str, tuple[object, ...]]


def whole(answers: tuple[object, ...]) -> dict[str, object]:
    """Person -> answer."""
    _, stranger, _, _, _, gm, *_ = answers
    return dict(zip(PEOPLE, answers if len(answers) == len(PEOPLE) else (*answers, gm, stranger), strict=True))


def cast(table: Table) -> dict[str, Client]:
    """Everybody with a browser of his own."""
    made = {name: User.objects.create(username=name) for name in ("stranger", "other_gm", "deputy")}
    made["operator"] = User.objects.create(username="operator", is_superuser=True, is_staff=True)
    Campaign.objects.create(name="Elsewhere", gm=made["other_gm"])
    members.admit(campaign=table.battle.campaign, person=made["deputy"], role="deputy")
    made |= {"sue": table.sue, "ann": table.ann, "bob": table.bob, "gm": table.gm}
    return {name: signed_in(made[name]) if name in made else Client() for name in PEOPLE}


def places(table: Table) -> dict[str, object]:
    """What stands in the addresses' places: all of one campaign and one battle of it."""
    battle, army = table.battle, table.battle.red_army
    assert army is not None
    hero = heroes.add(army=army, given=heroes.texts(Hero()) | {"name": "Otto"})
    link = invites.make(campaign=battle.campaign, by=table.gm, days=7, role="red", battle=battle)
    member = User.objects.create(username="member")
    members.admit(campaign=battle.campaign, person=member, role="player")
    return {
        "campaign": battle.campaign_id,
        "battle": battle.pk,
        "battles": ContentType.objects.get_for_model(Battle).pk,
        "army": army.pk,
        "hero": hero.pk,
        "row": army.hordes.all()[0].pk,
        "number": 1,
        "card": card(table).pk,
        "kind": "profile",
        "key": "infantry",
        "part": "hordes",
        "extension": "json",
        "link": link.token,
        "invite": link.pk,
        "token": TOKEN,
        "uid": "MQ",
        "person": member.pk,
        "seat": Seat.objects.get(battle=battle, user=table.ann).pk,
    }


def address(row: str, given: dict[str, object]) -> str:
    """`pk` is the battle's or the campaign's, whichever the address is of."""
    pk = given["campaign"] if row.startswith("/campaigns/") else given["battle"]
    return row.format(**given, pk=pk)


def ask(client: Client, method: str, where: str, before: list[Any]) -> tuple[object, bool]:
    """The answer, and whether anything differs from what was `stored` before; then all is as it was, so that each
    person finds the same.
    """
    with transaction.atomic():
        response = client.generic(method, where)
        changed = stored() != before
        transaction.set_rollback(True)
    return answer(response), changed


def stored() -> list[Any]:
    models = (Campaign, Member, Invite, Battle, Seat, HandOver, Army, Horde, Hero, CatalogueEntry, Advantage)
    people = list(User.objects.order_by("pk").values("username", "password", "email"))
    return [people, LedgerEntry.objects.count(), *(list(model.objects.order_by("pk").values()) for model in models)]


def answer(response: HttpResponse) -> object:
    where = response.headers.get("Location", "")
    if "/sign-in/" in where or "/gm/login/" in where:
        return SIGN_IN
    return TO_GM if where.startswith("/gm/") else response.status_code
