"""Foundry actors: each horde among them a horde."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battles.importers.draft import MAX_MAGNITUDE, MAX_SQUADS, SQUAD_MAGNITUDE, DraftArmy, DraftHorde, Dropped, Remark
from battles.importers.entries import Entry
from battles.importers.kinds import Kinds
from battles.importers.limits import guard_entries
from battles.importers.texts import short, tidy, whole

HORDE = "horde"


def is_actor(raw: object) -> bool:
    """What it has of its own game stands under `system`, in files before Foundry 10 under `data`."""
    return isinstance(raw, dict) and (raw.get("type") == HORDE or bool(_system(raw))) and "name" in raw


def draft(actors: list[Any], kinds: Kinds) -> DraftArmy:
    guard_entries(len(actors))
    read = [_actor(raw, number, kinds) for number, raw in enumerate(actors, 1)]
    return DraftArmy(
        hordes=tuple(each for each in read if isinstance(each, DraftHorde)),
        dropped=tuple(each for each in read if isinstance(each, Dropped)),
    )


def _actor(raw: object, number: int, kinds: Kinds) -> DraftHorde | Dropped:
    entry = Entry(Remark("Actor %(number)s", {"number": number}))
    if not isinstance(raw, dict):
        return Dropped(name="", why=Remark("It is not an actor."), where=entry.where)
    magnitude, start = _magnitude(_system(raw))
    name = entry.text("name", raw.get("name"))
    if raw.get("type") != HORDE and magnitude is None:
        kind = short(raw.get("type", ""))
        return Dropped(
            name=name, why=Remark("It is an actor of type “%(type)s”, not a horde.", {"type": kind}), where=entry.where
        )
    if not name:
        return Dropped(name="", why=Remark("It has no name."), where=entry.where)
    squads, left = _size(entry, magnitude, start)
    return DraftHorde(
        name=name,
        profile=kinds.of(entry, "", (name,)),
        squads=squads,
        magnitude=left,
        weapons=entry.weapons(_weapons(raw)),
        where=entry.where,
        guesses=entry.guesses,
    )


def _system(raw: Mapping[str, Any]) -> dict[str, Any]:
    found = raw.get("system", raw.get("data"))
    return found if isinstance(found, dict) else {}


def _magnitude(system: Mapping[str, Any]) -> tuple[object, object]:
    """What is left, and what there was at the start if it is written."""
    found = system.get("magnitude")
    if isinstance(found, dict):
        return found.get("value", found.get("max")), found.get("max")
    return found, None


def _size(entry: Entry, magnitude: object, start: object) -> tuple[int, int | None]:
    """Squads and Magnitude. More than a horde has is not cut in silence: it is asked for."""
    given = whole(magnitude)
    if given is None or given <= MAX_MAGNITUDE:
        return entry.size(squads=_squads(entry, start), magnitude=magnitude)
    entry.guess(
        "magnitude",
        "%(where)s, %(field)s: %(given)s is more than the %(most)s of a horde. Say how much of it this one has; "
        "duplicate it afterwards if it stands for several.",
        given=short(magnitude),
        most=MAX_MAGNITUDE,
    )
    return MAX_SQUADS, None


def _squads(entry: Entry, start: object) -> int | None:
    """A horde that has had losses keeps its Squads, so they follow from its Magnitude at the start."""
    most = whole(start)
    if most is None or most < 1:
        return None
    squads = min(-(-most // SQUAD_MAGNITUDE), MAX_SQUADS)
    entry.guess(
        "squads",
        "%(where)s: Squads %(taken)s for Magnitude %(magnitude)s at the start, at %(each)s a Squad.",
        taken=squads,
        magnitude=min(most, MAX_MAGNITUDE),
        each=SQUAD_MAGNITUDE,
    )
    return squads


def _weapons(raw: Mapping[str, Any]) -> list[object]:
    items = raw.get("items")
    found = [each for each in items if isinstance(each, dict)] if isinstance(items, list) else []
    return [each.get("name") for each in found if "weapon" in tidy(str(each.get("type")))[0].lower()]
