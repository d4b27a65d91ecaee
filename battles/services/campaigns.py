"""Who is who in a campaign, and what its page shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_noop

from battles.models import Army, Battle, Campaign, Hero, Horde, Member, Seat
from battles.rules.armies import SQUAD_MAGNITUDE
from battles.rules.ruleset import Message
from battles.services import catalogue, seats
from battles.services.figures import LONGEST_NAME, readable
from battles.services.gm import conduct, spectators
from battles.services.words import catalogue_name

GM = "gm"
NAME = Message("Name")


@dataclass(frozen=True)
class Membership:
    """A person's place in a campaign. role: `gm`, or a `Member.Role`; faction: of a player, in the GM's words.

    by_seat: he is in it by a seat in one of its battles alone.
    """

    campaign: Campaign
    person: User
    role: str
    faction: str = ""
    by_seat: bool = False

    @property
    def is_gm(self) -> bool:
        """May do what the GM may; but see `is_owner`."""
        return self.role in (GM, Member.Role.DEPUTY)

    @property
    def is_owner(self) -> bool:
        """The GM himself: he alone archives the campaign, hands it over, and cannot be removed."""
        return self.role == GM

    @property
    def sees_all_battles(self) -> bool:
        return self.role != Member.Role.PLAYER and not self.by_seat


@dataclass(frozen=True)
class BattleLine:
    """A battle in a list. role: the person's part in it; runs: he has the GM's chair."""

    pk: int
    title: str
    phase_title: str
    finished_at: datetime | None
    role: str
    campaign: str
    runs: bool


@dataclass(frozen=True)
class HordeLine:
    name: str
    type: str
    squads: int
    magnitude: int
    full: int


@dataclass(frozen=True)
class HeroLine:
    """condition: in words, empty for who is fit."""

    name: str
    wounds: int
    full: int
    fate: int
    condition: str


@dataclass(frozen=True)
class ArmyLine:
    """heroes: the best-ranked first."""

    pk: int
    name: str
    headcount: int
    commanders: tuple[str, ...]
    hordes: tuple[HordeLine, ...]
    heroes: tuple[HeroLine, ...]

    @property
    def magnitude(self) -> int:
        return sum(horde.magnitude for horde in self.hordes)

    @property
    def full(self) -> int:
        return sum(horde.full for horde in self.hordes)


def membership(*, campaign_id: int, person: User) -> Membership:
    """Raises NotSeated, the same for a campaign that does not exist. Who has a seat in one of its battles is in it."""
    campaign = Campaign.objects.filter(pk=campaign_id).first()
    if campaign is None:
        raise seats.NotSeated
    if campaign.gm_id == person.pk:
        return Membership(campaign, person, GM)
    place = campaign.members.filter(user_id=person.pk).first()
    if place:
        return Membership(campaign, person, place.role, place.faction)
    return Membership(campaign, person, _by_seats(campaign, person), by_seat=True)


def _by_seats(campaign: Campaign, person: User) -> str:
    roles = set(Seat.objects.filter(battle__campaign=campaign, user_id=person.pk).values_list("role", flat=True))
    if not roles:
        raise seats.NotSeated
    return Member.Role.PLAYER if roles.intersection(seats.SIDES) else Member.Role.SPECTATOR


def of_person(person: User, *, archived: bool = False) -> QuerySet[Campaign]:
    """The campaigns he runs or is a member of, and those in whose battles he has a seat."""
    seated = Seat.objects.filter(battle__campaign=OuterRef("pk"), user_id=person.pk)
    member = Member.objects.filter(campaign=OuterRef("pk"), user_id=person.pk)
    found = Campaign.objects.filter(Q(gm_id=person.pk) | Exists(member) | Exists(seated))
    return found.filter(archived_at__isnull=not archived).annotate(
        own_role=Coalesce(Subquery(member.values("role")[:1]), Value(""))
    )


def create(*, name: str, gm: User) -> Campaign:
    """Raises Refused."""
    return Campaign.objects.create(name=_readable(name), gm=gm)


def rename(*, campaign: Campaign, name: str) -> None:
    """Raises Refused."""
    Campaign.objects.filter(pk=campaign.pk).update(name=_readable(name))


def archive(*, campaign: Campaign) -> None:
    """From now on it is only read, and the lobby does not list it. Once archived it stays so from its first day."""
    Campaign.objects.filter(pk=campaign.pk, archived_at=None).update(archived_at=timezone.now())


def unarchive(*, campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(archived_at=None)


def _readable(name: str) -> str:
    return readable("name", NAME, name, 1, LONGEST_NAME)


def battles_of(member: Membership) -> list[BattleLine]:
    """All of them for who runs the campaign or watches it, a player's own, newest first."""
    found = Battle.objects.filter(campaign=member.campaign)
    if not member.sees_all_battles:
        found = found.filter(seats__user_id=member.person.pk)
    return _lines(found, member.person, Seat.Role.GM if member.is_gm else Seat.Role.SPECTATOR)


def battles_for(person: User) -> list[BattleLine]:
    """Of all campaigns that are not archived, those he has a seat in or runs."""
    own = Seat.objects.filter(battle=OuterRef("pk"), user_id=person.pk)
    found = Battle.objects.filter(Exists(own) | Q(campaign_id__in=seats.led_by(person).values("pk")))
    return _lines(found.filter(campaign__archived_at=None), person, Seat.Role.GM)


def _lines(found: QuerySet[Battle], person: User, usual: Seat.Role) -> list[BattleLine]:
    """usual: the person's part in a battle in which he has no seat."""
    own = Prefetch("seats", Seat.objects.filter(user_id=person.pk), to_attr="own")
    wanted = found.select_related("campaign").prefetch_related(own).order_by("-pk")
    shown = wanted.only("title", "phase_title", "finished_at", "conduct", "campaign__name")
    lines = (_battle_line(battle, usual) for battle in shown)
    return [line for line in lines if line is not None]


def _battle_line(battle: Battle, usual: Seat.Role) -> BattleLine | None:
    """None for a spectator of a battle that is closed to spectators."""
    own: list[Seat] = battle.own  # type: ignore[attr-defined]
    role = Seat.Role(own[0].role) if own else usual
    watches = role == Seat.Role.SPECTATOR
    if watches and spectators.shut_out(battle):
        return None
    late = watches and conduct.of(battle).delayed and not spectators.knows_the_end(battle, timezone.now())
    return BattleLine(
        pk=battle.pk,
        title=battle.title,
        phase_title=gettext_noop("under way") if late else battle.phase_title,
        finished_at=None if late else battle.finished_at,
        role=str(role.label),
        campaign=battle.campaign.name,
        runs=role == Seat.Role.GM,
    )


def armies_of(campaign: Campaign) -> list[ArmyLine]:
    """For the GM alone: a rival's army is a secret."""
    profiles = catalogue.of_kind(campaign, catalogue.PROFILE).of(catalogue.PROFILE)
    types = {key: catalogue_name(profile.name) for key, profile in profiles.items()}
    armies = campaign.armies.prefetch_related("hordes", "commanders", "heroes")
    return [_army_line(army, types) for army in armies]


def _army_line(army: Army, types: dict[str, str]) -> ArmyLine:
    return ArmyLine(
        pk=army.pk,
        name=army.name,
        headcount=army.headcount,
        commanders=tuple(commander.name for commander in army.commanders.all()),
        hordes=tuple(_horde_line(horde, types) for horde in army.hordes.all()),
        heroes=tuple(_hero_line(hero) for hero in army.heroes.all()),
    )


def _hero_line(hero: Hero) -> HeroLine:
    condition = "" if hero.condition == Hero.Condition.FIT else hero.get_condition_display()
    return HeroLine(hero.name, hero.wounds_left, hero.wounds, hero.fate, condition)


def _horde_line(horde: Horde, types: dict[str, str]) -> HordeLine:
    kind = types.get(horde.profile, horde.profile)
    return HordeLine(horde.name, kind, horde.squads, horde.magnitude, horde.squads * SQUAD_MAGNITUDE)
