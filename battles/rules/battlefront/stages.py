"""Stratagems in a land round: chosen in secret, shown at one instant, and the stages they are chosen in (D-20)."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.battlefront import aims, moves
from battles.rules.battlefront import events as e
from battles.rules.battlefront.commands import BattlefrontCommand, DropStratagem, PlayStratagem, StratagemKey
from battles.rules.battlefront.evolve import Script, evolve
from battles.rules.battlefront.roster import Problem
from battles.rules.battlefront.state import Placement, Played, Stage, State
from battles.rules.battlefront.stratagems import BY_KEY, STRATAGEMS, Stratagem, general, previewed
from battles.rules.ruleset import Illegal, Message, Side

StratagemCommand = PlayStratagem | DropStratagem
OTHER_TIME = {
    Stage.ORDERS: Message("It is played before the rolls."),
    Stage.DURING: Message("It is played after the rolls, before the attacks."),
    Stage.AFTER: Message("It is played after the Break tests."),
}


def hindrance(state: State, side: Side, stratagem: Stratagem) -> Problem | None:
    """Why the General can't play it now, None if he can. Asks only for what everybody may know (F-02)."""
    camp, needed = state.of(side), stratagem.prerequisite
    if not needed.met(state, side, general(state, side)):
        return Problem(needed.text, "BF-38")
    if stratagem.key in camp.spent:
        return Problem(Message("It is played once a contest, and was."), "BF-37")
    if camp.played:
        return Problem(Message("You have played a stratagem this round: one a round."), "BF-37")
    if state.stage is not stratagem.stage:
        return Problem(OTHER_TIME[stratagem.stage], "BF-37")
    if next(stratagem.uses(state, side, stratagem.key), None) is None:
        return Problem(Message("There is nothing to play it on."), "BF-37")
    return None


def uses(state: State, side: Side) -> Iterator[Played]:
    """Every way to play a stratagem in this stage."""
    for stratagem in STRATAGEMS:
        if stratagem.stage is state.stage and hindrance(state, side, stratagem) is None:
            yield from stratagem.uses(state, side, stratagem.key)


def options(state: State, side: Side) -> Iterator[BattlefrontCommand]:
    for played in uses(state, side):
        yield PlayStratagem(played.stratagem, played.horde, played.line, played.column)
    if state.of(side).draft.stratagem:
        yield DropStratagem()


def decide(state: State, side: Side, command: StratagemCommand) -> tuple[e.DraftEvent, ...]:
    return choose(state, side, _choice(state, side, command))


def choose(state: State, side: Side, choice: e.DraftEvent) -> tuple[e.DraftEvent, ...]:
    """The choice, and the moves and orders that lose their ground with it."""
    script = Script(state)
    script.add(choice)
    if state.stage is Stage.ORDERS:
        _lose_ground(script, side)
    return tuple(event for event in script.events if isinstance(event, e.DraftEvent))


def _lose_ground(script: Script, side: Side) -> None:
    going = {placement.horde for placement in may_move(script.state, side)}
    moving = script.state.of(side).draft.moves
    script.add(*(e.MoveUpCancelled(side, horde) for horde in moving if horde not in going))
    script.add(*(e.AttackCancelled(side, horde) for horde, _ in _out_of_reach(script.state, side, own=True)))


def clear(script: Script, side: Side) -> None:
    """Choices that a ruling of the GM's has made impossible are dropped, in secret: they were never shown. Orders that
    have been carried out wait for the next round, as ever.
    """
    chosen = script.state.of(side).draft.stratagem
    if chosen and chosen not in uses(script.state, side):
        script.add(e.StratagemDropped(side))
    if script.state.stage is Stage.ORDERS:
        _lose_ground(script, side)
    elif script.state.stage is Stage.DURING:
        script.add(*(e.AttackCancelled(side, horde) for horde, _ in _out_of_reach(script.state, side)))


def may_move(state: State, side: Side) -> tuple[Placement, ...]:
    """Who may be ordered up from the Rear Line, the secret stratagem counted in: Refuse Flank moves its own horde."""
    played = state.of(side).draft.stratagem
    turned = played.horde if played and played.stratagem is StratagemKey.REFUSE_FLANK else 0
    return moves.possible(previewed(state, side), side, but=turned)


def _choice(state: State, side: Side, command: StratagemCommand) -> e.DraftEvent:
    if isinstance(command, DropStratagem):
        if state.of(side).draft.stratagem is None:
            raise Illegal("You have chosen no stratagem.", clause="BF-37", field="stratagem")
        return e.StratagemDropped(side)
    stratagem = BY_KEY[command.stratagem]
    if problem := hindrance(state, side, stratagem):
        raise problem.refusal("stratagem")
    played = Played(command.stratagem, command.horde, command.line, command.column)
    known = tuple(stratagem.uses(state, side, stratagem.key))
    if played not in known:
        raise _wrong_object(played, known)
    return e.StratagemChosen(side, played.stratagem, played.horde, played.line, played.column)


def _wrong_object(played: Played, known: tuple[Played, ...]) -> Illegal:
    """The horde can't be its object, or the square can't."""
    if played.horde in {one.horde for one in known}:
        return Illegal("That stratagem can't be played with that square.", clause="BF-37", field="square")
    return Illegal("That stratagem can't be played on that horde.", clause="BF-37", field="horde")


def _out_of_reach(state: State, side: Side, *, own: bool = False) -> Iterator[tuple[int, int]]:
    """Ordered attackers and targets that are not legal, in the order of the army. own: the secret choice counts."""
    legal = aims.planned(state, side) if own else aims.attackers(state, side)
    orders = {order.horde: order.target for order in state.of(side).draft.orders}
    for horde in state.of(side).hordes:
        if horde.key in orders and orders[horde.key] not in legal.get(horde.key, ()):
            yield horde.key, orders[horde.key]


def reveal(script: Script) -> None:
    """Both sides' choices of this stage are shown, then take effect."""
    chosen = {side: script.state.of(side).draft.stratagem for side in Side}
    for side, played in chosen.items():
        if played:
            script.add(e.StratagemPlayed(side, played.stratagem, played.horde, played.line, played.column))


def lose_targets(script: Script) -> None:
    """Orders whose targets the other side's stratagem took out of reach fall away."""
    lost = [pair for side in Side for pair in _out_of_reach(script.state, side)]
    script.add(*(e.TargetLost(horde, target) for horde, target in lost))


def opened(script: Script, stage: Stage) -> bool:
    """Opens the stage if a General could play something in it, by what everybody knows; then both are asked (F-02)."""
    opening = e.StageOpened(stage)
    ahead = evolve(script.state, opening)
    if not any(next(uses(ahead, side), None) for side in Side):
        return False
    script.add(opening)
    return True
