"""F-12 to F-15, F-17, F-19: servers die, lines break, phones sleep; the pages say so and come back by themselves."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Gatherer
from tests.browser.people import Crew, Person, forgive
from tests.browser.wires import Wire
from tests.browsers import PageErrors
from tests.sites import Site

OFFLINE = "Offline: trying to reconnect…"


def _muster_half(crew: Crew) -> None:
    crew.red.choose("Panzer Alpha")
    crew.red.name_commander("Oberst Kessler", "General")
    crew.blue.fill_in_and_ready()


def _deploy_half(crew: Crew) -> None:
    red = crew.red
    for _ in range(2):
        red.place(red.names(red.waiting())[0], red.free_squares()[0])
    crew.blue.fill_in_and_ready()


def _order_half(crew: Crew) -> None:
    spot = crew.red.attackers()[0]
    crew.red.order(spot, crew.red.aim(spot)[0])
    crew.blue.fill_in_and_ready()


HALVES = {"muster": _muster_half, "deployment": _deploy_half, "land": _order_half}


@pytest.mark.parametrize("phase", HALVES)
def test_killed_server_comes_back_to_the_same_drafts_and_every_page_heals(
    phase: str, gather: Gatherer, shared_site: Site, page_errors: PageErrors
) -> None:
    page_errors.expect_outage()
    crew = gather(phase)
    HALVES[phase](crew)
    before = {person.role: _choices(person) for person in crew}
    shared_site.kill()
    for person in crew:
        expect(person.offline_line()).to_have_text(OFFLINE, timeout=5_000)
    shared_site.restart()
    for person in crew:
        person.is_connected()
    assert {person.role: _choices(person) for person in crew} == before
    for person in (crew.red, crew.blue):  # also what the server has is as before
        person.page.reload()
        person.is_connected()
        person.notes_page()
    assert {person.role: _choices(person) for person in crew} == before
    crew.play_until({"muster": "air", "deployment": "land", "land": "result"}[phase])


def _choices(person: Person) -> list[str]:
    regions = person.page.locator("#status, #board, #orders")
    expect(regions).to_have_count(3)
    return regions.all_inner_texts()


def test_order_given_offline_is_marked_unsent_and_sent_on_return(gather: Gatherer, page_errors: PageErrors) -> None:
    """F-12."""
    page_errors.expect_outage()
    crew = gather("muster")
    red = crew.red
    red.page.context.set_offline(True)
    expect(red.offline_line()).to_have_text(OFFLINE, timeout=5_000)
    red.button("Choose Panzer Alpha").click()
    expect(red.page.locator("#notice")).to_contain_text("Not sent")
    expect(red.page.locator("[data-mark='not sent']")).to_have_count(1)
    expect(red.button("Leave Panzer Alpha")).to_have_count(0)
    red.page.context.set_offline(False)
    expect(red.button("Leave Panzer Alpha")).to_be_visible()
    expect(red.page.locator("[data-mark]")).to_have_count(0)
    red.is_connected()
    red.page.reload()
    expect(red.button("Leave Panzer Alpha")).to_be_visible()


def test_order_that_comes_too_late_is_refused_with_a_sentence_and_the_fresh_board(
    gather: Gatherer, page_errors: PageErrors
) -> None:
    """F-12, F-13: clicked offline on a board that is gone by the time the line is back."""
    page_errors.expect_outage()
    crew = gather("air")
    crew.red.ready()
    crew.red.page.context.set_offline(True)
    crew.red.button("Take Ready back").click()
    expect(crew.red.page.locator("#notice")).to_contain_text("Not sent")
    crew.blue.ready()
    crew.gm.page.locator("#resolve").click()
    expect(crew.gm.newest().first).to_contain_text("Air Contest, round 1")
    crew.red.page.context.set_offline(False)
    expect(crew.red.page.locator("#notice")).to_contain_text("nothing was done")
    crew.agree()
    forgive(page_errors, 409)


Wired = Callable[[], tuple[Crew, Wire]]


@pytest.fixture
def wired_red(gather: Gatherer) -> Wired:
    """A battle in the air, with a hand on red's line; red's clock can be turned."""

    def gather_wired() -> tuple[Crew, Wire]:
        wires: list[Wire] = []

        def prepare(person: Person) -> None:
            if person.role == "red":
                person.page.clock.install()
                wires.append(Wire(person.page))

        return gather("air", prepare=prepare), wires[0]

    return gather_wired


@pytest.mark.parametrize("code", [1000, 1001, 4401])
def test_page_whose_socket_was_closed_cleanly_hears_again(code: int, wired_red: Wired) -> None:
    """F-13. 4401 is what the server says to whoever signed out elsewhere: the page asks anew whether it may."""
    crew, wire = wired_red()
    wire.hang_up(code)
    crew.red.page.wait_for_function("() => true")
    _has_sockets(crew.red, wire, 2)
    crew.red.is_connected()
    crew.red.notes_page()
    crew.fill_in()
    crew.resolve()


def test_page_that_is_hung_up_on_twice_is_not_silently_deaf(wired_red: Wired) -> None:
    """F-13: it hears again or says that it does not; never a loop of loads."""
    crew, wire = wired_red()
    wire.hang_up(4401)
    _has_sockets(crew.red, wire, 2)
    crew.red.is_connected()
    wire.hang_up(4401)
    crew.red.page.wait_for_timeout(0)
    expect(crew.red.offline_line()).to_be_visible(timeout=5_000)


def _has_sockets(person: Person, wire: Wire, number: int) -> None:
    for _ in range(600):
        if len(wire.sockets) >= number:
            return
        person.page.evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError(f"{person.role}'s page has opened {len(wire.sockets)} sockets, not {number}")


def test_lost_push_is_healed_by_the_next_one(wired_red: Wired) -> None:
    """F-19: a gap in the versions makes the page fetch what it missed."""
    crew, wire = wired_red()
    crew.blue.ready()
    expect(crew.red.page.locator(".side-chip.of-blue .ready-mark.yes")).to_be_visible()
    wire.dropping = True
    crew.blue.unready()
    expect(crew.spectator.page.locator(".ready-mark.yes")).to_have_count(0)
    _has_dropped(crew.red, wire)
    expect(crew.red.page.locator(".side-chip.of-blue .ready-mark.yes")).to_be_visible()
    wire.dropping = False
    crew.red.ready()
    expect(crew.red.page.locator(".side-chip.of-blue .ready-mark.yes")).to_have_count(0)
    crew.fill_in()
    crew.resolve()


def _has_dropped(person: Person, wire: Wire) -> None:
    for _ in range(600):
        if wire.dropped:
            return
        person.page.evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError("no frame was lost")


def _misses_the_resolution(crew: Crew, wire: Wire) -> None:
    """Red's page hears nothing of the GM's act and looks alive."""
    crew.fill_in()
    wire.dropping = True
    crew.gm.page.locator("#resolve").click()
    expect(crew.blue.newest().first).to_contain_text("Air Contest, round 1")
    _has_dropped(crew.red, wire)
    assert "round 1" not in crew.red.newest().first.text_content()


def test_lost_push_with_nothing_after_it_is_healed_within_half_a_minute(wired_red: Wired) -> None:
    """F-19. And the deaf socket is replaced."""
    crew, wire = wired_red()
    _misses_the_resolution(crew, wire)
    crew.red.page.clock.fast_forward(26_000)
    crew.agree()
    wire.dropping = False
    crew.red.page.clock.fast_forward(3_000)
    _has_sockets(crew.red, wire, 2)


def test_page_that_wakes_is_current_within_three_seconds(wired_red: Wired) -> None:
    """F-14: a phone froze the page, a push was lost meanwhile."""
    crew, wire = wired_red()
    _misses_the_resolution(crew, wire)
    crew.red.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(crew.red.newest().first).to_contain_text("Air Contest, round 1", timeout=3_000)
    crew.agree()
