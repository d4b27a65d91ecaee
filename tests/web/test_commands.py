"""POST /battles/<pk>/commands/: what a person can send and what he is answered."""

import json
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from battles.models import Step
from battles.rules.battlefront.commands import ChooseHorde, NameCommander, OrderAttack, Place
from tests.table import Table, signed_in

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true", "X-Live": "on"}


def post(table: Table, person: User, command: Any, *, seen: str | None = None, **headers: str) -> HttpResponse:
    seen = table.board(person).seen if seen is None else seen
    text = command if isinstance(command, str) else json.dumps(command)
    fields = {"command": text, "seen": seen}
    return signed_in(person).post(table.address("commands/"), fields, headers=HTMX | headers)


def commands(table: Table) -> list[Step]:
    """All that was done; that somebody reached for another seat's button is noted, and is nothing done."""
    return [step for step in table.steps() if step.kind != "reached"]


def refused(table: Table, person: User, command: Any, status: int) -> str:
    """The sentence of the refusal; nothing may have been stored, and the fresh board comes with it."""
    before = commands(table)
    response = post(table, person, command)
    assert response.status_code == status, response.content.decode()
    assert commands(table) == before
    assert response.headers["X-Seen"] == table.board(person).seen
    assert "kind=full" in response.content.decode()
    return unescape(response.content.decode().split("<!--frame")[0])


def test_a_saved_command_says_saved_and_gives_the_next_token_and_leaves_the_board_to_the_socket(table: Table) -> None:
    response = post(table, table.gm, {"type": "Advance"})
    assert response.status_code == 200
    assert response.headers["X-Seen"] == table.board(table.gm).seen
    assert "Saved." in response.content.decode()
    assert "<!--frame" not in response.content.decode()


def test_without_a_socket_the_answer_brings_the_whole_board(table: Table) -> None:
    response = post(table, table.gm, {"type": "Advance"}, **{"X-Live": "off"})
    assert f"<!--frame version={table.board(table.gm).version} kind=full-->" in response.content.decode()


def test_a_plain_form_is_led_back_to_the_page_where_the_sentence_waits(table: Table) -> None:
    client = signed_in(table.ann)
    table.play_until("muster")
    horde = table.offered(table.ann, ChooseHorde)[0].horde
    fields = {"command": json.dumps({"type": "ChooseHorde", "horde": horde}), "seen": table.board(table.ann).seen}
    response = client.post(table.address("commands/"), fields, follow=True)
    assert response.redirect_chain == [(table.address(), 302)]
    assert "Saved." in response.content.decode()


def test_a_late_command_gets_a_sentence_and_the_fresh_board(table: Table) -> None:
    seen = table.board(table.gm).seen
    post(table, table.gm, {"type": "Advance"}, seen=seen)
    before = table.steps()
    response = post(table, table.gm, {"type": "Advance"}, seen=seen)
    assert response.status_code == 409
    assert table.steps() == before
    assert "nothing was done" in response.content.decode()
    assert f"version={table.board(table.gm).version} kind=full" in response.content.decode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{",
        '"Advance"',
        "{}",
        '{"type":"Nuke"}',
        '{"type":"Advance","extra":1}',
        '{"type":"ChooseHorde"}',
        '{"type":"ChooseHorde","horde":"twelve"}',
        '{"type":"ChooseHorde","horde":1.5}',
        '{"type":"ChooseHorde","horde":1e999}',
        '{"type":"Place","horde":1,"line":"middle","column":1}',
        "[" * 5000,
        '{"type":"ChooseHorde","horde":\u0000}',
        "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    ],
)
def test_what_is_no_command_is_refused_with_a_sentence(lay_table: Callable[[str], Table], text: str) -> None:
    table = lay_table("muster")
    assert "This was not understood" in refused(table, table.ann, text, 400)


@pytest.mark.parametrize("key", [0, -1, 2**63 - 1, -(2**63), 10**400])
def test_an_unknown_horde_is_refused_with_a_sentence(lay_table: Callable[[str], Table], key: int) -> None:
    table = lay_table("muster")
    refused(table, table.ann, {"type": "ChooseHorde", "horde": key}, 422)


def test_a_foreign_horde_is_answered_exactly_like_an_unknown_one(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("muster")
    foreign = table.offered(table.bob, ChooseHorde)[0].horde
    unknown = next(key for key in range(10_000, 100_000) if str(key) not in table.battle.sources)
    sentences = [
        refused(table, table.ann, {"type": "ChooseHorde", "horde": key}, 422).replace(str(key), "KEY")
        for key in (foreign, unknown)
    ]
    assert sentences[0] == sentences[1]


def test_bf_01_more_air_hordes_than_the_cap(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("muster")
    air = [horde.key for horde in table.board(table.ann).view.own[0].roster if horde.domain == "air"]
    for key in air[:4]:
        assert post(table, table.ann, {"type": "ChooseHorde", "horde": key}).status_code == 200
    sentence = refused(table, table.ann, {"type": "ChooseHorde", "horde": air[4]}, 422)
    assert "4" in sentence
    assert "BF-01" in sentence


def test_bf_02_one_person_as_both_commanders(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("muster")
    who = table.offered(table.ann, NameCommander)[0].commander
    post(table, table.ann, {"type": "NameCommander", "role": "air_marshal", "commander": who})
    sentence = refused(table, table.ann, {"type": "NameCommander", "role": "general", "commander": who}, 422)
    assert "BF-02" in sentence


def test_a_horde_chosen_twice(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("muster")
    horde = table.offered(table.ann, ChooseHorde)[0].horde
    post(table, table.ann, {"type": "ChooseHorde", "horde": horde})
    refused(table, table.ann, {"type": "ChooseHorde", "horde": horde}, 422)


def test_bf_21_two_hordes_on_one_square(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("deployment")
    first, other = two_hordes(table)
    square = {"line": "front", "column": first.column}
    assert post(table, table.bob, {"type": "Place", "horde": first.horde, **square}).status_code == 200
    assert "BF-21" in refused(table, table.bob, {"type": "Place", "horde": other, **square}, 422)


@pytest.mark.parametrize("column", [0, -3, "one too many", 10**9])
def test_bf_23_a_square_outside_the_width(lay_table: Callable[[str], Table], column: int | str) -> None:
    table = lay_table("deployment")
    if isinstance(column, str):
        column = table.board(table.bob).view.columns + 1
    horde = table.offered(table.bob, Place)[0].horde
    sentence = refused(table, table.bob, {"type": "Place", "horde": horde, "line": "front", "column": column}, 422)
    assert "BF-2" in sentence


def test_bf_25_a_target_that_is_not_legal(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    order = table.offered(table.bob, OrderAttack)[0]
    legal = {each.target for each in table.offered(table.bob, OrderAttack) if each.horde == order.horde}
    enemies = {horde.key for horde in table.board(table.bob).view.sides[0].hordes if horde.domain == "land"}
    wrong = min(enemies - legal)
    refused(table, table.bob, {"type": "OrderAttack", "horde": order.horde, "target": wrong, "weapon": 0}, 422)


@pytest.mark.parametrize("weapon", [-1, 2, 99])
def test_a_weapon_the_horde_does_not_have(lay_table: Callable[[str], Table], weapon: int) -> None:
    table = lay_table("land")
    order = table.offered(table.bob, OrderAttack)[0]
    refused(
        table, table.bob, {"type": "OrderAttack", "horde": order.horde, "target": order.target, "weapon": weapon}, 422
    )


@pytest.mark.parametrize("kind", ["Advance", "Resolve"])
def test_only_the_gm_goes_on(lay_table: Callable[[str], Table], kind: str) -> None:
    table = lay_table("air")
    for person in (table.ann, table.bob, table.sue):
        refused(table, person, {"type": kind}, 403)


@pytest.mark.parametrize("kind", ["Ready", "Unready", "FillIn", "Retreat", "FightOn"])
def test_gm_and_spectator_give_no_orders(lay_table: Callable[[str], Table], kind: str) -> None:
    table = lay_table("air")
    for person in (table.gm, table.sue):
        refused(table, person, {"type": kind}, 403)


@pytest.mark.parametrize("phase", ["briefing", "muster", "air", "air_result", "deployment", "land", "result"])
def test_a_command_of_another_phase_is_refused_with_a_sentence(lay_table: Callable[[str], Table], phase: str) -> None:
    table = lay_table(phase)
    wrong = {"type": "ChooseHorde", "horde": 1} if phase != "muster" else {"type": "Retreat"}
    assert refused(table, table.ann, wrong, 422).strip()


def two_hordes(table: Table) -> tuple[Place, int]:
    """A square offered to one of bob's hordes, and another horde of his."""
    places = [place for place in table.offered(table.bob, Place) if place.line == "front"]
    return places[0], next(place.horde for place in places if place.horde != places[0].horde)


def test_a_form_in_an_encoding_no_browser_sends_is_refused_as_bad(table: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(table.ann)
    kind = "application/x-www-form-urlencoded; charset=utf-16"
    response = client.post(table.address("commands/"), "command=1", content_type=kind)
    assert response.status_code in (400, 403)
