"""Looking back in a browser: slider, keys, play and pause, the browser's own Back; and the report on paper."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Gatherer

WIDTHS = (360, 1600)


def replay(gather: Gatherer, **options: object) -> Page:
    """The replay of a finished battle, as red has it."""
    page = gather("result", who=("red",), **options).red.page
    page.locator("#to-replay").click()
    expect(page.locator("html.has-script")).to_be_attached()  # from then on it hears keys
    stands_at(page, 1)
    return page


def stands_at(page: Page, step: int) -> None:
    """Step, address and slider say the same."""
    expect(page.locator("#replay-frame")).to_have_attribute("data-step", str(step))
    expect(page.locator("#replay-slider")).to_have_value(str(step))
    if step > 1:
        expect(page).to_have_url(re.compile(rf"/replay/\?step={step}$"))


def last(page: Page) -> int:
    return int(page.locator("#replay-frame").get_attribute("data-last") or 0)


@pytest.mark.parametrize("width", WIDTHS)
def test_keys_buttons_and_slider_lead_through_the_steps_and_back_leads_back(gather: Gatherer, width: int) -> None:
    page = replay(gather, width=width)
    page.keyboard.press("ArrowRight")
    stands_at(page, 2)
    page.locator("#replay-next").click()
    stands_at(page, 3)
    expect(page.locator("#replay-next")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    stands_at(page, 2)
    page.keyboard.press("End")
    stands_at(page, last(page))
    expect(page.locator("#replay-next")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#board")).to_have_attribute("data-phase", "result")
    page.locator("#replay-slider").fill("12")
    stands_at(page, 12)
    page.locator("#replay-slider").focus()
    page.keyboard.press("ArrowRight")
    stands_at(page, 13)
    page.go_back()
    stands_at(page, 12)
    page.reload()
    stands_at(page, 12)
    fits(page)


@pytest.mark.parametrize("width", WIDTHS)
def test_it_plays_until_it_is_paused_and_stops_at_the_end(gather: Gatherer, width: int) -> None:
    page = replay(gather, width=width)
    page.clock.install()
    page.reload()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/replay/board/" in request.url else None)
    play = page.locator("#replay-play")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    for step in (2, 3, 4):
        stands_at(page, step)
        page.clock.fast_forward(3_000)
    stands_at(page, 5)
    play.click()
    expect(play).to_have_attribute("aria-pressed", "false")
    asked.clear()
    page.clock.fast_forward(60_000)
    stands_at(page, 5)
    assert asked == []
    page.keyboard.press("End")
    stands_at(page, last(page))
    page.keyboard.press("ArrowLeft")
    stands_at(page, last(page) - 1)
    play.click()
    stands_at(page, last(page))
    expect(play).to_have_attribute("aria-pressed", "false")
    page.go_back()  # playing leaves one step in the browser's history, not one for each that it showed
    stands_at(page, last(page))


def test_a_round_is_jumped_to_and_its_link_opens_it(gather: Gatherer) -> None:
    page = replay(gather)
    jump = page.locator(".part-rounds .jump-to").nth(1)  # of which round it is the dice of this battle decide
    (number,) = re.findall(r"\d+", jump.inner_text())
    jump.click()
    expect(page.locator(".jump-to[aria-current]")).to_be_focused()
    expect(page.locator("#status .round")).to_contain_text(f"round {number}")
    step = int(page.locator("#replay-frame").get_attribute("data-step") or 0)
    link = page.locator("#replay-link").get_attribute("href") or ""
    page.keyboard.press("Home")
    stands_at(page, 1)
    page.goto(page.url.split("/battles/")[0] + link)
    stands_at(page, step)


@pytest.mark.usefixtures("outage")
def test_a_step_that_cannot_be_had_says_so_and_can_be_had_again(gather: Gatherer) -> None:
    page = replay(gather)
    page.context.set_offline(True)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay-trouble")).to_contain_text("cannot be reached")
    expect(page.locator("#replay-frame")).to_have_attribute("data-step", "1")
    page.context.set_offline(False)
    page.keyboard.press("ArrowRight")
    stands_at(page, 2)
    expect(page.locator("#replay-trouble")).to_be_hidden()


def test_it_is_told_once_a_step_and_not_while_it_plays(gather: Gatherer) -> None:
    page = replay(gather)
    told = page.locator("#replay-told")
    page.keyboard.press("ArrowRight")
    stands_at(page, 2)
    expect(told).to_have_text(re.compile(r"^Step 2 of \d+: "))
    expect(page.locator("#replay [role=status]")).to_have_count(1)
    page.locator("#replay-play").click()
    stands_at(page, 4)
    expect(told).to_have_text(re.compile(r"^Step 2 of "))


@pytest.mark.parametrize("width", WIDTHS)
def test_the_report_fits_the_page_and_on_paper_has_nothing_to_press(gather: Gatherer, width: int) -> None:
    page = gather("result", who=("red",), width=width).red.page
    page.locator("#to-report").click()
    expect(page.locator(".round-grid").first).to_be_visible()
    fits(page)
    page.emulate_media(media="print", color_scheme="dark")
    for what in (".masthead", "#share", "#to-replay"):
        expect(page.locator(what)).to_be_hidden()
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.locator("h1")).to_have_css("color", "rgb(0, 0, 0)")


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
