"""Who is here: every open page says so now and then, and is forgotten by itself."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.cache import cache
from django.utils import timezone

from battles.models import Battle
from battles.services import seats
from battles.services.gm import conduct

HERE = 50  # seconds for which one sign of life holds; pages give one every 20
REMEMBERED = 24 * 3600


def note(*, battle_id: int, person: int) -> None:
    """A sign of life."""
    cache.set(_key(battle_id, person), timezone.now().timestamp(), REMEMBERED)


def forget(*, battle_id: int, person: int) -> None:
    """He has left."""
    cache.delete(_key(battle_id, person))


def last_seen(battle_id: int, people: list[int]) -> dict[int, datetime]:
    """Person -> his last sign of life, where there was one within a day."""
    found = cache.get_many([_key(battle_id, person) for person in people])
    zone = timezone.get_current_timezone()
    keys = {_key(battle_id, person): person for person in people}
    return {keys[key]: datetime.fromtimestamp(seen, zone) for key, seen in found.items()}


def here(battle_id: int, people: list[int]) -> set[int]:
    """Which of these people have the battle's page open."""
    since = timezone.now() - timedelta(seconds=HERE)
    return {person for person, seen in last_seen(battle_id, people).items() if seen >= since}


def gm_gone_since(battle: Battle, long: timedelta) -> bool:
    """Whether nobody of the GM's chair has been here for so long."""
    seen = last_seen(battle.pk, seats.gms(battle))
    return all(at < timezone.now() - long for at in seen.values())


def gm_is_missed(battle: Battle) -> bool:
    """Whether the sides may go on with the battle together. The caller knows that it waits for the GM."""
    run = conduct.of(battle)
    if run.by_itself:
        return True
    gone = timedelta(minutes=run.gm_gone)
    waiting = battle.waiting_since or battle.created_at
    return bool(gone) and waiting <= timezone.now() - gone and gm_gone_since(battle, gone)


def _key(battle_id: int, person: int) -> str:
    return f"here:{battle_id}:{person}"
