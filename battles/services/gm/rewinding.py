"""Taking a battle back to an earlier step: everything as it was then, and what came since kept in the record."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from battles.models import Battle, HandOver, LedgerEntry, Step
from battles.models.battle import new_secret
from battles.rules.ruleset import EVERYBODY, GM, Message, Side, Values
from battles.services import battles, records
from battles.services.bookings import Reason
from battles.services.gm import acts, chair, points
from battles.services.gm.chair import Stale
from battles.services.gm.points import Run
from battles.services.refusals import Refused
from battles.services.steps import Present


@dataclass(frozen=True)
class Plan:
    """What a rewind would undo. last: the newest step now. number: of steps undone, seen: of those that somebody has
    seen already.

    booked: the result is in the ledger and would be taken out of it. shown: the secret of the dice is known to all, so
    only new dice are possible.
    """

    to: Run
    last: int
    undone: list[Run]
    number: int
    seen: int
    booked: bool
    shown: bool


def listed(*, battle_id: int, before: int | None = None) -> tuple[list[Run], bool]:
    """The newest steps that count, and whether there are earlier ones. For the GM's chair alone."""
    return points.newest(Battle.objects.get(pk=battle_id), before=before)


def plan(*, battle_id: int, to: int) -> Plan:
    """Raises Refused for a step that there is not. For the GM's chair alone."""
    battle = Battle.objects.get(pk=battle_id)
    last = records.last_step(battle_id)
    _step(battle, last, to)
    here, undone = points.since(battle, to)
    each = [point for run in undone for point in run.points]
    return Plan(
        to=here,
        last=last.number,
        undone=undone,
        number=len(each),
        seen=sum(bool(point.seen_by) for point in each),
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
