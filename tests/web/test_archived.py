"""An archived campaign is only read: none of its pages offers what would be refused."""

import re

import pytest

from battles.services import campaigns, members
from tests.services.test_members import person
from tests.table import Table, signed_in
from tests.web import campaign_pages, people_pages
from tests.web.matrix import address, places

pytestmark = pytest.mark.django_db
TABLE = [*campaign_pages.PAGES, *people_pages.PAGES]
PAGES = [row for method, row, _ in TABLE if method == "GET" and row.startswith(("/campaigns/{", "/battles/{"))]
HELPS = ("/unarchive/", "/sign-out/", "/language/")


@pytest.mark.parametrize("row", PAGES)
def test_no_page_of_an_archived_campaign_has_a_form_that_would_change_it(table: Table, row: str) -> None:
    deputy = person("deputy")
    members.admit(campaign=table.battle.campaign, person=deputy, role="deputy")
    where = address(row, places(table))
    campaigns.archive(campaign=table.battle.campaign)
    for who in (table.gm, deputy, table.ann):
        page = signed_in(who).get(where)
        assert [to for to in _sendable(page.content.decode(), where) if not to.endswith(HELPS)] == [], who
        assert page.status_code in (200, 403, 404, 405, 422)


def _sendable(page: str, where: str) -> list[str]:
    """Where each form that can be sent goes: one without a button only shows what is stored."""
    forms = re.findall(r'<form method="post"([^>]*)>(.*?)</form>', page, re.DOTALL)
    actions = [re.search(r'action="([^"]*)"', tag) for tag, inner in forms if "<button" in inner]
    return [found[1].split("#")[0] if found else where for found in actions]


@pytest.mark.parametrize("page", ["battles/new/", "armies/new/", "armies/import/"])
def test_the_address_of_a_form_for_something_new_says_that_the_campaign_is_archived(table: Table, page: str) -> None:
    campaigns.archive(campaign=table.battle.campaign)
    answer = signed_in(table.gm).get(f"/campaigns/{table.battle.campaign_id}/{page}")
    assert answer.status_code == 403
    assert "This campaign is archived" in answer.content.decode()
