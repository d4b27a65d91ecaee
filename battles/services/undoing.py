"""Taking back one's own last edit of what is not sealed yet, one after another to the beginning of the stage.

An undo is a step like any other, of kind `undone`, that leads back to the choices before the edit. As a rewind's, its
`to_step` says how far the next one has to look: so undo after undo goes further back, and never forth.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from django.db.models import Exists, OuterRef, Value

from battles.models import Battle, Seat, Step
from battles.rules.ruleset import AUDIENCES, Command, Message, Ruleset, Undo, View, Viewer
from battles.services import records
from battles.services.records import UNDONE


class Offered(NamedTuple):
    """The button: what it sends, and what the edit is called."""

    command: Undo
    said: Message


class Edit(NamedTuple):
    """The edit that would be taken back. version: of the viewer's view, with it. to_step: the number of the step
    before it. without: the present state as it is without it.
    """

    command: Command
    version: int
    to_step: int
    without: Any

    def offered(self, rules: Ruleset, state: Any) -> Offered:
        return Offered(Undo(self.version), rules.named(state, self.command))


def last_edit(battle: Battle, rules: Ruleset, step: Step, state: Any, view: View) -> Edit | None:
    """The viewer's, of what is still his to change; None without one. step, state, view: the present ones.

    An edit by another's hand, the GM's for an absent side or one of whoever sat there before, is where it ends.
    """
    if not any(option.draft for option in view.options):
        return None
    for made in _edits(battle, rules, step, view.audience):
        if not made.own:
            return None
        edit = _taken_back(battle, rules, state, AUDIENCES[view.audience], made)
        if edit is None or edit.without != state:
            return edit
    return None


def _edits(battle: Battle, rules: Ruleset, step: Step, audience: str) -> Iterator[Any]:
    """The audience's edits of this moment that still count, the newest first, without their states. own: by who is one
    of the side's commanders now; of the GM's all that were made in his chair.
    """
    seats = Seat.objects.filter(battle=battle, role=audience, user=OuterRef("actor"))
    own = Value(True) if audience == "gm" else Exists(seats)
    made: Any = Step.objects.filter(battle=battle, audience=audience, moment=step.moment).annotate(own=own)
    found = list(
        made.order_by("-number").values_list("number", "kind", "act", "command", "versions", "own", named=True)
    )
    newest, gaps = step.number, records.undone(battle.pk) if found else []
    for each in found:
        if each.number > newest or any(each.number in gap for gap in gaps):
            continue
        if each.kind == UNDONE:
            newest = each.act["to_step"]
        elif each.command is not None and _command(rules, each).draft:
            yield each


def _command(rules: Ruleset, made: Any) -> Command:
    command: Command = msgspec.convert(made.command, rules.command_type)
    return command


def _taken_back(battle: Battle, rules: Ruleset, state: Any, viewer: Viewer, made: Any) -> Edit | None:
    steps = Step.objects.filter(battle=battle, number__in=(made.number - 1, made.number)).order_by("number")
    before, after = (records.state_of(rules, each) for each in steps.only("state"))
    without = rules.undone(state, viewer, before, after)
    if without is None:
        return None
    return Edit(_command(rules, made), made.versions[viewer.audience], made.number - 1, without)
