"""How long the sides have: deadlines by phase, in the zone that the GM names, paused and extended."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from battles.models import Battle
from battles.services.gm import conduct
from battles.services.gm.conduct import Limit


def begin(battle: Battle, phase: str, *, waiting: bool) -> None:
    """Somebody else is waited for from now on. waiting: the sides are; the GM has no deadline, but theirs is kept for
    whoever takes his Ready back.
    """
    now = timezone.now()
    limit = conduct.of(battle).limits.get(phase)
    battle.waiting_since = now
    battle.deadline, battle.seconds_left = due(limit, now) if limit else None, None
    if battle.paused_at or not waiting:
        hold(battle, now)


def due(limit: Limit, now: datetime) -> datetime | None:
    """When the limit is over; None for no limit. A time of day that a clock change skips comes later by what is
    skipped; of one that it brings twice the first counts, once a day.
    """
    if limit.at:
        return _next(time.fromisoformat(limit.at), ZoneInfo(limit.zone or "UTC"), now)
    return now + timedelta(minutes=limit.minutes) if limit.minutes else None


def _next(at: time, zone: ZoneInfo, now: datetime) -> datetime:
    day = now.astimezone(zone).date()
    while (instant := datetime.combine(day, at, zone).astimezone(UTC)) <= now:
        day += timedelta(days=1)
    return instant


def seconds_left(battle: Battle) -> int | None:
    """Until the deadline; None without one."""
    if battle.deadline is None:
        return battle.seconds_left
    return max(0, round((battle.deadline - timezone.now()).total_seconds()))


def hold(battle: Battle, now: datetime) -> None:
    """Stop the clock."""
    if battle.deadline:
        battle.seconds_left = max(0, round((battle.deadline - now).total_seconds()))
    battle.deadline = None


def go_on(battle: Battle, now: datetime) -> None:
    """What was left of the time runs again."""
    if battle.seconds_left is not None:
        battle.deadline = now + timedelta(seconds=battle.seconds_left)
    battle.seconds_left = None


def restore(battle: Battle, seconds: int | None, *, waiting: bool) -> None:
    """As much time as there was; none that had run out. waiting: the sides are waited for."""
    battle.deadline, battle.seconds_left = None, seconds or None
    battle.waiting_since = timezone.now()
    start(battle, timezone.now(), waiting=waiting)


def wait(battle: Battle, *, waiting: bool) -> None:
    """From now on the sides are waited for again, with what was left of their time; or only the GM is, who has none."""
    now = timezone.now()
    battle.waiting_since = now
    hold(battle, now)
    start(battle, now, waiting=waiting)


def start(battle: Battle, now: datetime, *, waiting: bool) -> None:
    """Let the time run, unless the battle is paused or nobody has to use it."""
    if waiting and not battle.paused_at:
        go_on(battle, now)


def extend(battle: Battle, more: timedelta, now: datetime) -> None:
    """Counted from the deadline, also while the clock stands still; from now where there was none."""
    if battle.paused_at:
        battle.seconds_left = (battle.seconds_left or 0) + round(more.total_seconds())
    else:
        battle.deadline = max(battle.deadline or now, now) + more
    battle.reminded_for = None
