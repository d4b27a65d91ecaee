"""The ledger as its page shows it: each booking in words, a battle's together, and what each army's add up to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q, QuerySet, Sum

from battles.models import Army, Battle, Horde, LedgerEntry, Seat
from battles.rules.armies import SQUAD_MAGNITUDE
from battles.rules.ruleset import Message
from battles.services import ledger_words
from battles.services.bookings import Reason, Subject
from battles.services.campaigns import Membership

A_PAGE = 60
# What a battle's cost is told in, in this order.
COSTS = {
    "magnitude": Message("Magnitude"),
    "headcount": Message("Headcount"),
    "wounds": Message("Wounds"),
    "fate": Message("Fate Points"),
    "condition": Message("Heroes out of action or dead"),
    "drawn": Message("Advantages drawn"),
}
# Column -> the reasons that are added up in it.
COLUMNS = {
    "raised": (Reason.RAISED,),
    "battles": (Reason.BATTLE, Reason.TAKEN_BACK),
    "repairs": (Reason.REPAIR, Reason.REPLACEMENT),
    "edits": (Reason.EDIT, Reason.SPENT),
}


@dataclass(frozen=True)
class Line:
    words: Message
    note: Message | None


@dataclass(frozen=True)
class Cost:
    """What a battle cost and gave one army."""

    army: Message
    figures: tuple[tuple[Message, int], ...]


@dataclass
class Group:
    """Bookings that were made together. battle: its key, for those of a battle's end and their taking back.

    told: the result, rewards, and what could not be done in full; lines: the rest.
    may_take_back: this is the end of a battle that still counts.
    """

    title: Message
    reason: str
    at: datetime
    by: str
    why: str
    told: tuple[Line, ...]
    lines: tuple[Line, ...]
    battle: int | None = None
    is_taken_back: bool = False
    may_take_back: bool = False
    costs: list[Cost] = field(default_factory=list)


@dataclass(frozen=True)
class Total:
    """An army's Magnitude, and its bookings of it. parts: raised, battles, repairs, edits."""

    pk: int
    name: str
    magnitude: int
    full: int
    parts: tuple[int, ...]

    @property
    def booked(self) -> int:
        return sum(self.parts)

    @property
    def is_right(self) -> bool:
        return self.booked == self.magnitude

    @property
    def is_empty(self) -> bool:
        """An army of heroes only."""
        return not (self.full or any(self.parts))


@dataclass(frozen=True)
class Ledger:
    """armies, battles: to choose from, as (key, name)."""

    groups: list[Group]
    page: Page[LedgerEntry]
    totals: list[Total]
    armies: list[tuple[int, str]]
    battles: list[tuple[int, str]]


def load(*, member: Membership, army: int | None = None, battle: int | None = None, page: str = "1") -> Ledger:
    """One page of what this person may see, the newest first, of one army or battle if one is named."""
    seen = _seen_by(member)
    found = seen.filter(**{name: pk for name, pk in (("army", army), ("battle", battle)) if pk is not None})
    shown = found.select_related("army", "battle", "by").order_by("-pk")
    entries = Paginator(shown.defer("battle__setup", "battle__sources", "battle__secret"), A_PAGE).get_page(page)
    armies = dict(_armies_of(member).values_list("pk", "name"))
    return Ledger(
        groups=_with_costs(_groups(entries), seen),
        page=entries,
        totals=_totals(armies if army is None else {pk: armies[pk] for pk in (army,) if pk in armies}),
        armies=list(
            seen.filter(army__isnull=False).order_by("army__name").values_list("army", "army__name").distinct()
        ),
        battles=list(
            seen.filter(battle__isnull=False).order_by("-battle_id").values_list("battle", "battle__title").distinct()
        ),
    )


def _armies_of(member: Membership) -> QuerySet[Army]:
    """Whose totals he sees: to others an army's strength is a secret."""
    armies = Army.objects.filter(campaign=member.campaign)
    return armies if member.is_gm else armies.filter(owner_id=member.person.pk)


def _seen_by(member: Membership) -> QuerySet[LedgerEntry]:
    """All for the GM and deputies; a player's own army, and what a battle did to the side he sat on; else nothing."""
    entries = LedgerEntry.objects.filter(campaign=member.campaign)
    if member.is_gm:
        return entries
    seats = Seat.objects.filter(user_id=member.person.pk)
    red, blue = (seats.filter(role=role).values("battle") for role in (Seat.Role.RED, Seat.Role.BLUE))
    ends = Q(reason__in=(Reason.BATTLE, Reason.TAKEN_BACK))
    fought = Q(battle__in=red, army=F("battle__red_army")) | Q(battle__in=blue, army=F("battle__blue_army"))
    told = Q(subject=Subject.REWARD) & (Q(battle__in=red) | Q(battle__in=blue))
    return entries.filter(Q(army__owner=member.person.pk) | (ends & (fought | told)))


def _groups(entries: Iterable[LedgerEntry]) -> list[Group]:
    return [_group(list(group)) for _, group in groupby(entries, _together)]


def _together(entry: LedgerEntry) -> tuple[Any, ...]:
    """What was booked in one act; a battle's, of both armies."""
    if entry.reason in (Reason.BATTLE, Reason.TAKEN_BACK):
        return (entry.reason, entry.battle_id)
    minute = entry.at.replace(second=0, microsecond=0)
    return (entry.reason, entry.army_id, entry.detail.get("army"), entry.by_id, entry.detail.get("why"), minute)


def _group(entries: list[LedgerEntry]) -> Group:
    """The oldest of its bookings first: the result before what it cost."""
    first = entries[-1]
    of_battle = first.reason in (Reason.BATTLE, Reason.TAKEN_BACK)
    told = zip(reversed(entries), _lines(reversed(entries)), strict=True)
    lines = [(line, entry.subject == Subject.REWARD or line.note is not None) for entry, line in told]
    return Group(
        title=ledger_words.battle_name(first) if of_battle else ledger_words.army_name(first),
        reason=first.reason,
        at=first.at,
        by=first.by.get_username() if first.by else "",
        why=first.detail.get("why", ""),
        told=tuple(line for line, first in lines if first),
        lines=tuple(line for line, first in lines if not first),
        battle=first.battle_id if of_battle else None,
    )


def _lines(entries: Iterable[LedgerEntry]) -> tuple[Line, ...]:
    return tuple(Line(ledger_words.words(entry), ledger_words.note(entry)) for entry in entries)


def _with_costs(groups: list[Group], seen: QuerySet[LedgerEntry]) -> list[Group]:
    """Also of what stands on another page."""
    battles = {group.battle for group in groups if group.battle}
    entries = seen.filter(battle__in=battles, reason=Reason.BATTLE).order_by()
    sums = entries.filter(field__in=COSTS).values("battle", "army", "army__name", "field")
    found: dict[int, dict[str, dict[str, int]]] = {}
    for row in sums.annotate(total=Sum("amount"), count=Count("pk")).order_by("army__name"):
        amount = row["count"] if row["field"] == "condition" else row["total"]
        found.setdefault(row["battle"], {}).setdefault(row["army__name"] or "", {})[row["field"]] = amount
    back = set(
        LedgerEntry.objects.filter(battle__in=battles, reason=Reason.TAKEN_BACK).values_list("battle", flat=True)
    )
    for group in groups:
        if group.battle and group.reason == Reason.BATTLE:
            group.costs = [_cost(name, fields) for name, fields in found.get(group.battle, {}).items()]
            group.is_taken_back = group.battle in back
            group.may_take_back = not group.is_taken_back
    return groups


def _cost(army: str, fields: dict[str, int]) -> Cost:
    name = Message("%(name)s", {"name": army}) if army else Message("An army since deleted")
    return Cost(name, tuple((title, fields[field]) for field, title in COSTS.items() if field in fields))


def _totals(armies: dict[int, str]) -> list[Total]:
    hordes = Horde.objects.filter(army__in=armies).order_by().values_list("army")
    has = {pk: both for pk, *both in hordes.annotate(Sum("magnitude"), Sum("squads"))}
    entries = LedgerEntry.objects.filter(army__in=armies, field="magnitude").order_by()
    booked = {
        (army, reason): total for army, reason, total in entries.values_list("army", "reason").annotate(Sum("amount"))
    }
    return [_total(pk, name, has.get(pk, [0, 0]), booked) for pk, name in armies.items()]


def _total(pk: int, name: str, has: list[int], booked: dict[tuple[int, str], int]) -> Total:
    parts = (sum(booked.get((pk, reason), 0) for reason in reasons) for reasons in COLUMNS.values())
    return Total(pk, name, has[0], has[1] * SQUAD_MAGNITUDE, tuple(parts))


def what_it_would_undo(battle: Battle) -> tuple[Line, ...]:
    """The battle's bookings, before its result is taken back."""
    entries = LedgerEntry.objects.filter(battle=battle, reason=Reason.BATTLE).select_related("battle")
    return _lines(entries.defer("battle__setup", "battle__sources", "battle__secret"))
