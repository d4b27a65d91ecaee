"""axe-core finds nothing on any page, in either language, scheme and size.

Each page is opened once a language and looked at twice with all rules: so every two of language, scheme and size meet.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import axe, looking
from tests.browser.every_page import NO_PAGE, Page, every_page, of_row, rows
from tests.browser.looking import Looker
from tests.sites import Site

LOOKS = {
    "en": ((1600, "light"), (360, "dark")),
    "fr": ((1600, "dark"), (360, "light")),
}


@pytest.fixture(scope="module")
def lookers(browser: Browser, shared_site: Site) -> Iterator[dict[str, Looker]]:
    world = looking.lay(shared_site)
    made = {language: Looker(browser, shared_site, world, language) for language in LOOKS}
    yield made
    for looker in made.values():
        looker.page.context.close()


@pytest.mark.parametrize("wanted", every_page(), ids=str)
def test_axe_finds_nothing(lookers: dict[str, Looker], wanted: Page) -> None:
    found = []
    for language, looker in lookers.items():
        page = looker.open(wanted)
        axe.prepare(page)
        looks = {(width, scheme): axe.look(page, width, scheme) for width, scheme in LOOKS[language]}
        found += [f"{language} {width} {scheme}: {line}" for (width, scheme), lines in looks.items() for line in lines]
        found += [f"{language}: {line}" for line in axe.look_once(page)]
    assert not found, "\n".join(found)


def test_every_page_of_the_permission_matrix_is_looked_at_but_what_is_no_page() -> None:
    found = rows()
    assert [address for address, answers in found if address not in NO_PAGE and not any(of_row(address, answers))] == []
    assert set(NO_PAGE) <= set(dict(found))
