"""Getting in and doing the first things: by keyboard alone, on a phone, without script."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Gatherer
from tests.browser.crew import PHASES, Crew, Opener, new_demo
from tests.browser.people import SOON, Person
from tests.sites import Site

PHONE = 360
FINGER = 44  # pixels
SECRET = "a-long-Passphrase-17"
GIVE_PASSWORD = f"""
from django.contrib.auth.models import User
for person in User.objects.all():
    person.set_password("{SECRET}")
    person.save()
"""
TITLE = "The Meuse crossing · Battlefront"


def test_wrong_password_is_refused_with_a_sentence_and_the_keyboard_alone_signs_in_and_deploys(
    shared_site: Site, new_context: Opener
) -> None:
    new_demo(shared_site, "deployment")
    shared_site.manage("shell", "-c", GIVE_PASSWORD)
    page = new_context().new_page()
    red = Person(page, "red")
    page.goto(shared_site.url)
    expect(page).to_have_title("Sign in · Battlefront")
    _sign_in_by_keys(red, "not this one")
    expect(page.get_by_role("alert")).to_contain_text("The name or the password is not right.")
    _sign_in_by_keys(red, SECRET)
    expect(page).to_have_title("Your battles · Battlefront")
    red.tab_to(page.locator(".battles a").first)
    page.keyboard.press("Enter")
    expect(page).to_have_title(TITLE)
    red.is_connected()  # from then on the page hears keys
    horde, spots = red.names(red.waiting())[-1], red.free_squares()
    red.place_by_keys(horde, spots[1])
    _moves_by_keys(red, horde, spots[0])
    red.tab_to(page.locator("#fill-in"))
    page.keyboard.press("Enter")
    expect(page.locator("#ready")).to_be_enabled()
    red.tab_to(page.locator("#ready"))
    page.keyboard.press("Enter")
    expect(red.button("Take Ready back")).to_be_visible()


def _sign_in_by_keys(person: Person, password: str) -> None:
    page = person.page
    person.tab_to(page.get_by_label("Name"))
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("red")
    person.tab_to(page.get_by_label("Password"))
    page.keyboard.type(password)
    page.keyboard.press("Enter")


def _moves_by_keys(person: Person, horde: str, spot: str) -> None:
    """The focus is still on the square where it was placed."""
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".square.picked")).to_have_attribute("data-name", horde)
    person.walk_to(spot)
    person.page.keyboard.press("Enter")
    person.stands(horde, spot)


def test_on_a_phone_nothing_is_wider_than_the_screen_in_any_phase_and_every_command_fits_a_finger(
    gather: Gatherer,
) -> None:
    """All four at 360 px, light and dark, one whole battle long."""
    crew = gather(width=PHONE, has_touch=True, is_mobile=True)
    for person in crew:
        expect(person.page).to_have_title(TITLE)
    seen = set()
    while True:
        _all_fit(crew)
        seen.add(crew.gm.phase())
        if crew.gm.phase() == "result":
            break
        _one_phase_on(crew)
    assert seen == set(PHASES)


def _all_fit(crew: Crew) -> None:
    for person in crew:
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme)
            wide = person.page.evaluate(WIDER)
            assert not wide, f"{person.role} in {crew.gm.phase()}, {scheme}: {wide}"
        person.page.evaluate("document.querySelectorAll('.orders details').forEach((each) => (each.open = true))")
        small = person.page.evaluate(SMALLER)
        assert not small, f"{person.role} in {crew.gm.phase()}: {small}"


# What sticks out without a scrolling box around it, named where the page as a whole is too wide.
WIDER = f"""() => document.documentElement.scrollWidth <= {PHONE} ? [] : [document.documentElement.scrollWidth,
    ...[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > {PHONE} + 1
        && !e.closest(".scroll-x, .scroll-y")).map((e) => `${{e.localName}}#${{e.id}}.${{e.className}}`).slice(0, 8)]"""
SMALLER = f"""() => [...document.querySelectorAll("button[name=command], a.pick, a.button, #sign-out")]
    .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < {FINGER} - 0.5)
    .map((e) => `${{e.id}} ${{e.getBoundingClientRect().height}}`)"""


def _one_phase_on(crew: Crew) -> None:
    """Red leaves both contests soon, so that every phase is met; before that a land round through its stages."""
    if crew.gm.phase() == "land":
        _fight_through_the_stages(crew)
    if crew.gm.phase() in ("air", "land"):
        crew.red.open_orders()
        crew.red.page.locator("#retreat-more").evaluate("more => (more.open = true)")
        crew.red.page.locator("#retreat").click()
        expect(crew.red.page.locator("#fight-on")).to_be_visible()
        crew.fill_in()
        crew.resolve()
    else:
        crew.fill_in()
        crew.advance()


def _fight_through_the_stages(crew: Crew) -> None:
    crew.fill_in()
    crew.roll()
    assert crew.asked()
    while crew.asked():
        _all_fit(crew)
        crew.seal_both()


@pytest.fixture
def plain(new_context: Opener) -> BrowserContext:
    return new_context(java_script_enabled=False)


def test_without_script_plain_forms_choose_name_place_and_seal(plain: BrowserContext, shared_site: Site) -> None:
    page = plain.new_page()
    page.set_default_timeout(SOON)
    red = Person(page, "red")
    red.enter(new_demo(shared_site, "muster")["red"])
    red.choose("Panzer Alpha")
    red.leave("Panzer Alpha")
    red.name_commander("Hauptmann Rieger", "Air Marshal")
    red.name_commander("General von Stahl", "General")
    expect(page.locator("#notice")).to_contain_text("Saved.")
    red.ready()
    red.unready()
    red.enter(new_demo(shared_site, "deployment")["red"])
    _places_by_forms(page)
    red.fill_in_and_ready()
    expect(page.locator("#status")).to_contain_text("ready")


def _places_by_forms(page: Page) -> None:
    pick = page.locator("a.pick").first
    horde = pick.get_attribute("data-name") or ""
    pick.click()
    expect(page.locator("a.pick[aria-current]")).to_have_attribute("data-name", horde)
    here = page.get_by_role("button", name="Place here").first
    square = page.locator("[data-square]").filter(has=here).first
    spot = square.get_attribute("id")
    square.get_by_role("button").click()
    expect(page.locator(f"#{spot}")).to_have_attribute("data-name", horde)
