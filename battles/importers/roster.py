"""A roster's units as hordes: how many models each has, what it costs, and what is no unit at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from battles.importers.draft import MOST_FIGHTERS, DraftArmy, DraftHorde, Dropped, Guess, Remark, Total
from battles.importers.entries import Entry
from battles.importers.kinds import Kinds
from battles.importers.limits import guard_entries
from battles.importers.roster_tree import Force, Roster, Selection
from battles.importers.texts import short, tidy

IN_NAME = re.compile(r"(\d{1,4})\s*[x×]?\s*(?:models?|figures?|miniatures?|troopers?|men)\b", re.IGNORECASE)
OF_TROOPERS = frozenset({"unit", "units", "model", "models", "operative", "trooper", "troop"})
COMMANDING = frozenset({"hq", "character", "characters", "epic hero", "leader", "lord", "lords", "hero", "heroes"})
MOST_NAMED, LONGEST_PATH = 6, 200


def draft(roster: Roster, kinds: Kinds) -> DraftArmy:
    """Every unit a horde, every other selection of a force dropped with a reason; the points added up again."""
    reading = _Reading(kinds)
    for force in roster.forces:
        reading.force(force, ())
    return DraftArmy(
        name=tidy(roster.name)[0],
        hordes=tuple(reading.hordes),
        headcount=min(reading.models, MOST_FIGHTERS),
        guesses=(Guess(field="headcount", why=Remark("Headcount: the models of all units added up.")),),
        dropped=tuple(reading.dropped),
        totals=reading.totals(roster.points),
        remarks=tuple(reading.remarks),
    )


class _Reading:
    """What has been found so far, in the order of the file."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds
        self.hordes: list[DraftHorde] = []
        self.dropped: list[Dropped] = []
        self.remarks: list[Remark] = []
        self.models = 0

    def force(self, force: Force, path: tuple[str, ...]) -> None:
        path = (*path, force.name)
        for selection in force.selections:
            self._selection(selection, path)
        for inner in force.forces:
            self.force(inner, path)

    def totals(self, said: Decimal | None) -> tuple[Total, ...]:
        if said is None:
            return ()
        entries: list[DraftHorde | Dropped] = [*self.hordes, *self.dropped]
        added = sum((each.points for each in entries if each.points is not None), Decimal(0))
        return (Total(what=Remark("points"), said=said, added=added),)

    def _selection(self, selection: Selection, path: tuple[str, ...]) -> None:
        guard_entries(len(self.hordes) + len(self.dropped) + 1)
        units = tuple(selection.units())
        if selection.kind in ("unit", "model") and not (units and not _typed(selection)):
            self._unit(selection, path)
        elif units:
            self._drop(
                selection, path, Remark("It is not a unit itself: it holds others (%(count)s).", {"count": len(units)})
            )
        elif _typed(selection) or _is_trooper(selection) or _named_size(selection):
            self._unit(selection, path)
        else:
            self._drop(selection, path, Remark("It is not a unit but an upgrade or a setting, and holds no models."))
        for unit in units:
            self._selection(unit, (*path, selection.name))

    def _drop(self, selection: Selection, path: tuple[str, ...], why: Remark) -> None:
        points = selection.cost()
        self.dropped.append(
            Dropped(name=tidy(selection.name)[0], why=why, where=_where(selection, path), points=points or None)
        )

    def _unit(self, selection: Selection, path: tuple[str, ...]) -> None:
        entry = Entry(_where(selection, path))
        name = entry.text("name", selection.name)
        if not name:
            self._drop(selection, path, Remark("It has no name."))
            return
        models, counted = _models(selection)
        if counted is not None:
            entry.guess("magnitude", counted.text, **counted.values)
        kind = tidy(selection.categories[0])[0] if selection.categories else ""
        squads, magnitude = entry.size(models=models)
        self.models += models
        self._remark_on_commanders(name, kind)
        self.hordes.append(
            DraftHorde(
                name=name,
                type=kind,
                profile=self._kinds.of(entry, "", (name, *selection.categories)),
                squads=squads,
                magnitude=magnitude,
                weapons=entry.weapons(_weapons(selection)),
                points=selection.cost() or None,
                where=entry.where,
                guesses=entry.guesses,
            )
        )

    def _remark_on_commanders(self, name: str, kind: str) -> None:
        if kind.lower() in COMMANDING:
            self.remarks.append(
                Remark(
                    "%(name)s (%(type)s) may be a commander or a hero; it was taken as a horde.",
                    {"name": name, "type": kind},
                )
            )


def _where(selection: Selection, path: tuple[str, ...]) -> Remark:
    return Remark(
        "%(element)s", {"element": tidy(" › ".join((*path, selection.name))[-LONGEST_PATH:], LONGEST_PATH)[0]}
    )


def _weapons(unit: Selection) -> Iterator[str]:
    """Each once, in the order of the file."""
    profiles = [profile for each in (unit, *unit.within()) for profile in each.profiles]
    yield from dict.fromkeys(name for name, kind in profiles if "weapon" in kind)


# How many models


def _models(unit: Selection) -> tuple[int, Remark | None]:
    """How many models it has, and a sentence if they are not written as such."""
    typed = _typed(unit)
    troopers = [each for each in unit.within() if _is_trooper(each)]
    if typed and not troopers:
        return typed, None
    if troopers:
        return typed + sum(each.number for each in troopers), _counted(troopers)
    size = _named_size(unit)
    if size:
        return size, Remark("%(where)s: models by its name: %(models)s.", {"models": size})
    troopers = [each for each in unit.selections if _may_be_trooper(each)]
    if troopers:
        return sum(each.number for each in troopers), _counted(troopers)
    return unit.number, Remark("%(where)s: no models are written; the number of units was taken.")


def _counted(troopers: list[Selection]) -> Remark:
    listed = ", ".join(f"{each.number} {each.name}" for each in troopers[:MOST_NAMED])
    return Remark("%(where)s: models that are written as upgrades were counted: %(listed)s.", {"listed": short(listed)})


def _typed(unit: Selection) -> int:
    return sum(each.number for each in (unit, *unit.within()) if each.kind == "model")


def _is_trooper(selection: Selection) -> bool:
    """An upgrade with the profile of a model is one."""
    return selection.kind == "upgrade" and any(kind in OF_TROOPERS for _, kind in selection.profiles)


def _may_be_trooper(selection: Selection) -> bool:
    """Several of it, or armed, and no weapon itself."""
    armed = any(each.kind == "upgrade" for each in selection.selections)
    return (
        selection.kind == "upgrade"
        and (selection.number > 1 or armed)
        and not any("weapon" in kind for _, kind in selection.profiles)
    )


def _named_size(unit: Selection) -> int:
    names = (unit.name, *(each.name for each in unit.selections if each.kind == "upgrade"))
    hits = (IN_NAME.search(name) for name in names)
    return next((int(hit[1]) for hit in hits if hit), 0)
