"""Who is in a campaign and as what: listed, appointed, removed; and the campaign handed over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from battles.models import Battle, Campaign, HandOver, Member, Seat
from battles.rules.ruleset import Message
from battles.services import live, seats
from battles.services.campaigns import GM, Membership, battles_of
from battles.services.figures import readable
from battles.services.holding import hold
from battles.services.refusals import Refused

FACTION = Message("Faction")
LONGEST_FACTION = 80
LEADING = (GM, Member.Role.DEPUTY)
# What a link may raise somebody to, never lower.
RANK = {"": 0, Member.Role.SPECTATOR: 1, Member.Role.PLAYER: 2, Member.Role.DEPUTY: 3, GM: 4}


class NoSuchMember(Exception):
    """Nobody of that number is in this campaign."""


class Place(NamedTuple):
    """A seat in the list."""

    battle: int
    title: str
    role: str


@dataclass(frozen=True)
class MemberLine:
    """A person in the list. role: a key, role_title: in words. pk: the person's. may_change: not the GM himself.

    is_guest: he cannot come back by a password.
    """

    pk: int
    name: str
    role: str
    role_title: str
    faction: str
    seats: tuple[Place, ...]
    is_guest: bool

    @property
    def may_change(self) -> bool:
        return self.role != GM


def seen_by(member: Membership) -> list[MemberLine]:
    """Everybody, with their seats in those battles that this member knows of and, as far as he knows, go on."""
    known = {battle.pk for battle in battles_of(member) if not battle.finished_at}
    lines = of_campaign(member.campaign)
    return [replace(line, seats=tuple(seat for seat in line.seats if seat.battle in known)) for line in lines]


def of_campaign(campaign: Campaign) -> list[MemberLine]:
    """The GM, the deputies, then the others by name; also who is in it by a seat alone. With all their seats."""
    places = {place.user_id: place for place in campaign.members.all()}
    found = Seat.objects.filter(battle__campaign=campaign).select_related("battle").order_by("-battle_id")
    seated: dict[int, list[Seat]] = {}
    for seat in found.only("user_id", "role", "battle__title"):
        seated.setdefault(seat.user_id, []).append(seat)
    people = User.objects.filter(pk__in={campaign.gm_id, *places, *seated}).select_related("guest")
    lines = [_line(person, campaign, places.get(person.pk), seated.get(person.pk, [])) for person in people]
    return sorted(lines, key=lambda line: (-RANK[line.role], line.name.casefold()))


def _line(person: User, campaign: Campaign, place: Member | None, taken: list[Seat]) -> MemberLine:
    role, title = _role(person, campaign, place, taken)
    return MemberLine(
        pk=person.pk,
        name=person.username,
        role=role,
        role_title=title,
        faction=place.faction if place else "",
        seats=tuple(Place(seat.battle_id, seat.battle.title, seat.get_role_display()) for seat in taken),
        is_guest=hasattr(person, "guest"),
    )


def _role(person: User, campaign: Campaign, place: Member | None, taken: list[Seat]) -> tuple[str, str]:
    if campaign.gm_id == person.pk:
        return GM, str(Seat.Role.GM.label)
    if place:
        return place.role, str(place.get_role_display())
    sides = any(seat.role in seats.SIDES for seat in taken)
    role = Member.Role.PLAYER if sides else Member.Role.SPECTATOR
    return role.value, str(role.label)


def people_of(campaign: Campaign) -> list[User]:
    """Everybody in it, by name."""
    return list(User.objects.filter(pk__in=[line.pk for line in of_campaign(campaign)]).order_by("username"))


def admit(*, campaign: Campaign, person: User, role: str, faction: str = "") -> bool:
    """Let the person in, or raise him to this role. False if that changes nothing. Raises Refused."""
    if campaign.gm_id == person.pk:
        return False
    if role == Member.Role.DEPUTY:
        _refuse_commander(campaign, person)
    place, is_new = Member.objects.get_or_create(
        campaign=campaign, user=person, defaults={"role": role, "faction": faction}
    )
    better = is_new or is_better(role, faction, place.role, place.faction)
    if not is_new and better:
        place.role, place.faction = role, faction
        place.save()
    _give_the_chair(place)
    return better


def is_better(role: str, faction: str, own_role: str, own_faction: str) -> bool:
    """Whether a link as the first would give something to whoever is the second."""
    if role == own_role:
        return bool(faction) and faction != own_faction
    return RANK[role] > RANK[own_role]


def enlist(*, campaign: Campaign, person: User) -> None:
    """Who watched the campaign and now commands a side is one of its players: he sees no other battles any more."""
    watching = Member.objects.filter(campaign=campaign, user=person, role=Member.Role.SPECTATOR)
    if watching.update(role=Member.Role.PLAYER):
        shut_out(campaign=campaign, person=person)


def keep(*, campaign: Campaign, person: User) -> None:
    """Who was in it by a side's seat alone, which is taken from him, stays in it as a player."""
    if campaign.gm_id != person.pk:
        Member.objects.get_or_create(campaign=campaign, user=person, defaults={"role": Member.Role.PLAYER})


def _refuse_commander(campaign: Campaign, person: User) -> None:
    """Who runs a campaign sees both sides of its battles. Raises Refused."""
    own = Seat.objects.filter(battle__campaign=campaign, battle__finished_at=None, user=person, role__in=seats.SIDES)
    seat = own.select_related("battle").first()
    if seat:
        raise Refused(
            "",
            "%(name)s commands a side in %(battle)s, and a deputy sees both: free that seat first.",
            name=person.username,
            battle=seat.battle.title,
        )


def _remember(campaign: Campaign, person: User) -> None:
    """Who has run the campaign's battles while they went on: no side of theirs is for him any more."""
    going_on = Battle.objects.filter(campaign=campaign, finished_at=None)
    HandOver.objects.bulk_create(HandOver(battle=battle, role=Seat.Role.GM, old=person) for battle in going_on)


def _give_the_chair(place: Member) -> None:
    """A deputy runs every battle of the campaign; where he only watched, the GM's chair takes that seat's place."""
    if place.role == Member.Role.DEPUTY:
        Seat.objects.filter(
            battle__campaign_id=place.campaign_id, user_id=place.user_id, role=Seat.Role.SPECTATOR
        ).delete()


@transaction.atomic
def change(*, campaign: Campaign, person: int, role: str, faction: str) -> None:
    """Another role or faction. Raises NoSuchMember and Refused."""
    _lock(campaign)
    faction = readable("faction", FACTION, faction, 0, LONGEST_FACTION)
    user = _member(campaign, person)
    if role not in Member.Role.values:
        raise Refused("role", "Role: one of the choices offered is needed.")
    before = Member.objects.filter(campaign=campaign, user=user).first()
    if role == Member.Role.DEPUTY:
        _refuse_commander(campaign, user)
    elif before and before.role == Member.Role.DEPUTY:
        _remember(campaign, user)
    place, _ = Member.objects.update_or_create(
        campaign=campaign, user=user, defaults={"role": role, "faction": faction if role == "player" else ""}
    )
    _give_the_chair(place)
    if before and before.role != role:
        # What he heard as deputy, or as a spectator of every battle, is not for his new role.
        shut_out(campaign=campaign, person=user)


@transaction.atomic
def remove(*, campaign: Campaign, person: int) -> User:
    """Out of the campaign and of all its seats. Raises NoSuchMember and Refused: a side must not lose its last
    commander by the way, since the GM has to say what becomes of that side's secret choices.
    """
    _lock(campaign)
    user = _member(campaign, person)
    own = Seat.objects.filter(battle__campaign=campaign, user=user)
    for seat in own.filter(role__in=seats.SIDES).select_related("battle"):
        _leave_a_side(seat, user)
    own.delete()
    if Member.objects.filter(campaign=campaign, user=user, role=Member.Role.DEPUTY).delete()[0]:
        _remember(campaign, user)
    Member.objects.filter(campaign=campaign, user=user).delete()
    shut_out(campaign=campaign, person=user)
    return user


def _leave_a_side(seat: Seat, user: User) -> None:
    battle = hold(Battle.objects.all()).get(pk=seat.battle_id)
    shared = Seat.objects.filter(battle=battle, role=seat.role).exclude(user=user).exists()
    if not shared and not battle.finished_at:
        raise Refused(
            "",
            "%(name)s is the only commander of a side in %(battle)s: give that seat to somebody else first.",
            name=user.username,
            battle=battle.title,
        )
    HandOver.objects.create(battle=battle, role=seat.role, old=user, new=None, drafts=shared)


@transaction.atomic
def hand_over(*, campaign: Campaign, person: int) -> None:
    """Another member becomes the GM, and the old GM a deputy. Raises NoSuchMember and Refused.

    Where the new GM commands a side he keeps it, and the old one keeps the GM's chair of that battle.
    """
    _lock(campaign)
    campaign.refresh_from_db()
    user, old = _member(campaign, person), campaign.gm
    Member.objects.filter(campaign=campaign, user=user).delete()
    campaign.gm = user
    campaign.save(update_fields=["gm"])
    Seat.objects.filter(battle__campaign=campaign, user=user, role=Seat.Role.SPECTATOR).delete()
    commanded = Seat.objects.filter(battle__campaign=campaign, user=user, role__in=seats.SIDES)
    chairs = Seat.objects.filter(battle__campaign=campaign, user=old, role=Seat.Role.GM)
    chairs.exclude(battle_id__in=list(commanded.values_list("battle_id", flat=True))).update(user=user)
    Member.objects.update_or_create(campaign=campaign, user=old, defaults={"role": Member.Role.DEPUTY, "faction": ""})


def shut_out(*, campaign: Campaign, person: User) -> None:
    """He hears no battle of the campaign any more; what he may still see his pages fetch as whoever he is now."""
    transaction.on_commit(lambda: live.hang_up(person=person.pk), robust=True)
    for battle in Battle.objects.filter(campaign=campaign, finished_at=None).only("live_key"):
        live.rotate(battle)


def _lock(campaign: Campaign) -> None:
    hold(Campaign.objects.all()).get(pk=campaign.pk)


def _member(campaign: Campaign, person: int) -> User:
    """One who is in it and not its GM."""
    if person == campaign.gm_id:
        raise Refused("", "The GM of a campaign can only hand it over.")
    found = next((each for each in people_of(campaign) if each.pk == person), None)
    if found is None:
        raise NoSuchMember
    return found
