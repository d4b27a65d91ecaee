"""In which language a person reads: his browser's wish until he chooses, and a page keeps to its own."""

import json
import re
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils.translation import gettext, override

from battles.services import live
from tests.table import Table, signed_in
from tests.web.test_commands import HTMX

pytestmark = pytest.mark.django_db
FRENCH, ENGLISH = {"Accept-Language": "fr-CH, fr;q=0.9, en;q=0.5"}, {"Accept-Language": "en"}
CODES = [code for code, _ in settings.LANGUAGES]


def french(text: str) -> str:
    with override("fr"):
        found = gettext(text)
    assert found != text, f"not translated: {text}"
    return found


def language_of(page: Any) -> str:
    found = re.search(r'<html lang="(\w+)"', page.content.decode())
    assert found
    return found[1]


def chooses(client: Client, language: str, page: str = "/") -> Any:
    return client.post("/language/", {"language": language, "next": page})


def in_french(person: User) -> Client:
    client = signed_in(person)
    chooses(client, "fr")
    return client


# The choice


def test_until_one_has_chosen_the_browsers_wish_holds(table: Table) -> None:
    client = signed_in(table.ann)
    assert language_of(client.get("/", headers=FRENCH)) == "fr"
    assert language_of(client.get("/", headers={"Accept-Language": "de, fr;q=0.5"})) == "fr"
    assert language_of(client.get("/", headers={"Accept-Language": "de"})) == "en"
    assert language_of(client.get("/")) == "en"


def test_a_choice_holds_whatever_the_browser_wishes_and_stays_on_the_page(table: Table) -> None:
    client = signed_in(table.ann)
    page = f"{table.address()}?pick=3"
    response = chooses(client, "fr", page)
    assert (response.status_code, response.headers["Location"]) == (302, page)
    assert response.cookies["django_language"].value == "fr"
    assert response.cookies["django_language"]["max-age"] > 300 * 24 * 3600
    assert language_of(client.get(page, headers=ENGLISH)) == "fr"
    chooses(client, "en")
    assert language_of(client.get(page, headers=FRENCH)) == "en"


def test_who_is_not_signed_in_chooses_too() -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get("/sign-in/?next=/campaigns/1/")
    form = dict(
        re.findall(r'name="(csrfmiddlewaretoken|next)" value="([^"]+)"', page.content.decode().split("<main")[0])
    )
    assert client.post("/language/", form | {"language": "fr"}).headers["Location"] == "/sign-in/?next=/campaigns/1/"
    page = client.get("/sign-in/")
    assert language_of(page) == "fr"
    assert french("Sign in") in page.content.decode()


@pytest.mark.parametrize("language", ["tlh", "", "fr/../en", "f" * 5000])
def test_a_language_that_the_site_does_not_speak_changes_nothing(table: Table, language: str) -> None:
    client = in_french(table.ann)
    assert "django_language" not in chooses(client, language).cookies
    assert language_of(client.get("/")) == "fr"


@pytest.mark.parametrize("page", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_the_switch_leads_to_no_other_site(table: Table, page: str) -> None:
    assert chooses(signed_in(table.ann), "fr", page).headers["Location"] == "/"


def switch(page: Any) -> tuple[str, dict[str, str]]:
    """Where it leads back to, and language -> the button's attributes."""
    (form,) = re.findall(r'<form method="post" action="/language/".*?</form>', page.content.decode(), re.DOTALL)
    (back,) = re.findall(r'name="next" value="([^"]*)"', form)
    return back, dict(re.findall(r'<button [^>]*value="(\w+)"([^>]*)>', form))


def test_every_page_has_the_switch_with_the_present_language_marked(table: Table) -> None:
    for person, page in (
        (table.ann, table.address()),
        (table.ann, "/nowhere/"),
        (table.gm, "/gm/"),
        (table.gm, gm(table)),
    ):
        back, buttons = switch(in_french(person).get(page))
        assert back == page
        assert list(buttons) == CODES
        assert {code: "aria-current" in rest for code, rest in buttons.items()} == {"en": False, "fr": True}
        assert all(f'lang="{code}"' in rest for code, rest in buttons.items())


def gm(table: Table) -> str:
    return f"/gm/battles/battle/{table.battle.pk}/change/"


def test_the_switch_leads_back_to_a_page_that_can_be_opened(table: Table) -> None:
    client = in_french(table.ann)
    assert switch(client.get(table.address("log/?before=9&language=fr")))[0] == table.address("log/?before=9")
    referer = f"http://testserver{table.address()}"
    answer = client.post(table.address("commands/"), {"command": "nonsense"}, headers={"Referer": referer})
    assert switch(answer)[0] == referer
    assert chooses(client, "en", referer).headers["Location"] == referer


# A page keeps its language


def pinned(page: Any) -> list[str]:
    """The language in each of the addresses that the battle's page asks for piece by piece."""
    html = page.content.decode()
    addresses = re.findall(r'(?:data-frame-url|ws-connect|action|hx-get)="([^"]*(?:battles/)[^"]*)"', html)
    assert len(addresses) >= 3
    return [address.rpartition("language=")[2] for address in addresses]


@pytest.mark.parametrize("language", CODES)
def test_a_page_names_its_language_in_its_own_addresses(lay_table: Callable[[str], Table], language: str) -> None:
    table = lay_table("result")
    for person, page in ((table.ann, table.address()), (table.gm, gm(table))):
        client = signed_in(person)
        chooses(client, language)
        assert set(pinned(client.get(page))) == {language}


@pytest.mark.parametrize("chosen", CODES)
@pytest.mark.parametrize("language", CODES)
def test_a_frame_is_in_its_pages_language_whatever_was_chosen_since(table: Table, language: str, chosen: str) -> None:
    client = signed_in(table.ann)
    chooses(client, chosen)
    frame = client.get(table.address(f"frame/?language={language}"))
    nothing = "Nothing has happened yet. What happens is told here."
    assert (french(nothing) if language == "fr" else nothing) in frame.content.decode()
    assert frame.headers["Content-Language"] == language
    assert language_of(client.get("/")) == chosen


@pytest.mark.parametrize("language", ["de", "", "fr-FR", "x" * 5000])
def test_an_unknown_language_in_an_address_is_ignored(table: Table, language: str) -> None:
    client = in_french(table.ann)
    own = client.get(table.address("frame/"))
    other = client.get(table.address(f"frame/?language={language}"))
    assert own.headers["ETag"] == other.headers["ETag"]
    assert other.headers["Content-Language"] == "fr"


def test_an_etag_is_of_one_language(table: Table) -> None:
    client = signed_in(table.ann)
    tags = {code: client.get(table.address(f"frame/?language={code}")).headers["ETag"] for code in CODES}
    assert len(set(tags.values())) == len(CODES)
    for code in CODES:
        for other, tag in tags.items():
            answer = client.get(table.address(f"frame/?language={code}"), headers={"If-None-Match": tag})
            assert answer.status_code == (304 if other == code else 200)


@pytest.mark.parametrize(
    ("command", "stale", "status", "sentence"),
    [
        ({"type": "Advance"}, False, 200, "Saved."),
        (
            {"type": "Advance"},
            True,
            409,
            "The board had changed before this reached it, so nothing was done. Look again.",
        ),
    ],
)
def test_a_command_is_answered_in_the_pages_language(
    table: Table, command: dict[str, str], stale: bool, status: int, sentence: str
) -> None:
    fields = {"command": json.dumps(command), "seen": "" if stale else table.board(table.gm).seen}
    address = table.address("commands/?language=fr")
    answer = signed_in(table.gm).post(address, fields, headers=HTMX | {"X-Live": "off"})
    assert answer.status_code == status
    assert french(sentence) in answer.content.decode()
    assert french("Report") in answer.content.decode()


def test_a_plain_form_is_refused_in_the_pages_language(table: Table) -> None:
    answer = signed_in(table.gm).post(table.address("commands/?language=fr"), {"command": '{"type": "Advance"}'})
    assert (answer.status_code, language_of(answer)) == (409, "fr")
    assert set(pinned(answer)) == {"fr"}


def test_earlier_entries_are_in_the_pages_language(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    for headers in ({}, HTMX):
        pages = [
            signed_in(table.sue).get(table.address(f"log/?before=9&language={code}"), headers=headers).content.decode()
            for code in CODES
        ]
        assert pages[0] != pages[1]


# What is pushed


def test_a_step_is_one_message_for_each_audience_and_language(
    table: Table, django_capture_on_commit_callbacks: Any
) -> None:
    with mock.patch.object(live, "_send") as send, django_capture_on_commit_callbacks(execute=True):
        table.issue(table.gm, table.board(table.gm).view.options[0])
    ((messages,), _) = send.call_args
    desks = [message for message in messages if message["group"].startswith("desk.")]
    assert [message["frame"] for message in desks] == ["changed"]
    messages = [message for message in messages if message not in desks]
    heard = sorted(tuple(message["group"].split(".")[2:4]) for message in messages)
    assert heard == sorted((audience, code) for audience in ("gm", "red", "blue", "public") for code in CODES)
    frames = {message["group"].split(".")[3]: message["frame"] for message in messages if ".red." in message["group"]}
    assert {frame.split("-->")[0] for frame in frames.values()} == {"<!--frame version=2 kind=push"}
    assert frames["fr"] != frames["en"]


def test_a_region_that_did_not_change_is_sent_again_in_no_language(
    table: Table, django_capture_on_commit_callbacks: Any
) -> None:
    table.play_until("muster")
    sent = []
    for _ in range(2):
        with mock.patch.object(live, "_send") as send, django_capture_on_commit_callbacks(execute=True):
            table.issue(table.ann, table.board(table.ann).view.options[0])
        sent = [message["frame"] for message in send.call_args.args[0] if ".red." in message["group"]]
    assert len(sent) == len(CODES)
    assert not [frame for frame in sent if 'id="status"' in frame]


def test_the_gms_site_is_titled_in_his_language(table: Table) -> None:
    page = signed_in(table.gm).get("/gm/", headers=FRENCH).content.decode()
    assert french("Battlefront: GM") in page and french("Your campaigns") in page
