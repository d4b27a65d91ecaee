"""The only writer of steps: one change of a battle, wholly or not at all."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal, NamedTuple, Self

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from battles.models import Battle, Step
from battles.rules.ruleset import AUDIENCES, EVERYBODY, Command, Event, Illegal, Ruleset, View, Viewer
from battles.services import boards, ledger, live, records, seats
from battles.services.gm import acts, conduct, pace, rulings, standing
from battles.services.gm.acts import Act
from battles.services.gm.rulings import Pending, Settled
from battles.services.holding import hold

# What a step, or the act that it stands for, may change of the battle's row.
KEPT = (
    "phase", "phase_title", "finished_at", "conduct", "paused_at", "voided_at", "deadline", "seconds_left",
    "waiting_since", "reminded_for", "votes", "secret", "old_secrets",
)  # fmt: skip


class Present(NamedTuple):
    """A battle as its last step left it, and the views of it: audience -> view. The battle's row is held."""

    battle: Battle
    rules: Ruleset
    step: Step
    state: Any
    views: dict[str, View]

    @classmethod
    def of(cls, battle: Battle) -> Self:
        rules, step = records.ruleset_of(battle), records.last_step(battle.pk)
        state = records.state_of(rules, step)
        return cls(battle, rules, step, state, _views(rules, state))

    def token(self, viewer: Viewer) -> str:
        return boards.token(self.views[viewer.audience], self.step.acts.get(viewer.audience, 0))

    def board(self, viewer: Viewer) -> boards.Board:
        return boards.of_view(self.battle, self.views[viewer.audience], self.step, self.state)


class Change(NamedTuple):
    """One step to be written. state: after it, where it is another. dice: under which its rolls were drawn.

    heard: who has something new to see although his view is the same. pending: what waits to be published after it, by
    default what did before.
    time_of: an earlier step, as much time as was left after which is left now.
    """

    actor: User | None
    audience: str
    command: Command | None = None
    act: Act = acts.NOTHING
    events: tuple[Event, ...] = ()
    state: Any = None
    dice: int | None = None
    settled: tuple[Settled, ...] = ()
    pending: Pending | None | Literal["kept"] = "kept"
    heard: Collection[str] = ()
    time_of: Step | None = None


def begin(battle: Battle, rules: Ruleset, state: Any) -> None:
    """Step 0 of a new battle."""
    public = rules.view(state, AUDIENCES["public"])
    battle.phase, battle.phase_title = public.phase, str(public.phase_title)
    pace.begin(battle, public.phase, waiting=bool(rules.waited_for(state)))
    battle.save(update_fields=KEPT)
    Step.objects.create(
        battle=battle,
        number=0,
        events="[]",
        state=records.as_json(state),
        versions=dict.fromkeys(AUDIENCES, 1),
        moment=moment(public),
        seconds_left=pace.seconds_left(battle),
    )


def lock(battle_id: int) -> Battle:
    """The battle's row, held until the end of the transaction: whoever comes second waits here."""
    try:
        return hold(Battle.objects.select_related("campaign")).get(pk=battle_id)
    except Battle.DoesNotExist:
        raise seats.NotSeated from None


def refuse_if_halted(battle: Battle, step: Step) -> None:
    """Raises Illegal while nobody may command: it is void, paused, or a round waits for its dice or its GM."""
    if halt := standing.halt(battle, step):
        raise Illegal.of(halt, clause="")


def carry_out(present: Present, actor: User | None, viewer: Viewer, command: Command) -> Present:
    """Decide a command. Where its rolls are thrown at the table, or are the GM's to rule on, it stays pending.

    Raises Illegal, also while another one is pending: whatever leads here, a round that waits is never lost.
    """
    battle, rules, step, state, _ = present
    if step.pending:
        raise Illegal.of(standing.RULING, clause="")
    run = conduct.of(battle)
    pending = Pending(msgspec.to_builtins(command), viewer.audience, actor.pk if actor else None, table=run.table_dice)
    # Decided first: what the rules refuse is refused, whoever throws the dice.
    trial = rulings.tried(battle, rules, step, state, pending)
    if trial.missing or (trial.rolls and run.draft_first):
        begun = msgspec.structs.replace(pending, draft=run.draft_first)
        return write(
            present, Change(actor, viewer.audience, act=acts.silent("drafted"), pending=begun, heard=EVERYBODY)
        )
    return publish(present, pending, actor, trial)


def publish(present: Present, pending: Pending, actor: User | None, trial: rulings.Trial) -> Present:
    """What the command causes becomes the battle's next step."""
    dice = present.step.dice + 1 if trial.rolls else present.step.dice
    change = Change(
        actor,
        pending.audience,
        rulings.command_of(present.rules, pending),
        events=trial.events,
        state=trial.state,
        dice=dice,
        settled=pending.settled,
        pending=None,
        heard=EVERYBODY if present.step.pending else (),
    )
    return write(present, change)


def write(present: Present, change: Change) -> Present:
    """The step after the present one, with one more version for whoever has something new to see."""
    battle, rules, last, before, views = present
    after = before if change.state is None else change.state
    fresh = views if after is before else _views(rules, after)
    readers = _readers(change)
    heard = readers | {*change.heard}
    news = [name for name in AUDIENCES if name in heard or fresh[name] != views[name]]
    _keep_time(present, fresh, after, change)
    step = Step.objects.create(
        battle=battle,
        number=last.number + 1,
        actor=change.actor,
        audience=change.audience,
        command=None if change.command is None else msgspec.to_builtins(change.command),
        events=records.as_json(change.events),
        state=last.state if after is before else records.as_json(after),
        versions={name: version + (name in news) for name, version in last.versions.items()},
        acts=last.acts | {change.audience: last.acts.get(change.audience, 0) + 1},
        narrated=bool(readers),
        readers="".join(name[0] for name in AUDIENCES if name in readers),
        kind=change.act.kind,
        act=dict(change.act.said),
        dice=last.dice if change.dice is None else change.dice,
        rulings=msgspec.to_builtins(change.settled),
        pending=_pending(last, change),
        moment=moment(fresh["public"]),
        seconds_left=pace.seconds_left(battle),
    )
    _finish(battle, rules, after)
    battle.save(update_fields=KEPT)
    now = Present(battle, rules, step, after, fresh)
    # Robust: with the channel layer down the command is done all the same, and pages heal by fetching.
    transaction.on_commit(lambda: live.publish(now, news, change.events), robust=True)
    return now


def _readers(change: Change) -> set[str]:
    """Whose report has a line of the step."""
    told = {audience for event in change.events if event.narrated for audience in event.audience}
    if acts.is_told(change.act):
        told |= {*change.act.said.get("to", ())} or EVERYBODY
    for each in change.settled:
        told |= {*each.audience} or EVERYBODY
    return told


def _pending(last: Step, change: Change) -> Any:
    if change.pending == "kept":
        return last.pending
    return None if change.pending is None else msgspec.to_builtins(change.pending)


def moment(public: View) -> str:
    """Phase and round: what a deadline, a spectator's delay and the record of looks go by."""
    return f"{public.phase}.{public.round}"


def _views(rules: Ruleset, state: Any) -> dict[str, View]:
    return {name: rules.view(state, each) for name, each in AUDIENCES.items()}


def _keep_time(present: Present, fresh: Mapping[str, View], after: Any, change: Change) -> None:
    """The lists' copy of the phase, and whose time begins to run."""
    battle, public = present.battle, fresh["public"]
    battle.phase, battle.phase_title = public.phase, str(public.phase_title)
    waited, now = {*present.rules.waited_for(present.state)}, {*present.rules.waited_for(after)}
    if change.time_of:
        battle.votes = {}
        pace.restore(battle, change.time_of.seconds_left, waiting=bool(now))
        return
    came = {side.value for side in now - waited} - {change.audience}
    if came or moment(public) != present.step.moment:
        battle.votes = {}
        pace.begin(battle, public.phase, waiting=bool(now))
    elif bool(waited) != bool(now):
        battle.votes = {}
        pace.wait(battle, waiting=bool(now))


def _finish(battle: Battle, rules: Ruleset, state: Any) -> None:
    """At the end, once: the losses go to the armies in this same transaction."""
    outcome = rules.outcome(state)
    if outcome is None or battle.finished_at is not None:
        return
    ledger.book(battle=battle, outcome=outcome)
    battle.finished_at = timezone.now()
