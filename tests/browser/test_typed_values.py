"""F-25, F-12: what the GM is typing survives live updates and a broken line, and is on the page until it is saved."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.crew import Crew, Opener, forgive
from tests.browser.people import Person
from tests.browsers import PageErrors
from tests.sites import Site

FIELD = "assess-blue-headcount"
TYPING = """id => {
    const field = document.activeElement;
    return [field.id, field.value, field.selectionStart, field.selectionEnd];
}"""


@pytest.fixture
def gm(shared_site: Site, new_context: Opener) -> Person:
    """At the force evaluation of a pitched battle, where he types the armies' figures."""
    links = json.loads(shared_site.manage("demo", "--ruleset", "bataille", "--json", "--url", shared_site.url))
    return Crew.with_links(links, new_context, who=("gm",)).gm


def second_tab(gm: Person) -> Page:
    tab = Person(gm.page.context.new_page(), gm.role)
    tab.page.goto(gm.page.url)
    tab.is_connected()
    return tab.page


def test_text_focus_and_caret_survive_an_update_of_the_form(gm: Person) -> None:
    page, other = gm.page, second_tab(gm)
    page.locator(f"#{FIELD}").fill("12345")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    other.locator("#assess-red-arms").fill("90")
    other.keyboard.press("Enter")
    expect(page.locator("#assess-red-arms")).to_have_value("90")  # the form was swapped
    assert page.evaluate(TYPING) == [FIELD, "12345", 3, 3]
    page.keyboard.type("99")
    page.keyboard.press("Enter")
    expect(other.locator(f"#{FIELD}")).to_have_value("1239945")
    expect(page.locator("#notice")).to_contain_text("Saved.")
    assert page.evaluate("document.activeElement.id") == FIELD


def test_what_was_refused_stays_in_its_field_and_the_sentence_names_it(gm: Person, page_errors: PageErrors) -> None:
    page = gm.page
    page.locator(f"#{FIELD}").fill("a great many")
    page.locator("#assess-blue-save").click()
    expect(page.get_by_role("alert")).to_contain_text("Headcount: a whole number from 0 to 10,000,000 is needed.")
    expect(page.locator(f"#{FIELD}")).to_have_value("a great many")
    forgive(page_errors, 422)


@pytest.mark.usefixtures("outage")
def test_what_could_not_be_sent_is_kept_and_sent_when_the_line_is_back(gm: Person) -> None:
    page = gm.page
    page.context.set_offline(True)
    page.locator("#set-base-points").fill("77")
    page.keyboard.press("Enter")
    expect(page.locator("#set-base-save")).to_have_attribute("data-mark", "not sent")
    expect(page.locator("#set-base-points")).to_have_value("77")
    page.context.set_offline(False)
    expect(page.locator("#base-in-force")).to_have_text("77", timeout=15_000)
