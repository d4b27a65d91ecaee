"""What a board draws: the standard symbol of every horde, its traits, its strength, the last turn's points."""

import re

import pytest
from django.conf import settings

from battles.rules.bataille.view import TurnView
from battles.rules.battlefront.catalogue import PROFILES, TERRAINS, Trait
from battles.rules.battlefront.view import HordeView
from battles.rules.ruleset import Side
from battles.templatetags import _bataille_chart as charts
from battles.templatetags import _battlefront_drawings as drawings
from battles.templatetags import _symbols

FRAME = re.compile(r'class="frame" d="([^"]+)"')
# Colours are the page's alone, and a style attribute would be refused by its policy.
DRAWN_WITH = {"class", "d", "cx", "cy", "r", "x", "y", "text-anchor", "dominant-baseline", "font-size"}


def horde(profile: str = "of my own", domain: str = "land", side: Side = Side.RED, **fields: object) -> HordeView:
    given = {"key": 7, "name": "The Seventh", "type_name": "Type", "magnitude": 60, "start": 80, "squads": 3}
    given |= {"full_squads": 4, "armour": 0, "traits": (), "weapons": (), "status": "ready", "last_damage": 0}
    return HordeView(profile=profile, domain=domain, side=side, **(given | fields))  # type: ignore[arg-type]


def frame(shapes: str) -> str:
    return FRAME.findall(shapes)[0]


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.key)
def test_the_frame_of_every_bundled_type_tells_its_side(profile):
    red, blue = (drawings.symbol(horde(profile.key, profile.domain.value, side)) for side in Side)
    assert frame(red) != frame(blue)
    assert red.count("class=") == blue.count("class=") >= 2, "a frame and what is in it"


def test_types_that_fight_differently_have_symbols_of_their_own():
    keys = [profile.key for profile in PROFILES if profile.key != "assault_tank"]
    assert len({drawings.symbol(horde(key)) for key in keys}) == len(keys)


def test_an_air_horde_is_framed_as_an_aircraft_and_a_land_horde_is_not():
    shapes = [(each.domain.value, drawings.symbol(horde(each.key, each.domain.value))) for each in PROFILES]
    air, land = ({frame(drawn) for found, drawn in shapes if found == domain} for domain in ("air", "land"))
    assert air and land and not air & land


@pytest.mark.parametrize(
    ("domain", "traits", "like"),
    [
        ("air", (), "aircraft"),
        ("land", (), "tank"),
        ("land", ("maneuver",), "tank"),
        ("land", ("fearless", "infantry"), "infantry"),
        ("land", ("infantry", "artillery"), "artillery"),
    ],
)
def test_a_type_of_the_gms_own_is_drawn_by_its_domain_and_traits(domain, traits, like):
    assert drawings.symbol(horde(domain=domain, traits=traits)) == _symbols.shapes(Side.RED, like)


def test_symbols_bring_no_colour_and_no_style():
    kinds = {*drawings.BY_PROFILE.values(), "aircraft", *drawings.BY_TRAIT}
    for shapes in (_symbols.shapes(side, kind) for side in Side for kind in kinds):
        assert set(re.findall(r'([\w-]+)="', shapes)) <= DRAWN_WITH


def test_every_trait_has_a_mark_unless_the_symbol_tells_it():
    everything = tuple(trait.value for trait in Trait)
    assert len(drawings.traits(horde(traits=everything))) == len(everything) - 1
    assert drawings.traits(horde("infantry", traits=("infantry",))) == []
    assert [str(mark.title) for mark in drawings.traits(horde("tank", traits=("infantry",)))] == ["infantry"]


@pytest.mark.parametrize(
    ("now", "lost", "start", "bar"),
    [(80, 0, 80, ("100.0%", "100.0%")), (60, 10, 80, ("75.0%", "87.5%")), (0, 30, 80, ("0.0%", "37.5%"))],
)
def test_a_bar_shows_what_is_left_and_what_the_last_round_took(now, lost, start, bar):
    assert drawings.bar(now, lost, start) == bar
    assert drawings.bar(0, 0, 0) == ("0%", "0%")


def test_every_bundled_terrain_has_ground_of_its_own_and_any_other_the_plain_one():
    grounds = [drawings.ground(terrain.name) for terrain in TERRAINS]
    assert len(set(grounds)) == len(TERRAINS)
    assert drawings.ground("Canal of my own") == "plain"
    rules = (settings.BASE_DIR / "static" / "battles" / "grid.css").read_text()
    assert all(f".ground-{ground} " in rules for ground in grounds)


def test_the_last_turn_is_what_moved_since_the_turn_before():
    chart = charts.Chart(0, (TurnView(0, 0, 0), TurnView(1, 5, 9), TurnView(2, 12, 6)), False, (), (), (), ())
    assert (charts.last_loss(chart, Side.RED), charts.last_loss(chart, Side.BLUE)) == (-7, 3)
    assert charts.last_loss(chart._replace(rows=chart.rows[:1]), Side.RED) == 0
