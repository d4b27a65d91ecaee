"""Who may open what: one table of addresses and people, and nothing beside it."""

import re
from collections.abc import Callable
from unittest import mock

import pytest
from django.test import Client
from django.urls import get_resolver
from sesame.utils import get_query_string

from battles.services import live
from battles.views import lobby
from tests.noise import without_noise
from tests.table import Table, signed_in
from tests.web import campaign_pages, gm_pages, people_pages
from tests.web.campaign_pages import BAD_METHOD, DONE, FOR_GM, FOR_MEMBERS, NONE, OK, ONLY_POST, SIGN_IN, route
from tests.web.matrix import TO_GM, Row, address, ask, cast, places, stored, whole

pytestmark = pytest.mark.django_db

BATTLE_PAGES = [
    ("GET", "/battles/{pk}/", (SIGN_IN, NONE, OK, OK, OK, TO_GM, NONE)),
    ("POST", "/battles/{pk}/", ONLY_POST),
    ("GET", "/battles/{pk}/frame/", FOR_MEMBERS),
    ("POST", "/battles/{pk}/frame/", ONLY_POST),
    ("GET", "/battles/{pk}/log/?before=9", FOR_MEMBERS),
    ("POST", "/battles/{pk}/log/", ONLY_POST),
    ("GET", "/battles/{pk}/replay/?step=1", FOR_MEMBERS),
    ("POST", "/battles/{pk}/replay/", ONLY_POST),
    # Without htmx a step's own address leads to the page. The battle has not ended: there is no report yet.
    ("GET", "/battles/{pk}/replay/board/?step=1", (SIGN_IN, NONE, 302, 302, 302, 302, NONE)),
    ("POST", "/battles/{pk}/replay/board/", ONLY_POST),
    ("GET", "/battles/{pk}/report/", (SIGN_IN, *[NONE] * 6)),
    ("POST", "/battles/{pk}/report/", ONLY_POST),
    ("GET", "/battles/{pk}/report/share/", ONLY_POST),
    ("POST", "/battles/{pk}/report/share/", (SIGN_IN, *[NONE] * 6)),
    ("GET", "/battles/{pk}/report/revoke/", ONLY_POST),
    ("POST", "/battles/{pk}/report/revoke/", (SIGN_IN, *[NONE] * 6)),
    ("GET", "/battles/{pk}/commands/", (SIGN_IN, NONE, 302, 302, 302, 302, NONE)),
    ("POST", "/battles/{pk}/commands/", (SIGN_IN, NONE, 400, 400, 400, 400, NONE)),
    ("GET", "/gm/", (SIGN_IN, NONE, NONE, NONE, NONE, OK, OK)),
    ("GET", "/gm/battles/battle/", (SIGN_IN, NONE, NONE, NONE, NONE, OK, OK)),
    ("GET", "/gm/battles/battle/{pk}/change/", FOR_GM),
    ("POST", "/gm/battles/battle/{pk}/change/", (SIGN_IN, NONE, NONE, NONE, NONE, BAD_METHOD, BAD_METHOD)),
    ("GET", "/gm/battles/battle/{pk}/history/", (SIGN_IN, NONE, NONE, NONE, NONE, OK, TO_GM)),
    ("GET", "/gm/battles/battle/{pk}/delete/", (SIGN_IN, NONE, NONE, NONE, NONE, 403, 403)),
    ("GET", "/gm/r/{battles}/{pk}/", (SIGN_IN, *[NONE] * 6)),
]
PAGES: list[Row] = [*BATTLE_PAGES, *campaign_pages.PAGES, *people_pages.PAGES, *gm_pages.PAGES]


@pytest.fixture
def people(table: Table) -> dict[str, Client]:
    return cast(table)


@pytest.mark.parametrize(("method", "row", "answers"), PAGES)
def test_every_address_answers_each_person_as_the_table_says(
    people: dict[str, Client], table: Table, method: str, row: str, answers: tuple[object, ...]
) -> None:
    where = address(row, places(table))
    before = stored()
    got = {name: ask(client, method, where, before) for name, client in people.items()}
    assert {name: answer for name, (answer, _) in got.items()} == whole(answers)
    # Whoever is refused has changed nothing, and nobody by looking.
    assert {answer for answer, changed in got.values() if changed} <= ({DONE, TO_GM} if method == "POST" else set())


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_no_other_method_changes_anything(people: dict[str, Client], table: Table, method: str) -> None:
    given = places(table)
    before, client = stored(), people["gm"]
    got = {row: ask(client, method, address(row, given), before) for row in sorted({row for _, row, _ in PAGES})}
    assert {row: got for row, got in got.items() if got[1] or got[0] == 500} == {}


def test_a_guessed_battle_answers_a_stranger_like_one_that_does_not_exist(
    people: dict[str, Client], table: Table
) -> None:
    addresses = [f"/battles/{pk}/" for pk in (table.battle.pk, table.battle.pk + 1000, 10**30)]
    pages = [people["stranger"].get(address) for address in addresses]
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


def test_the_table_names_every_address_of_the_site_and_both_methods() -> None:
    known = {(method, _bare(route(row))) for method, row, _ in PAGES}
    own = {_bare(each) for each in _routes(get_resolver().url_patterns) if not each.startswith(("gm/", "admin/"))}
    assert {(method, each) for method in ("GET", "POST") for each in own} - known == set()


def _bare(route: str) -> str:
    """What stands in a place has one name in the table and may have another in `urls.py`."""
    return re.sub(r"<[^>]*>|\{\w+\}", "<>", route)


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


@pytest.mark.parametrize("address", ["/sign-out/", "/gm/logout/", "/account/password/", "/sign-in/", "/enter/"])
def test_f_13_however_a_session_ends_its_sockets_are_closed(table: Table, address: str) -> None:
    for person in (table.ann, table.gm):
        person.set_password("correct horse")
        person.save()
    client = signed_in(table.gm)
    session = client.session.session_key
    with mock.patch.object(live, "hang_up") as hang_up:
        if address == "/enter/":
            client.post(address + get_query_string(table.ann, scope="enter"))
        else:
            passwords = {"old_password": "correct horse", "new_password1": "battery 47", "new_password2": "battery 47"}
            client.post(address, {"username": "ann", "password": "correct horse"} | passwords)
    assert hang_up.call_args_list[0] == mock.call(session=session)
    assert client.session.session_key != session


def test_what_stands_in_an_address_is_a_number_or_plain_letters() -> None:
    """A place that takes any text takes what a database does not: a NUL, or digits without end."""
    own = [each for each in _routes(get_resolver().url_patterns) if not each.startswith(("gm/", "admin/"))]
    assert [each for each in own if re.search(r"<(?!slug:|row:)", each)] == []


@pytest.mark.parametrize("page", ["/invites/%00/", "/invites/a%00b/", "/forgotten/%00/x/", "/forgotten/MQ/%00/"])
def test_an_address_with_a_nul_is_not_found(table: Table, page: str) -> None:
    assert [client.get(page).status_code for client in (Client(), signed_in(table.gm))] == [404, 404]


@pytest.mark.parametrize("site", ["/gm/", "/admin/"])
def test_there_is_one_page_to_change_a_password_and_it_counts_the_tries(table: Table, site: str) -> None:
    type(table.gm).objects.update(is_staff=True)
    answer = signed_in(table.gm).post(f"{site}password_change/", {"old_password": "a guess"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/account/password/")


def test_a_sign_in_link_signs_in_once(table: Table) -> None:
    link = "/enter/" + get_query_string(table.ann, scope="enter")
    assert Client().post(link).headers["Location"] == table.address()
    assert (Client().post(link).status_code, Client().get(link).status_code) == (404, 404)


def test_f_08_a_sign_in_link_that_a_chat_looks_at_is_not_spent(table: Table) -> None:
    link, preview = "/enter/" + get_query_string(table.ann, scope="enter"), Client()
    page = preview.get(link)
    assert (page.status_code, b'id="enter"' in page.content) == (200, True)
    assert "sessionid" not in preview.cookies
    assert "no-store" in page.headers["Cache-Control"]
    assert Client().post(link).status_code == 302


def test_a_sign_in_link_opened_twice_at_one_instant_signs_in_once(table: Table) -> None:
    both_read_the_person_first = type(table.ann).objects.get(pk=table.ann.pk), table.ann
    assert [lobby._first_use(person) for person in both_read_the_person_first] == [True, False]


def test_signing_out_needs_a_post_and_ends_the_session(table: Table) -> None:
    client = signed_in(table.ann)
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/", {"sure": "1"}).status_code == 302
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
