"""The commanders, hordes and heroes of an army, as its tables show and edit them: each act is one edit of the army."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext

from battles.models import Army, Hero, Horde
from battles.rules.armies import SQUAD_MAGNITUDE
from battles.rules.ruleset import Message
from battles.services import armies
from battles.services.army_kinds import (
    HORDES,
    NAME,
    Given,
    Kind,
    Profiles,
    Row,
    Words,
    chosen,
    profiles_of,
    read,
    said,
    texts,
)
from battles.services.army_versions import digest, edited, stored_fields
from battles.services.columns import listed
from battles.services.figures import LONGEST_NAME, readable, whole
from battles.services.hero_sheets import injury_in_words
from battles.services.refusals import Refused

MOST_AT_ONCE = 50
COUNT, TYPE, SQUADS = Message("How many"), Message("Type"), Message("Squads")
NUMBERED = re.compile(r"(.*?)\s*(\d{1,6})", re.DOTALL)


@dataclass(frozen=True)
class Cell:
    """A field in the table. full: what the number is of, 0 where it is of nothing."""

    name: str
    title: Message
    words: Words
    is_number: bool
    full: int = 0
    value: int = 0


@dataclass(frozen=True)
class Line:
    """A row of the table. lost: out of every battle. first, last: in the order. more: sentences beneath the name."""

    pk: int
    name: str
    notes: str
    cells: tuple[Cell, ...]
    lost: bool
    first: bool
    last: bool
    tags: tuple[Words, ...] = ()
    more: tuple[Message, ...] = ()


class NoSuchRow(Exception):
    """The army has no such row, or no longer."""


def lines(kind: Kind, rows: list[Any], profiles: Profiles) -> list[Line]:
    return [line(kind, row, profiles, first=row is rows[0], last=row is rows[-1]) for row in rows]


def line(kind: Kind, row: Row, profiles: Profiles, *, first: bool, last: bool) -> Line:
    shown = [column for column in kind.columns if column.shape in ("number", "choice") and column.name != "wounds"]
    cells = tuple(
        Cell(
            name=column.name,
            title=column.title,
            words=said(column, getattr(row, column.name), profiles),
            is_number=column.shape == "number",
            full=_full(row, column.name),
            value=getattr(row, column.name) if column.shape == "number" else 0,
        )
        for column in shown
    )
    return Line(row.pk, row.name, row.notes, cells, _is_lost(row), first, last, _tags(row), _injuries(row))


def placed(kind: Kind, army: Army, row: Row, profiles: Profiles) -> Line:
    """One row, as it stands among the others."""
    order = list(kind.model.objects.filter(army=army).values_list("pk", flat=True))
    return line(kind, row, profiles, first=row.pk == order[0], last=row.pk == order[-1])


def find(kind: Kind, army: Army, row: int) -> Row:
    """Raises NoSuchRow."""
    found: Row | None = kind.model.objects.filter(army=army, pk=row).first()
    if found is None:
        raise NoSuchRow
    return found


def token(row: Row) -> str:
    """A digest of all that a row holds: an edit of what somebody else has changed meanwhile is not to undo it."""
    return digest([getattr(row, name) for name in stored_fields(type(row))])


def refuse_if_changed(kind: Kind, row: Row, given: Given, profiles: Profiles) -> None:
    """Once: the form is then shown with the row's present token. Raises Refused, with what is there now."""
    if given.get("seen") == token(row):
        return
    now = texts(kind, row)
    others = [column for column in kind.columns if now[column.name] != str(given.get(column.name, ""))]
    told = [
        Message("%(field)s %(value)s", {"field": each.title, "value": said(each, getattr(row, each.name), profiles)})
        for each in others
    ]
    if not told:
        raise Refused(
            "seen", "%(name)s has changed since this page was opened: look at it before you save.", name=row.name
        )
    raise Refused(
        "seen",
        "%(name)s has changed since this page was opened. It is now: %(now)s. Save again to put yours in its place.",
        name=row.name,
        now=listed(told),
    )


def add(*, army: Army, kind: Kind, given: Given, by: User | None) -> list[Row]:
    """Several at once, behind the others: `count`, `name`, and for hordes `profile` and `squads`. Raises Refused.

    Without a name they are called after their type; several, or one whose name is taken, are numbered.
    """
    profiles = profiles_of(army.campaign)
    count = whole("count", COUNT, str(given.get("count", "")), 1, MOST_AT_ONCE)
    fields = _of_hordes(given, profiles) if kind is HORDES else {}
    name = str(given.get("name", "")).strip() or _usual_name(kind, fields, profiles)
    name = readable("name", NAME.title, name, NAME.least, NAME.most)
    what = Message("Added: %(count)s × %(name)s", {"count": count, "name": name})
    with edited(army=army, what=what, by=by) as held:
        rows = list(kind.model.objects.filter(army=held))
        refuse_if_full(kind, held.name, len(rows) + count)
        names = numbered(name, [row.name for row in rows], count)
        new = [kind.model(army=held, name=each, **fields) for each in names]
        return _placed_anew(kind, [*rows, *new])[-count:]


def change(*, army: Army, kind: Kind, row: int, given: Given, by: User | None) -> Row:
    """Raises Refused, with nothing stored, and NoSuchRow."""
    profiles = profiles_of(army.campaign)
    what = Message("Changed: %(name)s", {"name": find(kind, army, row).name})
    with edited(army=army, what=what, by=by):
        found = find(kind, army, row)
        values = read(kind, given, profiles)
        refuse_if_changed(kind, found, given, profiles)
        for name, value in values.items():
            setattr(found, name, value)
        found.save()
        return found


def duplicate(*, army: Army, kind: Kind, row: int, by: User | None) -> Row:
    """The same again, right behind it, under the next number. Raises Refused and NoSuchRow."""
    what = Message("Duplicated: %(name)s", {"name": find(kind, army, row).name})
    with edited(army=army, what=what, by=by) as held:
        rows, place = _with_place(kind, held, row)
        refuse_if_full(kind, held.name, len(rows) + 1)
        source = rows[place]
        fields = {name: getattr(source, name) for name in stored_fields(kind.model)}
        fields["name"] = numbered(source.name, [each.name for each in rows], 1)[0]
        twin: Row = kind.model(army=held, **fields)
        _placed_anew(kind, [*rows[: place + 1], twin, *rows[place + 1 :]])
        return twin


def delete(*, army: Army, kind: Kind, row: int, by: User | None) -> str:
    """Returns its name. Raises NoSuchRow."""
    name = find(kind, army, row).name
    with edited(army=army, what=Message("Deleted: %(name)s", {"name": name}), by=by):
        found = find(kind, army, row)
        found.delete()
        return found.name


def move(*, army: Army, kind: Kind, row: int, to: str, by: User | None) -> Row:
    """One place `up` or `down`; at the end of the list it stays. Raises Refused and NoSuchRow."""
    if to not in ("up", "down"):
        raise Refused("to", "Rank: up or down is needed.")
    what = Message("Moved: %(name)s", {"name": find(kind, army, row).name})
    with edited(army=army, what=what, by=by) as held:
        rows, place = _with_place(kind, held, row)
        found: Row = rows.pop(place)
        rows.insert(max(0, place - 1) if to == "up" else place + 1, found)
        _placed_anew(kind, rows)
        return found


def numbered(name: str, taken: Iterable[str], count: int) -> list[str]:
    """Names for so many: the name itself if that is enough and free, else numbers behind the highest that is taken."""
    names = set(taken)
    if count == 1 and name not in names:
        return [name]
    hit = NUMBERED.fullmatch(name)
    stem = hit[1] if hit and hit[1] else name
    pattern = re.compile(re.escape(stem) + r"\s*(\d{1,6})")
    used = [int(found[1]) for each in names if (found := pattern.fullmatch(each))]
    if hit and hit[1]:
        used.append(int(hit[2]) - (0 if name in names else 1))
    first = max(used, default=1 if stem in names else 0) + 1
    return [f"{stem[: LONGEST_NAME - 8]} {number}" for number in range(first, first + count)]


def refuse_if_full(kind: Kind, army: str, wanted: int) -> None:
    if wanted > kind.most:
        raise Refused(
            "", "%(army)s. %(kind)s: at most %(most)s are allowed.", army=army, kind=kind.plural, most=kind.most
        )


def _of_hordes(given: Given, profiles: Profiles) -> dict[str, Any]:
    """Of full Magnitude; without Squads as many as is usual for the type."""
    profile = chosen("profile", TYPE, str(given.get("profile", "")), profiles)
    usual = str(profiles[profile].squads)
    squads = whole("squads", SQUADS, str(given.get("squads", "")).strip() or usual, 1, 5)
    return {"profile": profile, "squads": squads, "magnitude": squads * SQUAD_MAGNITUDE}


def _usual_name(kind: Kind, fields: dict[str, Any], profiles: Profiles) -> str:
    """In the language of whoever adds them."""
    profile = fields.get("profile")
    return gettext(profiles[profile].name if profile else kind.title.text)


def _with_place(kind: Kind, army: Army, row: int) -> tuple[list[Any], int]:
    rows = list(kind.model.objects.filter(army=army))
    place = next((place for place, each in enumerate(rows) if each.pk == row), None)
    if place is None:
        raise NoSuchRow
    return rows, place


def _placed_anew(kind: Kind, rows: list[Any]) -> list[Any]:
    """In this order, those that are new stored."""
    for place, row in enumerate(rows):
        row.position = place
    kind.model.objects.bulk_update([row for row in rows if row.pk], ["position"])
    for row in rows:
        if not row.pk:
            row.save()
    return rows


def _full(row: Row, name: str) -> int:
    if isinstance(row, Horde) and name == "magnitude":
        return row.squads * SQUAD_MAGNITUDE
    return row.wounds if isinstance(row, Hero) and name == "wounds_left" else 0


def _is_lost(row: Row) -> bool:
    if isinstance(row, Horde):
        return not row.magnitude
    return isinstance(row, Hero) and row.condition != Hero.Condition.FIT


def _injuries(row: Row) -> tuple[Message, ...]:
    return tuple(injury_in_words(each) for each in armies.injuries(row)) if isinstance(row, Hero) else ()


def _tags(row: Row) -> tuple[Words, ...]:
    if isinstance(row, Horde):
        return () if row.magnitude else (Message("lost"),)
    if not isinstance(row, Hero):
        return ()
    told = [(row.player, Message("player's own")), (row.mounted, Message("mounted"))]
    return tuple(words for is_so, words in told if is_so)
