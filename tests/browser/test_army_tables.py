"""An army's tables edited in place: by mouse, by keys, and at a phone's width."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Gatherer
from tests.browser.crew import forgive
from tests.browsers import PageErrors


def german_army(gather: Gatherer, **options: int) -> Page:
    """The GM's page of it, found as a person finds it."""
    crew = gather(who=("gm",), **options)
    page = crew.gm.page
    page.goto(crew.battle.split("/battles/")[0])
    links = page.locator("[id^=campaign-]:is(a)").evaluate_all("all => all.map(each => each.id)")
    page.locator(f"#{max(links, key=lambda link: int(link.rpartition('-')[2]))}").click()  # this test's own
    page.get_by_role("link", name="Armies", exact=True).click()
    page.get_by_role("link", name=re.compile("German Army")).click()
    page.wait_for_load_state()
    return page


def horde(page: Page, name: str) -> Locator:
    return page.locator("#part-hordes tr.army-row:not(.editing)", has_text=name)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_a_cell_that_is_clicked_is_edited_and_enter_saves_it(gather: Gatherer, page_errors: PageErrors) -> None:
    page = german_army(gather)
    horde(page, "Panzer Alpha").locator("[data-column=magnitude]").click()
    expect(page.locator("tr.editing [name=magnitude]")).to_be_focused()
    page.keyboard.type("81")
    page.keyboard.press("Enter")
    expect(page.locator("tr.editing .errors")).to_have_text(
        "Magnitude: a whole number from 0 to 80 is needed: 4 Squads of 20."
    )
    expect(page.locator("tr.editing [name=magnitude]")).to_be_focused()
    forgive(page_errors, 422)
    page.locator("tr.editing [name=magnitude]").fill("41")
    page.keyboard.press("Enter")
    expect(horde(page, "Panzer Alpha")).to_contain_text("41 / 80")
    expect(page.locator("#army-totals")).to_contain_text("841 / 880")
    expect(horde(page, "Panzer Alpha").locator(".edit-row")).to_be_focused()
    page.locator("#undo").click()
    expect(horde(page, "Panzer Alpha")).to_contain_text("80 / 80")


def test_escape_gives_the_row_back_as_it_was(gather: Gatherer) -> None:
    page = german_army(gather)
    horde(page, "Panzer Bravo").locator(".edit-row").focus()
    page.keyboard.press("Enter")
    expect(page.locator("tr.editing [name=name]")).to_be_focused()
    page.keyboard.type("Lost")
    page.keyboard.press("Escape")
    expect(horde(page, "Panzer Bravo").locator(".edit-row")).to_be_focused()
    expect(page.locator("tr.editing")).to_have_count(0)


def test_what_is_being_typed_survives_what_is_done_to_the_table(gather: Gatherer) -> None:
    page = german_army(gather)
    horde(page, "Panzer Alpha").locator(".edit-row").click()
    page.locator("tr.editing [name=notes]").fill("half a sentence")
    page.locator("#add-hordes-count").fill("3")
    page.locator("#add-hordes-profile").select_option("infantry")
    page.locator("#add-hordes-button").click()
    expect(page.locator("#army-notice")).to_contain_text("Added: Infantry 1, Infantry 2, Infantry 3.")
    expect(page.locator("tr.editing [name=notes]")).to_have_value("half a sentence")
    page.locator("tr.editing [name=notes]").press("Enter")
    expect(horde(page, "Panzer Alpha")).to_contain_text("half a sentence")


def test_rows_are_ordered_and_deleted_by_keys_alone_and_focus_is_never_lost(gather: Gatherer) -> None:
    page = german_army(gather)
    up = page.locator("#part-hordes tr", has_text="Sperber").get_by_role("button", name=re.compile("one place up"))
    up.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#army-notice")).to_contain_text("Moved: Sperber Staffel.")
    assert focused(page).startswith("down-hordes-"), "it stands first now, and can only go down"
    page.locator("#part-hordes tbody tr").last.get_by_role("button", name=re.compile("delete")).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#army-notice")).to_contain_text("Deleted: Rüstzug Granit.")
    assert "-hordes-" in focused(page)


def test_at_a_phones_width_everything_is_within_reach(gather: Gatherer) -> None:
    page = german_army(gather, width=360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    horde(page, "Panzer Alpha").locator(".edit-row").click()
    expect(page.locator("tr.editing [name=magnitude]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for button in page.locator("#part-hordes .row-acts :is(button, a)").all()[:12]:
        box = button.bounding_box()
        assert box and box["width"] >= 44 and box["height"] >= 44


@pytest.mark.usefixtures("outage")
def test_without_script_each_act_is_a_plain_form(gather: Gatherer) -> None:
    page = german_army(gather)
    page.route("**/*.js", lambda route: route.abort())
    page.reload()
    horde(page, "Panzer Alpha").locator(".edit-row").click()
    page.locator("[name=magnitude]").fill("12")
    page.locator("#save-row").click()
    expect(horde(page, "Panzer Alpha")).to_contain_text("12 / 80")
