"""A phone held in one hand, 360 px wide: orders slide from below, all is as big as a thumb, nothing goes sideways."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import looking
from tests.browser.conftest import Gatherer
from tests.browser.crew import Crew
from tests.browser.every_page import Page as Looked
from tests.browser.every_page import every_page
from tests.browser.looking import Looker
from tests.browser.people import Person
from tests.sites import Site

WIDTH, HEIGHT, THUMB = 360, 740, 44
LINES = 4  # at most, of the status bar: the phase, and whoever is waited for, each in the longest words
PHONE = {"has_touch": True, "is_mobile": True}
ADMIN = ("/admin/", "/gm/auth", "/gm/password")
# A link within running text is as high as its line.
SMALL = """least => {
    const big = ({width, height}) => width >= least - .5 && height >= least - .5;
    const around = (field) => {
        const label = field.closest("label") ?? document.querySelector(`label[for="${field.id}"]`);
        const [one, other] = [field, label ?? field].map((each) => each.getBoundingClientRect());
        const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
        return {width: Math.max(one.right, other.right) - left, height: Math.max(one.bottom, other.bottom) - top};
    };
    const running = (link) => link.matches("a") && getComputedStyle(link).display === "inline"
        && link.parentElement.textContent.trim() !== link.textContent.trim();
    const box = (each) => (each.matches("[type=checkbox], [type=radio]") ? around(each) : each.getBoundingClientRect());
    const fields = "select, textarea, input:not([type=hidden])";
    const controls = `a[href], button, summary, [data-pick], [data-targets], ${fields}`;
    document.querySelectorAll("details").forEach((each) => (each.open = true));
    return [...document.querySelectorAll(controls)]
        .filter((each) => each.checkVisibility({visibilityProperty: true, opacityProperty: true}))
        .filter((each) => each.getBoundingClientRect().width > 2 && each.getBoundingClientRect().bottom > 0)
        .filter((each) => !running(each) && !big(box(each)))
        .map((each) => `${each.localName}#${each.id} ${each.textContent.trim().slice(0, 30)}`);
}"""

STATUS = "#status .phase, #status .waiting:not(:has(+ .waiting-both)), #status .waiting-both"
LINES_OF = """selector => {
    const lines = (part) => part.clientHeight / parseFloat(getComputedStyle(part).lineHeight);
    return [...document.querySelectorAll(selector)].reduce((sum, part) => sum + Math.round(lines(part)), 0);
}"""
# Nothing of it lies under the bar.
IN_SIGHT = """each => {
    const [own, bar] = [each, document.querySelector(".sheet-bar")].map((one) => one.getBoundingClientRect());
    return own.top >= 0 && own.bottom <= bar.top;
}"""


def main_pages() -> list[Looked]:
    return [page for page in every_page() if not page.act and not page.address.startswith(ADMIN)]


@pytest.fixture(scope="module")
def phone(browser: Browser, shared_site: Site) -> Iterator[Looker]:
    made = Looker(
        browser, shared_site, looking.lay(shared_site), "fr", viewport={"width": WIDTH, "height": HEIGHT}, **PHONE
    )
    yield made
    made.page.context.close()


@pytest.mark.parametrize("wanted", main_pages(), ids=str)
def test_all_that_is_pressed_is_as_big_as_a_thumb_and_no_page_scrolls_sideways(phone: Looker, wanted: Looked) -> None:
    page = phone.open(wanted)
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    found = page.evaluate(SMALL, THUMB)
    if page.locator("#sheet-handle").is_visible():
        assert page.evaluate(LINES_OF, STATUS) <= LINES
        open_sheet(page)
        found += page.evaluate(SMALL, THUMB)
    assert found == []


def open_sheet(page: Page) -> None:
    page.locator("#sheet-handle").click()
    expect(page.locator("#sheet-handle")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#orders-body")).to_be_in_viewport()


def in_orders(crew_or_page: Page) -> tuple[int, int]:
    """How many orders are given, of how many, as the bar says it."""
    given, all_of_them = re.findall(r"\d+", crew_or_page.locator(".sheet-counter").inner_text())
    return int(given), int(all_of_them)


@pytest.fixture
def red(gather: Gatherer) -> Person:
    """In the Land Contest, with orders to give."""
    crew: Crew = gather("land", who=("red", "gm", "blue"), width=WIDTH, reduced_motion="reduce", **PHONE)
    while not crew.red.attackers():
        crew.fill_in()
        crew.resolve()
    crew.red.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    return crew.red


def test_an_order_is_given_in_the_sheet_and_ready_is_reached_without_scrolling(red: Person) -> None:
    page = red.page
    expect(page.locator("#orders-body")).to_be_hidden()
    _, attackers = in_orders(page)
    page.evaluate("scrollTo(0, 300)")
    open_sheet(page)
    page.locator(".attacker details > summary").first.click()
    page.locator(".attacker [data-target]").first.click()
    expect(page.locator(".sheet-counter")).to_have_text(re.compile(rf"^1 \D+ {attackers} "))
    # The swap that brought it has left the sheet open.
    expect(page.locator("#orders-body")).to_be_visible()
    expect(page.locator("#sheet-handle")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet-handle")).to_be_focused()
    expect(page.locator("#orders-body")).to_be_hidden()
    expect(page.locator("#ready")).to_be_in_viewport(ratio=1)
    red.ready()


def test_whoever_aims_on_the_grid_sees_his_targets_and_chooses_among_weapons_in_the_sheet(red: Person) -> None:
    page = red.page
    for spot in red.attackers():
        target = red.aim(spot)[0]
        expect(page.locator("#orders-body")).to_be_hidden()
        attacker, aimed_at = (red.square(each).get_attribute("data-horde") for each in (spot, target))
        weapons = page.locator(f"#orders-of-{attacker} [data-target='{aimed_at}']")
        several = weapons.count() > 1
        red.square(target).click()
        if several:
            expect(weapons.first).to_be_focused()
            expect(weapons.first).to_be_in_viewport(ratio=1)
            assert weapons.first.evaluate(IN_SIGHT)
            weapons.last.click()
        expect(red.square(spot).locator(".order-mark")).to_be_visible()
        expect(page.locator("#orders-body")).to_be_hidden()
    given, attackers = in_orders(page)
    assert given == attackers


def test_what_has_the_focus_is_not_under_the_bar_or_the_sheet(red: Person) -> None:
    page = red.page
    for control in ("#log-scroll", "#dice-proof > summary", "#luck > summary"):
        page.evaluate("scrollTo(0, 0)")
        open_sheet(page)
        page.locator(control).focus()
        expect(page.locator("#orders-body")).to_be_hidden()
        if control != "#log-scroll":
            assert page.locator(control).evaluate(IN_SIGHT), control


def test_beside_the_board_there_is_no_sheet(gather: Gatherer) -> None:
    page = gather("land", who=("red",), width=1280).red.page
    expect(page.locator("#sheet-handle")).to_be_hidden()
    expect(page.locator("#orders-body")).to_be_visible()
    assert page.locator("#orders").evaluate("each => getComputedStyle(each).position") == "static"


def test_without_script_the_orders_are_a_part_of_the_page(phone: Looker, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, java_script_enabled=False, **PHONE)
    context.add_cookies(
        [{"name": phone.world["cookie"], "value": phone.world["sessions"]["rose"], "url": phone.site.url}]
    )
    page = context.new_page()
    page.goto(f"{phone.site.url}/battles/{phone.world['places']['fought']}/")
    expect(page.locator("#sheet-handle")).to_be_hidden()
    page.locator(".attacker summary").first.click()
    expect(page.locator(".attacker [data-target]").first).to_be_visible()
    assert page.locator("#orders").evaluate("each => getComputedStyle(each).position") == "static"
    context.close()
