"""Who is here: every open page says so now and then, and is forgotten by itself."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

from django.core.cache import cache
from django.utils import timezone
from redis.exceptions import RedisError

from battles.models import Battle
from battles.services import seats
from battles.services.gm import conduct

DESK = 0  # in place of a battle's number: the GM's desk, from which he sees all of his
HERE = 50  # seconds for which one sign of life holds; pages give one every 20
REMEMBERED = 24 * 3600
Pair = tuple[int, int]  # a battle and a person
log = logging.getLogger(__name__)


def note(*, battle_id: int, person: int) -> None:
    """A sign of life. Where it cannot be kept, the next one may."""
    try:
        cache.set(_key(battle_id, person), timezone.now().timestamp(), REMEMBERED)
    except RedisError:
        log.exception("A sign of life could not be kept: the cache is away")


def forget(*, battle_id: int, person: int) -> None:
    """He has left."""
    cache.delete(_key(battle_id, person))


def here(battle_id: int, people: list[int]) -> set[int]:
    """Which of these people have the battle's page open."""
    return {person for _, person in here_of([(battle_id, person) for person in people])}


def here_of(pairs: list[Pair]) -> set[Pair]:
    """Which of these people have the page open of which of these battles: one trip to the cache for all."""
    since = timezone.now() - timedelta(seconds=HERE)
    return {pair for pair, seen in (_found(pairs) or {}).items() if seen >= since}


def _found(pairs: list[Pair]) -> dict[Pair, datetime] | None:
    """None where the cache is away, so that nobody takes that for absence."""
    keys = {_key(battle, person): (battle, person) for battle, person in pairs}
    try:
        found = cache.get_many(list(keys))
    except RedisError:
        log.exception("Nobody's presence is known: the cache is away")
        return None
    return {keys[key]: datetime.fromtimestamp(seen, UTC) for key, seen in found.items()}


def gm_gone_since(battle: Battle, long: timedelta) -> bool:
    """Whether nobody of the GM's chair has been here, or at his desk, for so long."""
    seen = _found([(place, person) for person in seats.gms(battle) for place in (battle.pk, DESK)])
    return seen is not None and all(at < timezone.now() - long for at in seen.values())


def gm_is_missed(battle: Battle) -> bool:
    """Whether the sides may go on with the battle together. The caller knows that it waits for the GM alone."""
    return conduct.of(battle).by_itself or gm_is_gone(battle)


def gm_is_gone(battle: Battle) -> bool:
    """Whether he has been away for as long as was agreed, while the battle waited for him."""
    gone = timedelta(minutes=conduct.of(battle).gm_gone)
    waiting = battle.paused_at or battle.waiting_since or battle.created_at
    return bool(gone) and waiting <= timezone.now() - gone and gm_gone_since(battle, gone)


def _key(battle_id: int, person: int) -> str:
    return f"here:{battle_id}:{person}"
