"""Kinds of rows with the words that a form and a table need for them, and what their rows must keep between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from battles.rules.ruleset import Message, RowKind


class Described(RowKind):
    """A kind of row in a ruleset's list. All mappings are by the field's name.

    titles: what a field is called. hints: what stands beneath it in a form. examples: what is wanted of a text that has
    to fit a pattern. nothing: what no answer means, or 0, in a field that may have none. words: the values of choices.
    """

    __slots__ = ()
    titles: ClassVar[Mapping[str, Message]] = {}
    hints: ClassVar[Mapping[str, Message]] = {}
    examples: ClassVar[Mapping[str, Message]] = {}
    nothing: ClassVar[Mapping[str, Message]] = {}
    words: ClassVar[Mapping[str, Message]] = {}

    def check(self, rows: Mapping[str, Any]) -> None:
        """What the struct of one row cannot say. Raises Illegal, naming the field; rows: all of the kind, by key."""
