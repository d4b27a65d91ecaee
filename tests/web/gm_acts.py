"""What the tests of the control room's pages ask, and how they look at what came of it."""

import re
from html import unescape
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpResponse

from battles.models import Battle, Step
from battles.services import boards
from tests.table import Table, signed_in

NO_REASON = "Reason: a text of 1 to 300 readable characters is needed."


def room(table: Table) -> str:
    return f"/gm/battles/battle/{table.battle.pk}/change/"


def get(table: Table, page: str, person: User | None = None) -> str:
    answer = signed_in(person or table.gm).get(table.address(f"gm/{page}"))
    assert answer.status_code == 200, answer.status_code
    return unescape(answer.content.decode())


def post(table: Table, page: str, person: User | None = None, *, live: bool = False, **given: Any) -> HttpResponse:
    """live: as the page's script sends it."""
    client = signed_in(person or table.gm)
    return client.post(table.address(page), given, headers={"HX-Request": "true"} if live else {})


def done(table: Table, page: str, **given: Any) -> str:
    """Send a form of the GM's, which leads back to the control room. Returns what that says."""
    client = signed_in(table.gm)
    answer = client.post(table.address(f"gm/{page}"), given)
    assert (answer.status_code, answer.headers.get("Location")) == (302, room(table)), answer.content.decode()[:2000]
    return unescape(client.get(room(table)).content.decode())


def refused(table: Table, page: str, status: int = 422, **given: Any) -> str:
    """The same, refused: nothing is stored, and the page with the form comes back. Returns it."""
    before = stored(table)
    answer = post(table, f"gm/{page}", **given)
    assert answer.status_code == status, (answer.status_code, answer.content.decode()[:2000])
    assert stored(table) == before
    return unescape(answer.content.decode())


def stored(table: Table) -> tuple[Any, ...]:
    return Step.objects.count(), Battle.objects.values().get(pk=table.battle.pk)


def told(table: Table, person: User) -> list[str]:
    """What the newest entry of the report says to him."""
    entries, _ = boards.entries(table.board(person))
    return [str(line.message) for line in entries[0].lines]


def field(page: str, name: str) -> str:
    """The value that a form's field is filled with."""
    found = re.search(rf'<input[^>]* name="{name}"[^>]* value="([^"]*)"', page)
    assert found, name
    return found[1]
