"""The Battlefront ruleset as everything else knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from battles.rules.armies import ArmySheet
from battles.rules.battlefront import (
    adjusting,
    closing,
    deeds,
    doubts,
    drafts,
    figures,
    flow,
    house_rules,
    kinds,
    narrate,
    news,
    opening,
    rolls,
    suggest,
    views,
)
from battles.rules.battlefront import evolve as evolution
from battles.rules.battlefront.commands import (
    Advance,
    BattlefrontCommand,
    DismissCommander,
    FillIn,
    Ready,
    Resolve,
    Role,
)
from battles.rules.battlefront.events import BattlefrontEvent
from battles.rules.battlefront.house_rules import HouseRules
from battles.rules.battlefront.setup import Scenario, Setup
from battles.rules.battlefront.state import State
from battles.rules.battlefront.undoing import UNDOING
from battles.rules.battlefront.view import BattlefrontView
from battles.rules.dice import Dice
from battles.rules.news import News
from battles.rules.outcomes import Outcome
from battles.rules.ruleset import (
    GM,
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


class Battlefront:
    """Fulfils `battles.rules.ruleset.Ruleset`; every method is documented there."""

    key = "battlefront"
    title = "Battlefront"
    house_rules: Any = house_rules
    setup_type: Any = Setup
    state_type: Any = State
    command_type: Any = BattlefrontCommand
    event_type: Any = BattlefrontEvent
    catalogue: tuple[RowKind, ...] = kinds.KINDS
    scenario_kind = kinds.SCENARIO
    phases: tuple[tuple[str, Message], ...] = tuple((phase.value, title) for phase, title in views.TITLES.items())
    sealing: Any = Ready()

    def setup(
        self,
        *,
        scenario: Scenario,
        red: ArmySheet,
        blue: ArmySheet,
        rows: Mapping[str, tuple[Any, ...]],
        house_rules: HouseRules,
    ) -> Setup:
        return Setup(scenario, red, blue, rows[kinds.PROFILE], house_rules, traced=True)

    def open(self, setup: Setup) -> State:
        return opening.open_battle(setup)

    def doubts(self, setup: Setup) -> tuple[Doubt, ...]:
        return tuple(doubts.doubts(setup))

    def options(self, state: State, viewer: Viewer) -> tuple[BattlefrontCommand, ...]:
        match viewer:
            case GM():
                return flow.options(state)
            case Commander(side=side):
                return tuple(drafts.options(state, side))
            case Spectator():
                return ()
            case _:
                assert_never(viewer)

    def decide(
        self, state: State, viewer: Viewer, command: BattlefrontCommand, dice: Dice
    ) -> tuple[BattlefrontEvent, ...]:
        match viewer:
            case GM():
                if isinstance(command, Advance | Resolve):
                    return flow.decide(state, command, dice)
                raise Forbidden("That is for the commander of a side to choose.", clause="BF-01")
            case Commander(side=side):
                if isinstance(command, Advance | Resolve):
                    raise Forbidden("Only the GM opens phases and resolves rounds.", clause="BF-03")
                return drafts.decide(state, side, command, dice)
            case Spectator():
                raise Forbidden("Spectators watch, they command nothing.", clause="BF-03")
            case _:
                assert_never(viewer)

    def evolve(self, state: State, event: BattlefrontEvent) -> State:
        return evolution.evolve(state, event)

    def view(self, state: State, viewer: Viewer) -> BattlefrontView:
        return views.view(state, viewer, self.options(state, viewer))

    def news(self, before: BattlefrontView, after: BattlefrontView) -> News:
        return news.news(before, after)

    def narrate(self, state: State, event: BattlefrontEvent, viewer: Viewer) -> Line | None:
        return narrate.narrate(state, event, viewer)

    def outcome(self, state: State) -> Outcome | None:
        return closing.outcome(state)

    def waited_for(self, state: State) -> tuple[Side, ...]:
        return drafts.waited_for(state)

    def onward(self, state: State) -> BattlefrontCommand | None:
        return next(iter(flow.options(state)), None)

    def figures(self, state: State) -> tuple[Figure, ...]:
        return figures.figures(state)

    def adjust(self, state: State, key: str, value: str) -> tuple[BattlefrontEvent, ...]:
        return adjusting.adjust(state, key, value)

    def stop(self, state: State) -> tuple[BattlefrontEvent, ...]:
        return adjusting.stop(state)

    def rolled(self, state: State, event: BattlefrontEvent) -> Message:
        return rolls.named(state, event)

    def suggest(self, state: State, side: Side) -> tuple[BattlefrontCommand, ...]:
        """Fill in what is open and seal; nothing once sealed. Never retreats."""
        if not drafts.may_choose(state, side) or state.of(side).ready:
            return ()
        fill = (FillIn(),) if suggest.fills(state, side) else ()
        return (*_spare_a_commander(state, side), *fill, Ready())

    def take_back(self, state: State, side: Side) -> BattlefrontCommand | None:
        return drafts.take_back(state, side)

    def undone(self, state: State, viewer: Viewer, before: State, after: State) -> State | None:
        return undo(self, UNDOING, state, viewer, before, after)

    def named(self, state: State, command: Any) -> Message:
        return deeds.named(state, command)


def _spare_a_commander(state: State, side: Side) -> tuple[BattlefrontCommand, ...]:
    """The optional Supreme Commander steps down where a needed post would stay empty."""
    camp = state.of(side)
    idle = len(camp.commanders) - len(camp.draft.posts)
    empty = sum(camp.holder(role) is None for role in (Role.AIR_MARSHAL, Role.GENERAL))
    return (DismissCommander(Role.SUPREME_COMMANDER),) if empty > idle else ()


BATTLEFRONT = Battlefront()
