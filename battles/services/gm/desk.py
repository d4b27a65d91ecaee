"""A GM's desk: all battles whose chair is his, and of each live one where it stands and who is waited for.

Nothing of what the sides have chosen: a desk is looked at without a look at a battle's secrets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import OuterRef, Subquery

from battles.models import Battle, Campaign, Seat, Step
from battles.rules.ruleset import Message
from battles.services import records, seats
from battles.services.gm import presence, rulings, standing
from battles.services.gm.company import Companion

OVER_ON_A_PAGE = 20
RULING = Message("A round waits for your ruling.")
THROWING = Message("Dice are to be thrown at the table.")
PAUSED = Message("Paused.")
YOURS = Message("You are waited for.")


@dataclass(frozen=True)
class Row:
    """A live battle. state: what holds it up, if anything does. waited_for: the sides, as (side, title).

    calls: nothing goes on until its GM does something. since: whoever is waited for is.
    """

    pk: int
    title: str
    campaign: str
    phase: str
    round: int
    begun: bool
    calls: bool
    state: Message | None
    waited_for: tuple[tuple[str, str], ...]
    since: datetime | None
    deadline: datetime | None
    people: tuple[Companion, ...]


@dataclass(frozen=True)
class Over:
    """A battle that has ended, or is void."""

    pk: int
    title: str
    campaign: str
    at: datetime | None
    void: bool


@dataclass(frozen=True)
class Desk:
    """page: of the battles that are over."""

    campaigns: list[Campaign]
    live: list[Row]
    waiting: list[Row]
    over: list[Over]
    page: Page[Battle]

    @property
    def calling(self) -> int:
        """How many battles wait for their GM."""
        return sum(row.calls for row in (*self.live, *self.waiting))


def of(person: User, *, page: str = "1") -> Desk:
    """The same number of queries, however many battles there are."""
    mine = seats.run_by(person).select_related("campaign").defer("setup", "sources")
    newest = Step.objects.filter(battle=OuterRef("pk")).order_by("-number").values("pk")[:1]
    going_on = mine.filter(finished_at=None, campaign__archived_at=None).annotate(last=Subquery(newest))
    rows = _rows(list(going_on.order_by("waiting_since", "pk")))
    ended = mine.filter(finished_at__isnull=False).order_by("-finished_at", "-pk")
    over = Paginator(ended, OVER_ON_A_PAGE).get_page(page)
    return Desk(
        campaigns=list(seats.led_by(person).filter(archived_at=None)),
        live=[row for row in rows if row.begun],
        waiting=[row for row in rows if not row.begun],
        over=[_over(battle) for battle in over],
        page=over,
    )


def _over(battle: Battle) -> Over:
    return Over(battle.pk, battle.title, battle.campaign.name, battle.finished_at, battle.voided_at is not None)


def _rows(battles: list[Battle]) -> list[Row]:
    found = Step.objects.in_bulk([battle.last for battle in battles])  # type: ignore[attr-defined]
    people = _people(battles)
    return [_row(battle, found[battle.last], tuple(people[battle.pk])) for battle in battles]  # type: ignore[attr-defined]


def _row(battle: Battle, last: Step, people: tuple[Companion, ...]) -> Row:
    rules = records.ruleset_of(battle)
    state, pending = records.state_of(rules, last), rulings.pending_of(last)
    waited = () if pending else tuple((side.value, state.of(side).title) for side in rules.waited_for(state))
    yours = not waited and not pending and rules.onward(state) is not None
    return Row(
        pk=battle.pk,
        title=battle.title,
        campaign=battle.campaign.name,
        phase=battle.phase_title,
        round=int(last.moment.rpartition(".")[2] or 0),
        begun=battle.phase != rules.phases[0][0],
        calls=yours or bool(battle.paused_at) or bool(pending and pending.draft),
        state=_state(battle, last, yours),
        waited_for=waited,
        since=battle.waiting_since,
        deadline=battle.deadline,
        people=people,
    )


def _state(battle: Battle, last: Step, yours: bool) -> Message | None:
    match standing.halt(battle, last):
        case standing.RULING:
            return RULING
        case standing.THROWING:
            return THROWING
        case standing.PAUSED:
            return PAUSED
    return YOURS if yours else None


def _people(battles: Iterable[Battle]) -> dict[int, list[Companion]]:
    """Who commands in each battle, and who of them is here."""
    sides = Seat.objects.filter(battle__in=battles, role__in=seats.SIDES).select_related("user")
    seated = sorted(sides, key=lambda seat: list(Seat.Role).index(Seat.Role(seat.role)))
    here = presence.here_of([(seat.battle_id, seat.user_id) for seat in seated])
    found: dict[int, list[Companion]] = defaultdict(list)
    for seat in seated:
        there = (seat.battle_id, seat.user_id) in here
        found[seat.battle_id].append(Companion(seat.user.get_username(), seat.role, seat.get_role_display(), there))
    return found
