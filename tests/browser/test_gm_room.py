"""The GM's acts in his control room, and what each of them brings to the other three screens."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Gatherer
from tests.browser.crew import Crew, Opener, forgive, new_demo
from tests.browser.people import Person
from tests.browsers import PageErrors
from tests.sites import Site

REASON = "Because the table says so"


@pytest.fixture
def crew(gather: Gatherer) -> Crew:
    return gather("land")


def others(crew: Crew) -> tuple[Person, ...]:
    return crew.red, crew.blue, crew.spectator


def go(crew: Crew, page: str) -> Page:
    """To one of the pages that are reached from the control room."""
    gm: Page = crew.gm.page
    gm.goto(f"{crew.battle}gm/{page}")
    return gm


def send(page: Page, button: str, reason: str = REASON) -> None:
    """Give the reason and send the form, which leads back to the control room."""
    if reason:
        page.locator("#reason").fill(reason)
    page.locator(f"#{button}").click()
    page.wait_for_url("**/change/")


def run(crew: Crew, *switches: str, **fields: str) -> None:
    """The GM says how the battle is run."""
    page = go(crew, "conduct/")
    for switch in switches:
        page.locator(f"#{switch}").check()
    for name, text in fields.items():
        page.locator(f"#{name.replace('_', '-')}").fill(text)
    send(page, "save-conduct", "")


def resolve(crew: Crew) -> None:
    crew.fill_in()
    crew.gm.page.locator("#resolve").click()


def read(crew: Crew, text: str) -> None:
    """All three have it as the newest thing in their report, without having loaded their page anew."""
    for person in others(crew):
        expect(person.page.locator("#log-entries > .entry").first).to_contain_text(text)
        assert person.on_same_page()


def halted(crew: Crew, sentence: str) -> None:
    for person in others(crew):
        expect(person.page.locator("#standing .halt")).to_have_text(sentence)


def goes_on(crew: Crew) -> None:
    for person in others(crew):
        expect(person.page.locator("#standing .halt")).to_have_count(0)


def test_a_pause_takes_everybodys_buttons_and_gives_them_back(crew: Crew) -> None:
    crew.gm.page.locator("#pause").click()
    halted(crew, "The GM has paused the battle.")
    read(crew, "The GM pauses the battle.")
    expect(crew.red.page.locator("#ready")).to_have_count(0)
    crew.gm.page.locator("#resume").click()
    goes_on(crew)
    expect(crew.red.page.locator("#ready")).to_be_visible()
    assert crew.gm.on_same_page()


def test_a_deadline_and_more_time_are_on_every_screen(crew: Crew) -> None:
    run(crew, minutes_land="10")
    for person in others(crew):
        expect(person.page.locator(".deadline")).to_contain_text("To be sealed by")
        expect(person.page.locator(".deadline .countdown")).to_have_text(re.compile(r"^\(in (9|10) min\.\)$"))
    crew.gm.page.locator("#extend-60").click()
    read(crew, "The GM gives 60 minutes more.")
    for person in others(crew):
        expect(person.page.locator(".deadline .countdown")).to_have_text("(in 1 hr.)")


def test_a_side_that_is_sealed_for_is_ready_on_every_screen(crew: Crew) -> None:
    page = crew.gm.page
    page.locator("#force-red").click()
    send(page, "force")
    for person in others(crew):
        expect(person.page.locator(".side-chip.of-red .ready-mark.yes")).to_be_visible()
        expect(person.page.locator("#log-entries")).to_contain_text(f"Reason: {REASON}")
        assert person.on_same_page()


def test_a_draft_is_the_gms_alone_until_he_has_ruled_and_published(crew: Crew, page_errors: PageErrors) -> None:
    run(crew, "draft_first")
    resolve(crew)
    halted(crew, "The GM is ruling.")
    page = crew.gm.page
    rule = page.locator(".rule-on").first
    was = page.locator(".roll > b").first.inner_text()
    value = "7" if was != "7" else "8"
    rule.locator("summary").click()
    rule.get_by_role("button", name="Overrule").click()
    expect(page.get_by_role("alert")).to_contain_text("Reason: a text of 1 to 300 readable characters is needed.")
    forgive(page_errors, 422)
    rule.locator("[name=reason]").fill(REASON)
    rule.locator("[name=value]").fill(value)
    rule.locator("[name=value]").press("Enter")
    expect(page.locator(".settled-how").first).to_contain_text(f"it was {was}. Reason: {REASON}")
    expect(page.locator(".roll > b").first).to_have_text(value)
    halted(crew, "The GM is ruling.")
    assert not any(REASON in person.page.content() for person in others(crew))
    page.locator("#publish").click()
    goes_on(crew)
    read(crew, f"the GM rules {value} instead of {was}.")
    read(crew, f"Reason: {REASON}")
    expect(page.locator("#publish")).to_have_count(0)


def test_a_draft_that_is_dropped_leaves_the_others_where_they_were(crew: Crew) -> None:
    run(crew, "draft_first")
    resolve(crew)
    halted(crew, "The GM is ruling.")
    page = crew.gm.page
    page.locator("#drop > summary").click()
    page.locator("#drop-reason").fill(REASON)
    page.locator("#drop-it").click()
    goes_on(crew)
    read(crew, "The GM takes back a round that was not published.")
    expect(page.locator("#resolve")).to_be_visible()


def test_f_25_a_die_that_is_being_typed_survives_updates_and_the_last_one_publishes(
    crew: Crew, page_errors: PageErrors
) -> None:
    run(crew, "table_dice")
    resolve(crew)
    halted(crew, "Dice are thrown at the table and typed in.")
    field = crew.red.page.locator("[name=thrown]")
    expect(crew.blue.page.locator("[name=thrown]")).to_have_count(0)
    expect(crew.spectator.page.locator("[name=thrown]")).to_have_count(0)
    field.fill("4")
    run(crew, minutes_land="10")
    read(crew, "The GM changes how the battle is run.")
    expect(field).to_have_value("4")
    assert field.evaluate("e => e === document.activeElement")
    field.press_sequentially("20")
    field.press("Enter")
    expect(crew.red.page.get_by_role("alert")).to_contain_text("a whole number from 1 to 100 is needed.")
    forgive(page_errors, 422)
    expect(field).to_have_value("420")
    field.fill("42")
    field.press("Enter")
    expect(field).to_have_count(0)
    other = crew.blue.page.locator("[name=thrown]")
    other.fill("55")
    other.press("Enter")
    for person in others(crew):
        expect(person.page.locator("#log-entries")).to_contain_text("Dice thrown at the table: 42, 55.")


def test_a_ruling_on_a_figure_is_on_every_board_with_its_reason(crew: Crew) -> None:
    page = go(crew, "adjust/")
    page.locator("#q").fill("magnitude")
    row = page.locator(".figure-row:visible").first
    name = page.locator(".figure-group:visible h2").first.inner_text().strip()
    row.locator("a").click()
    page.locator("#value").fill("11")
    send(page, "adjust")
    read(crew, f"The GM rules: {name}, Magnitude")
    read(crew, f"Reason: {REASON}")


def test_a_rewind_puts_every_screen_back_and_marks_what_was_undone(crew: Crew) -> None:
    resolve(crew)
    expect(crew.spectator.page.locator("#log-entries > .entry").first).to_contain_text("Tactics")
    page = go(crew, "rewind/")
    page.locator(".point a").last.click()
    page.locator("#dice-new").check()
    send(page, "rewind")
    read(crew, f"Reason: {REASON}")
    for person in others(crew):
        expect(person.page.locator(".entry.undone").first).to_be_attached()
        expect(person.page.locator("#board")).to_have_attribute("data-phase", crew.gm.phase())


@pytest.mark.parametrize(("act", "sentence"), [("end", "nobody has won"), ("void", "The GM declares the battle void.")])
def test_the_end_by_the_gm_is_everybodys(crew: Crew, act: str, sentence: str) -> None:
    look_back = crew.red.page.locator("#to-replay")
    expect(look_back).to_have_text("Look back", use_inner_text=True)
    page = go(crew, f"{act}/")
    send(page, act)
    read(crew, sentence)
    read(crew, f"Reason: {REASON}")
    for person in others(crew):
        expect(person.page.locator("#to-replay")).to_have_text("Replay", use_inner_text=True)
        expect(person.page.locator("#to-report")).to_be_visible()


def test_closed_to_spectators_it_is_gone_for_them_and_goes_on_for_the_sides(
    crew: Crew, page_errors: PageErrors
) -> None:
    page = go(crew, "spectators/")
    page.locator("#open-to-spectators").uncheck()
    with crew.spectator.page.expect_navigation():
        send(page, "save-spectators", "")
    expect(crew.spectator.page.locator("#battle")).to_have_count(0)
    forgive(page_errors, 404)
    assert crew.red.on_same_page() and crew.blue.on_same_page()


def test_the_desk_says_live_who_is_waited_for_and_that_a_round_waits_for_its_ruling(crew: Crew) -> None:
    run(crew, "draft_first")
    desk = crew.gm.page.context.new_page()
    desk.goto(crew.battle[: crew.battle.index("/battles/")] + "/gm/")
    row = desk.locator(f"#desk-{crew.battle.rstrip('/').rpartition('/')[2]}")
    expect(row).to_contain_text("Waited for:")
    desk.evaluate("window.same = true")
    resolve(crew)
    expect(row).to_contain_text("A round waits for your ruling.")
    assert desk.evaluate("window.same")


def test_who_is_here_is_on_the_page(crew: Crew) -> None:
    seats = crew.gm.page.locator("#seats li")
    crew.gm.page.reload()
    expect(seats.filter(has_text="here")).to_have_count(4)


def test_all_of_it_works_by_plain_forms(shared_site: Site, new_context: Opener) -> None:
    links = new_demo(shared_site, "land")
    page = new_context(java_script_enabled=False).new_page()
    page.goto(links["gm"])
    page.locator("#enter").click()
    for button, after in (("pause", "resume"), ("resume", "pause")):
        page.locator(f"#{button}").click()
        expect(page.locator(f"#{after}")).to_be_visible()
    page.locator("#extend-5").click()
    expect(page.locator("#notice")).to_contain_text("5 min more.")
    page.locator("#to-rewind").click()
    expect(page.locator(".point").first).to_be_visible()
    page.locator("#to-control-room").click()
    expect(page.locator("#pause")).to_be_visible()


WIDTHS = (360, 1600)
PAGES = ("adjust/", "rewind/", "force/?side=red", "conduct/", "spectators/", "end/", "void/")


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_of_the_gms_is_wider_than_its_window(gather: Callable[..., Crew], width: int) -> None:
    crew = gather("land", who=("gm",), width=width)
    page = crew.gm.page
    for address in (page.url, crew.battle[: crew.battle.index("/battles/")] + "/gm/", *PAGES):
        page.goto(address if address.startswith("http") else f"{crew.battle}gm/{address}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
