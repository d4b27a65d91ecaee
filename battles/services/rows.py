"""Catalogue rows between a form's texts and the rules' own structs, which check them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, NoReturn

import msgspec
from msgspec import inspect

from battles.models import CatalogueEntry
from battles.rules.battlefront.catalogue import Profile
from battles.rules.battlefront.catalogue import Terrain as TerrainRow
from battles.rules.battlefront.setup import Scenario
from battles.services.refusals import Refused
from battles.services.row_lines import EITHER, LINES, LONGEST_NAME, Lines

Text = str | bool | list[str]
Given = Mapping[str, Text]
PROFILE, TERRAIN, SCENARIO = CatalogueEntry.Kind.PROFILE, CatalogueEntry.Kind.TERRAIN, CatalogueEntry.Kind.SCENARIO
STRUCTS: dict[str, type[msgspec.Struct]] = {PROFILE: Profile, TERRAIN: TerrainRow, SCENARIO: Scenario}
# For a number to which the rules set no limit of their own.
LEAST, MOST = -99, 99
TITLES = {
    "terrain.invader": "Invader's Width",
    "terrain.defender": "Defender's Width",
    "tactics_per_squad": "Tactics per Squad",
    "base_width": "Base Width",
    "linked": "A mission follows",
    "red_air": "Red's air hordes",
    "red_land": "Red's land hordes",
    "blue_air": "Blue's air hordes",
    "blue_land": "Blue's land hordes",
    "red_morale": "Red's Morale modifier",
    "blue_morale": "Blue's Morale modifier",
}


class NoSuchKind(Exception):
    """The catalogue has no rows of that kind."""


@dataclass(frozen=True)
class Column:
    """A field of a row. shape: `text`, `number`, `choice`, `choices`, `flag`, `lines` or `terrain`."""

    name: str
    title: str
    shape: str
    least: int = 0
    most: int = 0
    options: tuple[str, ...] = ()
    required: bool = True
    default: Any = ""

    @property
    def lines(self) -> Lines:
        return LINES[self.name]

    @property
    def wanted(self) -> str:
        return _wanted(self.shape, self.least, self.most, self.options)


def columns(kind: str) -> tuple[Column, ...]:
    """The fields a person fills in. The key is made from the name and never changes. Raises NoSuchKind."""
    if kind not in STRUCTS:
        raise NoSuchKind
    info = inspect.type_info(STRUCTS[kind])
    assert isinstance(info, inspect.StructType)
    return tuple(_column(kind, field) for field in info.fields if field.name != "key")


def title(name: str) -> str:
    return TITLES.get(name, name.replace("_", " ").capitalize())


def texts(kind: str, row: Any) -> dict[str, Text]:
    """What a form shows of a row."""
    return {column.name: _text(column, getattr(row, column.name)) for column in columns(kind)}


def blank(kind: str) -> dict[str, Text]:
    """What a form shows for a new row: the defaults."""
    return {column.name: _text(column, column.default) for column in columns(kind) if column.default != ""}


def read(kind: str, key: str, given: Given, terrains: Mapping[str, TerrainRow]) -> Any:
    """The row that a form's texts make. Raises Refused: the field, the line and what is wanted."""
    data: dict[str, Any] = {"key": key} if "key" in STRUCTS[kind].__struct_fields__ else {}
    numbers: dict[str, list[int]] = {}
    for column in columns(kind):
        value = given.get(column.name, "")
        if column.shape == "lines":
            data[column.name], numbers[column.name] = column.lines.read(column.title, column.name, str(value))
        elif column.shape == "terrain":
            data[column.name] = _terrain(column, str(value), terrains)
        elif value or column.required or column.shape == "flag":
            data[column.name] = _checked(column, value)
    return _convert(kind, data, numbers)


def _column(kind: str, field: inspect.Field) -> Column:
    shape, least, most, options = _shape(field.name, field.type)
    default = "" if field.required else field.default
    name = field.name
    return Column(name, TITLES.get(f"{kind}.{name}", title(name)), shape, least, most, options, field.required, default)


def _shape(name: str, info: inspect.Type) -> tuple[str, int, int, tuple[str, ...]]:
    match info:
        case inspect.IntType(ge=ge, le=le):
            return "number", LEAST if ge is None else ge, MOST if le is None else le, ()
        case inspect.EnumType(cls=cls):
            return "choice", 0, 0, _values(cls)
        case inspect.LiteralType(values=values):
            return "choice", 0, 0, tuple(map(str, values))
        case inspect.BoolType():
            return "flag", 0, 0, ()
        case inspect.UnionType(types=(inspect.EnumType(cls=cls), inspect.NoneType())):
            return "choice", 0, 0, (*_values(cls), EITHER)
        case inspect.VarTupleType(item_type=inspect.EnumType(cls=cls)):
            return "choices", 0, 0, _values(cls)
        case inspect.VarTupleType():
            return "lines", 0, 0, ()
        case inspect.StructType():
            return "terrain", 0, 0, ()
        case inspect.StrType(min_length=low, max_length=high):
            return "text", low or 1, high or LONGEST_NAME, ()
    raise TypeError(f"{name}: no form has a field of this type")


def _values(cls: type[Enum]) -> tuple[str, ...]:
    return tuple(str(member.value) for member in cls)


def _text(column: Column, value: Any) -> Text:
    match column.shape:
        case "lines":
            return column.lines.text(value)
        case "choices":
            return [str(each) for each in value]
        case "terrain":
            return str(value.key)
        case "flag":
            return bool(value)
    return str(value)


def _terrain(column: Column, key: str, terrains: Mapping[str, TerrainRow]) -> Any:
    if key not in terrains:
        raise Refused(
            column.name,
            "Terrain: one of the catalogue's is wanted: %(names)s.",
            names=", ".join(terrain.name for terrain in terrains.values()),
        )
    return msgspec.to_builtins(terrains[key])


def _checked(column: Column, value: Text) -> Any:
    """What the structs leave open: how long a text may be, how a number is written, and numbers without a limit."""
    if column.shape == "flag":
        return bool(value)
    if column.shape == "text" and not _readable(column, str(value)):
        _refuse(column.name, column.title, column.wanted)
    if column.shape != "number":
        return value
    if not re.fullmatch(r"[+-]?\d{1,9}", str(value), re.ASCII) or not column.least <= int(str(value)) <= column.most:
        _refuse(column.name, column.title, column.wanted)
    return int(str(value))


def _readable(column: Column, text: str) -> bool:
    """Of a length that is wanted, and nothing in it that cannot be seen."""
    return column.least <= len(text.strip()) and len(text) <= column.most and text.isprintable()


def _convert(kind: str, data: dict[str, Any], numbers: Mapping[str, list[int]]) -> Any:
    try:
        return msgspec.convert(data, STRUCTS[kind], strict=False)
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
        _refuse(name, column.title, column.wanted)
    line = numbers[name][int(index)]
    _refuse(name, f"{column.title}, line {line}, {part}", _wanted_of_part(kind, name, part))


def _wanted_of_part(kind: str, name: str, part: str) -> str:
    info = inspect.type_info(STRUCTS[kind])
    assert isinstance(info, inspect.StructType)
    outer = next(field.type for field in info.fields if field.name == name)
    assert isinstance(outer, inspect.VarTupleType) and isinstance(outer.item_type, inspect.StructType)
    inner = next(field.type for field in outer.item_type.fields if field.encode_name == part)
    return _wanted(*_shape(part, inner))


def _wanted(shape: str, least: int, most: int, options: tuple[str, ...]) -> str:
    match shape:
        case "number":
            return f"a whole number from {least} to {most}"
        case "choice" | "choices":
            return "one of " + ", ".join(option.replace("_", " ") for option in options)
    return f"a text of {least} to {most} readable characters"


def _refuse(field: str, where: str, wanted: str) -> NoReturn:
    raise Refused(field, "%(where)s: %(wanted)s is wanted.", where=where, wanted=wanted)
