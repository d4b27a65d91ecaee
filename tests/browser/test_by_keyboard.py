"""A whole battle of each ruleset by the keyboard alone, and what a screen reader is told of it."""

import re
from collections.abc import Callable
from typing import cast

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Gatherer
from tests.browser.crew import Crew, Opener
from tests.browser.pitched import Pitched
from tests.browser.typists import Typist
from tests.sites import Site

SIDES = ("red", "blue")
# The letters that the list shows, and those that something on the page has.
LISTED = """() => [...document.querySelectorAll("#keys kbd")].filter((each) => each.checkVisibility())
    .map((each) => each.textContent).filter((key) => /^[a-z?]$/.test(key)).sort()"""
OFFERED = """() => {
    const there = (what) => [...document.querySelectorAll(what)].filter((e) => !e.disabled && e.checkVisibility());
    const acts = there("[data-key]").map((e) => e.dataset.key);
    return [...new Set([...acts, ...there("[data-open]").map(() => "n")])].sort();
}"""


def typist(crew: Crew, role: str) -> Typist:
    return cast(Typist, crew.people[role])


def _nobody_touched_a_mouse(crew: Crew) -> None:
    assert {role: typist(crew, role).touched() for role in crew.people} == dict.fromkeys(crew.people, 0)


def _nobody_is_lost(crew: Crew) -> None:
    """Everybody's focus is somewhere, whatever was swapped under it."""
    assert [role for role in crew.people if not typist(crew, role).focused()] == []


def _everybody_goes_to(crew: Crew, letter: str) -> None:
    for role in crew.people:
        typist(crew, role).press(letter)


# Battlefront


def test_a_whole_battle_is_fought_by_the_keyboard_alone(gather: Gatherer) -> None:
    crew = gather(who=("gm", "red", "blue"), kind=Typist)
    _everybody_goes_to(crew, "o")
    crew.advance()
    _choose(typist(crew, "red"))
    crew.fill_in()
    crew.advance()
    _is_told_one_thing_a_round(crew)
    crew.play_until("deployment")
    _nobody_is_lost(crew)
    # Whoever had to place some first may have none left.
    _place_by_arrows(max((typist(crew, side) for side in SIDES), key=lambda side: side.waiting().count()))
    crew.fill_in()
    crew.advance()
    _aim_by_keys(typist(crew, "red"))
    crew.fill_in()
    crew.resolve()
    _leave_the_field(crew)
    for person in crew:
        expect(person.page.locator("#status .waiting")).to_have_text("The battle is over.")
    _nobody_is_lost(crew)
    _nobody_touched_a_mouse(crew)


def _choose(red: Typist) -> None:
    """`n` leads to the first horde that can be chosen, and Enter leaves the focus on it."""
    red.press("n")
    toggle = red.focused()
    expect(red.on()).to_have_accessible_name(re.compile("^Choose "))
    red.press("Enter")
    expect(red.page.locator(f"#{toggle}")).to_have_accessible_name(re.compile("^Leave "))
    assert red.focused() == toggle
    red.press("o")
    red.tab_to(red.page.locator("#fill-in"))
    red.press("Enter")
    expect(red.page.locator("#orders")).to_be_focused()  # not on what seals


def _is_told_one_thing_a_round(crew: Crew) -> None:
    crew.fill_in()
    said = _told(crew, crew.resolve)
    assert re.match(r"(Air Contest, round 2 of 5\.|Result of the Air Contest\.) .*\.$", said), said


def _told(crew: Crew, act: Callable[[], None]) -> str:
    """What is read aloud of what the GM has rolled: one and the same summary to everybody, and none of its lines."""
    listeners = [typist(crew, role) for role in crew.people if role != "gm"]
    for each in listeners:
        each.said()
    act()
    told = [each.said() for each in listeners]
    assert [len(texts) for texts in told] == [1] * len(told), told
    (said,) = {texts[0] for texts in told}
    return said


def _place_by_arrows(side: Typist) -> None:
    """The focus goes from the horde to the grid, which says of each square whether it may stand there."""
    squares, horde = side.free_squares(), side.names(side.waiting())[0]
    side.press("g")
    side.tab_to(side.waiting_horde(horde))
    side.press("Enter")
    expect(side.on()).to_have_accessible_name(re.compile(r"^Can be placed here \w+ Army, (Front|Rear) Line \d: empty$"))
    side.walk_to(squares[-1])
    side.press("Enter")
    side.stands(horde, squares[-1])
    expect(side.on()).to_have_accessible_name(
        re.compile(rf"^\w+ Army, (Front|Rear) Line \d: {horde}, .*, draft, can be moved$")
    )
    side.press("n")
    assert side.on().get_attribute("data-pick"), "the next one that has no square"


def _aim_by_keys(red: Typist) -> None:
    """`n` to who has no order, Enter, and the focus is on a target; a second Enter gives the order."""
    red.is_still()
    red.press("g", "n")
    attacker, name = red.focused(), red.on().get_attribute("data-name")
    expect(red.on()).to_have_accessible_name(re.compile(", can attack, no order yet$"))
    red.press("Enter")
    expect(red.on()).to_have_accessible_name(re.compile("^Target French Army, "))
    target = red.on().get_attribute("data-name")
    red.press("Escape")
    assert red.focused() == attacker
    red.press("Enter", "Enter")
    if red.focused() != attacker:  # it has several weapons
        expect(red.on()).to_have_accessible_name(re.compile(rf"^{name}: .* → {target} "))
        red.press("Enter")
    square = red.page.locator(f"#{attacker}")
    expect(square).to_have_accessible_name(re.compile(rf", attacks {target} on [FR]\d, "))
    assert red.focused()


def _leave_the_field(crew: Crew) -> None:
    """The letters of acts that are for good lead to them and no further."""
    red = typist(crew, "red")
    if crew.gm.phase() == "land":
        red.retreat()
        crew.fill_in()
        crew.resolve()
        assert red.focused() == "board", "where everything has changed"
    crew.play_until("result")


# Bataille rangée


@pytest.fixture
def gather_pitched(shared_site: Site, new_context: Opener) -> Callable[[], Pitched]:
    return lambda: Pitched.fated(shared_site, new_context, "whole_battle", kind=Typist)


def test_a_whole_pitched_battle_is_fought_by_the_keyboard_alone(gather_pitched: Callable[[], Pitched]) -> None:
    crew = gather_pitched()
    _everybody_goes_to(crew, "o")
    _weigh_the_armies(crew)
    _name_a_general(crew)
    crew.go_on()
    crew.play_until("declarations")
    _choose_an_action(crew)
    crew.seal()
    said = _told(crew, lambda: crew.openly(crew.gm, "resolve"))
    assert re.match(
        r"(Result|Heroes' wounds: Fate|Start-of-turn rolls), turn [12]\. .* \d+ of \d+ victory points\. .*\.$", said
    ), said
    crew.play_until("result")
    for person in crew:
        expect(person.page.locator("#status .waiting")).to_have_text("The battle is over.")
    _nobody_is_lost(crew)
    _nobody_touched_a_mouse(crew)


def _weigh_the_armies(crew: Pitched) -> None:
    """A figure is typed, letters in the field are letters; then a point is ticked."""
    gm = typist(crew, "gm")
    field = gm.page.locator("#set-base-points")
    gm.tab_to(field)
    gm.press("Control+A", *"rp20")
    expect(field).to_have_value("rp20")
    gm.press("Control+A", *"20", "Enter")
    crew.versions["gm"] += 1
    crew.in_step("gm")
    gm.press("Tab")  # out of the field
    crew.openly(gm, "advance")
    assert gm.focused() == "board"
    gm.press("o")
    crew.secretly(gm, "tick-red-ground-major")
    expect(gm.on()).to_have_attribute("aria-pressed", "true")


def _name_a_general(crew: Pitched) -> None:
    red = typist(crew, "red")
    red.press("n")
    expect(red.on()).to_have_accessible_name(re.compile("^Name .* general$"))
    button = red.focused()
    crew.secretly(red, button)
    assert red.focused() == button
    expect(red.on()).to_have_attribute("aria-pressed", "true")


def _choose_an_action(crew: Pitched) -> None:
    """`n` to a hero without an action, Enter opens him, Tab goes through what he may do."""
    red = typist(crew, "red")
    red.press("n")
    hero = red.page.locator(f"#{red.on().locator('xpath=..').get_attribute('id')}")
    assert hero.get_attribute("open") is None
    red.press("Enter")
    expect(hero).to_have_attribute("open", "")
    red.tab_to(hero.locator(".action button").first)
    button = red.focused()
    crew.secretly(red, button)
    assert red.focused() == button
    expect(red.on()).to_have_attribute("aria-pressed", "true")


# The letters themselves


def test_the_list_shows_exactly_the_keys_that_do_something_now(gather: Gatherer) -> None:
    crew = gather("land", who=("gm", "red", "spectator"), kind=Typist)
    for role in crew.people:
        someone = typist(crew, role)
        someone.press("?")
        assert someone.page.evaluate(LISTED) == (offered := someone.page.evaluate(OFFERED))
        assert {"g", "o", "l", "?"} <= set(offered)
        someone.press("Escape")
    assert set(typist(crew, "red").page.evaluate(OFFERED)) >= {"n", "r", "f"}
    assert not {"n", "r", "f", "p"} & set(typist(crew, "spectator").page.evaluate(OFFERED))
    for role in crew.people:
        keyed = crew.people[role].page.locator("[data-key]")
        names = keyed.evaluate_all(
            "all => all.map((each) => [each.dataset.key, each.getAttribute('aria-keyshortcuts')])"
        )
        assert all(letter == told for letter, told in names), names


def test_letters_are_left_to_who_types_and_can_be_switched_off(gather: Gatherer) -> None:
    gm = typist(gather("land", who=("gm",), kind=Typist), "gm")
    before = gm.version()
    _letters_do_nothing_in_a_field(gm)
    gm.press("g")
    square = gm.focused()
    gm.press("Alt+o", "Control+Shift+l")
    assert gm.focused() == square
    gm.press("a")
    assert gm.focused() == "to-adjust", "what leads away is only gone to"
    _switch(gm, off=True)
    gm.press("g", "p", "?")
    assert gm.focused() == "keys-open"
    gm.page.reload()
    gm.is_connected()
    gm.tab_to(gm.page.locator("#keys-open"))
    gm.press("g", "p", "?")
    assert gm.focused() == "keys-open", "it was remembered"
    _switch(gm, off=False)
    gm.press("g")
    assert gm.focused() == square
    assert gm.version() == before
    gm.tab_to(gm.page.locator("#pause"), back=True)
    gm.press("Enter")
    expect(gm.page.locator("#resume")).to_be_focused()
    gm.press("p")
    expect(gm.page.locator("#pause")).to_be_focused()


def _letters_do_nothing_in_a_field(gm: Typist) -> None:
    gm.tab_to(gm.page.locator("#more-acts > summary"))
    gm.press("Enter")
    field = gm.page.locator("#extend-minutes")
    gm.tab_to(field)
    gm.press(*"pgo?")
    expect(field).to_have_value("pgo?")
    gm.press("Control+A", "Delete", "Shift+Tab")


def _switch(gm: Typist, *, off: bool) -> None:
    """In the list, which its button opens in any case; the focus comes back to the button."""
    gm.tab_to(gm.page.locator("#keys-open"), back=gm.focused() != "keys-open")
    gm.press("Enter")
    expect(gm.page.locator("#keys")).to_be_visible()
    box = gm.page.locator("#keys-on")
    expect(box).to_be_checked(checked=off)
    gm.tab_to(box)
    gm.press("Space", "Escape")
    expect(gm.page.locator("#keys")).to_be_hidden()
    assert gm.focused() == "keys-open"
