"""Bookings: whatever an army gains or loses is in the ledger, from the very transaction that changes it.

The Magnitude of an army is the sum of its bookings of `magnitude`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Sum

from battles.models import Army, Campaign, Horde, LedgerEntry
from battles.services.holding import hold

Subject, Reason = LedgerEntry.Subject, LedgerEntry.Reason
LONGEST_WHY = 200
# What is booked of a hero beside his coming and going: field of the ledger -> his own.
HERO_NUMBERS = {"wounds": "wounds_left", "fate": "fate"}
COMES_AND_GOES = "roster"  # the field of a hero's or commander's coming (+1) and going (-1)


@dataclass(frozen=True)
class Standing:
    """Something of an army as it is at one moment. values: what is booked of it when it changes."""

    name: str
    values: Mapping[str, Any]


@dataclass(frozen=True)
class Imbalance:
    army: int
    name: str
    magnitude: int
    booked: int


Standings = dict[tuple[str, int], Standing]


@contextmanager
def booked(*, army: Army, reason: str = Reason.EDIT, by: User | None = None, why: str = "") -> Iterator[Army]:
    """Whatever is done to the army inside is booked at its end: hordes, heroes, commanders, headcount.

    Gives the army's row, held until the end of the transaction. Whoever was not there before has been `raised`,
    whatever the reason. After an exception nothing is changed and nothing booked.
    """
    with _booked(army, reason, by, {"why": why[:LONGEST_WHY]} if why else {}) as held:
        yield held


@transaction.atomic
def disband(*, army: Army, by: User | None = None, why: str = "") -> None:
    """Delete the army, everything it had being booked as gone. The bookings keep its name."""
    detail = {"army": army.name} | ({"why": why[:LONGEST_WHY]} if why else {})
    with _booked(army, Reason.EDIT, by, detail) as held:
        for rows in (held.hordes, held.heroes, held.commanders):
            rows.all().delete()
    held.delete()


def unbalanced(campaign: Campaign | None = None) -> list[Imbalance]:
    """The armies whose Magnitude is not what their bookings add up to: there should be none."""
    armies = Army.objects.all() if campaign is None else campaign.armies.all()
    named = dict(armies.values_list("pk", "name"))
    sums = sums_of(list(named))
    return [Imbalance(pk, named[pk], *both) for pk, both in sums.items() if both[0] != both[1]]


def sums_of(armies: list[int]) -> dict[int, tuple[int, int]]:
    """Army -> the Magnitude of its hordes, and that of its bookings."""
    hordes = Horde.objects.filter(army__in=armies).order_by().values_list("army").annotate(Sum("magnitude"))
    entries = LedgerEntry.objects.filter(army__in=armies, field="magnitude").order_by()
    has, booked = dict(hordes), dict(entries.values_list("army").annotate(Sum("amount")))
    return {pk: (has.get(pk, 0), booked.get(pk, 0)) for pk in armies}


@contextmanager
def _booked(army: Army, reason: str, by: User | None, detail: dict[str, Any]) -> Iterator[Army]:
    with transaction.atomic():
        held = hold(Army.objects.all()).get(pk=army.pk)
        before = _standings(held)
        yield held
        now = Army.objects.get(pk=army.pk)
        common = {"campaign_id": now.campaign_id, "army": now, "by": by}
        LedgerEntry.objects.bulk_create(
            LedgerEntry(**common | fields | {"detail": detail | fields.get("detail", {})})
            for fields in _differences(before, _standings(now), reason)
        )


def _standings(army: Army) -> Standings:
    found: Standings = {(Subject.HEADCOUNT, army.pk): Standing(army.name, {"headcount": army.headcount})}
    for pk, name, magnitude in army.hordes.values_list("pk", "name", "magnitude"):
        found[Subject.HORDE, pk] = Standing(name, {"magnitude": magnitude})
    for hero in army.heroes.only("army", "name", "condition", "injuries", *HERO_NUMBERS.values()):
        numbers = {field: getattr(hero, own) for field, own in HERO_NUMBERS.items()}
        told = {"condition": str(hero.condition), "injuries": list(hero.injuries)}
        found[Subject.HERO, hero.pk] = Standing(hero.name, numbers | told)
    for pk, name in army.commanders.values_list("pk", "name"):
        found[Subject.COMMANDER, pk] = Standing(name, {})
    return found


def _differences(before: Standings, after: Standings, reason: str) -> Iterator[dict[str, Any]]:
    """The fields of an entry for each."""
    for key in [*before, *(key for key in after if key not in before)]:
        was, now = before.get(key), after.get(key)
        if was is None and now is not None:
            yield from _came_or_went(key, now, 1, Reason.RAISED)
        elif now is None and was is not None:
            yield from _came_or_went(key, was, -1, reason)
        elif was is not None and now is not None and was != now:
            yield from _changed(key, was, now, reason)


def _came_or_went(key: tuple[str, int], whose: Standing, sign: int, reason: str) -> Iterator[dict[str, Any]]:
    """A horde with all its Magnitude; of a person that he is there, or no longer."""
    fields = {"subject": key[0], "name": whose.name, "reason": reason}
    link = {key[0]: None} if sign < 0 else {f"{key[0]}_id": key[1]}
    gone = {"detail": {"gone": True}} if sign < 0 else {}
    if key[0] != Subject.HORDE:
        yield fields | link | gone | {"field": COMES_AND_GOES, "amount": sign}
    elif whose.values["magnitude"]:
        yield fields | link | gone | {"field": "magnitude", "amount": sign * whose.values["magnitude"]}


def _changed(key: tuple[str, int], was: Standing, now: Standing, reason: str) -> Iterator[dict[str, Any]]:
    link = {} if key[0] == Subject.HEADCOUNT else {f"{key[0]}_id": key[1]}
    for field, old in was.values.items():
        new = now.values[field]
        if old != new:
            fields = {"subject": key[0], "name": now.name, "reason": reason, "field": field}
            yield fields | link | _difference(field, old, new)


def _difference(field: str, old: Any, new: Any) -> dict[str, Any]:
    match field:
        case "condition":
            return {"detail": {"from": old, "to": new}}
        case "injuries":
            added, removed = without(new, old), without(old, new)
            return {"amount": len(added) - len(removed), "detail": {"added": added, "removed": removed}}
        case _:
            return {"amount": new - old}


def without(these: list[Any], those: list[Any]) -> list[Any]:
    """What is left of these when each of those takes one like it away."""
    left = list(these)
    for each in those:
        if each in left:
            left.remove(each)
    return left
