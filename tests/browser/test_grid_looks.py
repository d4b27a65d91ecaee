"""The battle grid as a picture: arrows to what may be hit and for orders given, and the motion of a round."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Gatherer
from tests.browser.crew import Crew
from tests.browser.people import Person

SWAPS = 10
PLAYING = re.compile(r"\bplaying\b")
# What the motion did, from here on: how often it began, and what it put on the page.
WATCH = """() => {
    const watched = !!window.motion;
    window.motion = {plays: 0, pops: 0, shots: 0};
    if (watched) return;
    const count = ({target, addedNodes, oldValue}) => {
        const changed = target.id === "board" && oldValue !== null && target.matches(".playing");
        window.motion.plays += changed && !/playing/.test(oldValue);
        for (const node of addedNodes) {
            window.motion.pops += !!node.matches?.(".pop");
            window.motion.shots += !!node.matches?.(".shot");
        }
    };
    const what = {attributeFilter: ["class"], attributeOldValue: true, childList: true, subtree: true};
    new MutationObserver((all) => all.forEach(count)).observe(document.getElementById("battle"), what);
}"""
# From here on it would take the whole day.
SLOW_DOWN = "() => document.getAnimations().forEach((each) => each.updatePlaybackRate(0.00001))"
ENDS = """() => Object.fromEntries([...document.querySelectorAll(".arrows .aim")].map((each) => {
    const line = each.querySelector(".shaft").getBBox(), home = each.ownerSVGElement.getBoundingClientRect();
    const square = document.querySelector(`[data-square][data-horde="${each.dataset.to}"]`).getBoundingClientRect();
    const middle = square.left - home.left + square.width / 2;
    return [each.dataset.to, line.x <= middle + square.width / 2 && line.x + line.width >= middle - square.width / 2];
}))"""


def _aims(page: Page) -> set[str]:
    return set(page.locator(".arrows .aim").evaluate_all("all => all.map((each) => each.dataset.to)"))


def _orders(person: Person) -> int:
    return person.page.locator(".arrows .order path.shaft").count()


def _motion(person: Person) -> dict[str, int]:
    told: dict[str, int] = person.page.evaluate("window.motion")
    return told


def test_a_picked_horde_has_an_arrow_to_each_of_its_legal_targets_and_to_nothing_else(gather: Gatherer) -> None:
    red = gather("land", who=("red",)).red
    for spot in red.attackers():
        targets = (red.square(spot).get_attribute("data-targets") or "").split()
        red.aim(spot)
        assert _aims(red.page) == set(targets)
        assert red.page.evaluate(ENDS) == dict.fromkeys(targets, True)
        red.page.keyboard.press("Escape")
        assert _aims(red.page) == set()


def test_arrows_are_there_for_the_eye_alone_and_follow_the_squares(gather: Gatherer) -> None:
    red = gather("land", who=("red",)).red
    spot = red.attackers()[0]
    red.aim(spot)
    assert red.page.locator(".arrows:not([aria-hidden=true])").count() == 0
    before = red.page.locator(".arrows .aim .shaft").first.get_attribute("d")
    red.page.set_viewport_size({"width": 1700, "height": 900})
    expect(red.page.locator(".arrows .aim .shaft").first).not_to_have_attribute("d", str(before))
    assert all(red.page.evaluate(ENDS).values())


def test_an_order_given_is_an_arrow_on_the_own_page_and_the_gms_alone(gather: Gatherer) -> None:
    crew = gather("land", who=("gm", "red", "blue", "spectator"))
    spot = crew.red.attackers()[0]
    crew.red.order(spot, crew.red.aim(spot)[0])
    assert _orders(crew.red) == 1
    expect(crew.gm.page.locator(".arrows .order path.shaft")).to_have_count(1)
    assert [_orders(person) for person in crew.others_than(crew.red)] == [0, 0]


def test_a_horde_stays_picked_with_its_arrows_through_ten_swaps_of_the_grid(gather: Gatherer) -> None:
    red = gather("land", who=("red",)).red
    page, (picked, other) = red.page, red.attackers()[:2]
    red.aim(picked)
    aims = _aims(page)
    red.square(picked).focus()
    second = Person(page.context.new_page(), red.role)
    second.page.goto(page.url)
    second.is_connected()
    key = second.square(other).get_attribute("data-horde")
    second.page.locator(f"#orders-of-{key} > summary").click()
    for number in range(SWAPS):
        act = f"#hold-fire-{key}" if number % 2 else f"[id^='order-{key}-']"
        second.page.locator(act).first.click()
        expect(red.square(other).locator(".order-mark")).to_have_count((number + 1) % 2)
        expect(red.square(picked)).to_have_class(re.compile(r"\bpicked\b"))
        assert (_aims(page), _orders(red)) == (aims, (number + 1) % 2)
    assert red.square(picked).evaluate("element => element === document.activeElement")


def _fight(crew: Crew) -> None:
    for person in crew:
        person.page.evaluate(WATCH)
    crew.fill_in()
    crew.resolve()


def _has_played(person: Person) -> None:
    """And nothing of it is left."""
    page = person.page
    page.wait_for_function("window.motion.plays > 0 && window.motion.shots > 0 && window.motion.pops > 0")
    person.is_still()
    expect(page.locator(".pop, .flight")).to_have_count(0)


def test_a_round_plays_once_for_everybody_and_again_when_it_is_asked_for(gather: Gatherer) -> None:
    crew = gather("land", who=("gm", "red", "blue", "spectator"))
    _fight(crew)
    for person in (crew.red, crew.blue, crew.spectator):
        person.page.bring_to_front()
        _again(person)
        assert _motion(person)["pops"] == person.page.locator("#board [data-cost]").count()
        assert _motion(person)["shots"] == person.page.locator("#log-entries [data-by]").count()
        person.page.keyboard.press("Escape")


def _again(person: Person) -> None:
    """While it plays the button would skip it."""
    person.is_still()
    person.page.evaluate(WATCH)
    person.page.get_by_role("button", name="Play the round again").click()
    expect(person.page.locator("#board")).to_have_class(PLAYING)


def test_a_round_that_comes_plays_by_itself_takes_no_focus_and_leaves_nothing(gather: Gatherer) -> None:
    crew = gather("land")
    reader = crew.spectator
    reader.page.bring_to_front()
    reader.page.locator("#log-scroll").focus()
    _fight(crew)
    _has_played(reader)
    assert reader.page.evaluate("document.activeElement.id") == "log-scroll"


@pytest.mark.parametrize("way", ["Escape", "click"])
def test_motion_is_skipped_by_escape_and_by_a_click_which_does_what_it_is_for(gather: Gatherer, way: str) -> None:
    crew = gather("land", who=("gm", "red", "blue"))
    _fight(crew)
    red = crew.red
    red.page.bring_to_front()
    _again(red)
    red.page.evaluate(SLOW_DOWN)
    expect(red.page.locator("#board")).to_have_class(PLAYING)
    if way == "Escape":
        red.page.keyboard.press("Escape")
    else:
        red.aim(red.attackers()[0])
    red.is_still()
    expect(red.page.locator(".pop, .flight")).to_have_count(0)
    assert len(_aims(red.page)) > 0 or way == "Escape"


def test_nothing_moves_for_whoever_asked_for_less_motion(gather: Gatherer) -> None:
    crew = gather("land", who=("gm", "red", "blue"), reduced_motion="reduce")
    crew.red.page.bring_to_front()
    _fight(crew)
    button = crew.red.page.locator("#again")
    expect(button).to_be_hidden()
    button.dispatch_event("click")
    assert crew.red.page.locator("#board [data-cost]").count() > 0
    assert _motion(crew.red) == {"plays": 0, "pops": 0, "shots": 0}


def test_a_swap_in_the_middle_of_the_motion_leaves_the_board_as_it_is(gather: Gatherer) -> None:
    crew = gather("land", who=("gm", "red", "blue"))
    _fight(crew)
    red = crew.red
    red.page.bring_to_front()
    _again(red)
    red.page.evaluate(SLOW_DOWN)
    key = red.square(red.attackers()[0]).get_attribute("data-horde")
    red.page.evaluate("key => document.querySelector(`#orders-of-${key} button:not([aria-pressed])`).click()", key)
    red.is_still()
    expect(red.page.locator(".pop, .flight")).to_have_count(0)
    _again(red)


def test_the_reveal_can_be_played_again_before_the_first_round(gather: Gatherer) -> None:
    red = gather("land", who=("red",)).red
    red.page.get_by_role("button", name="Play the reveal again").click()
    expect(red.page.locator("#board")).to_have_class(PLAYING)
    red.is_still()


def test_on_a_phone_the_grid_scrolls_in_its_own_box_and_every_square_is_big_enough(gather: Gatherer) -> None:
    red = gather("land", who=("red",), width=360).red
    page = red.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("#grid-scroll").evaluate("box => box.scrollWidth > box.clientWidth")
    sizes = page.locator("[data-square], #board button:visible").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect()).map((box) => Math.min(box.width, box.height))"
    )
    assert min(sizes) >= 44
