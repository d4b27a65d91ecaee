"""What the GM does: open the next phase and resolve a round (BF-03, BF-12, BF-29, BF-30, BF-39)."""

from __future__ import annotations

from battles.rules.battlefront import air, contest, land
from battles.rules.battlefront import events as e
from battles.rules.battlefront.advantages import DRAWING, shown
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import Advance, BattlefrontCommand, Resolve
from battles.rules.battlefront.drafts import CONTESTS, waited_for
from battles.rules.battlefront.evolve import Script
from battles.rules.battlefront.state import Phase, Stage, State
from battles.rules.dice import Dice
from battles.rules.ruleset import Illegal, Message


def options(state: State) -> tuple[BattlefrontCommand, ...]:
    if state.phase is Phase.RESULT or waited_for(state):
        return ()
    return (Resolve(),) if state.phase in CONTESTS else (Advance(),)


def waiting_for(state: State) -> tuple[Message, ...]:
    """Who has to act, in sentences that say no more than everybody may know."""
    if state.phase is Phase.RESULT:
        return ()
    sides = waited_for(state)
    if sides:
        return tuple(Message(_task(state).text, {"side": state.of(side).title}) for side in sides)
    if state.phase in CONTESTS:
        return (Message("The GM has to resolve the round."),)
    return (Message("The GM has to open the next phase."),)


def _task(state: State) -> Message:
    """What a side has to do now. The same for both: what one of them could play is not the other's business."""
    if state.stage is not Stage.ORDERS:
        return Message("%(side)s has to play a stratagem or none, and seal.")
    if state.phase in DRAWING:
        return Message("%(side)s has to draw its Advantages and seal.")
    return Message("%(side)s has to choose and seal.")


def decide(state: State, command: Advance | Resolve, dice: Dice) -> tuple[e.BattlefrontEvent, ...]:
    _check(state, command)
    script = Script(state)
    if state.phase is Phase.AIR:
        air.fight(script, dice)
    elif state.phase is Phase.LAND:
        land.fight(script, dice)
    else:
        _advance(script)
    return tuple(script.events)


def _check(state: State, command: Advance | Resolve) -> None:
    if state.phase is Phase.RESULT:
        raise Illegal("The battle is over.", clause="BF-39")
    if isinstance(command, Resolve) and state.phase not in CONTESTS:
        raise Illegal("There is no round to resolve now.", clause="BF-03")
    if isinstance(command, Advance) and state.phase in CONTESTS:
        raise Illegal("The contest goes on: resolve its round.", clause="BF-12")
    _check_sealed(state)


def _check_sealed(state: State) -> None:
    titles = [state.of(side).title for side in waited_for(state)]
    if len(titles) == 1:
        raise Illegal("%(side)s has not sealed its choices yet.", clause="BF-03", side=titles[0])
    if titles:
        red, blue = titles
        raise Illegal(
            "%(red)s and %(blue)s have not sealed their choices yet.",
            clause="BF-03",
            red=red,
            blue=blue,
        )


def _advance(script: Script) -> None:
    state = script.state
    script.add(*shown(state))
    match state.phase:
        case Phase.BRIEFING:
            script.add(e.MusterOpened())
        case Phase.MUSTER:
            script.add(e.AirContestOpened())
            contest.start(script, Domain.AIR)
        case Phase.AIR_RESULT if state.first_side is not None and state.first_count:
            script.add(e.FirstDeploymentOpened(state.first_side))
        case Phase.FIRST_DEPLOYMENT if state.first_side is not None:
            script.add(e.FirstHordesShown(state.first_side), e.DeploymentOpened())
        case Phase.AIR_RESULT:
            script.add(e.DeploymentOpened())
        case Phase.DEPLOYMENT:
            script.add(e.DeploymentRevealed())
            contest.start(script, Domain.LAND)
        case Phase.LAND_RESULT:
            script.add(e.BattleClosed())
