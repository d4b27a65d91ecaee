"""A battle that goes on without its GM: by itself when all are ready, or because both sides want it."""

from __future__ import annotations

from battles.rules.ruleset import AUDIENCES
from battles.services import steps
from battles.services.gm import conduct, standing
from battles.services.steps import Present

MOST = 20  # steps in a row, should a ruleset ever go round in circles


def follow(present: Present) -> Present:
    """Go on as the GM would, as long as that is all that is waited for. The first phase waits for somebody to begin."""
    for _ in range(MOST):
        command = present.rules.onward(present.state)
        first = present.battle.phase == present.rules.phases[0][0]
        if command is None or first or not conduct.of(present.battle).by_itself:
            break
        if standing.halt(present.battle, present.step):
            break
        present = steps.carry_out(present, None, AUDIENCES["gm"], command)
    return present
