"""How a battle is run: its switches, its deadlines, what happens when somebody is absent, what spectators get."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from battles.models import Battle
from battles.rules.ruleset import Message

Absence = Literal["last", "hold", "pause", "gm"]
Kind = Literal["status", "board", "report"]
# What happens at the deadline to a side that has not sealed, as the sides are told beforehand.
ABSENCE: dict[str, Message] = {
    "last": Message("what it has saved is sealed; what is missing is filled in by a sensible choice"),
    "hold": Message("it chooses nothing it does not have to: a deployment is filled in, no order is given"),
    "pause": Message("the battle pauses until the GM goes on"),
    "gm": Message("the battle pauses and the GM chooses for it"),
}
KINDS: dict[str, Message] = {
    "status": Message("phase, round and who is waited for"),
    "board": Message("the board"),
    "report": Message("the report"),
}
MOST_MINUTES = 14 * 24 * 60
MOST_DELAY = 3600


class Limit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How long a phase may last: minutes, or else until the next time that a clock in `zone` shows `at` (`20:00`)."""

    minutes: Annotated[int, msgspec.Meta(ge=0, le=MOST_MINUTES)] = 0
    at: str = ""
    zone: str = ""


class Delay(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How much later spectators see one kind of information: seconds, or only once the round (or phase) is over."""

    seconds: Annotated[int, msgspec.Meta(ge=0, le=MOST_DELAY)] = 0
    a_round: bool = False


class Conduct(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """by_itself: it goes on when all are ready, without the GM. draft_first: a decided round is the GM's to rule on
    before anybody else sees it. table_dice: numbers thrown at the table are typed in. limits: phase -> how long.
    gm_gone: after how many minutes without the GM both sides together may go on; 0 for never. delays: kind -> delay.
    """

    by_itself: bool = False
    draft_first: bool = False
    table_dice: bool = False
    absence: Absence = "last"
    limits: dict[str, Limit] = {}
    gm_gone: Annotated[int, msgspec.Meta(ge=0, le=MOST_MINUTES)] = 15
    spectators: bool = True
    delays: dict[str, Delay] = {}

    @property
    def delayed(self) -> bool:
        return any(delay.seconds or delay.a_round for delay in self.delays.values())


def of(battle: Battle) -> Conduct:
    return msgspec.convert(battle.conduct, Conduct)


def put(battle: Battle, conduct: Conduct) -> None:
    """Into the battle's row, which the caller saves."""
    battle.conduct = msgspec.to_builtins(conduct)


def changes(before: Conduct, after: Conduct) -> list[str]:
    """The names of what is another."""
    return [name for name in Conduct.__struct_fields__ if getattr(before, name) != getattr(after, name)]
