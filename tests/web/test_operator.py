"""The operator's admin: for operators alone, and without anything that a battle keeps secret."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles.models import Battle, Campaign, Invite, Member, Seat, Step
from battles.operator import operator_site
from battles.services import invites
from tests.table import Table, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(table: Table) -> Client:
    return signed_in(User.objects.create(username="operator", is_staff=True, is_superuser=True))


def addresses(table: Table) -> list[str]:
    """Every list, every row, every form."""
    rows = {User: table.ann, Battle: table.battle, Campaign: table.battle.campaign, Seat: Seat.objects.first()}
    found = ["/admin/", "/admin/jsi18n/"]
    for model in operator_site._registry:
        start = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        row = rows.get(model) or Member(pk=1)
        found += [
            start,
            f"{start}add/",
            f"{start}{row.pk}/change/",
            f"{start}{row.pk}/delete/",
            f"{start}{row.pk}/history/",
        ]
    return found


def test_to_everybody_else_it_does_not_exist(table: Table) -> None:
    for address in addresses(table):
        for person in (table.gm, table.ann, table.sue):
            assert signed_in(person).get(address).status_code == 404, address
        assert Client().get(address).headers["Location"].startswith("/admin/login/?next="), address


def test_an_operator_is_asked_for_his_password_where_tries_are_counted(table: Table) -> None:
    assert Client().get("/admin/login/").headers["Location"].startswith("/sign-in/")


def test_nothing_there_shows_a_battles_secrets_or_a_way_in(table: Table, operator: Client) -> None:
    table.play_until("deployment")
    link = invites.make(campaign=table.battle.campaign, by=table.gm, days=7, role="red", battle=table.battle)
    battle = Battle.objects.get(pk=table.battle.pk)
    names = [horde["name"] for side in ("red", "blue") for horde in battle.setup[side]["hordes"]]
    secrets = [bytes(battle.secret).hex(), battle.live_key, link.token, *names]
    pages = [operator.get(address).content.decode() for address in addresses(table)]
    assert any("The Meuse crossing" in page for page in pages)
    assert [secret for secret in secrets for page in pages if secret in page] == []
    assert not {Step, Invite} & set(operator_site._registry)


def test_he_reads_what_is_not_his_to_change(table: Table, operator: Client) -> None:
    for model in operator_site._registry.keys() - {User}:
        start = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        assert operator.get(start).status_code == 200
        assert operator.post(f"{start}add/").status_code == 403
        assert operator.get(f"{start}?secret__regex=.").status_code in (302, 400)


def test_whoever_is_switched_off_is_out_of_every_battle_at_once(table: Table, operator: Client) -> None:
    ann = signed_in(table.ann)
    page = operator.get(f"/admin/auth/user/{table.ann.pk}/change/")
    assert page.status_code == 200
    User.objects.filter(pk=table.ann.pk).update(is_active=False)
    assert ann.get(table.address()).status_code == 302


def test_lists_are_headed_in_the_readers_language(table: Table, operator: Client) -> None:
    french = {"Accept-Language": "fr"}
    lists = [f"/admin/battles/{model._meta.model_name}/" for model in operator_site._registry if model is not User]
    pages = [operator.get(address, headers=french) for address in lists]
    pages.append(signed_in(table.gm).get("/gm/battles/battle/", headers=french))
    words = " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()) for page in pages)
    assert [head for head in ("Titre", "Campagne", "Rôle", "Ouverte le") if head not in words] == []
    assert re.findall(r"(?i)\b(?:title|created|finished|joined|battles?|seats?|members?)\b", words) == []
