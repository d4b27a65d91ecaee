"""A stored battle as a recording: only once it has ended, because a recording holds the secret of its dice."""

from __future__ import annotations

import msgspec

from battles.models import Battle, Step
from battles.rules import recording
from battles.rules.recording import RecordedStep, Recording
from battles.services import records
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
        steps=tuple(_step(battle, step) for step in Step.objects.filter(battle=battle, number__gt=0)),
        outcome=recording.plain(rules.outcome(state)),
    )


def _step(battle: Battle, step: Step) -> RecordedStep:
    state = records.state_of(records.ruleset_of(battle), step)
    return msgspec.convert(
        {
            "by": step.audience,
            "command": step.command,
            "events": msgspec.json.decode(step.events),
            "state": recording.digest(state),
        },
        type=RecordedStep,
    )
