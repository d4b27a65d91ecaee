"""Every text field tells the browser how long a text it takes; a longer one is refused by a sentence that says so."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import transaction

from battles.models import Hero
from battles.services import names
from tests.services.test_advantages import card
from tests.table import Table, signed_in
from tests.web.test_campaign import said

pytestmark = pytest.mark.django_db
PAGES = [
    "/account/",
    "/campaigns/new/",
    "/campaigns/{campaign}/settings/",
    "/campaigns/{campaign}/members/",
    "/campaigns/{campaign}/battles/new/",
    "/campaigns/{campaign}/advantages/",
    "/campaigns/{campaign}/armies/new/",
    "/campaigns/{campaign}/armies/{army}/",
    "/campaigns/{campaign}/armies/{army}/names/",
    "/campaigns/{campaign}/armies/{army}/rows/hordes/{horde}/",
    "/campaigns/{campaign}/armies/{army}/repairs/",
    "/campaigns/{campaign}/armies/{army}/heroes/new/",
    "/campaigns/{campaign}/catalogue/profile/new/",
    "/campaigns/{campaign}/catalogue/terrain/new/",
    "/campaigns/{campaign}/catalogue/scenario/new/",
]
OTHERWISE = {"email": "zoe@example.org"}  # a field that is not tried just now
TEXTS = {"text", "email", "search", "password"}
LINES = {"weapons", "advantages", "rewards"}  # so many lines of so many characters: the limit is only of the whole
AS_LONG_AS_ONE_LIKES = {"password"}  # only its digest is kept


class Page(HTMLParser):
    """The forms of a page: fields is name -> value as a browser would send it, limits is name -> maxlength or None."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self.select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        name = given.get("name", "")
        if tag == "form":
            self.forms.append({"id": given.get("id"), **given, "fields": {}, "limits": {}})
        elif tag == "option" and self.select:
            form = self.forms[-1]["fields"]
            if "selected" in given or self.select not in form:
                form[self.select] = given.get("value", "")
        elif tag in ("input", "textarea", "select") and name and self.forms and "readonly" not in given:
            self._field(tag, name, given)

    def _field(self, tag: str, name: str, given: dict[str, str]) -> None:
        form = next((each for each in self.forms if "form" in given and each["id"] == given["form"]), self.forms[-1])
        kind = given.get("type", "text") if tag == "input" else tag
        self.select = name if tag == "select" else ""
        if kind in ("checkbox", "radio") and "checked" not in given or tag == "select":
            return
        form["fields"][name] = given.get("value", "")
        if kind in TEXTS - AS_LONG_AS_ONE_LIKES or tag == "textarea":
            form["limits"][name] = given.get("maxlength")

    def handle_endtag(self, tag: str) -> None:
        self.select = "" if tag == "select" else self.select


@pytest.fixture
def where(table: Table) -> dict[str, int]:
    army = table.battle.red_army
    assert army is not None
    card(table)
    table.gm.email = OTHERWISE["email"]
    table.gm.set_password("correct horse battery")
    table.gm.save()
    horde = army.hordes.all()[0]
    army.hordes.filter(pk=horde.pk).update(magnitude=1)
    Hero.objects.create(army=army, name="Otto", wounds_left=1)
    return {"campaign": table.battle.campaign_id, "army": army.pk, "horde": horde.pk}


def forms_of(table: Table, address: str) -> list[dict[str, Any]]:
    answer = signed_in(table.gm).get(address)
    assert answer.status_code == 200
    return [form for form in Page(answer.content.decode()).forms if form["limits"]]


@pytest.mark.parametrize("page", PAGES)
def test_a_text_field_has_a_limit_and_says_it_when_that_is_passed(
    table: Table, where: dict[str, int], page: str
) -> None:
    address = page.format(**where)
    forms = forms_of(table, address)
    assert forms, "a page of this list has a text field"
    for form in forms:
        assert None not in form["limits"].values(), form["limits"]
        for name, limit in form["limits"].items():
            longest = int(limit)
            most = names.MOST if longest == 2 * names.MOST else longest
            assert f" {most} " in sent(table, address, form, name, longest + 1), (name, most)
            if name not in LINES:
                assert "characters" not in sent(table, address, form, name, most, refused=False), (name, most)


def sent(table: Table, address: str, form: dict[str, Any], name: str, length: int, *, refused: bool = True) -> str:
    """What is said to a text of that length; then all is as it was."""
    others = {other: form["fields"][other] or OTHERWISE.get(other, "x") for other in form["limits"]}
    fields = form["fields"] | others | {name: _text(name, length)}
    with transaction.atomic():
        answer = signed_in(table.gm).post(form.get("action") or form.get("hx-post") or address, fields)
        transaction.set_rollback(True)
    assert answer.status_code == 422 or not refused, (form, name)
    return said(answer)


def _text(name: str, length: int) -> str:
    return "x" * length if name != "email" else "@example.org".rjust(length, "x")
