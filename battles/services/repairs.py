"""Repairs, replacements and healing between battles: what the GM gives back to an army, each a booking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from battles.models import Army, Hero, Horde
from battles.rules.armies import SQUAD_MAGNITUDE
from battles.rules.ruleset import Message
from battles.services import bookings, heroes
from battles.services.figures import readable, refuse, whole
from battles.services.refusals import Refused

AMOUNT, WHY, HEALED = Message("Magnitude given back"), Message("Reason"), Message("Wounds healed")
CONDITION, KIND = Message("Condition"), Message("Kind")
KINDS = {str(kind): kind.label for kind in (bookings.Reason.REPAIR, bookings.Reason.REPLACEMENT)}
Given = Mapping[str, Any]


class NoSuchPiece(Exception):
    """The army has no such horde or hero."""


@dataclass(frozen=True)
class Damaged:
    """A horde that something can be given back to."""

    pk: int
    name: str
    magnitude: int
    full: int

    @property
    def room(self) -> int:
        return self.full - self.magnitude


@dataclass(frozen=True)
class Hurt:
    """A hero that can be helped. injuries: each with a name for a form's checkbox."""

    pk: int
    name: str
    wounds: int
    full: int
    condition: str
    conditions: tuple[tuple[str, str], ...]
    injuries: tuple[tuple[str, Message], ...]

    @property
    def room(self) -> int:
        return self.full - self.wounds


def damaged(army: Army) -> list[Damaged]:
    hordes = [Damaged(each.pk, each.name, each.magnitude, _full(each)) for each in army.hordes.all()]
    return [horde for horde in hordes if horde.room > 0]


def hurt(army: Army) -> list[Hurt]:
    return [_hurt(hero) for hero in army.heroes.all() if _needs_help(hero)]


@transaction.atomic
def mend(*, army: Army, horde: int, given: Given, by: User) -> Horde:
    """Give a horde Magnitude back: `amount`, `kind` and `why` in what is given.

    Raises Refused, with nothing changed, and NoSuchPiece.
    """
    why, kind = _why(given), str(given.get("kind", ""))
    if kind not in KINDS:
        refuse("kind", KIND, Message("one of the choices offered"))
    with bookings.booked(army=army, reason=kind, by=by, why=why) as held:
        found = held.hordes.filter(pk=horde).first()
        if found is None:
            raise NoSuchPiece
        room = _full(found) - found.magnitude
        if not room:
            raise Refused("amount", "%(name)s has all its Magnitude.", name=found.name)
        found.magnitude += whole("amount", AMOUNT, str(given.get("amount", "")), 1, room)
        found.save(update_fields=["magnitude"])
    return found


@transaction.atomic
def heal(*, army: Army, hero: int, given: Given, by: User) -> Hero:
    """Help a hero: `wounds` healed, the `condition` he is in then, the injuries `treated`, and `why`.

    Raises Refused, with nothing changed, and NoSuchPiece.
    """
    why = _why(given)
    with bookings.booked(army=army, reason=bookings.Reason.REPAIR, by=by, why=why) as held:
        found = held.heroes.filter(pk=hero).first()
        if found is None:
            raise NoSuchPiece
        before = (found.wounds_left, found.condition, found.injuries)
        _help(found, given)
        if (found.wounds_left, found.condition, found.injuries) == before:
            raise Refused("", "%(name)s: nothing is changed by this.", name=found.name)
        found.save(update_fields=["wounds_left", "condition", "injuries"])
    return found


def _help(hero: Hero, given: Given) -> None:
    text = str(given.get("wounds", "")).strip() or "0"
    hero.wounds_left += whole("wounds", HEALED, text, 0, hero.wounds - hero.wounds_left)
    condition = str(given.get("condition", "")) or str(hero.condition)
    if condition not in Hero.Condition.values:
        refuse("condition", CONDITION, Message("one of the choices offered"))
    hero.condition = condition
    hero.injuries = heroes.untreated(hero, given.get("treated", ()))


def _hurt(hero: Hero) -> Hurt:
    return Hurt(
        pk=hero.pk,
        name=hero.name,
        wounds=hero.wounds_left,
        full=hero.wounds,
        condition=str(hero.condition),
        conditions=tuple((str(value), str(label)) for value, label in Hero.Condition.choices),
        injuries=tuple(heroes.injuries(hero)),
    )


def _needs_help(hero: Hero) -> bool:
    return hero.wounds_left < hero.wounds or hero.condition != Hero.Condition.FIT or bool(hero.injuries)


def _full(horde: Horde) -> int:
    return horde.squads * SQUAD_MAGNITUDE


def _why(given: Given) -> str:
    return readable("why", WHY, str(given.get("why", "")), 1, bookings.LONGEST_WHY)
