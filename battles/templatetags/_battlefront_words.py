"""The Battlefront board in words, for who hears it: what each square holds and what may be done there."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from battles.rules.battlefront.view import BattlefrontView, HordeView, ResultView, SideView
from battles.services.words import catalogue_name, sentence
from battles.templatetags import _battlefront_drawings as drawings
from battles.templatetags._battlefront_pictures import Cell

LINES = {"front": _("Front Line"), "rear": _("Rear Line")}
STATUS = {"broken": _("broken"), "destroyed": _("destroyed"), "held_back": _("held back"), "ready": ""}


def square(cell: Cell, side: SideView, may_place: bool) -> str:
    """`Reds, Front Line 3: Panzer, tanks, 2 of 3 Squads, ..., no order yet`. may_place: hordes are being placed."""
    told = ", ".join([*_who(cell), *_doing(cell, may_place)])
    named = {"side": side.title, "line": LINES[cell.line], "column": cell.column, "what": told}
    return gettext("%(side)s, %(line)s %(column)s: %(what)s") % named


def _who(cell: Cell) -> Iterator[str]:
    if cell.horde:
        yield from _horde(cell.horde)
    elif cell.fallen:
        yield f"{cell.fallen.name}, {STATUS[cell.fallen.status]}"
        yield from _loss(cell.fallen)
    else:
        yield gettext("greyed") if cell.greyed else gettext("empty")


def _horde(horde: HordeView) -> Iterator[str]:
    yield horde.name
    yield catalogue_name(horde.type_name)
    yield gettext("%(now)s of %(full)s Squads") % {"now": horde.squads, "full": horde.full_squads}
    yield gettext("Magnitude %(now)s of %(start)s") % {"now": horde.magnitude, "start": horde.start}
    yield from _loss(horde)
    yield from (str(mark.title) for mark in drawings.traits(horde))


def _loss(horde: HordeView) -> Iterator[str]:
    if horde.last_damage:
        yield gettext("lost %(number)s in the last round") % {"number": horde.last_damage}


def _doing(cell: Cell, may_place: bool) -> Iterator[str]:
    """What it is ordered to do, and what its player may do with it."""
    attack = cell.attack
    if cell.rises:
        yield gettext("moves up")
    if attack and attack.target:
        named = {"target": attack.target.name, "square": attack.target_square, "weapon": catalogue_name(attack.weapon)}
        yield gettext("attacks %(target)s on %(square)s, %(weapon)s") % named
    elif attack and attack.shots:
        yield gettext("can attack, no order yet")
    if cell.draft:
        yield gettext("draft, can be moved") if may_place else gettext("draft")


def standing(view: BattlefrontView, side: SideView) -> str:
    """What a round has left of a side: `Reds lost 12 Magnitude, 4 hordes are left.`"""
    there = sum(horde.domain == view.contest and horde.status == "ready" for horde in side.hordes)
    named = {"side": side.title, "lost": lost(side), "number": there}
    return (
        ngettext(
            "%(side)s lost %(lost)s Magnitude, %(number)s horde is left.",
            "%(side)s lost %(lost)s Magnitude, %(number)s hordes are left.",
            there,
        )
        % named
    )


def lost(side: SideView) -> int:
    """In the round last resolved."""
    return sum(horde.last_damage for horde in side.hordes)


def outcomes(view: BattlefrontView, result: ResultView) -> list[str]:
    """How a contest has ended for each side, by its name for it."""
    each = zip(view.sides, (result.red_result, result.blue_result), strict=True)
    return [gettext("%(side)s: %(result)s.") % {"side": side.title, "result": sentence(name)} for side, name in each]
