"""Who is who in a campaign, and what its page shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Prefetch, Q, QuerySet

from battles.models import Army, Battle, Campaign, Hero, Horde, Seat
from battles.rules.armies import SQUAD_MAGNITUDE
from battles.services import catalogue, seats


@dataclass(frozen=True)
class Membership:
    """A person's place in a campaign: its GM, or somebody who has a seat in one of its battles."""

    campaign: Campaign
    person: User
    is_gm: bool


@dataclass(frozen=True)
class BattleLine:
    """A battle in a list. role: the person's seat, empty without one; then there is no page for him to open."""

    pk: int
    title: str
    phase_title: str
    finished_at: datetime | None
    role: str


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
    """Raises NotSeated, the same for a campaign that does not exist."""
    try:
        campaign = Campaign.objects.get(pk=campaign_id)
    except Campaign.DoesNotExist:
        raise seats.NotSeated from None
    is_gm = campaign.gm_id == person.pk
    if not is_gm and not Seat.objects.filter(battle__campaign=campaign, user_id=person.pk).exists():
        raise seats.NotSeated
    return Membership(campaign, person, is_gm)


def of_person(person: User) -> QuerySet[Campaign]:
    """The campaigns he runs, and those in whose battles he has a seat."""
    return Campaign.objects.filter(Q(gm_id=person.pk) | Q(battles__seats__user_id=person.pk)).distinct()


def battles_of(member: Membership) -> list[BattleLine]:
    """All of them for the GM, one's own for the others, newest first."""
    own = Prefetch("seats", Seat.objects.filter(user_id=member.person.pk), to_attr="own")
    found = Battle.objects.filter(campaign=member.campaign).prefetch_related(own).order_by("-pk")
    if not member.is_gm:
        found = found.filter(seats__user_id=member.person.pk)
    return [_battle_line(battle) for battle in found.only("title", "phase_title", "finished_at")]


def _battle_line(battle: Battle) -> BattleLine:
    own: list[Seat] = battle.own  # type: ignore[attr-defined]
    role = str(own[0].get_role_display()) if own else ""
    return BattleLine(battle.pk, battle.title, battle.phase_title, battle.finished_at, role)


def armies_of(campaign: Campaign) -> list[ArmyLine]:
    """For the GM alone: a rival's army is a secret."""
    profiles = catalogue.of_kind(campaign, catalogue.PROFILE).of(catalogue.PROFILE)
    types = {key: profile.name for key, profile in profiles.items()}
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
