"""A campaign's catalogue as its page shows it: a table for each kind of row, its cells read off the struct's fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format

from battles.models import Campaign
from battles.rules.ruleset import Message, RowKind, row_text
from battles.services import catalogue
from battles.services.catalogue import Catalogue
from battles.services.columns import Column, columns, listed, word
from battles.services.row_lines import EITHER

NOTHING = Message("–")


@dataclass(frozen=True)
class Cell:
    """What a field says, one thing a line. shape: of the field (see `columns`)."""

    lines: tuple[Message | str, ...]
    shape: str


@dataclass(frozen=True)
class Line:
    """tags: what is true of the row, besides its cells. name: the bundled ones' can be translated."""

    key: str
    name: Message
    cells: tuple[Cell, ...]
    tags: tuple[Message, ...]


@dataclass(frozen=True)
class Table:
    """heads: title and shape of each column. tagged: its rows may have tags. may_add: there is room for another row."""

    kind: str
    title: Message
    plural: Message
    heads: tuple[tuple[Message, str], ...]
    tagged: bool
    lines: tuple[Line, ...]
    may_add: bool

    @property
    def width(self) -> str:
        """A wide table scrolls in its own box."""
        count = len(self.heads)
        return "wide" if count > 8 else "medium" if count > 5 else ""


@dataclass(frozen=True)
class Section:
    """A ruleset's part. own: the rows are the campaign's, no longer the bundled ones."""

    key: str
    title: str
    own: bool
    tables: tuple[Table, ...]


def sections(campaign: Campaign) -> list[Section]:
    return [_section(found) for found in catalogue.load_all(campaign)]


def _section(found: Catalogue) -> Section:
    tables = tuple(_table(kind, found.of(kind.key)) for kind in found.ruleset.catalogue)
    return Section(found.ruleset.key, found.ruleset.title, found.own, tables)


def _table(kind: RowKind, rows: dict[str, Any]) -> Table:
    shown = [column for column in columns(kind.key) if column.name != "name" and column.allowed.shape != "flag"]
    flags = [column for column in columns(kind.key) if column.allowed.shape == "flag"]
    heads = tuple((column.title, column.allowed.shape) for column in shown)
    lines = tuple(_line(key, row, shown, flags) for key, row in rows.items())
    return Table(kind.key, kind.title, kind.plural, heads, bool(flags), lines, len(rows) < kind.most)


def _line(key: str, row: Any, shown: list[Column], flags: list[Column]) -> Line:
    cells = tuple(Cell(_said(column, getattr(row, column.name)), column.allowed.shape) for column in shown)
    return Line(key, row_text(row.name), cells, tuple(flag.title for flag in flags if getattr(row, flag.name)))


def _said(column: Column, value: Any) -> tuple[Message | str, ...]:
    match column.allowed.shape:
        case "number":
            return (
                column.nothing if not value and column.names_nothing else number_format(value, force_grouping=True),
            )
        case "choice":
            return (NOTHING if value is None else word(column.kind, str(value)),)
        case "choices":
            return (listed(word(column.kind, str(each)) for each in value),) if value else (NOTHING,)
        case "lines":
            return tuple(_line_said(column, each) for each in value) or (NOTHING,)
        case "row":
            return (row_text(value.name),)
    return (row_text(str(value)) if value else NOTHING,)


def _line_said(column: Column, item: Any) -> Message:
    """Words of the rules' own are translated, names are not."""
    values = {name: getattr(item, name) for name in item.__struct_fields__}
    for name in column.lines.words:
        values[name] = word(column.kind, EITHER if values[name] is None else str(values[name]))
    return Message(column.lines.shown.text, values)
