"""An army as our own JSON, and its hordes as CSV: what `read` takes back unchanged."""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import Any

import msgspec

from battles.importers.draft import DraftArmy, DraftHorde
from battles.importers.own import FORMAT, VERSION

COLUMNS = ("name", "type", "profile", "squads", "magnitude", "weapons", "points", "notes")
MARKS = ("where", "guesses")
NO_CONTENT = (*MARKS, "dropped", "totals", "remarks")
# What a spreadsheet would take for a formula, ours with the apostrophe that keeps it a text or not yet.
FORMULA = re.compile(r"'*[=+\-@＝＋－＠]")


def write_json(army: DraftArmy) -> bytes:
    """The content of the army, without what was said about its reading."""
    content = _without(msgspec.to_builtins(army.bare()), NO_CONTENT)
    for part in ("commanders", "hordes", "heroes"):
        content[part] = [_without(each, MARKS) for each in content[part]]
    text = msgspec.json.encode({"format": FORMAT, "version": VERSION} | content)
    return msgspec.json.format(text, indent=2) + b"\n"


def write_csv(army: DraftArmy) -> bytes:
    """A line a horde, its weapons each on a line of one cell; with the mark by which spreadsheets know UTF-8.

    Every cell is quoted, so that another separator splits none into one that begins like a formula.
    """
    out = StringIO(newline="")
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerow(COLUMNS)
    writer.writerows([guarded(cell) for cell in _cells(horde)] for horde in army.hordes)
    return out.getvalue().encode("utf-8-sig")


def guarded(cell: str) -> str:
    """With an apostrophe before what a spreadsheet would run."""
    return f"'{cell}" if FORMULA.match(cell) else cell


def unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell


def _cells(horde: DraftHorde) -> tuple[str, ...]:
    return (
        horde.name,
        horde.type,
        horde.profile or "",
        str(horde.squads),
        "" if horde.magnitude is None else str(horde.magnitude),
        "\n".join(horde.weapons),
        "" if horde.points is None else f"{horde.points:f}",
        horde.notes,
    )


def _without(fields: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Nor notes where there are none."""
    return {name: value for name, value in fields.items() if name not in names and (name != "notes" or value)}
