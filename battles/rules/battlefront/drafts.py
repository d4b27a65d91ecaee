"""What a side may do: its commands by phase, its drafts, Ready."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from battles.rules.battlefront import advantages, deployment, land, muster, stages, suggest
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.evolve import Script
from battles.rules.battlefront.roster import Problem
from battles.rules.battlefront.state import Phase, Stage, State
from battles.rules.dice import Dice
from battles.rules.ruleset import Illegal, Message, Side

CONTESTS = (Phase.AIR, Phase.LAND)
DEPLOYMENTS = (Phase.FIRST_DEPLOYMENT, Phase.DEPLOYMENT)
SEALED = (Phase.MUSTER, *DEPLOYMENTS, *CONTESTS, *advantages.DRAWING)


class Season(NamedTuple):
    """When a command has its place, and what is said at any other time."""

    phases: tuple[Phase, ...]
    sentence: Message
    clause: str


MUSTERING = Season((Phase.MUSTER,), Message("Hordes and commanders are chosen in the muster only."), "BF-01")
DEPLOYING = Season(DEPLOYMENTS, Message("Hordes are placed during the deployment only."), "BF-29")
RESERVING = Season((Phase.DEPLOYMENT,), Message("Hordes are held back in the common deployment only."), "D-24")
ORDERING = Season((Phase.LAND,), Message("Attacks are ordered in a round of the Land Contest only."), "BF-31")
PLAYING = Season((Phase.LAND,), Message("Stratagems are played in a round of the Land Contest only."), "BF-37")
DRAWING = Season(tuple(advantages.DRAWING), Message("Advantages are drawn at the result of a contest only."), "D-27")
RETREATING = Season(CONTESTS, Message("A side retreats in a round of a contest only."), "D-21")
SEALING = Season(SEALED, Message("There is nothing to choose now."), "BF-03")

EditCommand = (
    muster.MusterCommand
    | deployment.DeploymentCommand
    | land.OrderCommand
    | land.MoveCommand
    | stages.StratagemCommand
    | advantages.DrawCommand
    | c.Retreat
    | c.FightOn
    | c.FillIn
)
SideCommand = EditCommand | c.Ready | c.Unready
SEASONS: dict[type[SideCommand], Season] = {
    c.ChooseHorde: MUSTERING,
    c.LeaveHorde: MUSTERING,
    c.NameCommander: MUSTERING,
    c.DismissCommander: MUSTERING,
    c.Place: DEPLOYING,
    c.TakeUp: DEPLOYING,
    c.HoldBack: RESERVING,
    c.OrderAttack: ORDERING,
    c.CancelAttack: ORDERING,
    c.MoveUp: ORDERING,
    c.StayBack: ORDERING,
    c.PlayStratagem: PLAYING,
    c.DropStratagem: PLAYING,
    c.DrawAdvantage: DRAWING,
    c.ReturnAdvantage: DRAWING,
    c.Retreat: RETREATING,
    c.FightOn: RETREATING,
    c.FillIn: SEALING,
    c.Ready: SEALING,
    c.Unready: SEALING,
}

TAKING_BACK = (
    c.LeaveHorde,
    c.DismissCommander,
    c.TakeUp,
    c.CancelAttack,
    c.StayBack,
    c.DropStratagem,
    c.ReturnAdvantage,
    c.FightOn,
    c.Unready,
)
ORDERS = (c.OrderAttack, c.CancelAttack, c.MoveUp, c.StayBack, c.Retreat, c.FightOn)


def may_choose(state: State, side: Side) -> bool:
    """Both sides choose in every phase that is sealed; in the first deployment only the side that must, at a result
    whoever has an Advantage to draw."""
    if state.phase is Phase.FIRST_DEPLOYMENT:
        return side is state.first_side
    if state.phase in advantages.DRAWING:
        return advantages.allowed(state, side) > 0
    return state.phase in SEALED


def waited_for(state: State) -> tuple[Side, ...]:
    """The sides that have not sealed their choices yet."""
    return tuple(side for side in Side if may_choose(state, side) and not state.of(side).ready)


def problems(state: State, side: Side) -> tuple[Problem, ...]:
    """What stands in the way of Ready."""
    if state.phase is Phase.MUSTER:
        return muster.problems(state, side)
    if state.phase in DEPLOYMENTS and may_choose(state, side):
        return deployment.problems(state, side)
    return ()


def options(state: State, side: Side) -> Iterator[c.BattlefrontCommand]:
    """Every command that `decide` accepts from this side."""
    if not may_choose(state, side):
        return
    yield from _phase_options(state, side)
    if suggest.fills(state, side):
        yield c.FillIn()
    if state.of(side).ready:
        yield c.Unready()
    elif not problems(state, side):
        yield c.Ready()


def _phase_options(state: State, side: Side) -> Iterator[c.BattlefrontCommand]:
    if state.phase is Phase.MUSTER:
        yield from muster.options(state, side)
    elif state.phase in DEPLOYMENTS:
        yield from deployment.options(state, side)
    elif state.phase is Phase.LAND:
        yield from stages.options(state, side)
    elif state.phase in advantages.DRAWING:
        yield from advantages.options(state, side)
    if state.stage is not Stage.ORDERS:
        return
    if state.phase is Phase.LAND:
        yield from land.options(state, side)
    if state.phase in CONTESTS:
        yield c.FightOn() if state.of(side).draft.retreat else c.Retreat()


def take_back(state: State, side: Side) -> c.BattlefrontCommand | None:
    """Of what the side has chosen and not yet shown, the next to go."""
    return next((each for each in options(state, side) if isinstance(each, TAKING_BACK)), None)


def decide(state: State, side: Side, command: SideCommand, dice: Dice) -> tuple[e.BattlefrontEvent, ...]:
    """The draft's events; an edit takes Ready back, visibly. Only a round that goes on rolls."""
    _check_season(state, side, command)
    if isinstance(command, c.Ready | c.Unready):
        return _sealed(state, _seal(state, side, ready=isinstance(command, c.Ready)), dice)
    edits = _edits(state, side, command)
    return (*edits, e.ReadyChanged(side, False)) if state.of(side).ready else edits


def _check_season(state: State, side: Side, command: SideCommand) -> None:
    season = SEASONS[type(command)]
    if state.phase not in season.phases:
        raise Illegal(season.sentence.text, clause=season.clause)
    if not may_choose(state, side):
        if state.phase in advantages.DRAWING:
            raise Illegal("You have no Advantage to draw here.", clause="D-27")
        raise Illegal("The other side places its hordes first: you deploy after it.", clause="BF-29")
    if state.stage is not Stage.ORDERS and isinstance(command, ORDERS):
        raise Illegal("The dice have rolled: orders are given before.", clause="D-20")


def _sealed(state: State, seal: e.ReadyChanged, dice: Dice) -> tuple[e.BattlefrontEvent, ...]:
    """After the rolls a round goes on by itself once both sides have sealed (D-20)."""
    script = Script(state)
    script.add(seal)
    if state.stage is not Stage.ORDERS and not waited_for(script.state):
        land.go_on(script, dice)
    return tuple(script.events)


def _seal(state: State, side: Side, *, ready: bool) -> e.ReadyChanged:
    if state.of(side).ready is ready:
        if ready:
            raise Illegal("Your choices are sealed already.", clause="BF-03")
        raise Illegal("Your choices are not sealed.", clause="BF-03")
    for problem in problems(state, side) if ready else ():
        raise problem.refusal()
    return e.ReadyChanged(side, ready)


def _edits(state: State, side: Side, command: EditCommand) -> tuple[e.DraftEvent, ...]:
    match command:
        case c.ChooseHorde() | c.LeaveHorde() | c.NameCommander() | c.DismissCommander():
            return (muster.decide(state, side, command),)
        case c.Place() | c.TakeUp() | c.HoldBack():
            return (deployment.decide(state, side, command),)
        case c.OrderAttack() | c.CancelAttack():
            return (land.decide(state, side, command),)
        case c.MoveUp() | c.StayBack():
            return land.move(state, side, command)
        case c.PlayStratagem() | c.DropStratagem():
            return stages.decide(state, side, command)
        case c.DrawAdvantage() | c.ReturnAdvantage():
            return (advantages.decide(state, side, command),)
        case c.Retreat() | c.FightOn():
            return (_retreat(state, side, leaving=isinstance(command, c.Retreat)),)
        case c.FillIn():
            return _fill_in(state, side)
        case _:
            assert_never(command)


def _retreat(state: State, side: Side, *, leaving: bool) -> e.DraftEvent:
    if state.of(side).draft.retreat is leaving:
        if leaving:
            raise Illegal("You have ordered the retreat already.", clause="D-21")
        raise Illegal("You have not ordered a retreat.", clause="D-21")
    return e.RetreatDeclared(side) if leaving else e.RetreatWithdrawn(side)


def _fill_in(state: State, side: Side) -> tuple[e.DraftEvent, ...]:
    events = suggest.fill(state, side)
    if not events:
        raise Illegal("There is no choice left to fill in.", clause="BF-03")
    return events
