"""What a Battlefront board draws: symbols, trait marks, bars of Magnitude, the ground under the grid."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from battles.rules.battlefront.catalogue import TERRAINS
from battles.rules.battlefront.view import BattlefrontView, HordeView, SideView
from battles.templatetags import _symbols

BY_PROFILE = {
    "infantry": "infantry",
    "ac_suit": "ac_suit",
    "tank": "tank",
    "assault_tank": "tank",
    "artillery": "artillery",
    "interceptor": "interceptor",
    "starfighter": "starfighter",
    "bomber": "bomber",
}
BY_TRAIT = ("artillery", "infantry")
GROUND = {terrain.name: terrain.key for terrain in TERRAINS}


class Mark(NamedTuple):
    """A trait as a small drawing in a box of 16, with its name."""

    title: Any
    shape: str


TRAITS = {
    "maneuver": Mark(_("maneuver"), "M2 14V9a5 5 0 0 1 5-5h6M9 0l4 4-4 4"),
    "artillery": Mark(_("artillery"), "M1 13Q7-3 13 11M9 8l4 3 2-5"),
    "infantry": Mark(_("infantry"), "M1 3h14v10H1zM1 3l14 10M15 3 1 13"),
    "fearless": Mark(_("fearless"), "M8 1 14 3V8q0 5-6 7-6-2-6-7V3z"),
}


class Bar(NamedTuple):
    """Magnitude in per cent of the start, as SVG takes it: now, and before the last round."""

    now: str
    before: str


class Strength(NamedTuple):
    """A side's air hordes together, in per cent of what they came with."""

    side: SideView
    now: int
    start: int
    bar: Bar


def symbol(horde: HordeView) -> str:
    return _symbols.shapes(horde.side, kind(horde))


def kind(horde: HordeView) -> str:
    """Which military symbol is drawn: the bundled type's own, otherwise by domain and traits."""
    if horde.profile in BY_PROFILE:
        return BY_PROFILE[horde.profile]
    if horde.domain == "air":
        return "aircraft"
    return next((trait for trait in BY_TRAIT if trait in horde.traits), "tank")


def traits(horde: HordeView) -> list[Mark]:
    """Those that the symbol does not tell."""
    return [mark for trait, mark in TRAITS.items() if trait in horde.traits and trait != kind(horde)]


def bar(now: int, lost: int, start: int) -> Bar:
    return Bar(share(now, start), share(now + lost, start))


def share(part: int, whole: int) -> str:
    return f"{100 * max(0, min(part, whole)) / whole:.1f}%" if whole else "0%"


def ground(name: str) -> str:
    """The pattern under the grid; a terrain of the GM's own has the plain one."""
    return GROUND.get(name, "plain")


def air_strengths(view: BattlefrontView) -> list[Strength]:
    return [_air_strength(side) for side in view.sides]


def _air_strength(side: SideView) -> Strength:
    hordes = [horde for horde in side.hordes if horde.domain == "air"]
    fighting = [horde for horde in hordes if horde.status == "ready"]
    now, start = sum(horde.magnitude for horde in fighting), sum(horde.start for horde in hordes)
    return Strength(side, now, start, bar(now, sum(horde.last_damage for horde in fighting), start))
