"""Battles looked back on: what each person saw live, and what the replay shows."""

from typing import Any

import msgspec
from django.contrib.auth.models import User

from battles.models import Battle
from battles.rules.ruleset import Side
from battles.services import replay, seats
from tests.services.ruling import present
from tests.table import Table

PEOPLE = {"gm": "gm", "red": "ann", "blue": "bob", "public": "sue"}
Seen = dict[str, dict[int, Any]]  # audience -> version -> view


def past(table: Table, person: User) -> replay.Past:
    return replay.of_seat(seats.find(battle_id=table.battle.pk, person=person))


def frames(table: Table, person: User, *, undone: bool = False) -> dict[int, replay.Frame]:
    """Version -> frame, each asked for by itself."""
    found = past(table, person)
    shown = [mark.version for mark in found.shown(undone=undone)]
    return {version: replay.frame(found, wanted=version, undone=undone) for version in shown}


def still(view: Any) -> Any:
    return msgspec.structs.replace(view, options=())


def note(table: Table, seen: Seen) -> None:
    """What everybody sees now."""
    for audience, name in PEOPLE.items():
        board = table.board(getattr(table, name))
        seen.setdefault(audience, {}).setdefault(board.version, still(board.view))


def play(table: Table, seen: Seen) -> None:
    """To the end, by sensible choices, command by command; everybody's view is noted after each."""
    note(table, seen)
    while move := next_move(table):
        table.issue(*move)
        note(table, seen)


def next_move(table: Table) -> tuple[User, Any] | None:
    """A sensible command of whoever is waited for; None at the end."""
    now = present(table)
    for side, person in ((Side.RED, table.ann), (Side.BLUE, table.bob)):
        if side in now.rules.waited_for(now.state):
            return person, now.rules.suggest(now.state, side)[0]
    onward = now.rules.onward(now.state)
    return None if onward is None else (table.gm, onward)


def row(table: Table) -> Battle:
    return Battle.objects.select_related("campaign").get(pk=table.battle.pk)
