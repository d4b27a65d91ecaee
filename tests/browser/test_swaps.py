"""F-25: what a live update must leave to the reader; F-08, F-13: clicks that come twice or at once."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Gatherer
from tests.browser.crew import Crew, forgive
from tests.browser.people import Person
from tests.browsers import PageErrors

UPDATES = 20
MARK_REGIONS = """() => {
    window.swaps = 0;
    new MutationObserver((all) => (window.swaps += all.some((m) => m.addedNodes.length)))
        .observe(document.getElementById("battle"), {childList: true, subtree: true});
}"""
# Not `to_be_focused`: the second tab has the window's focus.
IS_ACTIVE = "element => element === document.activeElement"
SELECT = """() => {
    const text = document.querySelector("#log-entries .line.heading").firstChild;
    document.getSelection().setBaseAndExtent(text, 4, text, 15);
    return document.getSelection().toString();
}"""


def _hesitates(person: Person, times: int) -> None:
    """Ready and back again: each of them changes everybody's page."""
    for _ in range(times // 2):
        person.ready()
        person.unready()


def test_twenty_updates_leave_focus_open_parts_scroll_and_selection_alone(gather: Gatherer) -> None:
    """F-25, while the rival cannot make up his mind and the own second tab changes the board under the reader."""
    crew = gather("land", who=("gm", "red", "blue"))
    crew.fill_in()
    crew.resolve()
    red, page = crew.red, crew.red.page
    page.set_viewport_size({"width": 1280, "height": 500})
    attacker = red.square(red.attackers()[0]).get_attribute("data-horde")
    orders, test = page.locator(f"#orders-of-{attacker}"), page.locator("#log-entries details.test").first
    orders.locator("summary").click()
    test.locator("summary").click()
    page.locator("#log-scroll").evaluate("box => (box.scrollTop = 60)")
    chosen = page.evaluate(SELECT)
    summary = orders.locator("summary")
    summary.focus()
    page.evaluate("scrollTo(0, 150)")
    before, place = red.version(), _place_of(summary)
    page.evaluate(MARK_REGIONS)
    _hesitates(crew.blue, UPDATES)
    expect(page.locator("#battle")).to_have_attribute("data-version", str(before + UPDATES))
    _second_tab(red).retreat()
    expect(page.get_by_text("You retreat when this round is resolved.")).to_be_visible()
    assert page.evaluate("window.swaps") > UPDATES
    assert summary.evaluate(IS_ACTIVE)
    assert orders.evaluate("e => e.open") and test.evaluate("e => e.open")
    assert page.locator("#log-scroll").evaluate("box => box.scrollTop") == 60
    assert page.evaluate("getSelection().toString()") == chosen
    assert abs(_place_of(summary) - place) < 2, "the page moved under the reader"


def _place_of(element: Locator) -> float:
    box = element.bounding_box()
    assert box
    return box["y"]


def _second_tab(person: Person) -> Person:
    tab = Person(person.page.context.new_page(), person.role)
    tab.page.goto(person.page.url)
    tab.is_connected()
    return tab


def test_focus_on_a_square_and_a_drag_under_way_survive_updates_of_the_grid(gather: Gatherer) -> None:
    """F-25. The grid changes by the same person's second tab; during the drag the rival cannot make up his mind."""
    crew = gather("deployment", who=("red", "blue"))
    red, second = crew.red, _second_tab(crew.red)
    red.page.set_viewport_size({"width": 1280, "height": 1600})  # the grid and what waits beside it
    dragged, other = red.names(red.waiting())[:2]
    spots = red.free_squares()
    red.square(spots[2]).focus()
    second.place(other, spots[0])
    for spot in spots[3:6]:
        second.move(other, spot)
        red.stands(other, spot)
        assert red.square(spots[2]).evaluate(IS_ACTIVE)
    crew.blue.fill_in()
    _drag(red, dragged, spots[1], meanwhile=lambda: _hesitates(crew.blue, 4))
    red.stands(dragged, spots[1])
    expect(red.page.locator("#battle")).to_have_attribute("data-version", str(second.version()))


def _drag(person: Person, horde: str, spot: str, meanwhile: Callable[[], None]) -> None:
    mouse = person.page.mouse
    person.waiting_horde(horde).hover()
    mouse.down()
    start = person.waiting_horde(horde).bounding_box()
    assert start
    mouse.move(start["x"] + 40, start["y"] + 5, steps=3)
    expect(person.square(spot)).to_have_class(re.compile("free"))
    box = person.square(spot).bounding_box()
    assert box
    mouse.move(box["x"] + 20, box["y"] + 20, steps=5)
    meanwhile()
    mouse.move(box["x"] + 30, box["y"] + 30, steps=3)
    mouse.up()


def test_a_nervous_double_click_makes_one_transition(gather: Gatherer, page_errors: PageErrors) -> None:
    """F-08: Advance, Resolve and Ready, each clicked twice at once."""
    crew = gather()
    before = crew.gm.version()
    crew.gm.page.locator("#advance").dblclick()
    crew.gm.sees_phase("muster")
    crew.agree()
    assert crew.gm.version() == before + 1
    crew.red.fill_in()
    crew.blue.fill_in()
    for person in (crew.red, crew.blue):
        person.page.locator("#ready:enabled").dblclick()
        expect(person.button("Take Ready back")).to_be_visible()
    crew.advance()
    crew.fill_in()
    crew.gm.page.locator("#resolve").dblclick()
    expect(crew.gm.newest().first).to_contain_text("Air Contest, round 1")
    crew.agree()
    headings = crew.spectator.page.locator("#log-entries .line.heading")
    assert sum("round" in text for text in headings.all_text_contents()) == 1
    forgive(page_errors, 409, 422)


def test_ten_quick_clicks_in_the_muster_all_count(gather: Gatherer) -> None:
    """F-13: all in one instant, faster than any answer."""
    crew = gather("muster", who=("red",))
    page = crew.red.page
    page.evaluate(
        """() => {
            const lists = document.querySelectorAll("#board .roster");
            const some = (list, number) => [...list.querySelectorAll("button.toggle")].slice(0, number);
            for (const button of [...some(lists[0], 4), ...some(lists[1], 6)]) button.click();
        }"""
    )
    counters = page.locator("#board .counter")
    expect(counters).to_have_text(["4 of 4 chosen", "6 of 6 chosen"])
    page.reload()
    expect(counters).to_have_text(["4 of 4 chosen", "6 of 6 chosen"])
    assert crew.red.answers == [200] * 10


def test_back_shows_a_whole_page_and_the_report_opens_as_one(gather: Gatherer) -> None:
    """F-16: never a naked fragment."""
    crew = gather("result", who=("red",))
    page = crew.red.page
    address = page.locator("#earlier-link").get_attribute("href")
    page.locator("#earlier-link").click()
    expect(page.locator("#log-entries > .entry")).not_to_have_count(6)
    page.locator("a.brand").click()
    expect(page).to_have_title("Your battles · Battlefront")
    page.go_back()
    _is_whole(page)
    expect(crew.red.board()).to_have_attribute("data-phase", "result")
    page.goto(crew.battle.split("/battles/")[0] + str(address))
    _is_whole(page)
    page.get_by_role("link", name="Back to the battle").click()
    _is_whole(page)


def _is_whole(page: Page) -> None:
    expect(page.locator(".masthead")).to_be_visible()
    assert page.evaluate("document.doctype?.name") == "html"
    assert page.title().endswith("Battlefront")


def test_old_form_is_answered_with_a_sentence_and_the_fresh_board(gather: Gatherer, page_errors: PageErrors) -> None:
    """F-16: a tab without script, left open since the muster, is sent in the air."""
    crew = gather("muster", who=("gm", "red", "blue"))
    crew.red.fill_in()
    old = _plain_tab(crew.red, crew.battle)
    crew.fill_in()
    crew.advance()
    old.page.locator("#ready:enabled").click()
    expect(old.page.locator("#notice")).to_contain_text("nothing was done")
    old.sees_phase("air")
    _is_whole(old.page)
    forgive(page_errors, 409)


def _plain_tab(person: Person, address: str) -> Person:
    """The same person in a browser without script."""
    browser = person.page.context.browser
    assert browser
    context = browser.new_context(java_script_enabled=False, storage_state=person.page.context.storage_state())
    tab = Person(context.new_page(), person.role)
    tab.page.goto(address)
    return tab


def test_after_signing_out_nothing_secret_comes_back(gather: Gatherer) -> None:
    """F-16: neither by Back, nor in the other tab."""
    crew = gather("muster", who=("gm", "red"))
    for person in crew:
        _sign_out_and_look(person, crew)


def _sign_out_and_look(person: Person, crew: Crew) -> None:
    other = _second_tab(person)
    page = person.page
    expect(page.locator("#board")).to_contain_text("Panzer Alpha")
    page.goto(crew.battle.split("/battles/")[0])
    page.locator("#sign-out").click()
    page.locator("#leave").click()  # they have no passwords, so they are asked
    for each in (page, other.page):
        expect(each.locator("#sign-in")).to_be_visible()
    page.go_back()
    page.go_back()
    for each in (page, other.page):
        expect(each.locator("#sign-in")).to_be_visible()
        assert "Panzer Alpha" not in each.content()
