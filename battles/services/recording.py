"""A stored battle as a recording: only once it has ended, because a recording holds the secret of its dice."""

from __future__ import annotations

from typing import Any

import msgspec

from battles.models import Battle, Step
from battles.rules import recording
from battles.rules.recording import RecordedStep, Recording
from battles.services import records
from battles.services.gm import rulings
from battles.services.refusals import Refused


def record(*, battle_id: int) -> Recording:
    """The whole battle. Raises Refused for a battle that has not ended, or that there is not."""
    battle = Battle.objects.filter(pk=battle_id).first()
    if battle is None:
        raise Refused("battle", "There is no battle number %(number)s.", number=battle_id)
    if battle.finished_at is None:
        raise Refused(
            "battle",
            "%(title)s has not ended: a recording would give away the secret of its dice.",
            title=battle.title,
        )
    rules = records.ruleset_of(battle)
    state = records.state_of(rules, records.last_step(battle_id))
    return Recording(
        ruleset=battle.ruleset,
        title=battle.title,
        secret=bytes(battle.secret).hex(),
        setup=battle.setup,
        steps=steps(battle),
        outcome=recording.plain(rules.outcome(state)),
        old_secrets=tuple((last, secret) for last, secret in battle.old_secrets),
    )


def steps(battle: Battle) -> tuple[RecordedStep, ...]:
    return tuple(_step(battle, step) for step in Step.objects.filter(battle=battle, number__gt=0))


def recompute(*, battle_id: int) -> int:
    """Decide every command again from the battle's secrets and the GM's rulings. Returns how many steps gave the
    stored events and state.

    Raises AssertionError with the number of the first step that did not.
    """
    battle = Battle.objects.get(pk=battle_id)
    secret, old = bytes(battle.secret).hex(), tuple((last, secret) for last, secret in battle.old_secrets)
    kept = Recording(battle.ruleset, battle.title, secret, battle.setup, steps(battle), None, old)
    count = 0
    for count, (known, again) in enumerate(zip(kept.steps, recording.replay(kept), strict=True), 1):
        if (known.events, known.state) != (recording.plain(again.events), recording.digest(again.state)):
            raise AssertionError(f"step {count} was not what its command and the battle's secret give")
    return count


def _step(battle: Battle, step: Step) -> RecordedStep:
    state = records.state_of(records.ruleset_of(battle), step)
    return msgspec.convert(
        {
            "by": step.audience,
            "command": step.command,
            "events": msgspec.json.decode(step.events),
            "state": recording.digest(state),
            "dice": step.dice,
            "settled": [(each.number, each.faces, each.value) for each in _settled(step)],
            "act": _act(step),
        },
        type=RecordedStep,
    )


def _settled(step: Step) -> list[rulings.Settled]:
    """Of a command that was carried out; what was ruled on one that was dropped leads to nothing."""
    return list(rulings.effective(rulings.settled_of(step)).values()) if step.command is not None else []


def _act(step: Step) -> Any:
    """Of what the GM has done that which the battle follows from: nobody's words."""
    told = {name: step.act[name] for name in ("key", "value", "to_step") if name in step.act}
    return {"kind": step.kind} | told if step.kind else None
