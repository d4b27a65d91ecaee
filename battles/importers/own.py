"""Our own JSON of an army, read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from battles.importers.draft import (
    CONDITIONS,
    LOCATIONS,
    MOST_FIGHTERS,
    DraftArmy,
    DraftCommander,
    DraftHero,
    DraftHorde,
    DraftInjury,
    Dropped,
    Marked,
    Remark,
    Unreadable,
)
from battles.importers.entries import Entry
from battles.importers.kinds import Kinds
from battles.importers.limits import guard_entries
from battles.importers.texts import short

FORMAT, VERSION = "battlefront-army", 1
HUNDRED, RANK = (0, 100), (0, 3)
# field -> least, most
ARMY = {"headcount": (0, MOST_FIGHTERS), "arms": (75, 150), "training": (75, 150)}
COMMANDER = dict.fromkeys(("intelligence", "fellowship", "willpower"), (1, 100)) | dict.fromkeys(
    ("tactics", "command"), RANK
)
CHARACTERISTICS = (
    "weapon_skill",
    "ballistic_skill",
    "strength",
    "toughness",
    "agility",
    "intelligence",
    "willpower",
    "fellowship",
)
HERO = (
    dict.fromkeys(CHARACTERISTICS, HUNDRED)
    | dict.fromkeys(("command", "tactics", "heal", "ride", "perception", "channelling"), RANK)
    | {"wounds": (1, 40), "wounds_left": (0, 40), "magic": (0, 10), "fate": (0, 9)}
)
MOST_ARMOUR = 5
MOST_INJURIES = 100
EFFECTS = (3, 5)
Read = TypeVar("Read", bound=Marked)
Reader = Callable[[Entry, str, Mapping[str, Any]], Read]


def is_own(raw: object) -> bool:
    return isinstance(raw, dict) and raw.get("format") == FORMAT


def draft(raw: Mapping[str, Any], kinds: Kinds) -> DraftArmy:
    """Raises Unreadable for a version that is not known."""
    if raw.get("version") != VERSION:
        raise Unreadable(
            "Version %(given)s of this format is not known here, only %(known)s.",
            given=short(raw.get("version")),
            known=VERSION,
        )
    entry = Entry(Remark("The army"))
    dropped: list[Dropped] = []
    guard_entries(sum(len(_list(raw, key)) for key in ("commanders", "hordes", "heroes")))
    return DraftArmy(
        name=entry.text("name", raw.get("name")),
        **_numbers(entry, raw, ARMY, DraftArmy),
        notes=entry.notes(raw.get("notes")),
        commanders=_all(raw, "commanders", Remark("Commander"), _commander, dropped),
        hordes=_all(raw, "hordes", Remark("Horde"), _horde_reader(kinds), dropped),
        heroes=_all(raw, "heroes", Remark("Hero"), _hero, dropped),
        dropped=tuple(dropped),
        guesses=entry.guesses,
    )


def _all(
    raw: Mapping[str, Any], key: str, title: Remark, read: Reader[Read], dropped: list[Dropped]
) -> tuple[Read, ...]:
    """Each with its place in the list; one without a name is dropped."""
    found = []
    for number, each in enumerate(_list(raw, key), 1):
        entry = Entry(Remark("%(element)s %(number)s", {"element": title, "number": number}))
        name = entry.text("name", each.get("name")) if isinstance(each, dict) else ""
        if name:
            found.append(read(entry, name, each))
        else:
            dropped.append(Dropped(name="", why=Remark("It has no name."), where=entry.where))
    return tuple(found)


def _commander(entry: Entry, name: str, raw: Mapping[str, Any]) -> DraftCommander:
    numbers = _numbers(entry, raw, COMMANDER, DraftCommander)
    note = entry.note(raw.get("notes"))
    return DraftCommander(name=name, **numbers, notes=note, where=entry.where, guesses=entry.guesses)


def _horde_reader(kinds: Kinds) -> Reader[DraftHorde]:
    def read(entry: Entry, name: str, raw: Mapping[str, Any]) -> DraftHorde:
        kind = entry.text("type", raw.get("type"))
        profile = kinds.of(entry, kind, (name,), key=entry.text("profile", raw.get("profile")))
        squads, magnitude = entry.size(squads=raw.get("squads"), magnitude=raw.get("magnitude"))
        return DraftHorde(
            name=name,
            type=kind,
            profile=profile,
            squads=squads,
            magnitude=magnitude,
            weapons=entry.weapons(_list(raw, "weapons")),
            points=entry.points(raw.get("points")),
            notes=entry.note(raw.get("notes")),
            where=entry.where,
            guesses=entry.guesses,
        )

    return read


def _hero(entry: Entry, name: str, raw: Mapping[str, Any]) -> DraftHero:
    numbers = _numbers(entry, raw, HERO, DraftHero)
    if numbers["wounds_left"] > numbers["wounds"]:
        numbers["wounds_left"] = numbers["wounds"]
        entry.guess("wounds_left", "%(where)s, %(field)s: cut to the wounds that the hero has.")
    condition = raw.get("condition", "fit")
    if condition not in CONDITIONS:
        entry.guess(
            "condition", "%(where)s, %(field)s: “%(given)s” is not known; fit was taken.", given=short(condition)
        )
    return DraftHero(
        name=name,
        **numbers,
        armour=_armour(entry, raw),
        mounted=_yes(entry, raw, "mounted", default=False),
        player=_yes(entry, raw, "player", default=True),
        condition=condition if condition in CONDITIONS else "fit",
        injuries=_injuries(entry, raw),
        notes=entry.note(raw.get("notes")),
        where=entry.where,
        guesses=entry.guesses,
    )


def _armour(entry: Entry, raw: Mapping[str, Any]) -> tuple[int, ...]:
    listed = _list(raw, "armour")[: len(LOCATIONS)]
    points = [entry.whole("armour", given, 0, MOST_ARMOUR, 0) or 0 for given in listed]
    if len(points) < len(LOCATIONS):
        entry.guess("armour", "%(where)s, %(field)s: what is not given is 0.")
    return tuple(points + [0] * (len(LOCATIONS) - len(points)))


def _yes(entry: Entry, raw: Mapping[str, Any], field: str, default: bool) -> bool:
    given = raw.get(field)
    if isinstance(given, bool):
        return given
    entry.guess(field, "%(where)s, %(field)s: not given; the usual was taken.")
    return default


def _injuries(entry: Entry, raw: Mapping[str, Any]) -> tuple[DraftInjury, ...]:
    listed = _list(raw, "injuries")
    found = [injury for given in listed[:MOST_INJURIES] if (injury := _injury(given)) is not None]
    if len(found) < len(listed):
        entry.guess(
            "injuries",
            "%(where)s, %(field)s: could not be read and left out: %(count)s.",
            count=len(listed) - len(found),
        )
    return tuple(found)


def _injury(given: object) -> DraftInjury | None:
    try:
        injury = msgspec.convert(given, DraftInjury)
    except msgspec.ValidationError:
        return None
    return injury if EFFECTS[0] <= injury.effect <= EFFECTS[1] else None


def _numbers(
    entry: Entry, raw: Mapping[str, Any], ranges: Mapping[str, tuple[int, int]], struct: type[Marked]
) -> dict[str, Any]:
    """Each in its range; what is not given is the usual, and marked."""
    usual = {field.name: field.default for field in msgspec.structs.fields(struct)}
    found = {}
    for field, (least, most) in ranges.items():
        number = entry.whole(field, raw.get(field), least, most, usual[field])
        if number is None:
            entry.guess(field, "%(where)s, %(field)s: not given; %(taken)s was taken.", taken=usual[field])
        found[field] = usual[field] if number is None else number
    return found


def _list(raw: Mapping[str, Any], key: str) -> list[Any]:
    listed = raw.get(key)
    return listed if isinstance(listed, list) else []
