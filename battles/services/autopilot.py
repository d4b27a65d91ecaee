"""Plays a battle on by sensible choices: for demos that open at a later phase."""

from __future__ import annotations

from django.contrib.auth.models import User

from battles.models import Battle
from battles.rules.ruleset import GM, Command, Side
from battles.services import battles, boards, records

PHASES = ("muster", "air", "air_result", "deployment", "land", "result")


def play_until(*, battle_id: int, phase: str) -> None:
    """Choose for both sides and go on as the GM until the battle is in this phase, or over without it."""
    battle = Battle.objects.get(pk=battle_id)
    people = {seat.role: seat.user for seat in battle.seats.select_related("user")}
    while Battle.objects.get(pk=battle_id).phase not in (phase, "result") and phase != "briefing":
        for side in Side:
            _follow(battle, people[side.value], side)
        for command in _go_on(battle):
            _issue(battle, people["gm"], command)


def _follow(battle: Battle, person: User, side: Side) -> None:
    for command in records.ruleset_of(battle).suggest(_state(battle), side):
        _issue(battle, person, command)


def _go_on(battle: Battle) -> tuple[Command, ...]:
    """The GM's first option; none where the battle goes on by itself once both sides have sealed."""
    return records.ruleset_of(battle).options(_state(battle), GM())[:1]


def _state(battle: Battle) -> object:
    return records.state_of(records.ruleset_of(battle), records.last_step(battle.pk))


def _issue(battle: Battle, person: User, command: Command) -> None:
    board = boards.load(battle_id=battle.pk, person=person)
    battles.issue(battle_id=battle.pk, actor=person, command=command, seen=board.seen)
