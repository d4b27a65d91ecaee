"""A roster as BattleScribe and New Recruit write it: forces within forces, selections within selections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from battles.importers.draft import Value
from battles.importers.texts import decimal, tidy, whole

POINTS = frozenset({"pts", "pt", "points", "point"})
MOST_NUMBER = 1_000_000
LONGEST_TEXT = 500
NO_COST = Decimal(0)


class Selection(Value):
    """kind: `unit`, `model`, `upgrade` or what else is written. number: how many of it, all over its parent.

    points: its own cost, without that of the selections in it. categories: the primary one first.
    profiles: name and type of each.
    """

    name: str
    kind: str
    number: int
    points: Decimal
    categories: tuple[str, ...]
    profiles: tuple[tuple[str, str], ...]
    selections: tuple[Selection, ...]

    def within(self) -> Iterator[Selection]:
        """All selections in it at any depth, units excepted: those stand for themselves, with all that is theirs."""
        for each in self.selections:
            if each.kind != "unit":
                yield each
                yield from each.within()

    def units(self) -> Iterator[Selection]:
        """The units in it at any depth, but not those in them."""
        for each in self.selections:
            if each.kind == "unit":
                yield each
            else:
                yield from each.units()

    def cost(self) -> Decimal:
        """With what is in it, units excepted."""
        return sum((each.points for each in self.within()), self.points)


class Force(Value):
    """A detachment: its own selections, and the forces in it."""

    name: str
    selections: tuple[Selection, ...]
    forces: tuple[Force, ...]


class Roster(Value):
    """points: the total it states, or None."""

    name: str
    points: Decimal | None
    forces: tuple[Force, ...]


def roster(raw: Mapping[str, Any]) -> Roster:
    """What is there of it; whatever is not as expected counts as absent."""
    return Roster(
        name=_text(raw, "name"), points=_points(raw), forces=tuple(_force(each) for each in _list(raw, "forces"))
    )


def _force(raw: Mapping[str, Any]) -> Force:
    return Force(
        name=_name(raw),
        selections=tuple(_selection(each) for each in _list(raw, "selections")),
        forces=tuple(_force(each) for each in _list(raw, "forces")),
    )


def _selection(raw: Mapping[str, Any]) -> Selection:
    number = whole(raw.get("number", raw.get("count")))
    return Selection(
        name=_name(raw),
        kind=_text(raw, "type").lower(),
        number=1 if number is None else min(max(number, 0), MOST_NUMBER),
        points=_points(raw) or NO_COST,
        categories=_categories(raw),
        profiles=tuple((_text(each, "name"), _text(each, "typeName").lower()) for each in _list(raw, "profiles")),
        selections=tuple(_selection(each) for each in _list(raw, "selections")),
    )


def _categories(raw: Mapping[str, Any]) -> tuple[str, ...]:
    listed = sorted(_list(raw, "categories"), key=lambda each: each.get("primary") not in (True, "true"))
    return tuple(name for each in listed if (name := _text(each, "name")))


def _points(raw: Mapping[str, Any]) -> Decimal | None:
    costs = [decimal(each.get("value")) for each in _list(raw, "costs") if _is_points(each)]
    known = [cost for cost in costs if cost is not None]
    return sum(known, NO_COST) if known else None


def _is_points(cost: Mapping[str, Any]) -> bool:
    return _text(cost, "name").strip(" .").lower() in POINTS


def _list(raw: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    listed = raw.get(key)
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def _name(raw: Mapping[str, Any]) -> str:
    return _text(raw, "customName") or _text(raw, "name")


def _text(raw: Mapping[str, Any], key: str) -> str:
    """Cut only where nobody would read on: names are cut, and marked, where they are taken."""
    given = raw.get(key)
    return tidy(given, LONGEST_TEXT)[0] if isinstance(given, str) else ""
