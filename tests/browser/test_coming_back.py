"""F-12 to F-15, F-17, F-19: servers die, lines break, phones sleep; the pages say so and come back by themselves."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Gatherer
from tests.browser.crew import Crew, forgive
from tests.browser.people import Person
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


def _fight_to_the_end(crew: Crew) -> None:
    """A whole round, then red leaves."""
    crew.resolve()
    crew.red.retreat()
    crew.play_until("result")


HALVES = {"muster": _muster_half, "deployment": _deploy_half, "land": _order_half}
GO_ON = {"muster": Crew.advance, "deployment": Crew.advance, "land": _fight_to_the_end}


@pytest.mark.usefixtures("outage")
@pytest.mark.parametrize("phase", HALVES)
def test_killed_server_comes_back_to_the_same_drafts_and_every_page_heals(
    phase: str, gather: Gatherer, shared_site: Site
) -> None:
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
    crew.fill_in()
    GO_ON[phase](crew)


def _choices(person: Person) -> list[str]:
    regions = person.page.locator("#status, #board, #orders")
    expect(regions).to_have_count(3)
    return [" ".join(text.split()) for text in regions.all_text_contents()]


@pytest.mark.usefixtures("outage")
def test_order_given_offline_is_marked_unsent_and_sent_on_return(gather: Gatherer) -> None:
    """F-12."""
    red = gather("muster", who=("red",)).red
    red.page.wait_for_load_state("networkidle")  # an answer under way would still arrive
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


@pytest.mark.usefixtures("outage")
def test_order_that_comes_too_late_is_refused_with_a_sentence_and_the_fresh_board(
    gather: Gatherer, page_errors: PageErrors
) -> None:
    """F-12, F-13: clicked offline on a board that is gone by the time the line is back."""
    crew = gather("air", who=("gm", "red", "blue"))
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


Wired = Callable[..., tuple[Crew, Wire]]


@pytest.fixture
def wired_red(gather: Gatherer) -> Wired:
    """A battle with a hand on red's line; red's clock can be turned."""

    def gather_wired(phase: str = "") -> tuple[Crew, Wire]:
        wires: list[Wire] = []

        def prepare(person: Person) -> None:
            if person.role == "red":
                person.page.clock.install()
                wires.append(Wire(person.page))

        return gather(phase, who=("gm", "red", "blue"), prepare=prepare), wires[0]

    return gather_wired


def test_page_whose_socket_was_closed_cleanly_hears_again(wired_red: Wired) -> None:
    """F-13: the codes that a server closes with in good order, after which a socket library is content to be deaf."""
    crew, wire = wired_red("muster")
    for number, code in enumerate((1000, 1001, 1012), start=2):
        crew.red.notes_page()
        wire.hang_up(code)
        crew.red.was_told(OFFLINE)
        wire.has_greeted(number)
        crew.red.is_connected()
    crew.fill_in()
    crew.advance()


def test_page_that_was_hung_up_on_asks_anew_whether_it_may_and_is_never_silently_deaf(wired_red: Wired) -> None:
    """F-13. 4401: somebody signed this person out. The page is loaded anew, but never in a loop."""
    crew, wire = wired_red("muster")
    wire.hang_up(4401)
    wire.has_greeted(2)
    assert not crew.red.on_same_page()
    crew.red.is_connected()
    crew.red.notes_page()
    wire.hang_up(4401)
    crew.red.was_told(OFFLINE)
    crew.blue.fill_in_and_ready()
    expect(crew.red.page.locator(".side-chip.of-blue .ready-mark.yes")).to_be_visible()


def test_lost_push_is_healed_by_the_next_one(wired_red: Wired) -> None:
    """F-19: a gap in the versions makes the page fetch what it missed."""
    crew, wire = wired_red("air")
    _misses(crew, wire, lambda: crew.blue.ready())
    wire.dropping = False
    crew.red.ready()
    expect(crew.red.page.locator(".side-chip.of-blue .ready-mark.yes")).to_be_visible()
    crew.resolve()


def _misses(crew: Crew, wire: Wire, act: Callable[[], None]) -> None:
    """Red's page hears nothing of the act and looks alive."""
    before = crew.red.version()
    wire.dropped, wire.dropping = 0, True
    act()
    wire.has_dropped_one()
    assert crew.red.version() == before
    crew.red.is_connected()


def test_page_that_wakes_is_current_within_three_seconds(wired_red: Wired) -> None:
    """F-14: a phone froze the page, a push was lost meanwhile."""
    crew, wire = wired_red()
    _misses(crew, wire, crew.gm.page.locator("#advance").click)
    crew.red.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(crew.red.board()).to_have_attribute("data-phase", "muster", timeout=3_000)
    crew.agree()


def test_lost_push_with_nothing_after_it_is_healed_within_half_a_minute(wired_red: Wired) -> None:
    """F-19. And the deaf socket is replaced."""
    crew, wire = wired_red()
    _misses(crew, wire, crew.gm.page.locator("#advance").click)
    crew.red.page.clock.fast_forward(26_000)
    crew.agree()
    wire.dropping = False
    crew.red.page.clock.fast_forward(3_000)
    wire.has_greeted(2)


@pytest.mark.usefixtures("outage")
def test_a_page_that_was_cut_off_says_what_it_missed_as_soon_as_its_line_is_back(
    gather: Gatherer, shared_site: Site
) -> None:
    crew = gather("deployment", who=("gm", "red", "blue"))
    crew.fill_in()
    red, gm = crew.red.page, crew.gm
    red.context.set_offline(True)
    red.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # a sign of life that is lost
    crew.red.was_told(OFFLINE)
    gm.page.locator("#advance").click()
    gm.sees_phase("land")
    shared_site.manage("shell", "--no-imports", "--verbosity=0", "-c", LONG_AGO)
    red.context.set_offline(False)
    expect(red.locator("#since-note")).to_contain_text("The deployment was revealed.")
    crew.agree()


LONG_AGO = """
from datetime import timedelta
from django.utils import timezone
from battles.models import Seen
Seen.objects.update(at=timezone.now() - timedelta(minutes=5))
"""


def test_who_comes_back_reads_once_what_happened_and_puts_it_away(wired_red: Wired, shared_site: Site) -> None:
    """A phone that slept through the reveal; a page loaded again after a round; and once more with nothing new."""
    crew, wire = wired_red("deployment")
    crew.fill_in()
    page, note = crew.red.page, crew.red.page.locator("#since-note")
    _misses(crew, wire, crew.gm.page.locator("#advance").click)
    shared_site.manage("shell", "--no-imports", "--verbosity=0", "-c", LONG_AGO)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(note).to_contain_text("The deployment was revealed.")
    expect(page.locator("#since[role=status]")).to_contain_text("Since you left")
    expect(crew.red.board()).to_have_attribute("data-phase", "land")
    note.get_by_role("button", name="Close").click()
    expect(note).to_be_hidden()
    assert crew.red.on_same_page()
    wire.dropping = False
    crew.fill_in()
    crew.resolve()
    shared_site.manage("shell", "--no-imports", "--verbosity=0", "-c", LONG_AGO)
    page.reload()
    expect(note).to_contain_text("Land Contest: round 1 was fought.")
    page.reload()
    crew.red.is_connected()
    expect(note).to_have_count(0)
