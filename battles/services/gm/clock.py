"""Deadlines that strike: whoever is not ready by then is dealt with by the agreed rule.

Run by `manage.py clock`, and by the server itself where there is only one. Any number of processes may do this at once:
whoever comes second at a battle finds it done.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from threading import Event
from typing import Protocol

from django.db import close_old_connections, transaction
from django.utils import timezone

from battles.models import Battle
from battles.rules.ruleset import Message, Side
from battles.services import seats, steps
from battles.services.gm import absence, acts, chair, conduct, onward, reminders, standing
from battles.services.steps import Present

log = logging.getLogger(__name__)
EVERY = 1.0  # seconds between two looks
PATIENCE = 10.0  # the same, while the database is away
REST = timedelta(minutes=1)  # for which a battle that made trouble is left alone
# By rule, for one side and for both.
PAUSED = {
    "pause": (
        Message("Time is up and %(side)s was not ready: the battle is paused until the GM goes on."),
        Message("Time is up and neither side was ready: the battle is paused until the GM goes on."),
    ),
    "gm": (
        Message("Time is up and %(side)s was not ready: the battle is paused, and the GM chooses for it."),
        Message("Time is up and neither side was ready: the battle is paused, and the GM chooses for both."),
    ),
}


def due(now: datetime) -> list[int]:
    """The battles whose deadline is over, the longest overdue first."""
    found = Battle.objects.filter(deadline__lte=now, paused_at=None, finished_at=None, voided_at=None)
    return list(found.filter(campaign__archived_at=None).order_by("deadline").values_list("pk", flat=True))


@transaction.atomic
def strike(*, battle_id: int) -> None:
    """Do what was agreed for whoever is absent at the deadline; nothing where there is none any more that is over.

    Afterwards the same deadline never strikes again: not where nobody was waited for, nor while the GM rules.
    """
    battle = _held(battle_id)
    if battle is None:
        return
    now, deadline = Present.of(battle), battle.deadline
    absent = now.rules.waited_for(now.state)
    if absent and standing.halt(battle, now.step) is None:
        reminders.struck(battle, [now.state.of(side).title for side in absent])
        now = _deal_with(now, absent)
    if now.battle.deadline == deadline:
        now.battle.deadline = None
        now.battle.save(update_fields=["deadline"])


def _held(battle_id: int) -> Battle | None:
    """The battle with its row held, if its deadline really is over: a moment ago it may have been extended."""
    try:
        battle = steps.lock(battle_id)
    except seats.NotSeated:  # deleted meanwhile
        return None
    over = battle.deadline is not None and battle.deadline <= timezone.now()
    stands = battle.paused_at or battle.finished_at or battle.voided_at or battle.campaign.archived_at
    return battle if over and not stands else None


def _deal_with(now: Present, absent: tuple[Side, ...]) -> Present:
    rule = conduct.of(now.battle).absence
    if rule in absence.HOW:
        return onward.follow(_sealed(now, absent, rule))
    return _paused(now, absent, rule)


def _sealed(now: Present, absent: tuple[Side, ...], how: str) -> Present:
    """Each of them, as long as it is this deadline's: once the battle has gone on, time begins anew for all."""
    deadline = now.battle.deadline
    for side in absent:
        if now.battle.deadline != deadline or standing.halt(now.battle, now.step):
            break
        if side in now.rules.waited_for(now.state):
            now = absence.seal(now, None, side, how)
    return now


def _paused(now: Present, absent: tuple[Side, ...], rule: str) -> Present:
    """No time is left that could run on, so after it the sides have as long as the GM says."""
    battle = now.battle
    battle.paused_at, battle.deadline, battle.seconds_left = timezone.now(), None, None
    one, both = PAUSED[rule]
    said = both if len(absent) > 1 else Message(one.text, {"side": now.state.of(absent[0]).title})
    return chair.act(now, None, acts.told("paused", said))


class Work(Protocol):
    """What is done in one battle."""

    def __call__(self, *, battle_id: int) -> None: ...


class Round:
    """One look at all battles. One that makes trouble keeps no other waiting, and is left alone for a while.

    find: the battles in which there is something to do.
    """

    def __init__(self, find: Callable[[datetime], Iterable[int]], do: Work) -> None:
        self._find, self._do = find, do
        self._resting: dict[int, datetime] = {}

    def __call__(self, now: datetime) -> None:
        self._resting = {battle: until for battle, until in self._resting.items() if until > now}
        for battle_id in self._find(now):
            if battle_id not in self._resting:
                self._try(battle_id, now)

    def _try(self, battle_id: int, now: datetime) -> None:
        try:
            self._do(battle_id=battle_id)
        except Exception:
            log.exception("Battle %s: what was due could not be done", battle_id)
            self._resting[battle_id] = now + REST


def striking() -> Round:
    return Round(due, strike)


def telling() -> Round:
    """Apart from the striking: it waits for mail servers and for chats."""
    return Round(reminders.wanted, reminders.tell)


def keep(do: Round, stop: Event) -> None:
    """Look every second until told to stop, each time with a connection to the database of its own."""
    well = True
    while not stop.wait(EVERY if well else PATIENCE):
        close_old_connections()
        well = once(do)
        close_old_connections()


def once(do: Round) -> bool:
    """One look. False where it failed altogether: the next may fare better."""
    try:
        do(timezone.now())
    except Exception:
        log.exception("The clock could not look at the battles")
        return False
    return True
