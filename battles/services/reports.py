"""The report of a battle that is over: what everybody may know of it, on one page; and the link that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from battles.models import Battle, Seat, Step
from battles.models.member import new_token
from battles.rules.ruleset import AUDIENCES, Line, Message, View
from battles.services import boards, records, replay, seats, steps
from battles.services.boards import Entry, Facts
from battles.services.gm import acts, conduct, spectators
from battles.services.gm.rulings import settled_of
from battles.services.refusals import Refused
from battles.services.replay import Past


class Gone(Exception):
    """There is no such report, or its link is no longer good: nobody is told which."""


@dataclass(frozen=True)
class Round:
    """A round, or a turn, as spectators saw it when it began and when the next one began. version: where the replay
    has it. phases: it has several of its own.
    """

    title: Message
    number: int
    before: View
    after: View
    version: int
    phases: bool


@dataclass(frozen=True)
class Report:
    """view: the public one at the end. rulings: of the GM's, each with its reason. void: nothing of it counts."""

    battle: Facts
    opened: datetime
    ended: datetime
    void: bool
    view: View
    rounds: tuple[Round, ...]
    rulings: tuple[Entry, ...]
    by_table: bool


def is_open(seat: Seat) -> bool:
    """Whether the battle is over as far as the person in this seat may know."""
    battle = seat.battle
    if seat.role != Seat.Role.SPECTATOR:
        return battle.finished_at is not None
    return spectators.knows_the_end(battle, timezone.now())


def find(*, token: str) -> Battle:
    """The battle that a link shows. Raises Gone; so does a link to a battle that was rewound and goes on."""
    battle = Battle.objects.select_related("campaign").filter(report_token=token).exclude(report_token="").first()
    if battle is None or not spectators.knows_the_end(battle, timezone.now()):
        raise Gone
    return battle


def of(battle: Battle) -> Report:
    """Of a battle that is over. The same for everybody: it holds nothing but what spectators were shown."""
    past = replay.of_public(battle)
    views = _views(past)
    told = list(Step.objects.filter(battle=battle, narrated=True).defer("state", "events").order_by("number"))
    assert battle.finished_at is not None
    return Report(
        battle=boards.facts(battle),
        opened=battle.created_at,
        ended=battle.finished_at,
        void=battle.voided_at is not None,
        view=views[past.marks[-1].number],
        rounds=tuple(_rounds(past, views)),
        rulings=tuple(_rulings(past, told)),
        by_table=any(each.how == "table" for step in told for each in settled_of(step)),
    )


def _bounds(past: Past) -> list[list[replay.Mark]]:
    return replay.stretches(past.shown(undone=False))


def _views(past: Past) -> dict[int, View]:
    """The public views where a round begins or ends, and the last: number of the step -> view."""
    rules = records.ruleset_of(past.battle)
    wanted = {marks[0].number for marks in _bounds(past)} | {past.marks[-1].number}
    found = Step.objects.filter(battle=past.battle, number__in=wanted)
    public = AUDIENCES[past.audience]
    return {step.number: rules.view(records.state_of(rules, step), public) for step in found}


def _rounds(past: Past, views: dict[int, View]) -> Iterator[Round]:
    """A round is over with the step that begins what comes after it; the last one with the last step."""
    bounds = _bounds(past)
    ends = [after[0].number for _, after in pairwise(bounds)] + [past.marks[-1].number]
    titles = dict(records.ruleset_of(past.battle).phases)
    for marks, end in zip(bounds, ends, strict=True):
        first = marks[0]
        if first.round and first.phase in titles and first.number != end:
            several = len({mark.phase for mark in marks}) > 1
            title = titles[first.phase]
            yield Round(title, first.round, views[first.number], views[end], first.version, several)


def _rulings(past: Past, told: list[Step]) -> Iterator[Entry]:
    """What the GM decided beside the rules, as far as everybody may read of it."""
    gaps = records.undone(past.battle.pk)
    chosen = [step for step in told if step.act.get("reason") or any(each.reason for each in settled_of(step))]
    adjusted = {step.number for step in chosen if step.kind == "adjusted"}
    whole = {step.number: step for step in Step.objects.filter(battle=past.battle, number__in=adjusted)}
    for step in chosen:
        lines = acts.lines(step, past.audience)
        if step.number in whole:
            lines = (*_told(past, whole[step.number]), *lines)
        if lines:
            undone = any(step.number in gap for gap in gaps)
            yield Entry(step.versions[past.audience], step.at, lines, undone)


def _told(past: Past, step: Step) -> Iterator[Line]:
    rules = records.ruleset_of(past.battle)
    state = records.state_of(rules, step)
    for event in records.events_of(rules, step):
        if event.narrated and past.audience in event.audience:
            line = rules.narrate(state, event, AUDIENCES[past.audience])
            if line is not None:
                yield line


def may_share(seat: Seat) -> bool:
    """The GM and both sides; while the battle is closed to spectators the GM alone."""
    if seat.role == Seat.Role.GM:
        return True
    return seat.role in seats.SIDES and conduct.of(seat.battle).spectators


@transaction.atomic
def share(*, battle_id: int, actor: User) -> None:
    """Make the link, if there is none yet. Raises NotSeated and Refused."""
    battle = steps.lock(battle_id)
    seat = seats.find(battle_id=battle_id, person=actor)
    if not may_share(seat) or battle.finished_at is None:
        raise seats.NotSeated
    if not spectators.knows_the_end(battle, timezone.now()):
        raise Refused("", "Spectators do not know the end yet, as the GM has set it: share the report later.")
    if not battle.report_token:
        battle.report_token = new_token()
        battle.save(update_fields=["report_token"])


@transaction.atomic
def revoke(*, battle_id: int, actor: User) -> None:
    """Whoever has the link sees nothing from now on. Raises NotSeated."""
    battle = steps.lock(battle_id)
    if seats.find(battle_id=battle_id, person=actor).role != Seat.Role.GM:
        raise seats.NotSeated
    battle.report_token = ""
    battle.save(update_fields=["report_token"])
