"""Seats that are taken, freed and change hands while the battle goes on."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from battles.models import Battle, HandOver, Seat
from battles.rules.ruleset import Message, Side, Values
from battles.services import battles, live, members, records, seats, steps
from battles.services.gm import acts, chair
from battles.services.refusals import Refused
from battles.services.steps import Present

TITLES = {
    Seat.Role.RED: Message("red"),
    Seat.Role.BLUE: Message("blue"),
    Seat.Role.SPECTATOR: Message("spectators"),
}
ROLES = tuple(TITLES)
COMES = Message("%(name)s commands %(side)s from now on.")
GOES = Message("%(name)s no longer commands %(side)s.")


class NoSuchSeat(Exception):
    """The battle has no seat of this number that could be freed."""


@dataclass(frozen=True)
class SeatLine:
    """alone: the only commander of a side in a battle that goes on; what he has chosen in secret hangs on his seat."""

    pk: int
    name: str
    is_guest: bool
    alone: bool


@dataclass(frozen=True)
class Bench:
    """All seats of one role. is_side: not the spectators'."""

    role: str
    title: Message
    is_side: bool
    lines: list[SeatLine]


def benches(battle: Battle) -> list[Bench]:
    taken = list(battle.seats.select_related("user__guest").order_by("user__username"))
    return [_bench(battle, role, [seat for seat in taken if seat.role == role]) for role in ROLES]


def _bench(battle: Battle, role: Seat.Role, taken: list[Seat]) -> Bench:
    alone = role in seats.SIDES and len(taken) == 1 and not battle.finished_at
    lines = [SeatLine(seat.pk, seat.user.username, hasattr(seat.user, "guest"), alone) for seat in taken]
    return Bench(role.value, TITLES[role], role in seats.SIDES, lines)


def candidates(battle: Battle) -> list[User]:
    """Members of the campaign who neither run it nor command a side of the battle."""
    taken = set(battle.seats.exclude(role=Seat.Role.SPECTATOR).values_list("user_id", flat=True))
    lines = members.of_campaign(battle.campaign)
    wanted = [line.pk for line in lines if line.role not in members.LEADING and line.pk not in taken]
    return list(User.objects.filter(pk__in=wanted).order_by("username"))


def take(*, battle: Battle, person: User, role: str) -> Seat:
    """A seat for somebody new, or a side's for who only watched. The caller holds the battle's row. Raises Refused."""
    own = Seat.objects.filter(battle=battle, user=person).first()
    if role in seats.SIDES:
        _check_side(battle, person, role, own)
    if own and (own.role != Seat.Role.SPECTATOR or role == own.role):
        raise Refused(
            "",
            "%(name)s has a seat in this battle already (%(seat)s).",
            name=person.username,
            seat=str(own.get_role_display()),
        )
    seat, _ = Seat.objects.update_or_create(battle=battle, user=person, defaults={"role": role})
    if role in seats.SIDES:
        members.enlist(campaign=battle.campaign, person=person)
        _tell(battle, COMES, person, role)
    waiting = HandOver.objects.filter(battle=battle, role=role, new=None).order_by("pk").first()
    if waiting:
        waiting.new = person
        waiting.save(update_fields=["new"])
    return seat


def _check_side(battle: Battle, person: User, role: str, own: Seat | None) -> None:
    """Who has seen a side's secrets, or both sides', does not command the other."""
    if seats.led_by(person).filter(pk=battle.campaign_id).exists():
        raise Refused("", "%(name)s runs this campaign and sees both sides.", name=person.username)
    if HandOver.objects.filter(battle=battle, old=person, role=Seat.Role.GM).exists():
        raise Refused("", "%(name)s has run this battle and seen both sides.", name=person.username)
    if HandOver.objects.filter(battle=battle, old=person, role__in=seats.SIDES).exclude(role=role).exists():
        raise Refused("", "%(name)s has commanded the other side of this battle.", name=person.username)


@transaction.atomic
def seat_member(*, battle_id: int, person: int, role: str) -> None:
    """A member of the campaign takes a seat. Raises Refused."""
    battle = steps.lock(battle_id)
    take(battle=battle, person=_candidate(battle, person), role=_known(role))


@transaction.atomic
def free(*, battle_id: int, seat: int, by: User, keep_drafts: bool, person: int = 0) -> Battle:
    """The holder is out at once: his sockets close and his pages are not found. `person`, if any, takes the seat.

    Where he was his side's only commander, what the side has chosen and not yet shown is taken back first, unless
    keep_drafts. Raises NoSuchSeat and Refused.
    """
    battle = steps.lock(battle_id)
    old = Seat.objects.select_related("user").filter(battle=battle, pk=seat, role__in=ROLES).first()
    if old is None:
        raise NoSuchSeat
    new = _candidate(battle, person) if person else None
    if new and old.role in seats.SIDES:
        _check_side(battle, new, old.role, None)
    # Before anything else is told: the first that he hears is that his sockets close.
    transaction.on_commit(lambda: live.hang_up(person=old.user_id), robust=True)
    kept = _leave(battle, old, by, keep_drafts)
    HandOver.objects.create(battle=battle, role=old.role, old=old.user, drafts=kept)
    if new:
        take(battle=battle, person=new, role=old.role)
    # Another instance: what was taken back is still to be sent under the old name, which all hubs know.
    live.rotate(Battle.objects.only("live_key").get(pk=battle_id))
    return battle


def _leave(battle: Battle, seat: Seat, by: User, keep_drafts: bool) -> bool:
    """Whether the side's choices stay: with those who share the side, or because the GM says so."""
    others = Seat.objects.filter(battle=battle, role=seat.role).exclude(pk=seat.pk).exists()
    if not others and not keep_drafts and seat.role in seats.SIDES:
        if records.last_step(battle.pk).pending:
            raise Refused("", "A round waits for your ruling: publish it or drop it first.")
        battles.take_back(battle=battle, side=Side(seat.role), actor=by)
    if seat.role in seats.SIDES:
        members.keep(campaign=battle.campaign, person=seat.user)
        _tell(battle, GOES, seat.user, seat.role, by)
    seat.delete()
    return seat.role in seats.SIDES and (others or keep_drafts)


def _tell(battle: Battle, said: Message, person: User, side: str, by: User | None = None) -> None:
    """In the report: everybody at the table knows who commands a side."""
    if battle.finished_at is None:
        now = Present.of(battle)
        values: Values = {"name": person.username, "side": now.state.of(Side(side)).title}
        battle.votes = {}
        chair.act(now, by, acts.told("reseated", Message(said.text, values)))


def _candidate(battle: Battle, person: int) -> User:
    found = next((each for each in candidates(battle) if each.pk == person), None)
    if found is None:
        raise Refused("person", "Member: one of the choices offered is needed.")
    return found


def _known(role: str) -> Seat.Role:
    if role not in ROLES:
        raise Refused("role", "Seat: one of the choices offered is needed.")
    return Seat.Role(role)
