"""Values that a person types into a command: what each field takes, and a command with what was typed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec
from django.utils.formats import number_format
from msgspec.structs import replace

from battles.rules.ruleset import Command, Illegal, Message
from battles.services.figures import number


class Limits(NamedTuple):
    least: int
    most: int


class Field(NamedTuple):
    """A typed field as a form shows it. value: what holds now."""

    name: str
    label: Message
    value: int
    limits: Limits


class Unknown(Exception):
    """A typed field that the command does not have."""


@lru_cache(maxsize=64)
def limits(kind: type[Command], name: str) -> Limits:
    """The least and the most that the field takes, as its struct has them."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    found = next(field.type for field in info.fields if field.name == name)
    assert isinstance(found, msgspec.inspect.IntType) and found.ge is not None and found.le is not None
    return Limits(found.ge, found.le)


def fields(command: Command) -> list[Field]:
    kind = type(command)
    return [Field(name, label, getattr(command, name), limits(kind, name)) for name, label in command.typed.items()]


def filled(command: Command, typed: Mapping[str, str]) -> Command:
    """The command with what was typed. Raises Unknown, and Illegal with a sentence for what the field does not take."""
    values = {name: _number(command, name, text) for name, text in typed.items()}
    return replace(command, **values) if values else command


def _number(command: Command, name: str, text: str) -> int:
    if name not in command.typed:
        raise Unknown(name)
    least, most = limits(type(command), name)
    found = number(text, least, most)
    if found is not None:
        return found
    raise Illegal(
        "%(label)s: a whole number from %(least)s to %(most)s is needed.",
        clause=command.clause,
        field=name,
        label=command.typed[name],
        least=number_format(least, force_grouping=True),
        most=number_format(most, force_grouping=True),
    )
