"""The ruleset Bataille rangée as everything else knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never, get_args

from battles.rules.armies import ArmySheet
from battles.rules.bataille import (
    adjusting,
    closing,
    deeds,
    doubts,
    drafts,
    figures,
    flow,
    kinds,
    narrate,
    news,
    opening,
    resetting,
    rolls,
    suggest,
    views,
)
from battles.rules.bataille import commands as c
from battles.rules.bataille import evolve as evolution
from battles.rules.bataille.events import BatailleEvent
from battles.rules.bataille.house_rules import QUESTIONS
from battles.rules.bataille.setup import Rows, Setup
from battles.rules.bataille.state import State
from battles.rules.bataille.undoing import UNDOING
from battles.rules.bataille.view import BatailleView
from battles.rules.bataille.words import PHASES
from battles.rules.dice import Dice
from battles.rules.news import News
from battles.rules.outcomes import Outcome
from battles.rules.ruleset import (
    GM,
    Command,
    Commander,
    Doubt,
    Forbidden,
    Line,
    Message,
    RowKind,
    Side,
    Spectator,
    Viewer,
)
from battles.rules.rulings import Figure
from battles.rules.undoing import undone as undo


class Bataille:
    """Fulfils `battles.rules.ruleset.Ruleset`; every method is documented there."""

    key = "bataille"
    title = "Bataille rangée"
    house_rules: Any = QUESTIONS
    setup_type: Any = Setup
    state_type: Any = State
    command_type: Any = c.BatailleCommand
    event_type: Any = BatailleEvent
    catalogue: tuple[RowKind, ...] = kinds.KINDS
    scenario_kind = "battlefield"
    phases: tuple[tuple[str, Message], ...] = tuple((phase.value, title) for phase, title in PHASES.items())
    sealing: Command = c.Ready()

    def setup(
        self, *, scenario: Any, red: ArmySheet, blue: ArmySheet, rows: Mapping[str, Any], house_rules: Any
    ) -> Setup:
        pinned = Rows(rows["action"], rows["source"], rows["band"], rows["critical"], rows["skill"][0])
        return Setup(scenario, red, blue, pinned, house_rules)

    def open(self, setup: Setup) -> State:
        return opening.open_battle(setup)

    def doubts(self, setup: Setup) -> tuple[Doubt, ...]:
        return tuple(doubts.doubts(setup))

    def options(self, state: State, viewer: Viewer) -> tuple[c.BatailleCommand, ...]:
        match viewer:
            case GM():
                return flow.options(state)
            case Commander(side=side):
                return tuple(drafts.options(state, side))
            case Spectator():
                return ()
            case _:
                assert_never(viewer)

    def decide(self, state: State, viewer: Viewer, command: c.BatailleCommand, dice: Dice) -> tuple[BatailleEvent, ...]:
        match viewer:
            case GM():
                if isinstance(command, get_args(c.GMCommand)):
                    return flow.decide(state, command, dice)
                raise Forbidden("That is for the commander of a side to choose.", clause="BR-21")
            case Commander(side=side):
                if isinstance(command, get_args(c.SideCommand)):
                    return drafts.decide(state, side, command, dice)
                raise Forbidden("Only the GM evaluates, announces and resolves.", clause="BR-02")
            case Spectator():
                raise Forbidden("Spectators watch, they command nothing.", clause="BR-02")
            case _:
                assert_never(viewer)

    def evolve(self, state: State, event: BatailleEvent) -> State:
        return evolution.evolve(state, event)

    def view(self, state: State, viewer: Viewer) -> BatailleView:
        return views.view(state, viewer, self.options(state, viewer))

    def news(self, before: BatailleView, after: BatailleView) -> News:
        return news.news(before, after)

    def narrate(self, state: State, event: BatailleEvent, viewer: Viewer) -> Line | None:
        return narrate.narrate(state, event, viewer)

    def outcome(self, state: State) -> Outcome | None:
        return closing.outcome(state)

    def waited_for(self, state: State) -> tuple[Side, ...]:
        return drafts.waited_for(state)

    def onward(self, state: State) -> c.GMCommand | None:
        return next(flow.going_on(state), None)

    def figures(self, state: State) -> tuple[Figure, ...]:
        return figures.figures(state)

    def adjust(self, state: State, key: str, value: str) -> tuple[BatailleEvent, ...]:
        return adjusting.adjust(state, key, value)

    def stop(self, state: State) -> tuple[BatailleEvent, ...]:
        return adjusting.stop(state)

    def rolled(self, state: State, event: BatailleEvent) -> Message:
        return rolls.named(state, event)

    def suggest(self, state: State, side: Side) -> tuple[c.BatailleCommand, ...]:
        """Fill in what is open and seal; nothing once sealed. Challenges nobody, never asks to withdraw."""
        if not drafts.may_choose(state, side) or state.of(side).ready:
            return ()
        fill = (c.FillIn(),) if suggest.fill(state, side) else ()
        return (*fill, c.Ready())

    def take_back(self, state: State, side: Side) -> c.BatailleCommand | None:
        return resetting.take_back(state, side)

    def undone(self, state: State, viewer: Viewer, before: State, after: State) -> State | None:
        return undo(self, UNDOING, state, viewer, before, after)

    def named(self, state: State, command: c.BatailleCommand) -> Message:
        return deeds.named(state, command)


BATAILLE = Bataille()
