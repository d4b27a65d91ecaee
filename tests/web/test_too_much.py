"""What is too large to be read as a form is answered by a page that names the limit, in the reader's language."""

from html import unescape

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from battles.models import Army
from tests.table import Table, signed_in

pytestmark = pytest.mark.django_db
FLOOD = "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
FIELDS = {f"field-{number}": "" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
PAGES = ["campaigns/{}/armies/import/", "campaigns/{}/settings/", "campaigns/new/", "language/"]
TOO_LARGE = "What you sent is larger than a form may be: at most 4.0 MB are allowed."
TOO_MANY = "The form you sent has too many fields: at most 2000 are allowed."


def said(answer: HttpResponse) -> str:
    assert answer.status_code == 400
    assert answer.headers["Content-Type"].startswith("text/html")
    return unescape(answer.content.decode())


@pytest.mark.parametrize("checks", [True, False], ids=["with its forgery token looked for", "without"])
@pytest.mark.parametrize("content_type", ["multipart", "urlencoded"])
@pytest.mark.parametrize("page", PAGES)
def test_a_flood_is_refused_by_a_sentence_that_names_the_limit(
    table: Table, page: str, content_type: str, checks: bool
) -> None:
    client = Client(enforce_csrf_checks=checks)
    client.force_login(table.gm)
    client.get("/account/")  # for the token's cookie
    where = "/" + page.format(table.battle.campaign_id)
    if content_type == "multipart":
        answer = client.post(where, {"text": FLOOD})
    else:
        answer = client.post(where, f"text={FLOOD}", content_type="application/x-www-form-urlencoded")
    assert TOO_LARGE in said(answer)
    assert "x" * 100 not in answer.content.decode()


def test_a_form_of_more_fields_than_can_be_read_is_refused_by_a_sentence(table: Table) -> None:
    before = Army.objects.count()
    answer = signed_in(table.gm).post(f"/campaigns/{table.battle.campaign_id}/armies/new/", FIELDS | {"name": "New"})
    assert TOO_MANY in said(answer)
    assert Army.objects.count() == before


def test_it_is_said_in_the_readers_language(table: Table) -> None:
    answer = signed_in(table.gm).post(
        f"/campaigns/{table.battle.campaign_id}/armies/import/", {"text": FLOOD}, headers={"Accept-Language": "fr"}
    )
    assert "4,0" in said(answer) and '<html lang="fr"' in said(answer)


def test_a_text_that_is_just_short_enough_for_a_form_is_judged_by_its_reader(table: Table) -> None:
    text = "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE - 1000)
    answer = signed_in(table.gm).post(f"/campaigns/{table.battle.campaign_id}/armies/import/", {"text": text})
    assert answer.status_code == 422
    assert "is larger than 2 MB." in answer.content.decode()
