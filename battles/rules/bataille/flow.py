"""What the GM does: prepare the battle, announce, roll, go on."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.bataille import commands as c
from battles.rules.bataille import evaluation, turn, victory, wounds
from battles.rules.bataille import events as e
from battles.rules.bataille.drafts import first_of_two, go_on, waited_for
from battles.rules.bataille.evolve import Script
from battles.rules.bataille.heroes import able
from battles.rules.bataille.interventions import intervene
from battles.rules.bataille.state import Ending, Phase, State
from battles.rules.bataille.victory import Verdict
from battles.rules.dice import Dice
from battles.rules.ruleset import Illegal, Message, Side

ADVANCING = (Phase.EVALUATION, Phase.PRE_BATTLE)
MODIFYING = (Phase.CHALLENGES, Phase.ANSWERS, Phase.DECLARATIONS)
ALONE = (Phase.CHALLENGES, Phase.ANSWERS, Phase.WOUNDS)  # go on by themselves, unless a ruling leaves nobody to choose
RESOLVING = (Phase.START_OF_TURN, Phase.DECLARATIONS, *ALONE)


def options(state: State) -> tuple[c.BatailleCommand, ...]:
    """What goes on first, then the figures that he may change."""
    return (*going_on(state), *evaluation.options(state), *_between_turns(state), *_modifiers(state))


def going_on(state: State) -> Iterator[c.GMCommand]:
    """Nothing while a side is waited for, and at the end."""
    if not waited_for(state) and state.phase in ADVANCING:
        yield c.Advance()
    if not waited_for(state) and state.phase in RESOLVING:
        yield c.Resolve()


def _modifiers(state: State) -> Iterator[c.GMCommand]:
    if state.phase in MODIFYING:
        for hero in (hero for side in Side for hero in able(state, side)):
            yield c.ModifyTest(hero.key, hero.modifier_in(state.turn))


def _between_turns(state: State) -> Iterator[c.GMCommand]:
    if state.phase is Phase.START_OF_TURN:
        yield from (c.SetModifier(side, state.of(side).modifier) for side in Side)
        yield from (c.AllowWithdrawal(side) for side in Side if state.of(side).withdrawal)
        if state.turn > 1:
            yield c.BreakOff()


TASKS = {
    Phase.PRE_BATTLE: Message("%(side)s has to name a general and seal."),
    Phase.CHALLENGES: Message("%(side)s has to make challenges or none, and seal."),
    Phase.ANSWERS: Message("%(side)s has to answer and seal."),
    Phase.DECLARATIONS: Message("%(side)s has to choose actions and seal."),
    Phase.WOUNDS: Message("%(side)s has to choose Fate or death, and seal."),
}
GM_TASKS = {
    Phase.EVALUATION: Message("The GM has to evaluate the forces."),
    Phase.PRE_BATTLE: Message("The GM has to announce the strategic points."),
    Phase.START_OF_TURN: Message("The GM has to roll the start of the turn."),
    **dict.fromkeys(ALONE, Message("Nobody has anything to choose: the GM has to go on.")),
    Phase.DECLARATIONS: Message("The GM has to resolve the heroes' actions."),
}


def waiting_for(state: State) -> tuple[Message, ...]:
    """Who has to act, in sentences that say no more than everybody may know."""
    if sides := waited_for(state):
        return tuple(Message(TASKS[state.phase].text, {"side": state.of(side).title}) for side in sides)
    return (GM_TASKS[state.phase],) if state.phase in GM_TASKS else ()


def decide(state: State, command: c.GMCommand, dice: Dice) -> tuple[e.BatailleEvent, ...]:
    if state.phase is Phase.RESULT:
        raise Illegal("The battle is over.", clause="BR-31")
    match command:
        case c.Advance() | c.Resolve():
            return _go_on(state, command, dice)
        case c.AllowWithdrawal(side=side):
            return _withdraw(state, side, dice)
        case c.BreakOff():
            return _break_off(state)
        case c.ModifyTest(hero=hero, modifier=modifier):
            return _modified(state, hero, modifier)
        case c.SetModifier(side=side, modifier=modifier):
            if state.phase is not Phase.START_OF_TURN:
                raise Illegal("The tactics roll is modified before a turn is rolled.", clause="BR-18")
            return (e.ModifierSet(side, modifier),)
        case _:
            return (evaluation.prepare(state, command),)


def _go_on(state: State, command: c.Advance | c.Resolve, dice: Dice) -> tuple[e.BatailleEvent, ...]:
    phases = ADVANCING if isinstance(command, c.Advance) else RESOLVING
    _check_sealed(state)
    if state.phase not in phases:
        raise Illegal("That is not what comes next.", clause="BR-12")
    script = Script(state)
    match state.phase:
        case Phase.EVALUATION:
            _announce_forces(script)
        case Phase.PRE_BATTLE:
            _announce_points(script)
        case Phase.START_OF_TURN:
            turn.start(script, dice)
        case Phase.DECLARATIONS if first_of_two(state) is None:
            _resolve(script, dice)
        case _:
            go_on(script, dice)
    return tuple(script.events)


def _check_sealed(state: State) -> None:
    titles = [state.of(side).title for side in waited_for(state)]
    if len(titles) == 1:
        raise Illegal("%(side)s is not ready yet.", clause="BR-12", side=titles[0])
    if titles:
        red, blue = titles
        raise Illegal("%(red)s and %(blue)s are not ready yet.", clause="BR-12", red=red, blue=blue)


def _announce_forces(script: Script) -> None:
    """The favoured army and the base of the threshold, for everybody (BR-02, BR-13)."""
    state, found = script.state, evaluation.judged(script.state)
    value, base = evaluation.band(state).value, evaluation.base(state)
    chosen = state.case is not None
    script.add(
        e.PhaseOpened(1, 0),
        e.ForcesEvaluated(found.case, found.favoured, chosen, evaluation.total(state), value, base),
        e.StageOpened(Phase.PRE_BATTLE),
    )


def _announce_points(script: Script) -> None:
    """Generals, strategic points, thresholds; then the first turn (BR-14, BR-15)."""
    state = script.state
    for side in Side:
        camp = state.of(side)
        if camp.general is not None:  # a ruling may have left nobody who could lead
            script.add(e.GeneralsShown(side, camp.general, camp.second))
    for side in Side:
        force = evaluation.force_points(state, side)
        script.add(e.StrategicPointsGiven(side, evaluation.strategic(state, side), force))
    for side, race in zip(Side, evaluation.races(state), strict=True):
        script.add(e.ThresholdSet(side, state.base, race.raised, race.start))
    script.add(e.TurnOpened(1))


def _resolve(script: Script, dice: Dice) -> None:
    """Actions, then wounds; then Fate is asked, or the turn ends."""
    blows = intervene(script, dice)
    if victory.ends_at_once(script, dice):
        return
    script.add(e.PhaseOpened(4, script.state.turn))
    wounds.strike(script, blows, dice)
    if pause := wounds.opens_decisions(script.state):
        script.add(pause)
        return
    wounds.mourn(script)
    if not victory.ends_at_once(script, dice):
        victory.close_turn(script, dice)


def _modified(state: State, hero: int, modifier: int) -> tuple[e.TestModified, ...]:
    """Nothing for what holds already: everybody would read of it."""
    if state.phase not in MODIFYING:
        raise Illegal("A hero's tests are modified before the actions are rolled.", clause="BR-23")
    if not any(each.key == hero for side in Side for each in able(state, side)):
        raise Illegal("Hero: one who can act this turn is needed.", clause="BR-23", field="hero")
    if c.ModifyTest(hero, modifier) in tuple(_modifiers(state)):
        return ()
    return (e.TestModified(hero, modifier, state.turn),)


def _break_off(state: State) -> tuple[e.BatailleEvent, ...]:
    """Night falls, or nobody is left who could win: a draw."""
    if state.phase is not Phase.START_OF_TURN or state.turn < 2:
        raise Illegal("A battle is broken off between two turns only.", clause="BR-35")
    script = Script(state)
    victory.end(script, Verdict(None, Ending.BROKEN_OFF))
    return tuple(script.events)


def _withdraw(state: State, side: Side, dice: Dice) -> tuple[e.BatailleEvent, ...]:
    """The other side wins; no massacre if there is a way out."""
    if state.phase is not Phase.START_OF_TURN or not state.of(side).withdrawal:
        raise Illegal("%(side)s has not asked to withdraw.", clause="BR-35", field="side", side=state.of(side).title)
    script = Script(state)
    victory.end(script, Verdict(side.rival, Ending.WITHDRAWAL))
    return tuple(script.events)
