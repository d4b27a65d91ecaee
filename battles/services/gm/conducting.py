"""How a battle shall be run, as its GM typed it: read and checked, a sentence for whatever cannot be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import time
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from battles.models import Battle
from battles.rules.ruleset import Message
from battles.services import records
from battles.services.figures import whole
from battles.services.gm import conduct
from battles.services.gm.conduct import ABSENCE, KINDS, MOST_DELAY, MOST_MINUTES, Delay, Limit
from battles.services.refusals import Refused

CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
SWITCHES = ("by_itself", "draft_first", "table_dice")
GONE = Message("Minutes without the GM")
Changes = dict[str, Any]  # of a `Conduct`
Phases = tuple[tuple[str, Message], ...]


@cache
def zones() -> tuple[str, ...]:
    """All that a time of day can be in."""
    return tuple(sorted(available_timezones()))


def phases(battle: Battle) -> Phases:
    """Those that may have a limit: all but the end."""
    return records.ruleset_of(battle).phases[:-1]


def texts(battle: Battle) -> dict[str, str]:
    """How it is run now, as a form is filled in."""
    run = conduct.of(battle)
    found = {name: "on" if getattr(run, name) else "" for name in (*SWITCHES, "spectators")}
    found |= {"absence": run.absence, "gm_gone": str(run.gm_gone)}
    for phase, limit in run.limits.items():
        found |= {f"minutes-{phase}": str(limit.minutes or ""), f"at-{phase}": limit.at}
    for kind, delay in run.delays.items():
        found |= {f"seconds-{kind}": str(delay.seconds or ""), f"round-{kind}": "on" if delay.a_round else ""}
    return found | {"zone": next((limit.zone for limit in run.limits.values() if limit.at), "")}


def run(battle: Battle, given: Mapping[str, str]) -> Changes:
    """Its switches and limits, not the spectators' part. Raises Refused."""
    absence = given.get("absence", "")
    if absence not in ABSENCE:
        raise Refused("absence", "Who is absent: one of the choices offered is needed.")
    limits = {phase: _limit(phase, title, given) for phase, title in phases(battle)}
    return {name: bool(given.get(name)) for name in SWITCHES} | {
        "absence": absence,
        "limits": {phase: limit for phase, limit in limits.items() if limit != Limit()},
        "gm_gone": whole("gm_gone", GONE, given.get("gm_gone", ""), 0, MOST_MINUTES),
    }


def _limit(phase: str, title: Message, given: Mapping[str, str]) -> Limit:
    minutes, at = (given.get(f"{name}-{phase}", "").strip() for name in ("minutes", "at"))
    if minutes and at:
        raise Refused(f"at-{phase}", "%(phase)s: minutes or a time of day, not both.", phase=title)
    if not at:
        named = Message("%(phase)s, minutes", {"phase": title})
        return Limit(minutes=whole(f"minutes-{phase}", named, minutes or "0", 0, MOST_MINUTES))
    if not CLOCK.fullmatch(at):
        raise Refused(f"at-{phase}", "%(phase)s: a time of day such as 20:00 is needed.", phase=title)
    zone = given.get("zone", "").strip()
    if zone not in zones():
        raise Refused("zone", "Time zone: one of the list is needed, such as Europe/Paris.")
    return Limit(at=time.fromisoformat(at).strftime("%H:%M"), zone=zone)


def spectators(given: Mapping[str, str]) -> Changes:
    """The part for spectators. Raises Refused."""
    delays = {kind: _delay(kind, title, given) for kind, title in KINDS.items()}
    return {
        "spectators": bool(given.get("spectators")),
        "delays": {kind: delay for kind, delay in delays.items() if delay != Delay()},
    }


def _delay(kind: str, title: Message, given: Mapping[str, str]) -> Delay:
    text = given.get(f"seconds-{kind}", "").strip() or "0"
    named = Message("%(kind)s, seconds", {"kind": title})
    return Delay(seconds=whole(f"seconds-{kind}", named, text, 0, MOST_DELAY), a_round=bool(given.get(f"round-{kind}")))
