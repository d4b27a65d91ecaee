"""A campaign's armies: who may edit which, the list, new ones, names and owners, the end of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet

from battles.models import Army, Battle, Campaign, Member
from battles.rules.armies import SQUAD_MAGNITUDE
from battles.rules.ruleset import Message
from battles.services import army_templates, army_versions, bookings
from battles.services.army_kinds import KINDS, NAME, NOTES, Profiles, profiles_of
from battles.services.campaigns import Membership
from battles.services.figures import prose, readable
from battles.services.holding import hold
from battles.services.refusals import Refused

MOST_ARMIES, LONGEST_NOTES = 200, 2000
OWNER, SOURCE = Message("Owner"), Message("Made from")
COPY, TEMPLATE = "army", "template"


@dataclass(frozen=True)
class Totals:
    """What an army adds up to. domains: title, Magnitude left and full of the hordes of each domain that it has."""

    hordes: int
    squads: int
    magnitude: int
    full: int
    domains: tuple[tuple[Message, int, int], ...]
    commanders: int
    heroes: int


@dataclass(frozen=True)
class ArmyLine:
    """An army in the list. owner: empty for the GM's own. mine: of the person who looks."""

    pk: int
    name: str
    owner: str
    mine: bool
    totals: Totals


class NoSuchArmy(Exception):
    """The campaign has no such army, or none that this person may see."""


def runs(member: Membership) -> bool:
    """Whether all armies of the campaign are his to edit: its GM's, and his deputies'."""
    return member.is_gm


def may_bring(member: Membership) -> bool:
    """Whether he may make an army: whoever runs the campaign, and its players for themselves."""
    return member.is_gm or member.role == Member.Role.PLAYER


def seen_by(member: Membership) -> QuerySet[Army]:
    """Those that he may see and edit: a rival's army is a secret, and who only watches edits none."""
    found = member.campaign.armies.all()
    if runs(member):
        return found
    return found.filter(owner_id=member.person.pk) if may_bring(member) else found.none()


def find(member: Membership, army: int) -> Army:
    """Raises NoSuchArmy."""
    found = seen_by(member).select_related("owner").filter(pk=army).first()
    if found is None:
        raise NoSuchArmy
    return found


def lines(member: Membership) -> list[ArmyLine]:
    profiles = profiles_of(member.campaign)
    found = seen_by(member).select_related("owner").prefetch_related(*KINDS)
    return [
        ArmyLine(army.pk, army.name, _owner(army), army.owner_id == member.person.pk, totals(army, profiles))
        for army in found
    ]


def totals(army: Army, profiles: Profiles) -> Totals:
    hordes = list(army.hordes.all())
    domains: dict[str, tuple[int, int]] = {}
    for horde in hordes:
        key, full = _domain(horde.profile, profiles), horde.squads * SQUAD_MAGNITUDE
        left, of = domains.get(key, (0, 0))
        domains[key] = (left + horde.magnitude, of + full)
    return Totals(
        hordes=len(hordes),
        squads=sum(horde.squads for horde in hordes),
        magnitude=sum(horde.magnitude for horde in hordes),
        full=sum(horde.squads for horde in hordes) * SQUAD_MAGNITUDE,
        domains=tuple((title, *domains[key]) for key, title in DOMAINS.items() if key in domains),
        commanders=len(army.commanders.all()),
        heroes=len(army.heroes.all()),
    )


DOMAINS = {"air": Message("Air"), "land": Message("Land"), "": Message("Of no known type")}


def owners(campaign: Campaign) -> QuerySet[User]:
    """Who may own an army: the campaign's deputies and players, and whoever commands a side in one of its battles."""
    placed = Q(memberships__campaign=campaign, memberships__role__in=(Member.Role.DEPUTY, Member.Role.PLAYER))
    seated = Q(seats__battle__campaign=campaign, seats__role__in=("red", "blue"))
    return User.objects.filter(placed | seated).exclude(pk=campaign.gm_id).distinct().order_by("username")


def sources(member: Membership) -> list[tuple[str, Message | str]]:
    """What a new army may be made from: value of a form's choice -> words."""
    templates = [(f"{TEMPLATE}-{each.key}", each.title) for each in army_templates.TEMPLATES]
    copies = [(f"{COPY}-{pk}", Message("A copy of %(army)s", {"army": name})) for pk, name in _names(member)]
    return [("", Message("Nothing: an empty army")), *templates, *copies]


@transaction.atomic
def create(*, member: Membership, given: Mapping[str, str]) -> Army:
    """`name`, and `source`: one of `sources`. A player's is his own. Raises Refused, with nothing stored."""
    name = read_name(given.get("name", ""))
    army = new(member=member, name=name)
    source = given.get("source", "")
    if source not in dict(sources(member)):
        raise Refused("source", "%(title)s: one of the choices offered is needed.", title=SOURCE)
    if source:
        key, _, which = source.partition("-")
        fill = _copied if key == COPY else army_templates.fill
        fill(army=army, source=which, by=member.person)
        army.refresh_from_db()
    return army


def new(*, member: Membership, name: str) -> Army:
    """An empty one, within a transaction of the caller's. Raises Refused."""
    hold(Campaign.objects.all()).get(pk=member.campaign.pk)
    if member.campaign.armies.count() >= MOST_ARMIES:
        raise Refused("", "Armies: at most %(most)s are allowed in a campaign.", most=MOST_ARMIES)
    return Army.objects.create(campaign=member.campaign, name=name, owner=None if runs(member) else member.person)


def names_token(army: Army) -> str:
    """What a form of its name, notes and owner was opened on."""
    return army_versions.digest([army.name, army.notes, army.owner_id])


def set_names(*, member: Membership, army: Army, given: Mapping[str, str]) -> None:
    """`name` and `notes`, and for whoever runs the campaign `owner`: a person's number, or nothing.

    seen: `names_token` when the form was opened. Raises Refused.
    """
    name = read_name(given.get("name", ""))
    notes = prose("notes", NOTES.title, given.get("notes", ""), LONGEST_NOTES)
    owner = _read_owner(member.campaign, given.get("owner", "")) if runs(member) else army.owner
    with army_versions.edited(army=army, what=Message("Name and notes"), by=member.person) as held:
        if given.get("seen", "") != names_token(held):
            raise Refused("seen", "The army has changed since this page was opened: look at it before you save.")
        held.name, held.notes, held.owner = name, notes, owner
        held.save(update_fields=["name", "notes", "owner"])


def disband(*, member: Membership, army: Army) -> None:
    """Battles that were opened with it keep their copy. Raises NoSuchArmy for whoever does not run the campaign."""
    if not runs(member):
        raise NoSuchArmy
    bookings.disband(army=army, by=member.person)


def in_battle(army: Army) -> int:
    """How many battles in progress were opened with it."""
    return Battle.objects.filter(Q(red_army=army) | Q(blue_army=army), finished_at=None).count()


def read_name(text: str) -> str:
    """Raises Refused."""
    return readable("name", NAME.title, text, NAME.least, NAME.most)


def _copied(*, army: Army, source: str, by: User) -> None:
    """All of another army under the same names, as it stands."""
    original = Army.objects.get(pk=int(source))
    with army_versions.edited(army=army, what=Message("A copy of %(army)s", {"army": original.name}), by=by) as held:
        for field in ("notes", "headcount", "arms", "training"):
            setattr(held, field, getattr(original, field))
        held.save()
        for kind in KINDS.values():
            rows = list(kind.model.objects.filter(army=original))
            for row in rows:
                row.pk, row.army = None, held
            kind.model.objects.bulk_create(rows)


def _names(member: Membership) -> list[tuple[int, str]]:
    return list(seen_by(member).values_list("pk", "name"))


def _read_owner(campaign: Campaign, text: str) -> User | None:
    if not text:
        return None
    found = next((each for each in owners(campaign) if str(each.pk) == text), None)
    if found is None:
        raise Refused("owner", "%(title)s: one of the choices offered is needed.", title=OWNER)
    return found


def _owner(army: Army) -> str:
    return (army.owner.get_full_name() or army.owner.get_username()) if army.owner else ""


def _domain(profile: str, profiles: Profiles) -> str:
    return str(profiles[profile].domain) if profile in profiles else ""
