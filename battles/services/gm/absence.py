"""A side that is absent: its choices are sealed for it, by the GM's hand or at the deadline, by the agreed rule."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from battles.rules.ruleset import AUDIENCES, Illegal, Message, Side
from battles.services import steps
from battles.services.gm import acts, chair, onward
from battles.services.refusals import Refused
from battles.services.steps import Present

SEALED = Message("%(side)s was not ready: what it had saved is sealed for it.")
SKIPPED = Message("%(side)s was not ready: it chooses nothing it does not have to.")
HOW = {"last": SEALED, "hold": SKIPPED}


@transaction.atomic
def force(*, battle_id: int, actor: User, side: str, how: str, reason: str) -> None:
    """The GM seals for a side. how: `last`, what it has saved; `hold`, nothing. Raises Refused and Illegal."""
    now = chair.present(battle_id, actor)
    told = acts.checked_reason(reason)
    if side not in tuple(Side) or how not in HOW:
        raise Refused("side", "Side: one of the choices offered is needed.")
    steps.refuse_if_halted(now.battle, now.step)
    if Side(side) not in now.rules.waited_for(now.state):
        raise Refused("side", "That side is not waited for.")
    onward.follow(seal(now, actor, Side(side), how, told))


def seal(now: Present, actor: User | None, side: Side, how: str, reason: str = "") -> Present:
    """Seal the side's choices by the rule `how`; what is missing is filled in by a sensible choice.

    actor: None for the clock. The caller has seen that the side is waited for.
    """
    said = Message(HOW[how].text, {"side": _title(now, side)})
    now = chair.act(now, actor, acts.told("forced", said, reason=reason, side=side.value))
    if how == "hold":
        while command := now.rules.take_back(now.state, side):
            now = steps.carry_out(now, actor, AUDIENCES[side.value], command)
    try:
        return steps.carry_out(now, actor, AUDIENCES[side.value], now.rules.sealing)
    except Illegal:
        return _filled_in(now, actor, side)


def _filled_in(now: Present, actor: User | None, side: Side) -> Present:
    """What the rules demand and nobody has chosen."""
    for command in now.rules.suggest(now.state, side):
        if now.step.pending:  # the sealing itself has led to a round that waits
            break
        now = steps.carry_out(now, actor, AUDIENCES[side.value], command)
    return now


def _title(now: Present, side: Side) -> str:
    title: str = now.state.of(side).title
    return title
