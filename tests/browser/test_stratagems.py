"""Stratagems, Advantages and house rules through the page: secret until they are shown, told and kept afterwards."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Gatherer
from tests.browser.crew import Crew, Opener, forgive
from tests.browser.laying import lay_generals, play_on
from tests.browser.people import Person
from tests.browser.report import Told, check_round, entries, newest_round
from tests.browsers import PageErrors
from tests.live.people import number_of
from tests.sites import Site

ROLLED, TESTED = "after the rolls", "after the Break tests"  # the stages, as the page calls them
TITLES = {"red": "German Army", "blue": "French Army"}
GENERALS = ("General von Stahl", "Général Moreau")
DIFFERENCES = [
    re.compile("As many as 1 \\+ the General's degrees of success.+ Default: The weapon's highest rate of fire.+ D-16"),
    re.compile("What they have: they count like those that stay.+ Default: Nothing.+ D-21"),
]


@contextmanager
def secretly(crew: Crew, person: Person) -> Iterator[None]:
    """F-02: nothing that the others can see changes, nor does the version of their view."""
    before = {other.role: _seen(other) for other in crew.others_than(person)}
    yield
    assert {other.role: _seen(other) for other in crew.others_than(person)} == before


def _seen(person: Person) -> list[object]:
    """All of it; but how long a button rests after a click, and a round's motion, are the page's own affair."""
    person.is_still()
    regions = person.page.locator("#status, #board, #orders, #log").evaluate_all("all => all.map((e) => e.innerHTML)")
    return [person.version(), *(region.replace(' aria-disabled="true"', "") for region in regions)]


def _told(crew: Crew, start: str, clause: str = "BF-37") -> Told:
    """A line of this round; the same in everybody's report, which `agree` has seen to."""
    found = [line for line in newest_round(crew.spectator) if line.text.startswith(start)]
    assert len(found) == 1, (start, newest_round(crew.spectator))
    assert found[0].clause == clause
    return found[0]


def _plays(crew: Crew, side: Person, stratagem: str, choose: Locator, *opened: Locator) -> None:
    """Through the lists that offer it, in secret."""
    with secretly(crew, side):
        for summary in opened:
            summary.click()
        choose.click()
        expect(side.page.locator("#chosen-stratagem")).to_contain_text(stratagem)
    expect(crew.gm.page.locator(f"#secret-stratagem-{side.role}")).to_contain_text(stratagem)


def _plays_on_nothing(crew: Crew, side: Person, key: str, name: str) -> None:
    _plays(crew, side, name, side.page.locator(f"#play-{key}"))


@pytest.fixture
def generals(shared_site: Site, new_context: Opener) -> tuple[Crew, str]:
    """The crew in the Air Contest, and the campaign's address."""
    links = lay_generals(shared_site, "air")
    return Crew.with_links(links, new_context), links["campaign"]


def test_each_side_plays_before_during_and_after_and_draws_and_spends_an_advantage(
    generals: tuple[Crew, str], page_errors: PageErrors
) -> None:
    crew, campaign = generals
    crew.blue.retreat()
    crew.fill_in()
    crew.resolve()
    card = _draws(crew, crew.red, crew.blue)
    crew.play_until("land")
    _both_play_before(crew)
    _both_play_during(crew)
    _both_play_after(crew)
    crew.red.retreat()
    crew.fill_in()
    crew.resolve()
    cards = {"red": card, "blue": _draws(crew, crew.blue, crew.red)}
    _everybody_sees(crew, cards)
    _is_spent_once(crew, campaign, cards)
    _is_spent_too(crew.red.page, cards["red"])
    forgive(page_errors, 422)


# Advantages drawn


def _draws(crew: Crew, side: Person, rival: Person) -> str:
    """One by hand, not the first that is thought of, the rest quickly. The name of the one."""
    page = side.page
    cards = page.locator("#draws details[open] li.advantage").filter(has_text="your turn")
    name = cards.first.locator("b").inner_text()
    expect(rival.page.locator("#draws, #ready")).to_have_count(0)
    with secretly(crew, side):
        page.locator("#draws details[open] li.advantage").filter(has_text="passive").first.get_by_role("button").click()
        page.get_by_role("button", name=re.compile("^Give .+ back")).click()
        expect(page.locator("#drawn")).to_have_count(0)
        cards.first.get_by_role("button").click()
        expect(page.locator("#drawn")).to_contain_text(name)
        side.fill_in()
    told = [other.page.content() for other in crew.others_than(side)]
    assert not any(name in text for text in told), "known before it is shown"
    side.ready()
    crew.advance()
    line = next(line for line in entries(crew.spectator)[0] if line.text.startswith(f"{TITLES[side.role]} draws "))
    assert line.clause == "D-27" and name in line.text
    assert any(label.startswith(f"{name}, from ") for label, _ in line.terms)
    return name


def _everybody_sees(crew: Crew, cards: dict[str, str]) -> None:
    for person in crew:
        for side, name in cards.items():
            expect(person.page.locator(f"#advantages-{side}")).to_contain_text(name)


# Stratagems played


def _both_play_before(crew: Crew) -> None:
    """Both have played then: nobody is asked again in this round."""
    flank, smoke = (
        side.page.locator(f"#aims-{key}")
        for side, key in ((crew.red, "refuse_flank"), (crew.blue, "smoke_and_mirrors"))
    )
    way, hidden = flank.locator(".aim").first.locator("button").first, smoke.locator("button").first
    horde, _, square = (way.get_attribute("aria-label") or "").partition(" moves to ")
    name = hidden.text_content() or ""
    _plays(crew, crew.red, "Refuse Flank", way, flank.locator("summary").first, flank.locator(".aim > summary").first)
    _plays(crew, crew.blue, "Smoke and Mirrors", hidden, smoke.locator("summary"))
    crew.fill_in()
    crew.roll()
    assert not crew.asked()
    line = {"F": "Front", "R": "Rear"}[square[0]]
    _told(crew, f"German Army plays Refuse Flank: {horde} moves to {line} {square[1:]}.")
    _told(
        crew, f"French Army plays Smoke and Mirrors: neither Maneuver nor Artillery can choose {name.split(' (')[0]}."
    )
    for person in crew:
        person.stands(horde, f"red {square}")


def _both_play_during(crew: Crew) -> None:
    """Red rolls again; blue plays its own until it loses a round under it, in which its Break tests are at +20."""
    _is_asked_after_the_rolls(crew)
    _plays_on_nothing(crew, crew.red, "seize_the_initiative", "Seize the Initiative")
    tests = _blue_holds_the_line(crew)
    assert not crew.asked()
    _told(crew, "German Army plays Seize the Initiative")
    told = [line.text for line in newest_round(crew.spectator)]
    assert [sum(text.startswith(f"Tactics, {name}:") for text in told) for name in GENERALS] == [2, 1]
    while not tests:
        _is_asked_after_the_rolls(crew)
        tests = _blue_holds_the_line(crew)
        _nobody_plays(crew)
    assert all(test.clause == "BF-36" and ("Hold the Line", "+20") in test.terms for test in tests)
    opened = crew.spectator.page.locator("#log-entries details.line:has(.terms)").filter(has_text="Hold the Line").first
    opened.locator("summary").click()
    expect(opened.locator(".terms")).to_contain_text("Hold the Line")
    expect(opened.locator(".clause")).to_have_text("BF-36")


def _is_asked_after_the_rolls(crew: Crew) -> None:
    crew.fill_in()
    crew.roll()
    assert crew.asked() and crew.gm.stage() == ROLLED


def _blue_holds_the_line(crew: Crew) -> list[Told]:
    """Its Break tests of the round."""
    _plays_on_nothing(crew, crew.blue, "hold_the_line", "Hold the Line")
    before = crew.spectator.version()
    crew.seal_both()
    assert crew.spectator.version() == before + 2, "something was heard besides one Ready and what came of the other"
    _told(crew, "French Army plays Hold the Line: its Break tests of this round are at +20.")
    check_round(crew.spectator)
    tests = [line for line in newest_round(crew.spectator) if line.text.startswith("Break test, ")]
    return tests if _lost_by("French Army", crew) else []


def _lost_by(title: str, crew: Crew) -> bool:
    return any(line.text.startswith(f"The Morale Level of {title} drops") for line in newest_round(crew.spectator))


def _nobody_plays(crew: Crew) -> None:
    while crew.asked():
        crew.seal_both()


def _both_play_after(crew: Crew) -> None:
    """As soon as either has lost a round."""
    waiting = [crew.red, crew.blue]
    while waiting:
        _is_asked_after_the_rolls(crew)
        crew.seal_both()
        if crew.asked():
            assert crew.gm.stage() == TESTED
            playing = [side for side in waiting if side.page.locator("#play-rally_the_colours").count()]
            _rally(crew, playing)
            waiting = [side for side in waiting if side not in playing]


def _rally(crew: Crew, sides: list[Person]) -> None:
    before = {side.role: _morale(crew, side) for side in sides}
    for side in sides:
        _plays_on_nothing(crew, side, "rally_the_colours", "Rally the Colours")
    crew.seal_both()
    for side in sides:
        _told(crew, f"{TITLES[side.role]} plays Rally the Colours: its Morale Level rises by 1.")
    assert {side.role: _morale(crew, side) - 1 for side in sides} == before


def _morale(crew: Crew, side: Person) -> int:
    return int(crew.spectator.page.locator(f".side-chip.of-{side.role} .figure b").first.inner_text())


# An Advantage spent


def _is_spent_once(crew: Crew, campaign: str, cards: dict[str, str]) -> None:
    """By its side; the second tab, still open with the form, comes too late."""
    tabs = [_opened_hand(page, campaign) for page in (crew.blue.page, crew.blue.page.context.new_page())]
    for page in tabs:
        expect(_card(page, cards["red"]).locator("form")).to_have_count(0)
        _card(page, cards["blue"]).locator("summary").click()
        _card(page, cards["blue"]).get_by_label("Linked mission").fill("The bridge at Sedan")
    tabs[0].get_by_role("button", name="Spend", exact=True).click()
    expect(tabs[0].get_by_text(f"Noted: {cards['blue']}.")).to_be_visible()
    tabs[1].get_by_role("button", name="Spend", exact=True).click()
    expect(tabs[1].get_by_text(f"{cards['blue']} has been spent already.")).to_be_visible()
    for page in (*tabs, _opened_hand(crew.red.page, campaign)):
        expect(_card(page, cards["blue"]).locator(".note")).to_contain_text("by blue: The bridge at Sedan")
        expect(_card(page, cards["blue"]).locator("form")).to_have_count(0)


def _is_spent_too(page: Page, name: str) -> None:
    _card(page, name).locator("summary").click()
    _card(page, name).get_by_label("Linked mission").fill("The railway")
    page.get_by_role("button", name="Spend", exact=True).click()
    expect(page.get_by_text(f"Noted: {name}.")).to_be_visible()
    expect(_card(page, name).locator(".note")).to_contain_text("by red: The railway")


def _opened_hand(page: Page, campaign: str) -> Page:
    page.goto(campaign)
    page.get_by_role("link", name="Advantages").click()
    expect(page.get_by_role("heading", name="Advantages", exact=True)).to_be_visible()
    return page


def _card(page: Page, name: str) -> Locator:
    return page.locator("article[id^=advantage-]").filter(has=page.get_by_role("heading", name=name, exact=True))


# What the pause tells


def test_the_pause_after_the_rolls_is_the_same_whatever_was_chosen_in_secret(gather: Gatherer) -> None:
    """F-02. In the second round red has played before the rolls: it is asked like blue and has nothing to play."""
    crew = gather("land")
    plain = _up_to_the_pause(crew)
    _nobody_plays(crew)
    smoke = crew.red.page.locator("#aims-smoke_and_mirrors")
    _plays(crew, crew.red, "Smoke and Mirrors", smoke.get_by_role("button").first, smoke.locator("summary"))
    assert _up_to_the_pause(crew) == plain
    for person in crew:
        expect(person.page.locator("#played-red")).to_contain_text("Smoke and Mirrors")
    expect(crew.red.page.locator("[id^=play-]")).to_have_count(0)
    expect(crew.blue.page.locator("[id^=play-]")).not_to_have_count(0)
    _nobody_plays(crew)


def _up_to_the_pause(crew: Crew) -> list[list[str]]:
    """All that the spectator is told before and after the GM's act, but for the figures and the report."""
    crew.fill_in()
    sealed = _words(crew.spectator)
    crew.roll()
    assert crew.asked()
    return [sealed, _words(crew.spectator)]


def _words(person: Person) -> list[str]:
    parts = person.page.locator("#status .phase, #status .waiting, #status .ready-mark, #orders").all_inner_texts()
    return [re.sub(r"\d+", "", part) for part in parts]


# House rules


def test_house_rules_of_the_campaign_and_one_overridden_are_shown_with_the_battle_and_pinned(
    shared_site: Site, new_context: Opener
) -> None:
    links = lay_generals(shared_site, "briefing")
    crew = Crew.with_links(links, new_context, who=("gm", "red"))
    gm, red = crew.gm.page, crew.red
    expect(red.page.locator("#house-rules")).to_contain_text("None differ from the defaults.")
    gm.goto(links["campaign"])
    gm.get_by_role("link", name="House rules").click()
    _set(gm, "rate_of_fire", "degrees")
    battle = _open_battle(gm, links["campaign"])
    red.page.goto(links["battle"].replace(f"/{number_of(links['battle'])}/", f"/{battle}/"))
    expect(_differences(red.page)).to_have_text(DIFFERENCES)
    gm.goto(f"{links['campaign']}house-rules/")
    _set(gm, "rate_of_fire", "maximum")
    play_on(shared_site, battle, "result")
    red.page.reload()
    red.sees_phase("result")
    expect(_differences(red.page)).to_have_text(DIFFERENCES)


def _set(gm: Page, field: str, value: str) -> None:
    gm.locator(f"[name=rule-{field}][value={value}]").check()
    gm.locator("#save-battlefront").click()
    expect(gm.get_by_text("Saved. Battles opened from now on")).to_be_visible()
    expect(gm.locator(f"[name=rule-{field}][value={value}]")).to_be_checked()


def _open_battle(gm: Page, campaign: str) -> int:
    """By the form, with one more house rule chosen there, up to the GM's control room. The battle's number."""
    gm.goto(campaign)
    gm.get_by_role("link", name="New battle").click()
    gm.get_by_label("Title").fill("Sedan")
    gm.get_by_label("Red army").select_option("German Army")
    gm.get_by_label("Blue army").select_option("French Army")
    for side in ("red", "blue"):
        gm.get_by_label(side, exact=True).select_option(side)
    gm.locator(".opening-rules > summary").click()
    expect(gm.locator("[name=rule-rate_of_fire][value=degrees]")).to_be_checked()
    gm.locator("[name=rule-retreat_total][value=counted]").check()
    gm.get_by_role("button", name="Open the battle").click()
    expect(_differences(gm)).to_have_text(DIFFERENCES)
    return number_of(gm.url.removesuffix("change/"))


def _differences(page: Page) -> Locator:
    return page.locator("#house-rules li")
