"""Who is who in a battle: the only authorisation of battles."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from battles.models import Battle, Campaign, Seat
from battles.rules.ruleset import AUDIENCES, Viewer

Person = User | AnonymousUser


class NotSeated(Exception):
    """This person has no seat in such a battle; to him it does not exist."""


def find(*, battle_id: int, person: Person) -> Seat:
    """The person's seat with its battle. Raises NotSeated, the same for a battle that does not exist."""
    if person.pk is None:
        raise NotSeated
    try:
        return Seat.objects.select_related("battle__campaign").get(battle_id=battle_id, user_id=person.pk)
    except Seat.DoesNotExist:
        raise NotSeated from None


def viewer(seat: Seat) -> Viewer:
    return AUDIENCES[seat.role]


def seat_person(*, battle: Battle, person: User, role: str) -> Seat:
    return Seat.objects.create(battle=battle, user_id=person.pk, role=role)


def of_person(person: User) -> QuerySet[Seat]:
    """The person's seats, newest battle first."""
    return Seat.objects.filter(user_id=person.pk).select_related("battle__campaign").order_by("-battle_id")


def is_gm(person: Person) -> bool:
    """Of a campaign, or in the GM's chair of a battle."""
    if person.pk is None:
        return False
    chairs = Seat.objects.filter(user_id=person.pk, role=Seat.Role.GM)
    return Campaign.objects.filter(gm_id=person.pk).exists() or chairs.exists()
