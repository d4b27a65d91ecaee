"""Opening a battle and commanding in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.contrib.auth.models import User
from django.db import transaction

from battles.models import Army, Battle, Campaign
from battles.rules import by_key
from battles.rules.ruleset import AUDIENCES, Command, Illegal, Side, Undo, Viewer
from battles.services import boards, inputs, records, seats, steps, undoing
from battles.services.gm import acts, onward
from battles.services.steps import Change, Present


class Malformed(Exception):
    """What was sent is not a command at all. The text says where it stops being one."""


class Stale(Exception):
    """The sender decided on a board that is no longer his present one; nothing was changed."""


def parse(ruleset: str, text: str, typed: Mapping[str, str] = {}) -> Command:
    """A command from its JSON, with what a person typed in place of its fields. Raises Malformed and Illegal."""
    try:
        command: Command = msgspec.json.decode(text, type=by_key(ruleset).command_type | Undo)
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
    steps.begin(battle, rules, state)
    return battle


def issue(*, battle_id: int, actor: User, command: Command, seen: str) -> boards.Board:
    """Carry out one command, wholly or not at all: one step, one set of dice, the views pushed after the commit.

    Returns the actor's board as it is then. Raises NotSeated, Stale (`seen` is not the token of the actor's present
    view) and Illegal (a sentence).
    """
    with transaction.atomic():
        battle = steps.lock(battle_id)
        viewer = seats.viewer(seats.find(battle_id=battle_id, person=actor))
        present = Present.of(battle)
        if present.token(viewer) != seen:
            raise Stale
        if battle.campaign.archived_at:
            raise Illegal("This campaign is archived: its battles stay as they are.", clause="")
        steps.refuse_if_halted(battle, present.step)
        if isinstance(command, Undo):
            return _undo(present, actor, viewer, command).board(viewer)
        return onward.follow(steps.carry_out(present, actor, viewer, command)).board(viewer)


def _undo(present: Present, actor: User, viewer: Viewer, command: Undo) -> Present:
    """The state follows from the steps alone; the command only says which edit the sender saw last."""
    battle, rules, step, state, views = present
    edit = undoing.last_edit(battle, rules, step, state, views[viewer.audience])
    if edit is None:
        raise Illegal("There is nothing of yours to undo now.", clause="")
    if edit.version != command.edit:
        raise Stale
    undone = acts.silent(records.UNDONE, to_step=edit.to_step)
    return steps.write(present, Change(actor, viewer.audience, act=undone, state=edit.without))


def take_back(*, battle: Battle, side: Side, actor: User) -> None:
    """All that the side has chosen and not yet shown, for a seat that changes hands: each a step of the side's, by
    the GM's hand. The caller holds the battle's row.
    """
    present = Present.of(battle)
    while command := present.rules.take_back(present.state, side):
        present = steps.carry_out(present, actor, AUDIENCES[side.value], command)
