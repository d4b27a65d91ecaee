"""Pitched battles in four browsers, from the force evaluation to their end, through the pages alone."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, expect

from battles.services.demo_heroes import RIVERLANDERS, SPLIT_TUSK
from tests.browser.crew import Opener
from tests.browser.pitched import SIDES, Pitched, held, numbers, plain, unfold
from tests.browser.pitched_reading import Reader
from tests.browser.pitched_report import checked, newest, rolled
from tests.browser.report import Told
from tests.sites import Site

RED, BLUE = RIVERLANDERS["name"], SPLIT_TUSK["name"]
GENERAL, CHAMPION, MARKSMAN, PRIEST = range(4)  # ranks of red's heroes
CHIEF, BOULDER, SHAMAN, RIDER = range(4)  # of blue's
Gatherer = Callable[..., Pitched]


@pytest.fixture
def gather(shared_site: Site, new_context: Opener) -> Gatherer:
    def gather(fate: str, **options: Any) -> Pitched:
        return Pitched.fated(shared_site, new_context, fate, **options)

    return gather


class Said(NamedTuple):
    """What stands on the pages, in a reader's language."""

    locale: str
    evaluation: str
    turn: str
    announced: str
    needs: str
    army: str
    tactics: str
    duels: list[str]
    struck: list[str]
    won: str


SAID = {
    "en": Said(
        locale="en-GB",
        evaluation="Force evaluation",
        turn="phase 2 of 6 · turn 1",
        announced="Horde of the Split Tusk has a clear advantage. The threshold is 45, before strategic points.",
        needs="Host of the Riverlands needs 54 victory points and starts with 9.",
        army="Army dice: Host of the Riverlands gains",
        tactics="Tactics roll of Marshal Irmgard Dorn",
        duels=["accepted", "declined"],
        struck=["Location, D100", "Die 1", "Added", "Toughness Bonus", "Armour"],
        won="wins the battle",
    ),
    "fr": Said(
        locale="fr-FR",
        evaluation="Évaluation des forces en présence",
        turn="phase 2 sur 6 · tour 1",
        announced="Horde of the Split Tusk a un net avantage. Le seuil est de 45, avant les points stratégiques.",
        needs="Host of the Riverlands a besoin de 54 points de victoire et commence avec 9.",
        army="Dés d’armée : Host of the Riverlands gagne",
        tactics="Jet tactique de Marshal Irmgard Dorn",
        duels=["accepté", "refusé"],
        struck=["Localisation, D100", "Dé 1", "Ajouté", "Bonus d’Endurance", "Armure"],
        won="gagne la bataille",
    ),
}


@pytest.mark.parametrize("language", SAID)
def test_four_browsers_fight_a_whole_pitched_battle_and_nobody_reloads(language: str, gather: Gatherer) -> None:
    said = SAID[language]
    crew = gather("whole_battle", locale=said.locale)
    for person in crew:
        expect(person.page.locator("html")).to_have_attribute("lang", language)
    reader = Reader(crew)
    assert crew.everywhere("#board-title") == [said.evaluation]
    reader.read()
    for happens in (_evaluate, _give_points_and_name_generals, _roll_the_start, _challenge_and_answer, _act):
        happens(crew, said)
        reader.read()
    _tell_the_turn(crew, said)
    while crew.phase() != "result":
        crew.go_on()
        reader.read()
    _all_tell_the_same_result(crew, said)
    _losses_are_booked(crew)
    reader.has_read(language)


# Before the battle


def _evaluate(crew: Pitched, said: Said) -> None:
    """The GM types and chooses; nobody hears a thing before he announces it."""
    gm = crew.gm.page
    crew.typed("assess-red", headcount=2600, arms=100, training=100)
    held([crew.gm], "case-slight-red")
    crew.typed("assess-blue", headcount=4000)
    held([crew.gm], "case-slight-blue")  # the suggestion follows the figures
    crew.secretly(crew.gm, "case-crushing-red", "use-suggestion", "case-clear-blue")
    held([crew.gm], "case-clear-blue")
    expect(gm.locator("#base-in-force")).to_have_text("60")
    crew.typed("set-base", points=45)
    expect(gm.locator("#base-in-force")).to_have_text("45")
    for person in (crew.red, crew.blue, crew.spectator):
        expect(person.page.locator("#board .side-block .facts")).to_have_count(0)
    crew.openly(crew.gm, "advance")
    assert " ".join(crew.everywhere("#announced p")) == said.announced
    assert [numbers(re.sub(r"\D", "", text)) for text in crew.everywhere("#board .side-block .facts dd")] == [
        [2600],
        [4000],
    ]


def _give_points_and_name_generals(crew: Pitched, said: Said) -> None:
    """Ticks of the GM move the thresholds on his page alone; generals are each side's own."""
    _announced_would_be(crew, [0, 0, 45], [0, 0, 45])
    crew.secretly(crew.gm, "tick-red-ground-major", "tick-red-walls")
    _announced_would_be(crew, [10, 10, 55], [0, 0, 55])
    crew.secretly(crew.gm, "tick-red-walls", "tick-red-field-works", "tick-red-scouting", "tick-blue-weather")
    crew.secretly(crew.gm, "give-blue-mission-2")
    _announced_would_be(crew, [9, 9, 54], [3, 3, 54])
    for person, (general, second) in ((crew.red, (MARKSMAN, PRIEST)), (crew.blue, (CHIEF, SHAMAN))):
        keys = crew.heroes(person.role)
        expect(person.page.locator("#ready")).to_be_disabled()
        crew.secretly(person, f"general-{keys[general]}", f"second-{keys[second]}")
        held([person], f"general-{keys[general]}")
    red = crew.heroes("red")
    crew.secretly(crew.red, f"general-{red[GENERAL]}", f"second-{red[CHAMPION]}")  # on second thoughts
    crew.openly(crew.blue, "ready")
    crew.openly(crew.red, "ready")
    crew.openly(crew.gm, "advance")
    assert crew.everywhere("#status .side-chip .figure .muted") == ["/54", "/54"]
    assert crew.points() == {"red": 9, "blue": 3}
    assert said.needs in [line.text for line in newest(crew)]
    for person in crew:
        expect(person.page.locator(f"#hero-{red[GENERAL]} .rank")).to_contain_text("★")
        expect(person.page.locator(f"#hero-{red[CHAMPION]} .rank")).to_contain_text("☆")


def _announced_would_be(crew: Pitched, *rows: list[int]) -> None:
    for side, row in zip(SIDES, rows, strict=True):
        expect(crew.gm.page.locator(f"#would-be-{side} td")).to_have_text([str(number) for number in row])


# The first turn


def _roll_the_start(crew: Pitched, said: Said) -> None:
    assert crew.everywhere("#status .round") == [said.turn]
    crew.typed("modifier-red", modifier=10)
    crew.openly(crew.gm, "resolve")
    lines = checked(crew)
    assert any(line.text.startswith(said.army) for line in lines)
    (tactics,) = [line for line in lines if line.text.startswith(said.tactics)]
    assert "+10" in dict(tactics.terms).values(), "the GM's modifier is told"


def _challenge_and_answer(crew: Pitched, said: Said) -> None:
    """Both challenge at once, unheard; one accepts, one declines."""
    red, blue = (crew.heroes(side) for side in SIDES)
    crew.secretly(crew.red, f"challenge-{red[CHAMPION]}-{blue[CHIEF]}", f"call-off-{red[CHAMPION]}")
    crew.secretly(crew.red, f"challenge-{red[CHAMPION]}-{blue[BOULDER]}")
    held([crew.red], f"challenge-{red[CHAMPION]}-{blue[BOULDER]}")
    crew.secretly(crew.blue, f"challenge-{blue[RIDER]}-{red[MARKSMAN]}")
    crew.openly(crew.red, "ready")
    crew.openly(crew.blue, "ready")
    assert crew.everywhere("#duels .tag") != said.duels
    before = crew.points()
    crew.secretly(crew.blue, f"decline-{blue[BOULDER]}", f"accept-{blue[BOULDER]}")
    crew.secretly(crew.red, f"decline-{red[MARKSMAN]}")
    crew.openly(crew.blue, "ready")
    crew.openly(crew.red, "ready")
    assert crew.everywhere("#duels .tag") == said.duels
    assert crew.points() == before | {"blue": before["blue"] + 2}


def _act(crew: Pitched, said: Said) -> None:
    """Red chooses each action by hand and thinks better of some; the last Ready is the one that counts."""
    red, page = crew.heroes("red"), crew.red.page
    assert numbers(plain(page.locator("#action-counter").inner_text())) == [3, 4]
    marksman, shot = red[MARKSMAN], f"declare-{red[MARKSMAN]}-ha-05-ballistic_skill"
    _shows_what_it_is_worth(page.locator(f"#action-{marksman}-ha-05"), r"52 ?%.*\+1.*\+6")
    _shows_what_it_is_worth(page.locator(f"#action-{marksman}-ha-10"), r"34 ?%.*\+4.*\+9")
    crew.secretly(crew.red, f"declare-{red[GENERAL]}-ha-03-command", f"declare-{marksman}-ha-04-perception", shot)
    crew.secretly(
        crew.red, f"fortune-{marksman}", f"declare-{red[PRIEST]}-ha-06-channelling", f"undeclare-{red[PRIEST]}"
    )
    expect(page.locator(f"#{shot}")).to_have_attribute("aria-pressed", "true")
    expect(crew.gm.page.locator(".compartment.of-red .choices li").nth(MARKSMAN).locator(".tag")).to_have_count(1)
    crew.seal(crew.blue)
    crew.openly(crew.red, "ready")
    expect(crew.gm.page.locator("#resolve")).to_have_count(1)
    crew.openly(crew.red, "ready")  # back
    expect(crew.gm.page.locator("#resolve")).to_have_count(0)
    crew.openly(crew.red, "ready")
    crew.openly(crew.red, f"declare-{red[PRIEST]}-ha-06-channelling")  # an edit takes it back, too
    expect(crew.gm.page.locator("#resolve")).to_have_count(0)
    assert len(crew.everywhere("#board .did")) == 3, "the duellists' actions and the declined challenge are known"
    crew.openly(crew.red, "ready")
    crew.openly(crew.gm, "resolve")


def _shows_what_it_is_worth(card: Locator, odds: str) -> None:
    """Chance and points of the test, and in a sentence what the damage may do: Wounds, critical wounds, death."""
    unfold(card)
    assert re.search(odds, plain(card.locator(".odds").inner_text()))
    assert len(numbers(card.locator(".tests + .small").inner_text())) >= 3


def _tell_the_turn(crew: Pitched, said: Said) -> None:
    lines = checked(crew)
    struck = [line for line in lines if line.clause == "BR-28" and "→" in line.text]
    assert len(struck) >= 6, "red's four, and blue's two duellists at least"
    for line in struck:
        labels = [label for label, _ in line.terms]
        assert [label for label in said.struck if label not in labels] == [], line
    tests = [line for line in lines if len(line.terms) > 3 and line.clause == "HA-05"]
    roll, target = rolled(tests[0])
    assert len(tests) == (1 if roll <= target else 2), "a Fortune Point for a test that failed, and for no other"
    _opens_to_its_parts(crew, struck[0])
    assert "45 min" in " ".join(crew.everywhere("#status .round"))
    track = list(map(int, crew.everywhere("#track-table tbody td")))
    assert track == [9, 3, *crew.points().values(), 54, 54]
    assert len(crew.everywhere("#board .did")) >= 6


def _opens_to_its_parts(crew: Pitched, line: Told) -> None:
    """By a click, on the spectator's page."""
    shown = crew.spectator.page.locator("#log-entries details.line", has=crew.spectator.page.get_by_text(line.text))
    expect(shown.locator("table")).to_be_hidden()
    shown.locator("summary").click()
    expect(shown.locator("table")).to_be_visible()
    expect(shown.locator(".clause")).to_have_text("BR-28")


# The end


def _all_tell_the_same_result(crew: Pitched, said: Said) -> None:
    (headline,) = crew.everywhere("#headline")
    points, thresholds = crew.points(), (54, 54)
    winner = max(points, key=points.__getitem__)
    assert points[winner] >= thresholds[0] and said.won in headline
    assert {"red": RED, "blue": BLUE}[winner] in headline
    crew.everywhere("#board .result"), crew.everywhere("#losses-red tr"), crew.everywhere("#losses-blue tr")
    crew.dice_are_proved()
    expect(crew.gm.page.locator("#advance, #resolve, #ready")).to_have_count(0)


def _losses_are_booked(crew: Pitched) -> None:
    """What the result says of each hero's Wounds the armies' pages say, too."""
    left: dict[str, list[int]] = {}
    page = crew.gm.page
    for row in page.locator("#losses-red tbody tr, #losses-blue tbody tr").all():
        name = row.locator("th").evaluate("th => th.firstChild.textContent.trim()")
        left[name] = numbers(row.locator("td.number").inner_text())
    assert len(left) == 8 and any(now < full for now, full in left.values())
    page.goto(crew.campaign)
    links = page.locator("a").evaluate_all(r"all => all.map((a) => a.href).filter((to) => /\/armies\/\d+\/$/.test(to))")
    assert len(set(links)) == 2
    for army in set(links):
        page.goto(army)
        for name, *wounds in page.locator("meter").evaluate_all(WOUNDS_BOOKED):
            assert left.pop(name) == wounds
    assert not left


WOUNDS_BOOKED = """all => all.map((meter) => {
    const hero = meter.closest("tr, article").querySelector("a");
    return [hero.textContent.trim(), meter.value, meter.max];
})"""
