"""How pitched battles end, also in ways that the dice seldom bring: all four pages tell the same of it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from battles.services.demo_heroes import RIVERLANDERS, SPLIT_TUSK
from tests.browser.crew import Opener
from tests.browser.pitched import SIDES, Pitched, held
from tests.browser.pitched_report import told
from tests.sites import Site

RED, BLUE = RIVERLANDERS["name"], SPLIT_TUSK["name"]
Gatherer = Callable[..., Pitched]
LAST_WOUND = {"wounds_left": 1}


@pytest.fixture
def gather(shared_site: Site, new_context: Opener) -> Gatherer:
    def gather(fate: str, **options: Any) -> Pitched:
        return Pitched.fated(shared_site, new_context, fate, **options)

    return gather


def test_losers_without_a_way_out_are_massacred(gather: Gatherer) -> None:
    """The GM closes both: whoever loses has none."""
    crew = gather("massacre")
    crew.typed("set-base", points=25)
    for side in SIDES:
        crew.secretly(crew.gm, f"escape-{side}")
    crew.play_until("start_of_turn")
    assert crew.everywhere("#board .side-block .facts div:last-child dd") == ["none", "none"]
    crew.play_until("result")
    points = crew.points()
    loser = RED if points["red"] < points["blue"] else BLUE
    sentence = f"{loser} is massacred: there is no way out."
    assert sentence in crew.everywhere("#board .result p")
    assert told(crew, "wins the battle.", "BR-32").text.endswith(sentence)


def test_an_exact_tie_beyond_both_thresholds_beats_nobody(gather: Gatherer) -> None:
    crew = gather("tie")
    crew.play_until("result")
    points = crew.points()
    assert points["red"] == points["blue"] >= 15
    assert crew.everywhere("#headline") == ["An exact tie: neither army is beaten."]
    assert "The survivors go back to their camps and count their dead." in crew.everywhere("#board .result p")
    assert told(crew, "An exact tie", "BR-33")


def test_a_general_s_death_brings_four_points_and_the_second_takes_command(gather: Gatherer) -> None:
    """BR-30: the general has one Wound left, no Fate, and goes into the thick of the fight."""
    crew = gather("general_dies", sheets={"Marshal Irmgard Dorn": LAST_WOUND | {"fate": 0}})
    general, second, *_ = crew.heroes("red")
    expect(crew.spectator.page.locator(f"#hero-{general} .rank")).to_contain_text("General")
    crew.secretly(crew.red, f"declare-{general}-ha-10-weapon_skill")
    crew.go_on()
    fallen = told(crew, "Marshal Irmgard Dorn has fallen: Horde of the Split Tusk gains 4", "BR-30")
    assert fallen.terms == [("Added", "+4")]
    assert told(crew, "Marshal Irmgard Dorn is dead.", "BR-28")
    assert told(crew, "Sir Aubrin the Tall takes command of Host of the Riverlands.", "BR-30")
    for person in crew:
        expect(person.page.locator(f"#hero-{general} .tag")).to_have_text(["dead"])
        expect(person.page.locator(f"#hero-{second} .rank").first).to_have_text("★ General")
    crew.openly(crew.gm, "resolve")
    assert told(crew, "Tactics roll of Sir Aubrin the Tall", "BR-19")


def test_who_would_die_burns_fate_or_dies_as_his_side_chooses_in_secret(gather: Gatherer) -> None:
    """The battle waits for both sides, and goes on by itself."""
    crew = gather("fate", sheets={"Sir Aubrin the Tall": LAST_WOUND, "Morg the Boulder": LAST_WOUND})
    saved, lost = (crew.heroes(side)[1] for side in SIDES)
    for person, hero in ((crew.red, saved), (crew.blue, lost)):
        crew.secretly(person, f"declare-{hero}-ha-10-weapon_skill")
    crew.go_on()
    assert crew.phase() == "wounds" and crew.asked() == [crew.red, crew.blue]
    expect(crew.gm.page.locator("#resolve")).to_have_count(0)
    for person in (crew.red, crew.blue):
        expect(person.page.locator("#ready")).to_be_disabled()
    assert crew.everywhere(f"#hero-{saved} .states") == crew.everywhere(f"#hero-{lost} .states") == ["dying"]
    crew.secretly(crew.red, f"die-{saved}", f"burn-{saved}")
    crew.secretly(crew.blue, f"die-{lost}")
    held([crew.red], f"burn-{saved}")
    held([crew.blue], f"die-{lost}")
    crew.openly(crew.red, "ready")
    crew.openly(crew.blue, "ready")
    assert crew.phase() == "start_of_turn"
    assert told(crew, "Sir Aubrin the Tall burns a Fate Point: out of action, but alive.", "BR-28")
    assert told(crew, "Morg the Boulder is dead.", "BR-28")
    assert crew.everywhere(f"#hero-{saved} .hero-name .tag:last-child") == ["out of action"]
    assert crew.everywhere(f"#hero-{lost} .hero-name .tag:last-child") == ["dead"]


def test_a_side_that_is_let_go_has_lost_and_is_not_massacred(gather: Gatherer) -> None:
    crew = gather("withdrawal")
    expect(crew.gm.page.locator("#allow-withdrawal-red")).to_have_count(0)
    crew.secretly(crew.red, "withdraw", "fight-on", "withdraw")
    crew.openly(crew.gm, "allow-withdrawal-red")
    assert crew.everywhere("#headline") == [f"{BLUE} wins: {RED} leaves the field."]
    assert f"{RED} withdraws by its way out." in crew.everywhere("#board .result p")
    crew.dice_are_proved()


def test_a_battle_that_is_broken_off_beats_nobody(gather: Gatherer) -> None:
    crew = gather("withdrawal")
    crew.openly(crew.gm, "break-off")
    assert crew.everywhere("#headline") == ["The battle is broken off: neither army is beaten."]
