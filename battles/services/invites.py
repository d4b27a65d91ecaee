"""Links that let people in: made, taken back, made anew, followed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from battles.models import Battle, Campaign, Invite, Member, Seat
from battles.rules.ruleset import Message
from battles.services import accounts, campaigns, members, reseating, seats, steps
from battles.services.figures import readable
from battles.services.holding import hold
from battles.services.refusals import Refused

DAYS = (1, 7, 30)
USUAL_DAYS = 7
MOST_OPEN = 60  # in a campaign, at one time
TITLES = {
    Seat.Role.RED: Message("a seat for red"),
    Seat.Role.BLUE: Message("a seat for blue"),
    Seat.Role.SPECTATOR: Message("spectators"),
    Member.Role.DEPUTY: Message("a deputy GM"),
    Member.Role.PLAYER: Message("a player"),
}


class Gone(Exception):
    """No such link, or one that is no longer good: nobody is told which."""


class NoSuchInvite(Exception):
    """The campaign has no link of this number that could be changed."""


@dataclass(frozen=True)
class LinkLine:
    """A link as the GM sees it. what: whom it lets in. uses: how many came by it. token: empty once it is no good."""

    pk: int
    what: Message
    faction: str
    token: str
    many: bool
    uses: int
    used_by: str
    expires_at: datetime
    expired: bool


@transaction.atomic
def make(
    *, campaign: Campaign, by: User, days: int, role: str = "", faction: str = "", battle: Battle | None = None
) -> Invite:
    """A link into the campaign as `role`, or into a battle's seat as `role` of its seats. Raises Refused."""
    hold(Campaign.objects.all()).get(pk=campaign.pk)
    if days not in DAYS:
        raise Refused("days", "Good for: one of the choices offered is needed.")
    if _open(campaign).count() >= MOST_OPEN:
        raise Refused("", "This campaign has %(most)s open links: revoke some first.", most=MOST_OPEN)
    return Invite.objects.create(
        campaign=campaign,
        battle=battle,
        created_by=by,
        expires_at=timezone.now() + timedelta(days=days),
        faction=readable("faction", members.FACTION, faction, 0, members.LONGEST_FACTION) if role == "player" else "",
        **(_for_seat(role) if battle else _for_campaign(role)),
    )


def _for_campaign(role: str) -> dict[str, object]:
    if role not in Member.Role.values:
        raise Refused("role", "Role: one of the choices offered is needed.")
    return {"role": role, "many": role == Member.Role.SPECTATOR}


def _for_seat(role: str) -> dict[str, object]:
    if role not in (*seats.SIDES, Seat.Role.SPECTATOR):
        raise Refused("role", "Role: one of the choices offered is needed.")
    many = role == Seat.Role.SPECTATOR
    return {"seat": role, "role": Member.Role.SPECTATOR if many else Member.Role.PLAYER, "many": many}


def _open(campaign: Campaign) -> QuerySet[Invite]:
    return campaign.invites.filter(_good())


def _good() -> Q:
    return Q(revoked_at=None, expires_at__gt=timezone.now()) & (Q(many=True) | Q(used_at=None))


def of_campaign(campaign: Campaign) -> list[LinkLine]:
    """The links into the campaign itself, newest first; without those that were revoked."""
    return _lines(campaign.invites.filter(battle=None))


def of_battle(battle: Battle) -> list[LinkLine]:
    return _lines(battle.invites.all())


def _lines(found: QuerySet[Invite]) -> list[LinkLine]:
    shown = found.filter(revoked_at=None).select_related("used_by").annotate(guest_count=Count("guests"))
    return [_line(invite) for invite in shown.order_by("-pk")[:MOST_OPEN]]


def _line(invite: Invite) -> LinkLine:
    expired = invite.expires_at <= timezone.now()
    good = not expired and (invite.many or invite.used_at is None)
    return LinkLine(
        pk=invite.pk,
        what=title(invite),
        faction=invite.faction,
        token=invite.token if good else "",
        many=invite.many,
        uses=invite.guest_count,  # type: ignore[attr-defined]
        used_by=invite.used_by.username if invite.used_by else "",
        expires_at=invite.expires_at,
        expired=expired,
    )


def title(invite: Invite) -> Message:
    return TITLES[Seat.Role(invite.seat)] if invite.seat else _campaign_title(invite.role)


def _campaign_title(role: str) -> Message:
    return TITLES[Seat.Role.SPECTATOR] if role == Member.Role.SPECTATOR else TITLES[Member.Role(role)]


def revoke(*, campaign: Campaign, invite: int) -> Invite:
    """From now on nobody comes in by it. Raises NoSuchInvite."""
    with transaction.atomic():
        found = _changeable(campaign, invite)
        found.revoked_at = timezone.now()
        found.save(update_fields=["revoked_at"])
    return found


@transaction.atomic
def reissue(*, campaign: Campaign, invite: int, by: User) -> Invite:
    """The same under a new address, good for as long again; the old address is dead. Raises NoSuchInvite."""
    old = revoke(campaign=campaign, invite=invite)
    days = max(1, round((old.expires_at - old.created_at) / timedelta(days=1)))
    return Invite.objects.create(
        campaign=campaign,
        battle=old.battle,
        role=old.role,
        seat=old.seat,
        faction=old.faction,
        many=old.many,
        created_by=by,
        expires_at=timezone.now() + timedelta(days=days),
    )


def _changeable(campaign: Campaign, invite: int) -> Invite:
    found = hold(campaign.invites.all()).filter(pk=invite, revoked_at=None, used_at=None).first()
    if found is None:
        raise NoSuchInvite
    return found


@transaction.atomic
def free_for_a_link(*, campaign: Campaign, battle_id: int, seat: int, by: User, keep_drafts: bool) -> Invite:
    """The seat's holder is out, and whoever opens the new link has the seat. Raises NoSuchSeat and Refused."""
    # Before the battle's row, as whoever takes both does.
    hold(Campaign.objects.all()).get(pk=campaign.pk)
    role = Seat.objects.filter(pk=seat, battle_id=battle_id).values_list("role", flat=True).first() or ""
    battle = reseating.free(battle_id=battle_id, seat=seat, by=by, keep_drafts=keep_drafts)
    return make(campaign=campaign, by=by, days=USUAL_DAYS, role=role, battle=battle)


# Following one


def find(*, token: str) -> Invite:
    """Raises Gone."""
    return _find(Invite.objects.all(), token)


def _find(invites: QuerySet[Invite], token: str) -> Invite:
    wanted = invites.select_related("campaign", "battle__campaign", "created_by")
    found = wanted.filter(_good(), token=token, campaign__archived_at=None).first()
    if found is None:
        raise Gone
    return found


def came_by(*, token: str, person: User) -> Invite | None:
    """The link, if this person has used it already: he only opened it once more."""
    return Invite.objects.select_related("campaign", "battle").filter(token=token, used_by=person).first()


def has(*, invite: Invite, person: User) -> bool:
    """Whether the person has what the link gives already, or more: he has kept it to find the way."""
    try:
        if invite.battle_id:
            seat = seats.find(battle_id=invite.battle_id, person=person).role
            return seat == invite.seat or invite.seat == Seat.Role.SPECTATOR
        place = campaigns.membership(campaign_id=invite.campaign_id, person=person)
    except seats.NotSeated:
        return False
    return not place.by_seat and not members.is_better(invite.role, invite.faction, place.role, place.faction)


@transaction.atomic
def follow(*, token: str, person: User) -> Invite:
    """The person joins. Of two who come by a link for one at the same instant, one does. Raises Gone and Refused."""
    invite = _find(hold(Invite.objects.all()), token)
    _join(invite, person)
    return invite


@transaction.atomic
def follow_as_guest(*, token: str, name: str) -> tuple[Invite, User]:
    """Somebody with only a name joins. Raises Gone and Refused, and then he is not made either."""
    invite = _find(hold(Invite.objects.all()), token)
    person = accounts.welcome_guest(name=name, invite=invite)
    _join(invite, person)
    return invite, person


def _join(invite: Invite, person: User) -> None:
    battle = steps.lock(invite.battle_id) if invite.battle_id else None
    if battle:
        reseating.take(battle=battle, person=person, role=invite.seat)
    better = members.admit(campaign=invite.campaign, person=person, role=invite.role, faction=invite.faction)
    if not battle and not better:
        raise Refused("", "You are in this campaign already.")
    if not invite.many:
        invite.used_at, invite.used_by = timezone.now(), person
        invite.save(update_fields=["used_at", "used_by"])
