"""A whole battle in four browsers, from briefing to result, through the page alone."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Gatherer
from tests.browser.crew import Crew
from tests.browser.people import Person
from tests.browser.report import check_round

RED_HORDES = (
    "Falke Staffel",
    "Sperber Staffel",
    "Komet Staffel",
    "Donner Staffel",
    "Panzer Alpha",
    "Panzer Bravo",
    "Grenadier Regiment 5",
    "Grenadier Regiment 9",
    "Haubitzen Abteilung 2",
    "Rüstzug Eisen",
)


def test_four_browsers_fight_a_whole_battle_and_nobody_reloads(gather: Gatherer) -> None:
    crew = gather()
    crew.agree()
    crew.advance()
    _muster(crew)
    crew.advance()
    _fight_in_the_air(crew)
    crew.fill_in()
    crew.advance()
    first = (
        _place_first(crew) if crew.gm.phase() == "first_deployment" else crew.red
    )  # nearly always, after that retreat
    _deploy(crew, crew.blue if first is crew.red else crew.red)
    crew.advance()
    _fight_on_land(crew)
    _all_tell_the_same_result(crew)


def _muster(crew: Crew) -> None:
    red, blue = crew.red, crew.blue
    expect(red.button("Ready")).to_be_disabled()
    for horde in RED_HORDES:
        red.choose(horde)
    red.leave("Rüstzug Eisen")
    red.choose("Rüstzug Granit")
    expect(red.page.locator("#board .counter")).to_have_text(["4 of 4 chosen", "6 of 6 chosen"])
    red.name_commander("Hauptmann Rieger", "Air Marshal")
    red.name_commander("General von Stahl", "General")
    blue.choose("Cuirassiers lourds")
    blue.name_commander("Commandant Lefèvre", "Air Marshal")
    blue.fill_in()
    blue.ready()
    red.ready()
    _takes_ready_back(red, crew)


def _takes_ready_back(person: Person, crew: Crew) -> None:
    """By the button, and by an edit: everybody sees it, and the GM cannot go on."""
    chips = [each.page.locator(".side-chip.of-red .ready-mark.yes") for each in crew]
    for chip in chips:
        expect(chip).to_be_visible()
    person.unready()
    for chip in chips:
        expect(chip).to_have_count(0)
    expect(crew.gm.page.locator("#advance")).to_have_count(0)
    person.ready()
    person.leave("Donner Staffel")
    for chip in chips:
        expect(chip).to_have_count(0)
    person.choose("Donner Staffel")
    person.ready()
    for chip in chips:
        expect(chip).to_be_visible()


def _fight_in_the_air(crew: Crew) -> None:
    """One round is fought; then red leaves, so blue has the sky and red places hordes first."""
    crew.fill_in()
    crew.resolve()
    for person in crew:
        check_round(person)
    if crew.gm.phase() == "air":
        crew.red.retreat()
        crew.fill_in()
        crew.resolve()
    for person in crew:
        person.sees_phase("air_result")


def _place_first(crew: Crew) -> Person:
    """The loser of the air, nearly always red; the other side has nothing to do and nothing to see yet."""
    red_first = crew.red.waiting().count() > 0
    first, other = (crew.red, crew.blue) if red_first else (crew.blue, crew.red)
    expect(other.page.locator("#ready")).to_have_count(0)
    horde = first.names(first.waiting())[0]
    first.place(horde, first.free_squares("front")[0])
    crew.fill_in()
    shown = f'.grid-row.of-{first.role} [data-name="{horde}"]'
    expect(other.page.locator(shown)).to_have_count(0)
    crew.advance()
    for person in crew:
        expect(person.page.locator(shown)).to_be_visible()
    return first


def _deploy(crew: Crew, person: Person) -> None:
    """By two clicks, by the keyboard alone, by a drag, and another time by two clicks; then the rest."""
    squares, (one, two, three) = person.free_squares("front"), person.names(person.waiting())[:3]
    person.place(one, squares[1])
    person.place_by_keys(two, squares[3])
    person.place_by_drag(three, squares[5])
    person.move(one, squares[0])
    for other in crew.others_than(person):
        for horde in (one, two, three):
            expect(other.page.locator(f'[data-square][data-name="{horde}"]')).to_have_count(0)
    crew.fill_in()


def _fight_on_land(crew: Crew) -> None:
    for person in (crew.red, crew.blue):
        spot = person.attackers()[0]
        person.order(spot, person.aim(spot)[0])
    crew.fill_in()
    crew.resolve()
    for person in crew:
        check_round(person)
    crew.play_until("result")


def _all_tell_the_same_result(crew: Crew) -> None:
    told = [person.page.locator("#board .result").all_inner_texts() for person in crew]
    assert told[0] == told[1] == told[2] == told[3]
    names = "\n".join(told[0])
    assert re.search("Stalemate|Victory|Defeat", names) and re.search("Magnitude \\d+", names)
    for person in crew:
        expect(person.page.locator("#status .waiting")).to_contain_text("The battle is over.")


def test_retreat_from_the_land_contest_ends_it_for_everybody_and_counts_nothing(gather: Gatherer) -> None:
    crew = gather("land")
    before = [person.version() for person in crew.others_than(crew.red)]
    crew.red.retreat()
    crew.red.button("Fight on").click()
    expect(crew.red.page.locator("#retreat-more")).to_be_visible()
    crew.red.retreat()
    assert [person.version() for person in crew.others_than(crew.red)] == before, "the others heard of it"
    crew.fill_in()
    crew.resolve()
    for person in crew:
        person.sees_phase("land_result")
    expect(crew.red.page.locator("#ready")).to_have_count(0)  # the other side alone has Advantages to draw
    crew.fill_in()
    crew.advance()
    for person in crew:
        person.sees_phase("result")
        land = person.page.get_by_role("region", name="Land Contest", exact=True)
        expect(land).to_contain_text("German Army retreated.")
        expect(land.locator(".outcome.of-red")).to_contain_text("Magnitude 0")
