"""The fields of a catalogue row as a form and a table have them, read off the rules' own structs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import inspect

from battles.rules.ruleset import Message
from battles.services import kinds
from battles.services.figures import LONGEST_NAME, number_wanted, text_wanted
from battles.services.row_lines import LINES, Lines

Shape = Literal["text", "pattern", "number", "choice", "choices", "flag", "lines", "row"]
# For a number to which the rules set no limit of their own.
LEAST, MOST = -99, 99


@dataclass(frozen=True)
class Allowed:
    """What a value may be. open: no answer is an answer, too. of: the kind of row that is embedded."""

    shape: Shape
    least: int = 0
    most: int = 0
    options: tuple[str, ...] = ()
    open: bool = False
    of: str = ""


@dataclass(frozen=True)
class Column:
    """A field of a row."""

    kind: str
    name: str
    allowed: Allowed
    required: bool = True
    default: Any = ""

    @property
    def title(self) -> Message:
        return kinds.told(self.kind, "titles").get(self.name) or Message(self.name.replace("_", " ").capitalize())

    @property
    def hint(self) -> Message | None:
        return kinds.told(self.kind, "hints").get(self.name)

    @property
    def names_nothing(self) -> bool:
        return self.name in kinds.told(self.kind, "nothing")

    @property
    def nothing(self) -> Message:
        """What no answer means, or 0."""
        return kinds.told(self.kind, "nothing").get(self.name, Message("–"))

    @property
    def lines(self) -> Lines:
        return LINES[self.name]

    @property
    def wanted(self) -> Message:
        if self.allowed.shape == "pattern":
            return kinds.told(self.kind, "examples").get(self.name, Message("another text"))
        return wanted(self.kind, self.allowed, self.nothing)


def word(kind: str, value: str) -> Message:
    return kinds.told(kind, "words").get(value) or Message(value.replace("_", " "))


def listed(messages: Iterable[Message | str]) -> Message:
    """One after the other, with commas."""
    values: dict[str, str | int | Message] = {f"item{number}": each for number, each in enumerate(messages)}
    return Message(", ".join(f"%({name})s" for name in values), values)


@cache
def columns(kind: str) -> tuple[Column, ...]:
    """The fields a person fills in. The key is made from the name and never changes. Raises NoSuchKind."""
    return tuple(
        Column(kind, field.name, _allowed(kind, field.type), field.required, "" if field.required else field.default)
        for field in _fields(kinds.find(kind).struct)
        if field.name != "key"
    )


def of_part(kind: str, name: str, part: str) -> Allowed:
    """What a part of a line may be: of `weapons`, the rate."""
    outer = next(field.type for field in _fields(kinds.find(kind).struct) if field.name == name)
    assert isinstance(outer, inspect.VarTupleType) and isinstance(outer.item_type, inspect.StructType)
    return _allowed(kind, next(field.type for field in _fields(outer.item_type.cls) if field.name == part))


def wanted(kind: str, allowed: Allowed, nothing: Message) -> Message:
    """What is wanted, in the middle of a sentence. nothing: what no answer is called."""
    match allowed.shape:
        case "number":
            return number_wanted(allowed.least, allowed.most)
        case "choice" | "choices":
            options = [word(kind, each) for each in allowed.options] + [nothing] * allowed.open
            return Message("one of %(options)s", {"options": listed(options)})
    return text_wanted(allowed.least, allowed.most)


def _fields(struct: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return info.fields


def _allowed(kind: str, info: inspect.Type) -> Allowed:
    match info:
        case inspect.IntType(ge=ge, le=le):
            return Allowed("number", LEAST if ge is None else ge, MOST if le is None else le)
        case inspect.EnumType(cls=cls):
            return Allowed("choice", options=_values(cls))
        case inspect.LiteralType(values=values):
            return Allowed("choice", options=tuple(map(str, values)))
        case inspect.BoolType():
            return Allowed("flag")
        case inspect.UnionType(types=(inspect.EnumType(cls=cls), inspect.NoneType())):
            return Allowed("choice", options=_values(cls), open=True)
        case inspect.VarTupleType(item_type=inspect.EnumType(cls=cls)):
            return Allowed("choices", options=_values(cls))
        case inspect.VarTupleType():
            return Allowed("lines")
        case inspect.StructType(cls=cls):
            return Allowed("row", of=_kind_of(kind, cls))
        case inspect.StrType():
            return _text(info)
    raise TypeError(f"{kind}: no form has a field of the type {info}")


def _text(info: inspect.StrType) -> Allowed:
    """Without limits of the rules' own it is a name, which nothing goes without."""
    least = (info.min_length or 0) if info.max_length else 1
    return Allowed("pattern" if info.pattern else "text", least, info.max_length or LONGEST_NAME)


def _kind_of(kind: str, struct: type) -> str:
    """Among the same ruleset's."""
    return next(each.key for each in kinds.ruleset_of(kind).catalogue if each.struct is struct)


def _values(cls: type[Enum]) -> tuple[str, ...]:
    return tuple(str(member.value) for member in cls)
