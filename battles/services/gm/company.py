"""Who belongs to a battle's table, and which of them are here now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Subquery

from battles.models import Battle, Campaign, Member, Seat
from battles.services.gm import presence, spectators

ROLES = [role.value for role in Seat.Role]


@dataclass(frozen=True)
class Companion:
    """Somebody at the table. title: of his seat. here: he has the battle's page open."""

    name: str
    role: str
    title: str
    here: bool


def of_battle(battle_id: int) -> list[Companion]:
    """Everybody seated, and who runs the campaign: the GM always, a deputy while he is here."""
    found = list(_company(battle_id))
    here = presence.here(battle_id, [person.pk for person in found])
    shown = [person for person in found if person.seat or person.leads or person.pk in here]
    made = (_companion(person.username, Seat.Role(person.seat or Seat.Role.GM), person.pk in here) for person in shown)
    return sorted(made, key=lambda each: ROLES.index(each.role))


def _company(battle_id: int) -> Iterable[Any]:
    """Everybody who may be at the table, spectators of the campaign aside, each with his `seat` and whether he `leads`
    the campaign.
    """
    seat = Seat.objects.filter(battle=battle_id, user=OuterRef("pk"))
    leads = Campaign.objects.filter(battles=battle_id, gm=OuterRef("pk"))
    deputy = Member.objects.filter(campaign__battles=battle_id, user=OuterRef("pk"), role=Member.Role.DEPUTY)
    found = User.objects.filter(Exists(seat) | Exists(leads) | Exists(deputy))
    return found.annotate(seat=Subquery(seat.values("role")[:1]), leads=Exists(leads)).order_by("pk")


def _companion(name: str, role: Seat.Role, here: bool) -> Companion:
    return Companion(name, role.value, str(role.label), here)


def watching(battle: Battle) -> list[Companion]:
    """Everybody who may watch, seated or not."""
    people = spectators.people(battle)
    here = presence.here(battle.pk, [pk for pk, _ in people])
    return [_companion(name, Seat.Role.SPECTATOR, pk in here) for pk, name in people]
