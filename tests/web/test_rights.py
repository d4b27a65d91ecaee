"""Who may open what: one table of addresses and people, and nothing beside it."""

from collections.abc import Callable
from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import get_resolver
from sesame.utils import get_query_string

from battles.models import Battle
from battles.services import live
from battles.views import lobby
from tests.noise import without_noise
from tests.table import Table, signed_in
from tests.web import campaign_pages
from tests.web.campaign_pages import route

pytestmark = pytest.mark.django_db

SIGN_IN, OK, NONE, BAD_METHOD, TO_GM = "sign in", 200, 404, 405, "/gm/"
# address, then the answer to: nobody, stranger, sue (spectator), ann (red), bob (blue), gm, another battle's gm
PAGES = [
    ("GET", "/battles/{pk}/", (SIGN_IN, NONE, OK, OK, OK, TO_GM, NONE)),
    ("GET", "/battles/{pk}/frame/", (SIGN_IN, NONE, OK, OK, OK, OK, NONE)),
    ("GET", "/battles/{pk}/log/?before=9", (SIGN_IN, NONE, OK, OK, OK, OK, NONE)),
    ("GET", "/battles/{pk}/commands/", (SIGN_IN, NONE, 302, 302, 302, 302, NONE)),
    ("POST", "/battles/{pk}/commands/", (SIGN_IN, NONE, 400, 400, 400, 400, NONE)),
    ("GET", "/gm/", (SIGN_IN, NONE, NONE, NONE, NONE, OK, OK)),
    ("GET", "/gm/battles/battle/", (SIGN_IN, NONE, NONE, NONE, NONE, OK, OK)),
    ("GET", "/gm/battles/battle/{pk}/change/", (SIGN_IN, NONE, NONE, NONE, NONE, OK, NONE)),
    ("POST", "/gm/battles/battle/{pk}/change/", (SIGN_IN, NONE, NONE, NONE, NONE, BAD_METHOD, BAD_METHOD)),
    ("GET", "/gm/battles/battle/{pk}/history/", (SIGN_IN, NONE, NONE, NONE, NONE, OK, TO_GM)),
    ("GET", "/gm/battles/battle/{pk}/delete/", (SIGN_IN, NONE, NONE, NONE, NONE, 403, 403)),
    ("GET", "/gm/r/{battles}/{pk}/", (SIGN_IN, NONE, NONE, NONE, NONE, NONE, NONE)),
    ("GET", "/", (SIGN_IN, OK, OK, OK, OK, OK, OK)),
]


@pytest.fixture
def people(table: Table, django_user_model: type[User]) -> list[Client]:
    stranger = django_user_model.objects.create(username="stranger")
    other = django_user_model.objects.create(username="other_gm")
    table.battle.campaign.__class__.objects.create(name="Elsewhere", gm=other)
    return [Client(), *map(signed_in, (stranger, table.sue, table.ann, table.bob, table.gm, other))]


@pytest.mark.parametrize(("method", "address", "answers"), PAGES)
def test_every_page_answers_each_person_as_the_table_says(
    people: list[Client], table: Table, method: str, address: str, answers: tuple[object, ...]
) -> None:
    got, battles = [], ContentType.objects.get_for_model(Battle).pk
    for client in people:
        response = client.generic(method, address.format(pk=table.battle.pk, battles=battles))
        where = response.headers.get("Location", "")
        got.append(
            SIGN_IN
            if "/sign-in/" in where or "/gm/login/" in where
            else TO_GM
            if where.startswith("/gm/")
            else response.status_code
        )
    assert tuple(got) == answers


def test_a_guessed_battle_answers_a_stranger_like_one_that_does_not_exist(people: list[Client], table: Table) -> None:
    addresses = [f"/battles/{pk}/" for pk in (table.battle.pk, table.battle.pk + 1000, 10**30)]
    pages = [people[1].get(address) for address in addresses]
    # The switch between languages leads back to the address that was asked for.
    told = zip(pages, addresses, strict=True)
    assert len({without_noise(page.content.decode()).replace(address, "") for page, address in told}) == 1
    assert {page.status_code for page in pages} == {404}


@pytest.mark.parametrize(
    "query",
    ["secret__regex=.", "secret__gt=1", "setup__contains=a", "steps__state__contains=a", "live_key__startswith=a"],
)
def test_no_filter_lets_a_gm_feel_his_way_to_the_dice_or_the_stored_states(table: Table, query: str) -> None:
    assert signed_in(table.gm).get(f"/gm/battles/battle/?{query}").status_code == 400


@pytest.mark.parametrize("number", ["9" * 25, "9" * 5000, "-1", "1.5", "x", "", "٣" * 30])
@pytest.mark.parametrize("page", ["?pick={}", "log/?before={}"])
def test_a_number_in_an_address_never_breaks_the_page(table: Table, page: str, number: str) -> None:
    assert signed_in(table.ann).get(table.address(page.format(number))).status_code in (200, 400)


def test_the_table_names_every_page_of_the_site() -> None:
    """A new address must be put into a table (above, or a campaign's), or among these that are for everybody."""
    free = {"sign-in/", "sign-out/", "enter/", "healthz/", "language/"}
    known = {route(address) for _, address, _ in [*PAGES, *campaign_pages.PAGES]}
    own = {route for route in _routes(get_resolver().url_patterns) if not route.startswith("gm/")}
    assert own <= known | free


def test_a_page_that_needs_a_sign_in_leads_back_to_itself(table: Table) -> None:
    response = Client().get(f"/battles/{table.battle.pk}/")
    assert response.headers["Location"] == f"/sign-in/?next=/battles/{table.battle.pk}/"


def test_htmx_is_told_to_leave_the_page_rather_than_swap_a_sign_in_form_into_it(table: Table) -> None:
    response = Client().post(table.address("commands/"), headers={"HX-Request": "true"})
    assert (response.status_code, response.headers["HX-Redirect"]) == (401, "/sign-in/")


@pytest.mark.parametrize("page", ["", "frame/", "log/?before=5"])
def test_nothing_of_a_battle_is_kept_by_a_cache(lay_table: Callable[[str], Table], page: str) -> None:
    table = lay_table("deployment")
    for person in (table.ann, table.sue):
        assert "no-store" in signed_in(person).get(table.address(page)).headers["Cache-Control"]
    response = signed_in(table.gm).get(f"/gm/battles/battle/{table.battle.pk}/change/")
    assert "no-store" in response.headers["Cache-Control"]


@pytest.mark.parametrize("address", ["/sign-out/", "/gm/logout/", "/gm/password_change/", "/sign-in/", "/enter/"])
def test_f_13_however_a_session_ends_its_sockets_are_closed(table: Table, address: str) -> None:
    for person in (table.ann, table.gm):
        person.set_password("correct horse")
        person.save()
    client = signed_in(table.gm)
    session = client.session.session_key
    with mock.patch.object(live, "hang_up") as hang_up:
        if address == "/enter/":
            client.get(address + get_query_string(table.ann, scope="enter"))
        else:
            passwords = {"old_password": "correct horse", "new_password1": "battery 47", "new_password2": "battery 47"}
            client.post(address, {"username": "ann", "password": "correct horse"} | passwords)
    assert hang_up.call_args_list[0] == mock.call(session=session)
    assert client.session.session_key != session


def test_a_sign_in_link_signs_in_once(table: Table) -> None:
    link = "/enter/" + get_query_string(table.ann, scope="enter")
    assert Client().get(link).headers["Location"] == table.address()
    assert Client().get(link).status_code == 404


def test_a_sign_in_link_opened_twice_at_one_instant_signs_in_once(table: Table) -> None:
    both_read_the_person_first = type(table.ann).objects.get(pk=table.ann.pk), table.ann
    assert [lobby._first_use(person) for person in both_read_the_person_first] == [True, False]


def test_signing_out_needs_a_post_and_ends_the_session(table: Table) -> None:
    client = signed_in(table.ann)
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").status_code == 302
    assert client.get(table.address()).status_code == 302


def test_forms_of_foreign_pages_are_refused(table: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(table.gm)
    response = client.post(
        table.address("commands/"), {"command": '{"type":"Advance"}', "seen": table.board(table.gm).seen}
    )
    assert response.status_code == 403
    assert table.board(table.gm).view.phase == "briefing"


def _routes(patterns: list, prefix: str = "") -> list[str]:  # type: ignore[type-arg]
    found = []
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        found += _routes(pattern.url_patterns, route) if hasattr(pattern, "url_patterns") else [route]
    return found
