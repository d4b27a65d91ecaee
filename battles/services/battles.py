"""Opening a battle and changing it: the only writer of steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from battles.models import Army, Battle, Campaign, Step
from battles.rules import by_key
from battles.rules.dice import SecretDice
from battles.rules.ruleset import AUDIENCES, Command, Event, Illegal, Ruleset, Side, View, Viewer, fold
from battles.services import boards, inputs, ledger, live, records, seats


class Malformed(Exception):
    """What was sent is not a command at all. The text says where it stops being one."""


class Stale(Exception):
    """The sender decided on a board that is no longer his present one; nothing was changed."""


def parse(ruleset: str, text: str, typed: Mapping[str, str] = {}) -> Command:
    """A command from its JSON, with what a person typed in place of its fields. Raises Malformed and Illegal."""
    try:
        command: Command = msgspec.json.decode(text, type=by_key(ruleset).command_type)
        return inputs.filled(command, typed)
    except (msgspec.DecodeError, UnicodeError, inputs.Unknown) as error:
        raise Malformed(str(error)) from None


@transaction.atomic
def open_battle(
    *,
    campaign: Campaign,
    title: str,
    ruleset: str,
    setup: Any,
    armies: tuple[Army, Army],
    sources: Mapping[int, int],
    people: Mapping[str, list[User]],
    form_key: str = "",
) -> Battle:
    """Open a battle and write its step 0. armies: red's and blue's. sources: horde key -> the army's horde.
    people: role -> who sits there. Raises Illegal when such a battle could not start.
    """
    rules = by_key(ruleset)
    state = rules.open(setup)
    battle = Battle.objects.create(
        campaign=campaign,
        title=title,
        ruleset=ruleset,
        setup=msgspec.to_builtins(setup),
        red_army=armies[0],
        blue_army=armies[1],
        sources={str(key): pk for key, pk in sources.items()},
        form_key=form_key,
    )
    for role, persons in people.items():
        for person in persons:
            seats.seat_person(battle=battle, person=person, role=role)
    versions = dict.fromkeys(AUDIENCES, 1)
    Step.objects.create(battle=battle, number=0, events="[]", state=records.as_json(state), versions=versions)
    _note_phase(battle, rules.view(state, AUDIENCES["public"]))
    return battle


def issue(*, battle_id: int, actor: User, command: Command, seen: str) -> boards.Board:
    """Carry out one command, wholly or not at all: one step, one set of dice, the views pushed after the commit.

    Returns the actor's board as it is then. Raises NotSeated, Stale (`seen` is not the token of the actor's present
    view) and Illegal (a sentence).
    """
    with transaction.atomic():
        battle = lock(battle_id)
        viewer = seats.viewer(seats.find(battle_id=battle_id, person=actor))
        present = _Present.of(battle)
        if present.board(viewer).seen != seen:
            raise Stale
        if battle.campaign.archived_at:
            raise Illegal("This campaign is archived: its battles stay as they are.", clause="")
        return _carry_out(present, actor, viewer, command)


def take_back(*, battle: Battle, side: Side, actor: User) -> None:
    """All that the side has chosen and not yet shown, for a seat that changes hands: each a step of the side's, by
    the GM's hand. The caller holds the battle's row.
    """
    present = _Present.of(battle)
    while command := present.rules.take_back(present.state, side):
        _carry_out(present, actor, AUDIENCES[side.value], command)
        present = _Present.of(battle)


class _Present(NamedTuple):
    """A battle as its last step left it, and the views of it: audience -> view."""

    battle: Battle
    rules: Ruleset
    step: Step
    state: Any
    views: dict[str, View]

    @classmethod
    def of(cls, battle: Battle) -> Self:
        rules, step = records.ruleset_of(battle), records.last_step(battle.pk)
        state = records.state_of(rules, step)
        return cls(battle, rules, step, state, {name: rules.view(state, each) for name, each in AUDIENCES.items()})

    def board(self, viewer: Viewer) -> boards.Board:
        return boards.of_view(self.battle, self.views[viewer.audience], self.step)


def _carry_out(present: _Present, actor: User, viewer: Viewer, command: Command) -> boards.Board:
    battle, rules, step, state, views = present
    events = rules.decide(state, viewer, command, SecretDice(bytes(battle.secret), step.number + 1))
    after = fold(rules, state, events)
    changed = _changed(rules, after, views, events)
    new = _append(battle, step, actor, viewer.audience, command, changed, events, after)
    _note_phase(battle, changed.get("public", views["public"]))
    _finish(battle, rules, after)
    news = {audience: boards.of_view(battle, view, new) for audience, view in changed.items()}
    # Robust: with the channel layer down the command is done all the same, and pages heal by fetching.
    transaction.on_commit(lambda: live.publish(battle, news, events, after, new.at), robust=True)
    return boards.of_view(battle, changed.get(viewer.audience, views[viewer.audience]), new)


def lock(battle_id: int) -> Battle:
    """The battle's row, held until the end of the transaction: whoever comes second waits here."""
    try:
        return Battle.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=battle_id)
    except Battle.DoesNotExist:
        raise seats.NotSeated from None


def _changed(rules: Ruleset, after: Any, before: Mapping[str, View], events: tuple[Event, ...]) -> dict[str, View]:
    """The new view of each audience that has something new to see. A rival's secret move is not among it."""
    heard = {audience for event in events if event.narrated for audience in event.audience}
    views = {audience: rules.view(after, each) for audience, each in AUDIENCES.items()}
    return {name: view for name, view in views.items() if name in heard or view != before[name]}


def _append(
    battle: Battle,
    last: Step,
    actor: User,
    audience: str,
    command: Command,
    changed: Mapping[str, View],
    events: tuple[Event, ...],
    state: Any,
) -> Step:
    """The step after `last`, with one more version for whoever has something new to see."""
    return Step.objects.create(
        battle=battle,
        number=last.number + 1,
        actor_id=actor.pk,
        audience=audience,
        command=msgspec.to_builtins(command),
        events=records.as_json(events),
        state=records.as_json(state),
        versions={name: version + (name in changed) for name, version in last.versions.items()},
        acts=last.acts | {audience: last.acts.get(audience, 0) + 1},
        narrated=any(event.narrated for event in events),
    )


def _note_phase(battle: Battle, public: View) -> None:
    battle.phase, battle.phase_title = public.phase, str(public.phase_title)
    battle.save(update_fields=["phase", "phase_title"])


def _finish(battle: Battle, rules: Ruleset, state: Any) -> None:
    """At the end, once: the losses go to the armies in this same transaction."""
    outcome = rules.outcome(state)
    if outcome is None or battle.finished_at is not None:
        return
    ledger.book(battle=battle, outcome=outcome)
    battle.finished_at = timezone.now()
    battle.save(update_fields=["finished_at"])


def recompute(*, battle_id: int) -> int:
    """Decide every command again from the battle's secret. Returns how many steps gave the stored events and state.

    Raises AssertionError with the number of the first step that did not.
    """
    battle = Battle.objects.get(pk=battle_id)
    rules, count = records.ruleset_of(battle), 0
    state = rules.open(msgspec.convert(battle.setup, rules.setup_type))
    for step in Step.objects.filter(battle=battle, number__gt=0):
        command = msgspec.convert(step.command, rules.command_type)
        events = rules.decide(state, AUDIENCES[step.audience], command, SecretDice(bytes(battle.secret), step.number))
        state = fold(rules, state, events)
        if (events, state) != (records.events_of(rules, step), records.state_of(rules, step)):
            raise AssertionError(f"step {step.number} was not what its command and the battle's secret give")
        count += 1
    return count
