"""Two tabs of one person, each in a language of its own: what comes live is in the tab's."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Gatherer
from tests.browser.crew import Crew


def _says(page: Page, phase: str) -> None:
    expect(page.locator("#status .phase strong")).to_have_text(phase)


def _second_tab(crew: Crew, language: str) -> Page:
    """Of red: opened, and then switched."""
    tab = crew.red.page.context.new_page()
    tab.goto(crew.battle)
    tab.locator(f"#language-{language}").click()
    expect(tab.locator("html")).to_have_attribute("lang", language)
    assert tab.url == crew.battle, "the switch leads back to the page it is on"
    return tab


def test_each_tab_goes_on_in_its_own_language(gather: Gatherer) -> None:
    crew = gather(who=("gm", "red"))
    english, french = crew.red.page, _second_tab(crew, "fr")
    crew.advance()  # pushed
    _says(english, "Muster")
    _says(french, "Rassemblement")
    french.locator("#fill-in").click()
    expect(french.locator("#notice")).to_contain_text("Enregistré.")
    for page in (english, french):
        page.evaluate("import('/static/battles/live.js').then((live) => live.heal())")
    _says(english, "Muster")
    _says(french, "Rassemblement")
    english.locator("#ready").click()
    expect(english.locator("#notice")).to_contain_text("Saved.")
    expect(english.locator("html")).to_have_attribute("lang", "en")


def test_a_phone_has_room_for_the_switch_and_a_finger(gather: Gatherer) -> None:
    crew = gather(who=("red", "gm"), width=360)
    for person in crew:
        for button in person.page.locator("#languages button").all():
            box = button.bounding_box()
            assert box and box["width"] >= 44 and box["height"] >= 44
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
