"""What a page costs does not grow with its campaign: 100 battles and 50 armies of 40 hordes more, and all that."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from battles.models import (
    Advantage,
    Army,
    ArmyVersion,
    Battle,
    Campaign,
    Commander,
    Hero,
    Horde,
    LedgerEntry,
    Member,
    Seat,
    Step,
)
from battles.services import invites, members, since
from tests.table import Table, signed_in
from tests.web.matrix import address, places
from tests.web.test_rights import PAGES

pytestmark = pytest.mark.django_db
HORDES, LOSSES = 40, 10
LIKE = "/campaigns/{pk}/battles/new/?like={battle}"
LOOKED_AT = [*dict.fromkeys(row for method, row, _ in PAGES if method == "GET"), LIKE]


def grow(table: Table, name: str, battles: int, armies: int) -> None:
    """More of everything that a list of the campaign's has a line for."""
    campaign, ann = table.battle.campaign, table.ann
    own = [Army(campaign=campaign, name=f"{name} {n}", owner=ann if n % 2 else None) for n in range(armies)]
    made = Army.objects.bulk_create(own)
    for model, many in ((Horde, HORDES), (Hero, 3), (Commander, 2)):
        more: dict[str, Any] = {"profile": "infantry", "magnitude": 50} if model is Horde else {}
        model.objects.bulk_create(
            model(army=army, name=f"{n}", position=n, **more) for army in made for n in range(many)
        )
    fought = [_battle(table, f"{name} {n}", made[n % armies], made[(n + 1) % armies]) for n in range(battles)]
    _fill(campaign, table, Battle.objects.bulk_create(fought))
    people = User.objects.bulk_create(User(username=f"{name} {n}") for n in range(battles))
    places = [Member(campaign=campaign, user=person, role="player", faction=name) for person in people]
    Member.objects.bulk_create(places)
    for number in range(armies // 2):
        invites.make(campaign=campaign, by=table.gm, role="player", days=7)
        _version(table, f"{name} {number}")


def _battle(table: Table, title: str, red: Army, blue: Army) -> Battle:
    like = {name: getattr(table.battle, name) for name in ("campaign", "ruleset", "setup", "phase", "phase_title")}
    return Battle(title=title, red_army=red, blue_army=blue, **like)


def _fill(campaign: Campaign, table: Table, battles: list[Battle]) -> None:
    roles = {table.gm: "gm", table.ann: "red", table.bob: "blue", table.sue: "public"}
    Seat.objects.bulk_create(
        Seat(battle=battle, user=who, role=role) for battle in battles for who, role in roles.items()
    )
    steps = list(Step.objects.filter(battle=table.battle).order_by("number"))
    Step.objects.bulk_create(_of_another(step, battle) for battle in battles for step in steps)
    result = {"message": {"text": "Victory", "values": {}}}
    common: dict[str, Any] = {"campaign": campaign, "reason": "battle"}
    losses = {"subject": "horde", "field": "magnitude", "amount": -1, "name": "A horde"}
    for battle in battles:
        LedgerEntry.objects.bulk_create(
            LedgerEntry(battle=battle, army=battle.red_army, **common, **losses) for _ in range(LOSSES)
        )
    LedgerEntry.objects.bulk_create(
        LedgerEntry(battle=battle, subject="reward", field="result", name="Victory", detail=result, **common)
        for battle in battles
    )
    card = {
        "campaign": campaign,
        "side": "red",
        "horde": "A",
        "name": "A card",
        "kind": "your_turn",
        "effect": "It acts.",
    }
    Advantage.objects.bulk_create(Advantage(battle=battle, army=battle.red_army, **card) for battle in battles)


def _of_another(step: Step, battle: Battle) -> Step:
    fields = {field.name: getattr(step, field.name) for field in Step._meta.concrete_fields}
    return Step(**fields | {"id": None, "battle": battle})


def _version(table: Table, text: str) -> None:
    army = table.battle.red_army
    assert army is not None
    number = army.versions.count() + 2
    data = {"army": {}, "changes": {}, "what": {"text": text, "values": {}}, "key": ""}
    ArmyVersion.objects.create(army=army, number=number, data=data, by=table.gm)


def costs(clients: dict[str, Client], given: dict[str, object]) -> dict[tuple[str, str], tuple[int, int]]:
    """Person and page -> how it answers, and the queries of it."""
    found = {}
    for name, client in clients.items():
        for row in LOOKED_AT:
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(address(row, given))
            found[name, row] = (answer.status_code, len(queries))
    return found


def test_the_queries_of_a_page_stay_as_many_however_long_the_campaign_has_lasted(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(since, "KEPT", timedelta(days=1))  # a look is noted anew by the clock, not by what there is
    members.admit(campaign=table.battle.campaign, person=table.ann, role="player")
    given = places(table)
    Army.objects.filter(pk=table.battle.red_army_id).update(owner=table.ann)
    clients = {"gm": signed_in(table.gm), "ann": signed_in(table.ann)}
    grow(table, "Early", battles=4, armies=4)
    costs(clients, given)  # what is read once and kept
    before = costs(clients, given)
    grow(table, "Late", battles=100, armies=50)
    after = costs(clients, given)
    assert {page: (few, after[page]) for page, few in before.items() if after[page] != few} == {}
    assert sum(status == 200 for status, _ in before.values()) > len(LOOKED_AT) / 2, "most pages are shown"
