"""What the GM does with a battle as it stands: pause it, give time, rule on a figure, end it, declare it void."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from battles.models import Battle, LedgerEntry, Seat, Step
from battles.rules.ruleset import EVERYBODY, Message, fold
from battles.rules.rulings import Adjusted, Figure, find
from battles.services import live, seats, steps, taking_back
from battles.services.bookings import Reason
from battles.services.gm import acts, conduct, onward, pace
from battles.services.refusals import Refused
from battles.services.steps import Change, Present

MOST_EXTENSION = conduct.MOST_MINUTES
REACHED = Message("%(name)s tried what only another seat may do. Nothing was done.")


class Stale(Exception):
    """Somebody was faster: what this was decided on no longer holds, and nothing was changed."""


def present(battle_id: int, actor: User) -> Present:
    """The battle, its row held, for who may sit in the GM's chair. Raises NotSeated and Refused. In a transaction."""
    battle = steps.lock(battle_id)
    if seats.find(battle_id=battle_id, person=actor).role != Seat.Role.GM:
        raise seats.NotSeated
    if battle.campaign.archived_at:
        raise Refused("", "This campaign is archived: its battles stay as they are.")
    return Present.of(battle)


def act(now: Present, actor: User | None, what: acts.Act, **changes: Any) -> Present:
    """Write an act of the GM's, which changes nothing else; what is pending stays so."""
    heard: dict[str, Any] = {"heard": what.said.get("to") or EVERYBODY}
    return steps.write(now, Change(actor, "gm", act=what, **heard | changes))


@transaction.atomic
def pause(*, battle_id: int, actor: User, reason: str = "") -> None:
    """Nobody commands and no time runs until the GM resumes. Raises Refused."""
    now = present(battle_id, actor)
    _refuse_if_over(now.battle)
    if now.battle.paused_at:
        raise Refused("", "The battle is paused already.")
    stop_clock(now.battle, timezone.now())
    act(now, actor, acts.told("paused", Message("The GM pauses the battle."), reason=_optional(reason)))


def stop_clock(battle: Battle, at: datetime) -> None:
    battle.paused_at = at
    pace.hold(battle, at)


def start_clock(now: Present, at: datetime) -> None:
    now.battle.paused_at = None
    pace.start(now.battle, at, waiting=bool(now.rules.waited_for(now.state)))


@transaction.atomic
def resume(*, battle_id: int, actor: User) -> None:
    """What was left of the time runs on. Raises Refused."""
    now = present(battle_id, actor)
    if not now.battle.paused_at:
        raise Refused("", "The battle is not paused.")
    start_clock(now, timezone.now())
    onward.follow(act(now, actor, acts.told("resumed", Message("The GM lets the battle go on."))))


@transaction.atomic
def extend(*, battle_id: int, actor: User, minutes: int, reason: str = "") -> None:
    """More time for whoever is waited for, counted from the deadline; from now where there was none. Raises Refused."""
    now, at = present(battle_id, actor), timezone.now()
    _refuse_if_over(now.battle)
    if not now.rules.waited_for(now.state):
        raise Refused("minutes", "Minutes: no side is waited for now.")
    if not 1 <= minutes <= MOST_EXTENSION:
        most = MOST_EXTENSION
        raise Refused("minutes", "Minutes: a whole number from %(least)s to %(most)s is needed.", least=1, most=most)
    pace.extend(now.battle, timedelta(minutes=minutes), at)
    told = Message("The GM gives %(minutes)s minutes more.", {"minutes": minutes})
    act(now, actor, acts.told("extended", told, reason=_optional(reason)))


@transaction.atomic
def put(*, battle_id: int, actor: User, changes: Mapping[str, Any]) -> None:
    """How the battle is run from now on: fields of a `Conduct`, the others stay. The present phase's time begins anew
    where its limit is another.
    """
    now = present(battle_id, actor)
    before, battle = conduct.of(now.battle), now.battle
    wanted = replace(before, **changes)
    conduct.put(battle, wanted)
    if before.limits.get(battle.phase) != wanted.limits.get(battle.phase) and not battle.finished_at:
        pace.begin(battle, battle.phase, waiting=bool(now.rules.waited_for(now.state)))
    changed = conduct.changes(before, wanted)
    if changed:
        told = Message("The GM changes how the battle is run.")
        onward.follow(act(now, actor, acts.told("conduct", told, changes=changed)))
    if before.spectators and not wanted.spectators:
        live.shut(battle, "public")
        # Another instance: what was just told is sent under the old name, which all hubs know.
        live.rotate(Battle.objects.only("live_key").get(pk=battle.pk))


def figures(*, battle_id: int) -> tuple[Figure, ...]:
    """Everything that may be ruled on, as it is now. For the GM's chair alone: it holds both sides' secrets."""
    battle = Battle.objects.get(pk=battle_id)
    now = Present.of(battle)
    return now.rules.figures(now.state)


@transaction.atomic
def adjust(*, battle_id: int, actor: User, key: str, was: str, value: str, reason: str) -> None:
    """Rule on one figure. was: what it was when the GM decided. Raises Refused and Illegal."""
    now = present(battle_id, actor)
    _refuse_if_over(now.battle)
    _refuse_if_pending(now)
    told, figure = acts.checked_reason(reason), find(now.rules.figures(now.state), key)
    if figure.value != was:
        raise Refused(
            "value",
            "%(label)s has changed since you opened this: it was %(was)s, now it is %(now)s.",
            label=figure.label,
            was=figure.said(was),
            now=figure.said(figure.value),
        )
    value = figure.checked(value)
    if value == figure.value:
        raise Refused("value", "%(label)s is that already.", label=figure.label)
    events = now.rules.adjust(now.state, key, value)
    heard = next((event.audience for event in events if isinstance(event, Adjusted)), EVERYBODY)
    what = acts.because("adjusted", told, to=() if heard == EVERYBODY else heard, key=key, value=value)
    act(now, actor, what, events=events, state=fold(now.rules, now.state, events), heard=heard)


@transaction.atomic
def stop(*, battle_id: int, actor: User, reason: str) -> None:
    """End the battle here: what was lost is lost and booked, nobody has won. Raises Refused and Illegal."""
    now = present(battle_id, actor)
    _refuse_if_over(now.battle)
    _refuse_if_pending(now)
    told = acts.checked_reason(reason)
    events = now.rules.stop(now.state)
    act(now, actor, acts.because("stopped", told), events=events, state=fold(now.rules, now.state, events))


@transaction.atomic
def void(*, battle_id: int, actor: User, reason: str) -> None:
    """Nothing of the battle counts: what was booked of it is taken back. Raises Refused."""
    now = present(battle_id, actor)
    battle = now.battle
    if battle.voided_at:
        raise Refused("", "The battle is void already.")
    told = acts.checked_reason(reason)
    unbook(battle, actor, told)
    battle.voided_at = timezone.now()
    battle.finished_at = battle.finished_at or battle.voided_at
    battle.deadline = battle.seconds_left = battle.paused_at = None
    act(now, actor, acts.told("voided", Message("The GM declares the battle void."), reason=told), pending=None)


@transaction.atomic
def note_reach(*, battle_id: int, actor: User) -> None:
    """Somebody has tried a command that is another seat's: the GM reads of it, once a person and moment."""
    now = Present.of(steps.lock(battle_id))
    known = Step.objects.filter(battle=now.battle, kind="reached", actor=actor, moment=now.step.moment)
    if known.exists():
        return
    said = Message(REACHED.text, {"name": actor.get_username()})
    what = acts.told("reached", said, to=("gm",))
    # Nobody's act: a token that was decided on stays good.
    steps.write(now, Change(actor, "", act=what, heard=("gm",)))


def unbook(battle: Battle, actor: User | None, why: str) -> None:
    """Take what was booked of the battle back, if anything is."""
    if LedgerEntry.objects.filter(battle=battle, reason=Reason.BATTLE, reversed_by=None).exists():
        taking_back.take_back(campaign=battle.campaign, battle=battle.pk, by=actor, why=why)


def _refuse_if_over(battle: Battle) -> None:
    if battle.finished_at:
        raise Refused("", "The battle is over. Rewind it first.")


def _refuse_if_pending(now: Present) -> None:
    if now.step.pending:
        raise Refused("", "A round waits for your ruling: publish it or drop it first.")


def _optional(reason: str) -> str:
    return acts.checked_reason(reason) if reason.strip() else ""
