"""Who is who in a battle: the only authorisation of battles."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Exists, OuterRef, Q, QuerySet

from battles.models import Battle, Campaign, Member, Seat
from battles.rules.ruleset import AUDIENCES, Viewer
from battles.services.gm import spectators

Person = User | AnonymousUser
SIDES = (Seat.Role.RED, Seat.Role.BLUE)


class NotSeated(Exception):
    """This person has no seat in such a battle; to him it does not exist."""


def find(*, battle_id: int, person: Person) -> Seat:
    """The person's seat with its battle. Raises NotSeated, the same for a battle that does not exist.

    Without a seat of his own, who runs the campaign has the GM's chair, and the campaign's spectators watch: such a
    seat is not stored. To spectators a battle that is closed to them does not exist.
    """
    if person.pk is None:
        raise NotSeated
    own = Seat.objects.select_related("battle__campaign").filter(battle_id=battle_id, user_id=person.pk).first()
    found = own or _by_place_in_the_campaign(battle_id, person.pk)
    if found.role == Seat.Role.SPECTATOR and spectators.shut_out(found.battle):
        raise NotSeated
    return found


def _by_place_in_the_campaign(battle_id: int, person: int) -> Seat:
    battle = Battle.objects.select_related("campaign").filter(pk=battle_id).first()
    if battle is None:
        raise NotSeated
    place = Member.objects.filter(campaign_id=battle.campaign_id, user_id=person).first()
    if battle.campaign.gm_id == person or (place and place.role == Member.Role.DEPUTY):
        return Seat(battle=battle, user_id=person, role=Seat.Role.GM)
    if place and place.role == Member.Role.SPECTATOR:
        return Seat(battle=battle, user_id=person, role=Seat.Role.SPECTATOR)
    raise NotSeated


def viewer(seat: Seat) -> Viewer:
    return AUDIENCES[seat.role]


def seat_person(*, battle: Battle, person: User, role: str) -> Seat:
    return Seat.objects.create(battle=battle, user_id=person.pk, role=role)


def of_person(person: User) -> QuerySet[Seat]:
    """The person's seats, newest battle first."""
    return Seat.objects.filter(user_id=person.pk).select_related("battle__campaign").order_by("-battle_id")


def run_by(person: User) -> QuerySet[Battle]:
    """The battles in which `find` gives the person the GM's chair."""
    own = Seat.objects.filter(battle=OuterRef("pk"), user_id=person.pk)
    leads = Q(campaign_id__in=led_by(person).values("pk"))
    return Battle.objects.filter(Exists(own.filter(role=Seat.Role.GM)) | (leads & ~Exists(own)))


def led_by(person: User) -> QuerySet[Campaign]:
    """The campaigns of which the person is GM or deputy."""
    deputy = Member.objects.filter(campaign=OuterRef("pk"), user_id=person.pk, role=Member.Role.DEPUTY)
    return Campaign.objects.filter(Q(gm_id=person.pk) | Exists(deputy))


def gms(battle: Battle) -> list[int]:
    """Everybody who may sit in the battle's GM's chair."""
    deputies = Member.objects.filter(campaign_id=battle.campaign_id, role=Member.Role.DEPUTY)
    seated = Seat.objects.filter(battle=battle, role=Seat.Role.GM)
    both = deputies.order_by().values_list("user_id").union(seated.order_by().values_list("user_id"))
    return sorted({battle.campaign.gm_id, *(pk for (pk,) in both)})


def is_gm(person: Person) -> bool:
    """Of a campaign, its deputy, or in the GM's chair of a battle."""
    if not isinstance(person, User):
        return False
    chairs = Seat.objects.filter(user_id=person.pk, role=Seat.Role.GM)
    return led_by(person).exists() or chairs.exists()
