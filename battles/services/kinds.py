"""The kinds of rows that catalogues have: each belongs to one ruleset, and its key to it alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battles.rules import RULESETS
from battles.rules.described import Described
from battles.rules.ruleset import Illegal, Message, RowKind, Ruleset
from battles.services.refusals import Refused


class NoSuchKind(Exception):
    """The catalogue has no rows of that kind."""


def find(kind: str) -> RowKind:
    """Raises NoSuchKind."""
    return _found(kind)[1]


def ruleset_of(kind: str) -> Ruleset:
    """Whose rows they are. Raises NoSuchKind."""
    return _found(kind)[0]


def told(kind: str, what: str) -> Mapping[str, Message]:
    """A mapping of the kind's words (see `Described`); empty where the kind comes without any."""
    found: Mapping[str, Message] = getattr(find(kind), what, {})
    return found


def check(kind: str, rows: Mapping[str, Any]) -> None:
    """What the rows of the kind must keep between them. Raises Refused."""
    found = find(kind)
    if not isinstance(found, Described):
        return
    try:
        found.check(rows)
    except Illegal as error:
        raise Refused(error.field, error.message.text, **error.message.values) from None


def _found(kind: str) -> tuple[Ruleset, RowKind]:
    found = ((ruleset, each) for ruleset in RULESETS for each in ruleset.catalogue if each.key == kind)
    try:
        return next(found)
    except StopIteration:
        raise NoSuchKind from None
