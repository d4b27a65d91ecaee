"""Taking a battle back to an earlier step: everything as it was then, and what came since kept in the record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from battles.models import Battle, HandOver, LedgerEntry, Step
from battles.models.battle import new_secret
from battles.rules.ruleset import AUDIENCES, EVERYBODY, GM, Line, Message, Side, Values
from battles.services import battles, records
from battles.services.bookings import Reason
from battles.services.gm import acts, chair
from battles.services.gm.chair import Stale
from battles.services.refusals import Refused
from battles.services.steps import Present

SHOWN = 40  # steps on a page


@dataclass(frozen=True)
class Point:
    """A step that the battle can be taken back to, and what came of it then. version: of the GM's view."""

    number: int
    at: datetime
    actor: str
    lines: tuple[Line, ...]
    seen_by: tuple[str, ...]
    phase: Message
    round: int


@dataclass(frozen=True)
class Plan:
    """What a rewind would undo. last: the newest step now. seen: of what is undone, what somebody has seen already.

    booked: the result is in the ledger and would be taken out of it. shown: the secret of the dice is known to all, so
    only new dice are possible.
    """

    to: Point
    last: int
    undone: list[Point]
    seen: int
    booked: bool
    shown: bool


def points(*, battle_id: int, before: int | None = None) -> tuple[list[Point], bool]:
    """The newest steps that count, and whether there are earlier ones. For the GM's chair alone."""
    battle = Battle.objects.get(pk=battle_id)
    found = Step.objects.filter(battle=battle, pending__isnull=True).order_by("-number").select_related("actor")
    if before is not None:
        found = found.filter(number__lt=before)
    for gap in records.undone(battle_id):
        found = found.exclude(number__in=gap)
    taken = list(found[: SHOWN + 1])
    return [_point(battle, step) for step in taken[:SHOWN]], len(taken) > SHOWN


def plan(*, battle_id: int, to: int) -> Plan:
    """Raises Refused for a step that there is not. For the GM's chair alone."""
    battle = Battle.objects.get(pk=battle_id)
    last = records.last_step(battle_id)
    step = _step(battle, last, to)
    undone = [_point(battle, each) for each in _undone(battle, to, last.number)]
    return Plan(
        to=_point(battle, step),
        last=last.number,
        undone=undone,
        seen=sum(bool(point.seen_by) for point in undone),
        booked=LedgerEntry.objects.filter(battle=battle, reason=Reason.BATTLE, reversed_by=None).exists(),
        shown=battle.finished_at is not None,
    )


@transaction.atomic
def rewind(*, battle_id: int, actor: User, to: int, last: int, same_dice: bool, reason: str) -> None:
    """The state, drafts, readiness, the clock and the ledger are as they were after step `to`.

    last: the newest step when the GM decided. same_dice: what is rolled next comes out as it did, if the same is done.
    Raises Stale and Refused.
    """
    now = chair.present(battle_id, actor)
    if now.step.number != last:
        raise Stale
    step, told = _step(now.battle, now.step, to), acts.checked_reason(reason)
    if same_dice and now.battle.finished_at:
        raise Refused("dice", "Dice: the secret was shown at the end of the battle, so new ones are needed.")
    chair.unbook(now.battle, actor, told)
    _restore(now.battle, step, now.step.number)
    chair.act(
        now,
        actor,
        acts.told("rewound", _said(now, step, same_dice), reason=told, to_step=to),
        state=records.state_of(now.rules, step),
        dice=step.dice if same_dice else now.step.number + 1,
        pending=None,
        heard=EVERYBODY,
        time_of=step,
    )
    for side in _given_away(now.battle, step):
        battles.take_back(battle=now.battle, side=side, actor=actor)


def _given_away(battle: Battle, step: Step) -> list[Side]:
    """Whose seat has changed hands since without its secret choices: who sits there now must not get them after all."""
    changed = HandOver.objects.filter(battle=battle, at__gt=_origin(battle, step).at, drafts=False)
    return [side for side in Side if changed.filter(role=side.value).exists()]


def _origin(battle: Battle, step: Step) -> Step:
    """The step whose choices it holds: what a rewind brought back is as old as what it was rewound to."""
    while rewound := Step.objects.filter(battle=battle, kind=records.REWOUND, number__lte=step.number).last():
        step = Step.objects.get(battle=battle, number=rewound.act["to_step"])
    return step


def _restore(battle: Battle, step: Step, last: int) -> None:
    """The battle's row as it was. Where the dice's secret was shown there is another from now on."""
    if battle.finished_at:
        battle.old_secrets = [*battle.old_secrets, [last, bytes(battle.secret).hex()]]
        battle.secret = new_secret()
    battle.finished_at = battle.voided_at = None


def _said(now: Present, step: Step, same_dice: bool) -> Message:
    view = now.rules.view(records.state_of(now.rules, step), GM())
    dice = Message("with the same dice") if same_dice else Message("with new dice")
    values: Values = {"phase": view.phase_title, "round": view.round, "dice": dice}
    if view.round:
        return Message("The GM rewinds the battle to %(phase)s, round %(round)s, %(dice)s.", values)
    return Message("The GM rewinds the battle to %(phase)s, %(dice)s.", values)


def _step(battle: Battle, last: Step, to: int) -> Step:
    found = Step.objects.filter(battle=battle, number=to, number__lt=last.number).first() if 0 <= to < 2**31 else None
    if found is None or any(to in gap for gap in records.undone(battle.pk)) or found.pending:
        raise Refused("to", "Step: one of those shown is needed.")
    return found


def _undone(battle: Battle, to: int, last: int) -> Iterator[Step]:
    """The steps that count and would no longer."""
    gaps = records.undone(battle.pk)
    for step in Step.objects.filter(battle=battle, number__gt=to, number__lte=last).select_related("actor"):
        if not any(step.number in gap for gap in gaps):
            yield step


def _point(battle: Battle, step: Step) -> Point:
    rules = records.ruleset_of(battle)
    state = records.state_of(rules, step)
    events = records.events_of(rules, step)
    view = rules.view(state, GM())
    lines = [rules.narrate(state, event, GM()) for event in events]
    heard = {audience for event in events if event.narrated for audience in event.audience}
    return Point(
        number=step.number,
        at=step.at,
        actor=step.actor.get_username() if step.actor else "",
        lines=(*(line for line in lines if line is not None), *acts.lines(step, "gm")),
        seen_by=tuple(name for name in AUDIENCES if name in heard and name != "gm"),
        phase=view.phase_title,
        round=view.round,
    )
