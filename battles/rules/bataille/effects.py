"""Critical wounds at battle scale: what each of the ten effects does to a hero."""

from __future__ import annotations

from typing import Any

from battles.rules.armies import ARMS, LIMBS, Injury, Location
from battles.rules.bataille import events as e
from battles.rules.bataille.state import Hero

DEADLY = 9


def suffered(hero: Hero, event: e.CriticalSuffered) -> dict[str, Any]:
    """The fields of the hero that change."""
    where, effect = event.location, event.effect
    if lasts(effect, where) and not event.bare:
        return {"injuries": (*hero.injuries, Injury(where, effect))}  # type: ignore[arg-type]
    if effect >= DEADLY:
        return {"dying": True}
    if effect == 5:
        return {"shaken": event.turn + 1}
    if stuns(effect, where):
        return {"stunned": event.turn + 1}
    if fells(effect, where):
        return {"condition": "out", "bleeding": bleeds(effect, where)}
    return {}


def lasts(effect: int, where: Location) -> bool:
    """Whether it leaves an injury until it is treated, or armour to be mended."""
    return effect in (3, 4) or (effect == 5 and where in ARMS)


def stuns(effect: int, where: Location) -> bool:
    """Whether he loses his next action, and nothing else."""
    return effect == 6 and where not in LIMBS


def fells(effect: int, where: Location) -> bool:
    """Whether he is out of action, and not dead at once."""
    return 6 <= effect < DEADLY and not stuns(effect, where)


def bleeds(effect: int, where: Location) -> bool:
    """Of those who are out of action: all but who is hit in the head by a 7 or in the body by an 8."""
    return (effect, where) not in ((7, Location.HEAD), (8, Location.BODY))
