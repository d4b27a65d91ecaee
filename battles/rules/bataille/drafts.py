"""What a side may do: its commands by phase, its drafts, Ready."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from battles.rules.bataille import commands as c
from battles.rules.bataille import duels, generals, heroes, suggest, victory, wounds
from battles.rules.bataille import events as e
from battles.rules.bataille.evolve import Script, evolve
from battles.rules.bataille.state import Phase, State
from battles.rules.dice import Dice
from battles.rules.ruleset import Illegal, Message, Side

CHOOSING = (Phase.PRE_BATTLE, Phase.CHALLENGES, Phase.ANSWERS, Phase.DECLARATIONS, Phase.WOUNDS)


class Season(NamedTuple):
    """When a command has its place, and what is said at any other time."""

    phases: tuple[Phase, ...]
    sentence: Message
    clause: str


NAMING = Season((Phase.PRE_BATTLE,), Message("Generals are named before the battle only."), "BR-18")
CHALLENGING = Season((Phase.CHALLENGES,), Message("Challenges are made before the actions only."), "BR-23")
WAIVING = Season(
    (Phase.START_OF_TURN, Phase.CHALLENGES), Message("Challenges are waived before a turn or when asked for."), "BR-23"
)
ANSWERING = Season((Phase.ANSWERS,), Message("There is no challenge to answer now."), "BR-23")
DECLARING = Season((Phase.DECLARATIONS,), Message("Actions are declared in the third phase only."), "BR-21")
DYING = Season((Phase.WOUNDS,), Message("Nobody has to decide on Fate now."), "BR-28")
LEAVING = Season((Phase.START_OF_TURN,), Message("A side asks to withdraw between two turns only."), "BR-35")
SEALING = Season(CHOOSING, Message("There is nothing to choose now."), "BR-12")
SEASONS: dict[type[c.SideCommand], Season] = {
    c.NameGeneral: NAMING,
    c.NameSecond: NAMING,
    c.Challenge: CHALLENGING,
    c.CallOff: CHALLENGING,
    c.WaiveChallenges: WAIVING,
    c.Answer: ANSWERING,
    c.Declare: DECLARING,
    c.Undeclare: DECLARING,
    c.UseFortune: DECLARING,
    c.BurnFate: DYING,
    c.AskWithdrawal: LEAVING,
    c.FightOn: LEAVING,
    c.FillIn: SEALING,
    c.Ready: SEALING,
    c.Unready: SEALING,
}


def may_choose(state: State, side: Side) -> bool:
    """Whether the side has anything to choose in this phase; by what everybody can see."""
    match state.phase:
        case Phase.PRE_BATTLE:
            return True
        case Phase.CHALLENGES:
            return duels.may_challenge(state, side)
        case Phase.ANSWERS:
            return bool(duels.to_answer(state, side))
        case Phase.DECLARATIONS:
            return bool(heroes.able(state, side)) and state.declaring in (None, side)
        case Phase.WOUNDS:
            return bool(wounds.dying(state.of(side)))
    return False


def waited_for(state: State) -> tuple[Side, ...]:
    """The sides that have not sealed their choices yet."""
    return tuple(side for side in Side if may_choose(state, side) and not state.of(side).ready)


def problems(state: State, side: Side) -> tuple[Message, ...]:
    """What stands in the way of Ready."""
    if state.phase is Phase.PRE_BATTLE and state.of(side).general is None and generals.candidates(state, side):
        return (Message("Name a general."),)
    if state.phase is Phase.ANSWERS:
        open_duels = duels.unanswered(state, side)
        return tuple(
            Message("%(hero)s is challenged: accept or decline.", {"hero": state.hero(duel.target).name})
            for duel in open_duels
        )
    if state.phase is Phase.WOUNDS:
        dying = wounds.asked(state, side)
        return tuple(Message("%(hero)s is dying: burn a Fate Point or not.", {"hero": each.name}) for each in dying)
    return ()


def options(state: State, side: Side) -> Iterator[c.SideCommand]:
    """Every command that `decide` accepts from this side."""
    if state.phase is Phase.START_OF_TURN:
        yield c.WaiveChallenges(not state.of(side).waives)
        if state.turn > 1:
            yield c.FightOn() if state.of(side).withdrawal else c.AskWithdrawal()
    if not may_choose(state, side):
        return
    yield from _phase_options(state, side)
    if state.of(side).ready:
        yield c.Unready()
        return
    if suggest.fill(state, side):
        yield c.FillIn()
    if not problems(state, side):
        yield c.Ready()


def _phase_options(state: State, side: Side) -> Iterator[c.SideCommand]:
    match state.phase:
        case Phase.PRE_BATTLE:
            yield from generals.options(state, side)
        case Phase.CHALLENGES:
            yield from duels.options(state, side)
        case Phase.ANSWERS:
            yield from duels.answer_options(state, side)
        case Phase.DECLARATIONS:
            yield from heroes.options(state, side)
        case Phase.WOUNDS:
            chosen = dict(state.of(side).draft.fate)
            for hero in wounds.dying(state.of(side)):
                yield from (c.BurnFate(hero.key, on) for on in (True, False) if chosen.get(hero.key) is not on)


def decide(state: State, side: Side, command: c.SideCommand, dice: Dice) -> tuple[e.BatailleEvent, ...]:
    """The draft's events; an edit takes Ready back, visibly. What goes on by itself once both have sealed may roll."""
    _check_season(state, side, command)
    match command:
        case c.AskWithdrawal() | c.FightOn():
            return (_withdrawal(state, side, asked=isinstance(command, c.AskWithdrawal)),)
        case c.WaiveChallenges(waive=waive):
            return _waived(state, side, waive, dice)
        case c.Ready() | c.Unready():
            return _sealed(state, _seal(state, side, ready=isinstance(command, c.Ready)), dice)
        case _:
            edits = _edits(state, side, command)
            return (*edits, e.ReadyChanged(side, False)) if state.of(side).ready else edits


def _check_season(state: State, side: Side, command: c.SideCommand) -> None:
    season = SEASONS[type(command)]
    if state.phase not in season.phases:
        raise Illegal(season.sentence.text, clause=season.clause)
    if state.phase is Phase.START_OF_TURN:
        if state.turn < 2 and not isinstance(command, c.WaiveChallenges):
            raise Illegal("The battle has hardly begun: a side may ask after the first turn.", clause="BR-35")
    elif not may_choose(state, side):
        raise Illegal("Your side has nothing to choose now.", clause="BR-12")


def _waived(state: State, side: Side, waives: bool, dice: Dice) -> tuple[e.BatailleEvent, ...]:
    """Who waives challenges when he is asked for them is ready with that."""
    waived = duels.waive(state, side, waives)
    if not waives or state.phase is not Phase.CHALLENGES or state.of(side).ready:
        return (waived,)
    return (waived, *_sealed(evolve(state, waived), e.ReadyChanged(side, True), dice))


def _withdrawal(state: State, side: Side, *, asked: bool) -> e.WithdrawalAsked:
    if state.of(side).withdrawal is asked:
        raise Illegal("That is so already.", clause="BR-35")
    return e.WithdrawalAsked(side, asked)


def _seal(state: State, side: Side, *, ready: bool) -> e.ReadyChanged:
    if state.of(side).ready is ready:
        if ready:
            raise Illegal("You are ready already.", clause="BR-12")
        raise Illegal("You are not ready.", clause="BR-12")
    for problem in problems(state, side) if ready else ():
        raise Illegal.of(problem, clause=SEASONS_OF_READY[state.phase])
    return e.ReadyChanged(side, ready)


SEASONS_OF_READY = {Phase.PRE_BATTLE: "BR-18", Phase.ANSWERS: "BR-23", Phase.WOUNDS: "BR-28"}


def _sealed(state: State, seal: e.ReadyChanged, dice: Dice) -> tuple[e.BatailleEvent, ...]:
    """Challenges, answers and Fate go on by themselves once both sides have sealed; so does an open declaration."""
    script = Script(state)
    script.add(seal)
    if not waited_for(script.state):
        go_on(script, dice)
    return tuple(script.events)


def go_on(script: Script, dice: Dice) -> None:
    """What comes once nobody is waited for: by itself, or by the GM where a ruling left nobody to wait for."""
    phase = script.state.phase
    match phase:
        case Phase.CHALLENGES:
            duels.announce(script)
        case Phase.ANSWERS:
            duels.answer(script)
        case Phase.WOUNDS:
            wounds.decided(script)
            wounds.mourn(script)
            if not victory.ends_at_once(script, dice):
                victory.close_turn(script, dice)
        case Phase.DECLARATIONS if (side := first_of_two(script.state)) is not None:
            # The first side's actions are shown; then the other declares, knowing them (BD-18).
            script.add(*heroes.revealed(script.state, side), e.StageOpened(Phase.DECLARATIONS, side.rival, second=True))
    if phase in (Phase.CHALLENGES, Phase.ANSWERS):
        victory.ends_at_once(script, dice)


def first_of_two(state: State) -> Side | None:
    """Who declares in the open before the other does, None where nobody comes after (BD-18)."""
    side = None if state.declared_first else state.declaring
    return side if side is not None and heroes.able(state, side.rival) else None


def _edits(state: State, side: Side, command: c.SideCommand) -> tuple[e.SideDraft, ...]:
    match command:
        case c.NameGeneral() | c.NameSecond():
            return (generals.decide(state, side, command),)
        case c.Challenge() | c.CallOff() | c.Answer():
            return (duels.decide(state, side, command),)
        case c.Declare() | c.Undeclare() | c.UseFortune():
            return (heroes.decide(state, side, command),)
        case c.BurnFate(hero=hero, burn=burn):
            return (_fate(state, side, hero, burn),)
        case c.FillIn():
            events = suggest.fill(state, side)
            if not events or state.of(side).ready:
                raise Illegal("There is no choice left to fill in.", clause="BR-12")
            return events
        case c.AskWithdrawal() | c.FightOn() | c.WaiveChallenges() | c.Ready() | c.Unready():
            raise AssertionError("these are no edits")
        case _:
            assert_never(command)


def _fate(state: State, side: Side, hero: int, burn: bool) -> e.FateDrafted:
    if not any(each.key == hero for each in wounds.dying(state.of(side))):
        raise Illegal("Hero: this is not one of yours who is dying.", clause="BR-28", field="hero")
    if dict(state.of(side).draft.fate).get(hero) is burn:
        raise Illegal("That is decided already.", clause="BR-28", field="burn")
    return e.FateDrafted(side, hero, burn)
