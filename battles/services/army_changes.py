"""What two pictures of an army differ in, in data and in words, and an edit undone on a picture. Pure functions.

A picture is JSON: `army` with its own fields, and under the key of each kind its rows in order, each with its `pk`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from battles.rules.armies import Injury
from battles.rules.ruleset import Message as M
from battles.services.army_kinds import KINDS, NAME, NOTES, Column, Kind, Profiles, options
from battles.services.columns import listed
from battles.services.hero_sheets import FLAGS, NUMBERS, SKILLS, injury_in_words
from battles.services.refusals import Refused, short

Picture = dict[str, Any]
Changes = dict[str, Any]
Fields = dict[str, Any]
ARMY = {
    "name": NAME.title,
    "notes": NOTES.title,
    "headcount": M("Headcount"),
    "arms": M("Arms, per cent of the usual"),
    "training": M("Training, per cent of the usual"),
}
OF_HEROES = {figure.name: figure.title for figure in NUMBERS} | SKILLS | FLAGS | {"injuries": M("Injuries")}
ORDERS = {
    "commanders": M("The commanders are in another order."),
    "hordes": M("The hordes are in another order."),
    "heroes": M("The heroes are in another order of rank."),
}


def changes(before: Picture, after: Picture) -> Changes:
    """What leads from one picture to the other; empty where they are the same."""
    found = {key: _changes_of(before[key], after[key]) for key in KINDS}
    army = _pairs(before["army"], after["army"])
    return {key: value for key, value in {"army": army, **found}.items() if value}


def undone(now: Picture, edit: Changes) -> Picture:
    """The picture without the edit. Raises Refused where what the edit left has changed since."""
    army = _undo_fields(M("The army"), now["army"], edit.get("army", {}), ARMY)
    return {"army": army} | {key: _undo_rows(kind, now[key], edit.get(key, {})) for key, kind in KINDS.items()}


def words(edit: Changes, profiles: Profiles) -> list[M]:
    """A sentence for each difference."""
    army = edit.get("army", {})
    said = [_field_said(title, *army[name]) for name, title in ARMY.items() if name in army]
    for key, kind in KINDS.items():
        said.extend(_rows_said(kind, edit.get(key, {}), profiles))
    return said


def _changes_of(before: list[Fields], after: list[Fields]) -> Changes:
    old, new = _by_pk(before), _by_pk(after)
    found: Changes = {
        "gone": [[place, row] for place, row in enumerate(before) if row["pk"] not in new],
        "added": [row for row in after if row["pk"] not in old],
        "changed": {
            str(pk): {"name": row["name"], "fields": pairs}
            for pk, row in new.items()
            if pk in old and (pairs := _pairs(old[pk], row))
        },
    }
    order = [pk for pk in old if pk in new]
    if order != [pk for pk in new if pk in old]:
        found["order"] = list(old)
    return {key: value for key, value in found.items() if value}


def _by_pk(rows: list[Fields]) -> dict[int, Fields]:
    return {row["pk"]: row for row in rows}


def _pairs(before: Fields, after: Fields) -> dict[str, list[Any]]:
    return {name: [before[name], after[name]] for name in after if before.get(name) != after[name]}


# An edit undone


def _undo_rows(kind: Kind, now: list[Fields], edit: Changes) -> list[Fields]:
    rows = _by_pk(now)
    for row in edit.get("added", ()):
        if rows.get(row["pk"], row) != row:
            raise Refused("", "%(name)s has changed since this edit: delete it by hand.", name=rows[row["pk"]]["name"])
        rows.pop(row["pk"], None)
    for pk, changed in edit.get("changed", {}).items():
        rows[int(pk)] = _undo_row(kind, rows.get(int(pk)), changed)
    left = list(rows.values())
    for place, row in edit.get("gone", ()):
        if row["pk"] not in rows:
            left.insert(place, row)
    return _reordered(left, edit.get("order", []))


def _undo_row(kind: Kind, row: Fields | None, changed: Fields) -> Fields:
    if row is None:
        raise Refused("", "%(name)s is gone since this edit: bring a version back instead.", name=changed["name"])
    return _undo_fields(row["name"], row, changed["fields"], _titles(kind))


def _undo_fields(whose: str | M, now: Fields, pairs: Mapping[str, list[Any]], titles: Mapping[str, M]) -> Fields:
    for name, (_, new) in pairs.items():
        if now[name] != new:
            raise Refused(
                "",
                "%(whose)s: %(title)s has changed since this edit. Change it by hand, or bring a version back.",
                whose=whose,
                title=titles[name],
            )
    return now | {name: old for name, (old, _) in pairs.items()}


def _reordered(rows: list[Fields], order: list[int]) -> list[Fields]:
    """Those that the order knows among themselves as it says; the others keep their places."""
    known = iter(sorted((row for row in rows if row["pk"] in order), key=lambda row: order.index(row["pk"])))
    return [next(known) if row["pk"] in order else row for row in rows]


# In words


def _titles(kind: Kind) -> dict[str, M]:
    columns = {column.name: column.title for column in kind.columns}
    return columns | OF_HEROES if kind.key == "heroes" else columns


def _rows_said(kind: Kind, edit: Changes, profiles: Profiles) -> Iterator[M]:
    for row in edit.get("added", ()):
        yield M("%(kind)s added: %(row)s", {"kind": kind.title, "row": _row_said(kind, row, profiles)})
    for _, row in edit.get("gone", ()):
        yield M("%(kind)s gone: %(row)s", {"kind": kind.title, "row": _row_said(kind, row, profiles)})
    for changed in edit.get("changed", {}).values():
        fields = changed["fields"]
        told = [_change_said(kind, name, fields[name], profiles) for name in _titles(kind) if name in fields]
        yield M("%(name)s: %(changes)s", {"name": changed["name"], "changes": listed(told)})
    if "order" in edit:
        yield ORDERS[kind.key]


def _row_said(kind: Kind, row: Fields, profiles: Profiles) -> M:
    if kind.key != "hordes":
        return M("%(name)s", {"name": row["name"]})
    values = {"name": row["name"], "squads": row["squads"], "magnitude": row["magnitude"]}
    values["type"] = _value_said(kind, "profile", row["profile"], profiles)
    return M("%(name)s, %(type)s, Squads: %(squads)s, Magnitude: %(magnitude)s", values)


def _change_said(kind: Kind, name: str, pair: list[Any], profiles: Profiles) -> M:
    old, new = (_value_said(kind, name, value, profiles) for value in pair)
    return _field_said(_titles(kind)[name], old, new)


def _field_said(title: M, old: Any, new: Any) -> M:
    return M("%(field)s %(old)s → %(new)s", {"field": title, "old": _shown(old), "new": _shown(new)})


def _shown(value: Any) -> int | str | M:
    if value == "":
        return "–"
    return value if isinstance(value, int | M) else short(" ".join(str(value).split()))


def _value_said(kind: Kind, name: str, value: Any, profiles: Profiles) -> Any:
    if name == "injuries":
        return listed(injury_in_words(each) for each in msgspec.convert(value, tuple[Injury, ...])) if value else ""
    if isinstance(value, bool):
        return M("yes") if value else M("no")
    column = _choice(kind, name)
    return options(column, profiles).get(value, value) if column else value


def _choice(kind: Kind, name: str) -> Column | None:
    if name in SKILLS:
        return Column(name, SKILLS[name], "choice", of="rank")
    return next((each for each in kind.columns if each.name == name and each.shape == "choice"), None)
