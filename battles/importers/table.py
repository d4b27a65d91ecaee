"""A table of hordes: CSV, or cells pasted from a spreadsheet, with a header or without."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from decimal import Decimal
from io import StringIO
from typing import NamedTuple

from battles.importers.draft import MOST_FIGHTERS, DraftArmy, DraftHorde, Dropped, Remark, Total, Unreadable
from battles.importers.entries import FIELDS, Entry, line
from battles.importers.headers import Columns, by_content, by_header, unused
from battles.importers.kinds import Kinds
from battles.importers.limits import MOST_COLUMNS, guard_elements, guard_entries
from battles.importers.texts import decimal, tidy
from battles.importers.written import unguarded

SEPARATORS = "\t;,"
TOTALS = frozenset({"total", "totals", "sum", "gesamt", "summe", "somme"})
ADDED_UP = ("squads", "magnitude", "points")


class Row(NamedTuple):
    line: int
    cells: list[str]

    def cell(self, columns: Columns, field: str) -> str:
        taken = columns.get(field, ())
        return self.cells[taken[0]].strip() if taken and taken[0] < len(self.cells) else ""


def draft(text: str, kinds: Kinds) -> DraftArmy | None:
    """None if the text is no table. Raises Unreadable for a table that is damaged."""
    separator, first = _separator(text)
    if separator:
        rows = _rows(text, separator)[first:]
        columns = by_header(rows[0].cells) if rows else None
        if columns is not None:
            return _draft(rows[1:], columns, kinds, _remarks(rows, columns), guessed=False)
    return _without_header(text, kinds)


def _separator(text: str) -> tuple[str, int]:
    """That of the header, if there is one, and how many rows stand before it: Excel may say the separator in one."""
    lines = [each for each in text.lstrip()[:20_000].splitlines() if each.strip()]
    stated = bool(lines) and lines[0].lower().startswith("sep=")
    head = lines[1 if stated else 0 :][:1]
    headers = {each: by_header(next(csv.reader(head, delimiter=each), [])) for each in SEPARATORS}
    known = {each: len(header) for each, header in headers.items() if header is not None}
    return max(known, key=lambda each: known[each], default=""), int(stated)


def _rows(text: str, separator: str) -> list[Row]:
    """The rows in which anything stands, each with the line it begins on."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    rows, before, count = [], 0, 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                count += len(cells)
                guard_elements(count)
                _guard_columns(cells, before + 1)
                rows.append(Row(before + 1, [unguarded(cell.strip()) for cell in cells]))
            before = reader.line_num
    except csv.Error as error:
        raise Unreadable(
            "Line %(line)s: a quotation mark is not closed or not doubled, or a cell is too long.", line=before + 1
        ) from error
    return rows


def _guard_columns(cells: Sequence[str], number: int) -> None:
    if len(cells) > MOST_COLUMNS:
        raise Unreadable("Line %(line)s has more than %(most)s columns.", line=number, most=MOST_COLUMNS)


def _remarks(rows: Sequence[Row], columns: Columns) -> list[Remark]:
    names = unused(rows[0].cells, columns)
    remarks = [Remark("The column “%(name)s” was not used.", {"name": name}) for name in names]
    width = len(rows[0].cells)
    longer = [row.line for row in rows if any(cell.strip() for cell in row.cells[width:])]
    return remarks + [
        Remark("Line %(line)s has more cells than the header; those were not used.", {"line": number})
        for number in longer
    ]


def _without_header(text: str, kinds: Kinds) -> DraftArmy | None:
    for separator in SEPARATORS:
        if separator not in text:
            continue
        try:
            rows = _rows(text, separator)
        except Unreadable:
            continue
        columns = by_content([row.cells for row in rows], kinds) if rows else None
        if columns is not None:
            remark = Remark("There is no header: what the columns hold was guessed.")
            return _draft(rows, columns, kinds, [remark], guessed=True)
    return None


def _draft(rows: Sequence[Row], columns: Columns, kinds: Kinds, remarks: list[Remark], guessed: bool) -> DraftArmy:
    guard_entries(len(rows))
    sums = [row for row in rows if _is_sum(row, columns)]
    read = [_horde(row, columns, kinds, guessed) for row in rows if row not in sums]
    hordes = tuple(each for each in read if isinstance(each, DraftHorde))
    return DraftArmy(
        hordes=hordes,
        dropped=tuple(each for each in read if isinstance(each, Dropped)),
        totals=tuple(total for row in sums[-1:] for total in _totals(row, columns, hordes)),
        remarks=tuple(remarks),
    )


def _is_sum(row: Row, columns: Columns) -> bool:
    """A horde may be called so too, but has a type."""
    typed = row.cell(columns, "type") or row.cell(columns, "profile")
    return not typed and row.cell(columns, "name").casefold() in TOTALS


def _horde(row: Row, columns: Columns, kinds: Kinds, guessed: bool) -> DraftHorde | Dropped:
    entry = Entry(line(row.line))
    for field, taken in columns.items() if guessed else ():
        entry.guess(
            field, "%(where)s, %(field)s: column %(column)s was taken, for want of a header.", column=taken[0] + 1
        )
    kind = entry.text("type", row.cell(columns, "type"))
    name = entry.text("name", row.cell(columns, "name"))
    if not name and kind:
        name = kind
        entry.guess("name", "%(where)s: no name is given; the type was taken.")
    if not name:
        return Dropped(name="", why=Remark("It has no name."), where=entry.where)
    squads, magnitude = entry.size(
        squads=row.cell(columns, "squads"),
        magnitude=row.cell(columns, "magnitude"),
        models=entry.whole("models", row.cell(columns, "models"), 0, MOST_FIGHTERS),
    )
    return DraftHorde(
        name=name,
        type=kind,
        profile=kinds.of(entry, kind, (name,), key=tidy(row.cell(columns, "profile"))[0]),
        squads=squads,
        magnitude=magnitude,
        weapons=entry.weapons(_weapons(row, columns)),
        points=entry.points(row.cell(columns, "points")),
        notes=entry.note(row.cell(columns, "notes")),
        where=entry.where,
        guesses=entry.guesses,
    )


def _weapons(row: Row, columns: Columns) -> list[str]:
    """A line of a cell each."""
    cells = [row.cells[column] for column in columns.get("weapons", ()) if column < len(row.cells)]
    return [weapon for cell in cells for weapon in cell.splitlines() if weapon.strip()]


def _totals(row: Row, columns: Columns, hordes: Sequence[DraftHorde]) -> list[Total]:
    found = []
    for field in ADDED_UP:
        said = decimal(row.cell(columns, field))
        if said is not None:
            added = sum((Decimal(getattr(each, field) or 0) for each in hordes), Decimal(0))
            found.append(Total(what=FIELDS[field], said=said, added=added))
    return found
