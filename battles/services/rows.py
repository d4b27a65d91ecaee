"""Catalogue rows between a form's texts and the rules' own structs, which check them, and as they are stored."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec

from battles.rules.ruleset import Message
from battles.services import kinds
from battles.services.columns import Column, columns, of_part, wanted, word
from battles.services.figures import MINUS, readable, refuse, whole
from battles.services.refusals import Refused
from battles.services.row_lines import EITHER
from battles.services.words import catalogue_name

Text = str | bool | list[str]
Given = Mapping[str, Text]
Rows = Mapping[str, Any]  # key -> row


def texts(kind: str, row: Any) -> dict[str, Text]:
    """What a form shows of a row."""
    return {column.name: _text(column, getattr(row, column.name)) for column in columns(kind)}


def blank(kind: str) -> dict[str, Text]:
    """What a form shows for a new row: the defaults."""
    return {column.name: _text(column, column.default) for column in columns(kind) if column.default != ""}


def read(kind: str, key: str, given: Given, stock: Mapping[str, Rows]) -> Any:
    """The row that a form's texts make. stock: kind -> the catalogue's rows.

    Raises Refused: the field, the line and what is wanted.
    """
    data: dict[str, Any] = {"key": key} if "key" in kinds.find(kind).struct.__struct_fields__ else {}
    numbers: dict[str, list[int]] = {}
    for column in columns(kind):
        value = given.get(column.name, "")
        if column.allowed.shape == "lines":
            data[column.name], numbers[column.name] = column.lines.read(column.title, column.name, str(value))
        elif column.allowed.shape == "row":
            data[column.name] = _embedded(column, str(value), stock[column.allowed.of])
        elif value or column.required or column.allowed.shape == "flag":
            data[column.name] = _checked(column, value)
    return _convert(kind, data, numbers)


def stored(kind: str, row: Any) -> dict[str, Any]:
    """As JSON values; a row that is embedded is stored by its key."""
    data: dict[str, Any] = msgspec.to_builtins(row)
    return data | {name: getattr(row, name).key for name in _embedding(kind)}


def restored(kind: str, data: Mapping[str, Any], stock: Mapping[str, Rows]) -> Any:
    """The row as it was stored, with the rows it embeds as they are now."""
    embedded = {name: msgspec.to_builtins(stock[of][data[name]]) for name, of in _embedding(kind).items()}
    return msgspec.convert({**data, **embedded}, kinds.find(kind).struct)


def embedders(kind: str) -> list[tuple[str, str]]:
    """The kinds of the same ruleset whose rows embed this one's, each with its field."""
    others = [each.key for each in kinds.ruleset_of(kind).catalogue]
    return [(other, name) for other in others for name, of in _embedding(other).items() if of == kind]


def _embedding(kind: str) -> dict[str, str]:
    """field -> kind of the row that it embeds."""
    return {column.name: column.allowed.of for column in columns(kind) if column.allowed.shape == "row"}


def _text(column: Column, value: Any) -> Text:
    if value is None:
        return ""
    match column.allowed.shape:
        case "lines":
            return column.lines.text(value)
        case "choices":
            return [str(each) for each in value]
        case "row":
            return str(value.key)
        case "flag":
            return bool(value)
    return str(value)


def _embedded(column: Column, key: str, rows: Rows) -> Any:
    if key not in rows:
        names = ", ".join(catalogue_name(row.name) for row in rows.values())
        raise Refused(
            column.name, "%(title)s: one of the catalogue's is needed: %(names)s.", title=column.title, names=names
        )
    return msgspec.to_builtins(rows[key])


def _checked(column: Column, value: Text) -> Any:
    """What the structs leave open: how long a text may be, how a number is written, and numbers without a limit."""
    match column.allowed.shape:
        case "flag":
            return bool(value)
        case "pattern":
            return str(value).strip().translate(MINUS)
        case "text":
            return readable(column.name, column.title, str(value), column.allowed.least, column.allowed.most)
        case "number":
            return whole(column.name, column.title, str(value), column.allowed.least, column.allowed.most)
    return value


def _convert(kind: str, data: dict[str, Any], numbers: Mapping[str, list[int]]) -> Any:
    try:
        return msgspec.convert(data, kinds.find(kind).struct, strict=False)
    except msgspec.ValidationError as error:
        _explain(kind, str(error), numbers)


def _explain(kind: str, error: str, numbers: Mapping[str, list[int]]) -> NoReturn:
    """The rules' refusal as a sentence: `Expected … - at `$.weapons[1].rate`` names a field, a line and a part."""
    hit = re.search(r"`\$\.(\w+)(?:\[(\d+)\](?:\.(\w+))?)?", error)
    if hit is None:
        raise Refused("", "The row is not understood: %(error)s", error=error)
    name, index, part = hit.groups()
    column = next(column for column in columns(kind) if column.name == name)
    if part is None:
        refuse(name, column.title, column.wanted)
    places: dict[str, str | int | Message] = {"title": column.title, "line": numbers[name][int(index)], "part": part}
    where = Message("%(title)s, line %(line)s, %(part)s", places)
    refuse(name, where, wanted(kind, of_part(kind, name, part), word(kind, EITHER)))
