"""What holds at a battle's table beside its rules: who may command now, by when, and what the GM rules on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from battles.models import Battle, Step
from battles.rules.ruleset import EVERYBODY, GM, Line, Message, Ruleset, Side, View
from battles.services.gm import conduct, pace, presence, rulings
from battles.services.gm.conduct import ABSENCE, Conduct
from battles.services.gm.rulings import Pending, Test

VOID = Message("The GM has declared this battle void: nothing of it counts.")
RULING = Message("The GM is ruling.")
THROWING = Message("Dice are thrown at the table and typed in.")
PAUSED = Message("The GM has paused the battle.")
Sides = tuple[str, ...]


@dataclass(frozen=True)
class Draft:
    """What the GM alone sees of a command that is not published yet. preview: his view once it is, None while dice are
    missing.

    token: which draft he sees, for its publication. may_rule: he may overrule its tests and roll them again.
    """

    tests: tuple[Test, ...]
    lines: tuple[Line, ...]
    preview: View | None
    token: str
    may_rule: bool

    @property
    def ready(self) -> bool:
        """All its dice are there."""
        return self.preview is not None


@dataclass(frozen=True)
class Standing:
    """halt: why nobody can command now. deadline: of the sides waited for; seconds_left: while the clock stands still.

    absence: what happens at the deadline, empty where the phase has none. wanted: the die that this viewer may throw.
    may_vote: the sides may go on without the GM together; votes: which of them would. draft: for the GM.
    phase: where the table is, whatever is drafted. over: it has ended.
    """

    halt: Message | None
    conduct: Conduct
    paused: bool
    voided: bool
    pending: bool
    deadline: datetime | None
    seconds_left: int | None
    absence: Message | None
    waiting_since: datetime | None
    votes: dict[str, str]
    waited_for: Sides
    for_gm: bool
    wanted: Test | None = None
    draft: Draft | None = None
    may_vote: bool = False
    phase: str = ""
    over: bool = False


def halt(battle: Battle, step: Step) -> Message | None:
    """Why nobody can command now, the GM's own acts aside."""
    if battle.voided_at:
        return VOID
    if battle.paused_at:
        return PAUSED
    if pending := rulings.pending_of(step):
        return RULING if pending.draft or not pending.table else THROWING
    return None


def of(battle: Battle, rules: Ruleset, step: Step, state: Any, audience: str) -> Standing:
    run = conduct.of(battle)
    sides = tuple(side.value for side in rules.waited_for(state))
    limited = bool(run.limits.get(battle.phase))
    pending = rulings.pending_of(step)
    draft = _draft(battle, rules, step, state, pending) if pending and _may_see(pending, audience) else None
    stopped, for_gm = halt(battle, step), rules.onward(state) is not None
    return Standing(
        halt=stopped,
        conduct=run,
        paused=battle.paused_at is not None,
        voided=battle.voided_at is not None,
        pending=pending is not None,
        deadline=battle.deadline,
        seconds_left=pace.seconds_left(battle) if battle.paused_at else None,
        absence=ABSENCE[run.absence] if limited and sides else None,
        waiting_since=battle.waiting_since,
        votes=battle.votes,
        waited_for=sides,
        for_gm=for_gm,
        wanted=_wanted(draft, audience) if draft and not battle.paused_at else None,
        draft=draft if audience == "gm" else None,
        may_vote=may_vote(battle, stopped, for_gm=for_gm) and audience in tuple(Side),
        phase=battle.phase,
        over=battle.finished_at is not None,
    )


def may_vote(battle: Battle, stopped: Message | None, *, for_gm: bool) -> bool:
    """Whether the sides may go on together: only the GM is waited for, or he is gone while he has paused the battle or
    rules on a round.
    """
    if stopped is None:
        return for_gm and presence.gm_is_missed(battle)
    return stopped in (PAUSED, RULING) and presence.gm_is_gone(battle)


def for_late_spectators(battle: Battle) -> Standing:
    """Nothing of the table's present, which they do not see."""
    return Standing(
        halt=VOID if battle.voided_at else None,
        conduct=conduct.of(battle),
        paused=False,
        voided=battle.voided_at is not None,
        pending=False,
        deadline=None,
        seconds_left=None,
        absence=None,
        waiting_since=None,
        votes={},
        waited_for=(),
        for_gm=False,
    )


def _may_see(pending: Pending, audience: str) -> bool:
    """A side is asked for the dice of its own tests alone."""
    return audience == "gm" or (pending.table and audience in tuple(Side))


def _draft(battle: Battle, rules: Ruleset, step: Step, state: Any, pending: Pending) -> Draft:
    trial = rulings.tried(battle, rules, step, state, pending)
    public = (event for event in trial.events if event.narrated and event.audience >= EVERYBODY)
    told = (rules.narrate(trial.state, event, GM()) for event in public)
    lines = tuple(line for line in told if line is not None)
    tests = rulings.tests(rules, state, pending, trial)
    preview = None if trial.missing else rules.view(trial.state, GM())
    return Draft(tests, lines, preview, token(step), pending.draft)


def token(step: Step) -> str:
    """Which draft somebody saw."""
    return str(step.number)


def _wanted(draft: Draft, audience: str) -> Test | None:
    if draft.ready or not draft.tests:
        return None
    test = draft.tests[-1]
    return test if audience == "gm" or test.side == audience else None
