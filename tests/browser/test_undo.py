"""Undo by its button: what was last chosen is open again, one choice after the other, and nobody else hears of it."""

import json

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.crew import Crew, Opener
from tests.browser.people import Person
from tests.browser.pitched import press
from tests.sites import Site

STAGES = {"battlefront": "muster", "bataille": "declarations"}


@pytest.fixture(params=STAGES)
def crew(request: pytest.FixtureRequest, shared_site: Site, new_context: Opener) -> Crew:
    options = ("--ruleset", request.param, "--fast-forward", STAGES[request.param])
    links = json.loads(shared_site.manage("demo", *options, "--json", "--url", shared_site.url))
    return Crew.with_links(links, new_context, ("red", "blue"))


def undo(person: Person) -> Locator:
    """While it does not rest from the press before."""
    return person.page.locator("#undo:not([aria-disabled])")


def chosen(person: Person) -> list[str]:
    """What the page offers to choose, in its words: another list after every choice."""
    return person.page.locator("#board button[data-chain], #orders button[data-chain]").all_text_contents()


def choose(person: Person, place: int) -> str:
    """One of what is offered; what the button says then that would take it back."""
    said = undo(person).inner_text() if undo(person).count() else ""
    offered = person.page.locator("#board button[data-chain], #orders button[data-chain]:not(#fill-in)")
    press(person, str(offered.nth(place).get_attribute("id")))
    expect(undo(person)).to_have_count(1)
    expect(undo(person)).not_to_have_text(said)
    return undo(person).inner_text()


def test_undo_takes_back_one_choice_after_the_other_and_the_rival_hears_nothing(crew: Crew) -> None:
    red, before, heard = crew.red, chosen(crew.red), crew.blue.version()
    expect(red.page.locator("#undo")).to_have_count(0)
    first = choose(red, 0)
    between = chosen(red)
    assert choose(red, -1) != first
    red.use(undo(red))
    expect(undo(red)).to_have_text(first)
    assert chosen(red) == between
    undo(red).focus()
    red.page.keyboard.press("Enter")
    expect(red.page.locator("#undo")).to_have_count(0)
    # Whoever presses it once too often must not do something else by it.
    expect(red.page.locator("#orders")).to_be_focused()
    red.page.keyboard.press("Enter")
    assert chosen(red) == before and crew.blue.version() == heard
    assert red.on_same_page()


def test_a_double_click_takes_one_choice_back(crew: Crew) -> None:
    red, first = crew.red, ""
    first = choose(red, 0)
    choose(red, -1)
    undo(red).dblclick()
    expect(undo(red)).to_have_text(first)
    red.is_still()
    expect(undo(red)).to_have_text(first)
    expect(red.page.locator("#notice .notice-stale")).to_have_count(0)
