"""Every look at what was still secret: kept, and shown to both sides once the battle has ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User

from battles.models import Battle, Look
from battles.rules.ruleset import Message
from battles.services import records

WHAT = {
    "control": Message("both sides in the control room"),
    "figures": Message("the figures for a ruling"),
    "steps": Message("the steps for a rewind"),
}
SHOWN = 200


@dataclass(frozen=True)
class Looked:
    """A look as the sides are told of it."""

    name: str
    what: Message
    phase: Message
    round: int
    at: datetime


def note(*, battle: Battle, person: User, what: str, moment: str) -> None:
    """Once for each phase and round. moment: of the battle, as its step has it."""
    if battle.finished_at is None:
        look = Look(battle=battle, user=person, name=person.get_username(), what=what, moment=moment)
        Look.objects.bulk_create([look], ignore_conflicts=True)


def take(*, battle: Battle, person: User, what: str) -> None:
    """Note a look at the battle as it is now."""
    if battle.finished_at is None:
        note(battle=battle, person=person, what=what, moment=records.last_step(battle.pk).moment)


def of_battle(battle_id: int) -> list[Looked]:
    """All of them, for a battle that has ended; none before."""
    battle = Battle.objects.get(pk=battle_id)
    if battle.finished_at is None:
        return []
    titles = dict(records.ruleset_of(battle).phases)
    return [_looked(look, titles) for look in battle.looks.all()[:SHOWN]]


def _looked(look: Look, titles: dict[str, Message]) -> Looked:
    phase, _, number = look.moment.partition(".")
    title = titles.get(phase, Message("%(phase)s", {"phase": phase}))
    return Looked(look.name, WHAT[look.what], title, int(number or 0), look.at)
