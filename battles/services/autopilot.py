"""Plays a battle on by sensible choices: for demos that open at a later phase."""

from __future__ import annotations

from django.contrib.auth.models import User
from msgspec import inspect

from battles.models import Battle
from battles.rules import by_key
from battles.rules.ruleset import GM, Command, Side
from battles.services import battles, boards, records


def phases(ruleset: str) -> tuple[str, ...]:
    """In the order in which they come, from a new battle's to the end."""
    info = inspect.type_info(by_key(ruleset).state_type)
    assert isinstance(info, inspect.StructType)
    phase = next(field.type for field in info.fields if field.name == "phase")
    assert isinstance(phase, inspect.EnumType)
    return tuple(str(each.value) for each in phase.cls)


def play_until(*, battle_id: int, phase: str) -> None:
    """Choose for both sides and go on as the GM until the battle is in this phase, or over without it."""
    battle = Battle.objects.get(pk=battle_id)
    first, *_, last = phases(battle.ruleset)
    while Battle.objects.get(pk=battle_id).phase not in (phase, last) and phase != first:
        play_on(battle)


def play_on(battle: Battle) -> None:
    """Both sides choose, and the GM goes on, where that is his to do."""
    people = {seat.role: seat.user for seat in battle.seats.select_related("user")}
    for side in Side:
        _follow(battle, people[side.value], side)
    for command in _go_on(battle):
        _issue(battle, people["gm"], command)


def _follow(battle: Battle, person: User, side: Side) -> None:
    for command in records.ruleset_of(battle).suggest(_state(battle), side):
        _issue(battle, person, command)


def _go_on(battle: Battle) -> tuple[Command, ...]:
    """The GM's first option that goes on; none where the battle does so by itself once both sides have sealed."""
    options = records.ruleset_of(battle).options(_state(battle), GM())
    return tuple(command for command in options if not command.draft and not command.typed)[:1]


def _state(battle: Battle) -> object:
    return records.state_of(records.ruleset_of(battle), records.last_step(battle.pk))


def _issue(battle: Battle, person: User, command: Command) -> None:
    board = boards.load(battle_id=battle.pk, person=person)
    battles.issue(battle_id=battle.pk, actor=person, command=command, seen=board.seen)
