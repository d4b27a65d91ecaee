"""F-18, F-25: fifty live updates come while people read, type, drag and hold menus open; nothing of it is lost.

Each update is a real one: the GM gives a minute more, which is a step, a push to every page, another deadline on it and
a line in everybody's report.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Gatherer
from tests.browser.crew import Crew
from tests.browser.people import Person

UPDATES = 50
# Not `to_be_focused`: another page may have the window's focus.
IS_ACTIVE = "element => element === document.activeElement"
IS_OPEN = "element => element.matches(':open')"
SELECT = """element => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    document.getSelection().setBaseAndExtent(text, 2, text, 9);
    return document.getSelection().toString();
}"""


def fifty_updates(crew: Crew, *meanwhile: Callable[[int], None]) -> None:
    """meanwhile: what is done after each of them has gone out."""
    context = crew.gm.page.context
    token = next(cookie["value"] for cookie in context.cookies() if cookie["name"] == "csrftoken")
    for number in range(UPDATES):
        answer = context.request.post(
            f"{crew.battle}gm/extend/", form={"minutes": "1"}, headers={"X-CSRFToken": token, "HX-Request": "true"}
        )
        assert answer.ok, answer.status
        for go_on in meanwhile:
            go_on(number)


@contextmanager
def live(person: Person, besides: int = 0) -> Iterator[None]:
    """The page shows all of them (and `besides`), and was not loaded anew for it."""
    before = person.version()
    yield
    expect(person.page.locator("#battle")).to_have_attribute("data-version", str(before + UPDATES + besides))
    assert person.on_same_page()


@contextmanager
def reading(person: Person) -> Iterator[None]:
    """An opened test some way down the report, with words selected; the focus on the grid, the page scrolled."""
    page, log = person.page, person.page.locator("#log-scroll")
    page.set_viewport_size({"width": 1280, "height": 500})
    test, square = page.locator("#log-entries details.test").first, page.locator("[data-square]").first
    test.locator("summary").click()
    log.evaluate("box => (box.scrollTop = 60)")
    chosen = page.locator("#log-entries .line.heading").first.evaluate(SELECT)
    square.focus()
    page.evaluate("scrollTo(0, 150)")
    places = _top(test), _top(square)
    yield
    expect(page.locator("#log-new")).to_have_text(f"{UPDATES} new")
    assert test.evaluate("details => details.open") and square.evaluate(IS_ACTIVE)
    assert page.evaluate("getSelection().toString()") == chosen != ""
    moved = [abs(now - then) for now, then in zip((_top(test), _top(square)), places, strict=True)]
    assert max(moved) < 2, "the report or the page moved under the reader"
    page.locator("#log-new").click()
    expect(page.locator("#log-new")).to_be_hidden()
    expect(person.newest().first).to_be_in_viewport()


def _top(element: Locator) -> float:
    box = element.bounding_box()
    assert box
    return box["y"]


@contextmanager
def typing(page: Page) -> Iterator[Callable[[int], None]]:
    """In a region that each update brings anew, inside a menu; the caret is not at the end."""
    page.locator("#more-acts > summary").click()
    field = page.locator("#extend-minutes")
    field.click()

    def type_on(number: int) -> None:
        if number % 10 == 5:
            page.keyboard.type(str(number // 10))
            page.keyboard.press("ArrowLeft")

    yield type_on
    expect(field).to_have_value("43210")
    assert field.evaluate(IS_ACTIVE) and page.locator("#more-acts").evaluate("menu => menu.open")
    assert field.evaluate("text => [text.selectionStart, text.selectionEnd]") == [0, 0]


@contextmanager
def dragging(person: Person) -> Iterator[Callable[[int], None]]:
    page, mouse = person.page, person.page.mouse
    page.set_viewport_size({"width": 1280, "height": 1600})  # the grid and what waits beside it
    horde, spot = person.names(person.waiting())[0], person.free_squares()[1]
    person.waiting_horde(horde).hover()
    mouse.down()
    mouse.move(*_middle(person.waiting_horde(horde), 30), steps=3)
    expect(person.square(spot)).to_have_class(re.compile("free"))
    yield lambda number: mouse.move(*_middle(person.square(spot), number % 5))
    mouse.move(*_middle(person.square(spot), 1), steps=3)
    mouse.up()
    person.stands(horde, spot)


def _middle(element: Locator, beside: float) -> tuple[float, float]:
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2 + beside, box["y"] + box["height"] / 2


@contextmanager
def ruling(page: Page, battle: str) -> Iterator[None]:
    """Something is chosen in a select, which is open once more."""
    page.goto(f"{battle}gm/adjust/")
    page.locator(".figure-row a[href$='.tactics']").first.click()
    page.locator("#reason").fill("Because")
    chosen = page.locator("select#value")
    other = chosen.locator("option:not(:checked)").first.get_attribute("value")
    assert other
    chosen.select_option(other)
    chosen.click()
    assert chosen.evaluate(IS_OPEN)
    yield
    assert chosen.evaluate(IS_OPEN)
    expect(chosen).to_have_value(other)
    expect(page.locator("#reason")).to_have_value("Because")


@contextmanager
def at_the_desk(page: Page, battle: str) -> Iterator[None]:
    """The list of battles, of which the updates change one; the focus is on it, and part of its name is selected."""
    number = battle.rstrip("/").rpartition("/")[2]
    page.goto(battle.split("/battles/")[0] + "/gm/")
    link, deadline = page.locator(f"#open-{number}"), page.locator(f"#desk-{number} [data-countdown]").last
    chosen = link.evaluate(SELECT)
    page.set_viewport_size({"width": 360, "height": 300})
    page.evaluate("scrollTo(0, 60)")
    link.focus()
    before = deadline.get_attribute("data-countdown") or ""
    yield
    expect(deadline).not_to_have_attribute("data-countdown", before)
    assert link.evaluate(IS_ACTIVE)
    assert page.evaluate("getSelection().toString()") == chosen != ""


def test_fifty_updates_take_nothing_from_who_reads_types_drags_or_chooses(gather: Gatherer) -> None:
    crew = gather("deployment", who=("gm", "red", "blue"))
    gm = crew.gm.page
    with ExitStack() as scenes:
        scenes.enter_context(live(crew.blue))
        for person in (crew.gm, crew.red):
            scenes.enter_context(live(person, besides=1))  # what red drags to its square
        scenes.enter_context(at_the_desk(gm.context.new_page(), crew.battle))
        scenes.enter_context(ruling(gm.context.new_page(), crew.battle))
        scenes.enter_context(reading(crew.blue))
        type_on = scenes.enter_context(typing(gm))
        drag_on = scenes.enter_context(dragging(crew.red))
        fifty_updates(crew, type_on, drag_on)


def test_an_open_select_stays_open_while_fifty_steps_of_the_replay_pass(gather: Gatherer) -> None:
    page = gather("air_result", who=("red",)).red.page
    page.locator("#to-replay").click()
    expect(page.locator("html.has-script")).to_be_attached()
    speed, frame = page.locator("#replay-speed"), page.locator("#replay-frame")
    newest = int(frame.get_attribute("data-step") or 0)
    page.set_viewport_size({"width": 360, "height": 300})
    page.evaluate("scrollTo(0, 60)")
    speed.click()
    assert speed.evaluate(IS_OPEN)
    for number in range(UPDATES):
        page.locator(f"#replay-{'next' if number % 2 else 'previous'}").evaluate("link => link.click()")
        expect(frame).to_have_attribute("data-step", str(newest - 1 + number % 2))
    assert speed.evaluate(IS_OPEN) and speed.evaluate(IS_ACTIVE)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(speed).to_have_value("500")
