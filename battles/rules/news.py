"""What somebody who was away is told of a battle."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from battles.rules.ruleset import Message


class News(NamedTuple):
    """In whole sentences. came: what was shown or decided meanwhile. cost: what it cost the sides.

    phases: those whose rounds it has told of, so that nobody else need.
    """

    came: tuple[Message, ...] = ()
    cost: tuple[Message, ...] = ()
    phases: tuple[str, ...] = ()
