"""Challenges (HA-09): announced before the other actions, accepted or declined, fought out between two heroes."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.evolve import Script
from battles.rules.bataille.heroes import able, duel_action, opens_declarations, own_hero
from battles.rules.bataille.points import gain
from battles.rules.bataille.state import Duel, Hero, Phase, State
from battles.rules.bataille.testing import target
from battles.rules.ruleset import Illegal, Side

DECLINED = 2


def duellists(state: State, side: Side) -> tuple[Hero, ...]:
    """Who may act and knows what a duel is fought with."""
    action = duel_action(state)
    if action is None:
        return ()
    return tuple(hero for hero in able(state, side) if target(state, hero, action.tests[0]) is not None)


def may_challenge(state: State, side: Side) -> bool:
    """By what everybody can see, so the pause tells nothing."""
    return bool(duellists(state, side)) and bool(duellists(state, side.rival))


def options(state: State, side: Side) -> Iterator[c.SideCommand]:
    if not may_challenge(state, side):
        return
    drafted = state.of(side).draft.challenges
    yield c.WaiveChallenges(not state.of(side).waives)
    for hero in duellists(state, side):
        for foe in duellists(state, side.rival):
            if not any(duel.target == foe.key for duel in drafted):
                yield c.Challenge(hero.key, foe.key)
    yield from (c.CallOff(duel.challenger) for duel in drafted)


def to_answer(state: State, side: Side) -> tuple[Duel, ...]:
    """Challenges that the side's heroes have not answered openly."""
    own = {hero.key for hero in state.of(side).heroes}
    return tuple(duel for duel in state.duels if duel.target in own and duel.accepted is None)


def answer_options(state: State, side: Side) -> Iterator[c.Answer]:
    given = dict(state.of(side).draft.answers)
    for duel in to_answer(state, side):
        yield from (c.Answer(duel.target, accept) for accept in (True, False) if given.get(duel.target) is not accept)


def unanswered(state: State, side: Side) -> tuple[Duel, ...]:
    given = dict(state.of(side).draft.answers)
    return tuple(duel for duel in to_answer(state, side) if duel.target not in given)


def decide(state: State, side: Side, command: c.Challenge | c.CallOff | c.Answer) -> e.SideDraft:
    match command:
        case c.Challenge():
            return _challenge(state, side, command)
        case c.CallOff(hero=hero):
            if not any(duel.challenger == hero for duel in state.of(side).draft.challenges):
                raise Illegal("Hero: this one challenges nobody.", clause="BR-23", field="hero")
            return e.ChallengeCalledOff(side, hero)
        case c.Answer(hero=hero, accept=accept):
            if not any(duel.target == hero for duel in to_answer(state, side)):
                raise Illegal("Hero: nobody waits for an answer of this one.", clause="BR-23", field="hero")
            if dict(state.of(side).draft.answers).get(hero) is accept:
                raise Illegal("That is the answer already.", clause="BR-23", field="accept")
            return e.AnswerDrafted(side, hero, accept)


def _challenge(state: State, side: Side, command: c.Challenge) -> e.SideDraft:
    own_hero(state, side, command.hero)
    if not any(hero.key == command.hero for hero in duellists(state, side)):
        raise Illegal("Hero: this one can challenge nobody in this battle.", clause="BR-23", field="hero")
    if not any(foe.key == command.target for foe in duellists(state, side.rival)):
        raise Illegal(
            "Target: an enemy hero is needed who is on the field and can act this turn.", clause="BR-23", field="target"
        )
    if any(duel.target == command.target for duel in state.of(side).draft.challenges):
        raise Illegal("Target: one of yours challenges this hero already.", clause="BR-23", field="target")
    return e.ChallengeDrafted(side, command.hero, command.target)


def waive(state: State, side: Side, waives: bool) -> e.SideDraft:
    if state.of(side).waives is waives:
        raise Illegal("That is so already.", clause="BR-23", field="waive")
    return e.ChallengesWaived(side, waives)


def ask(script: Script) -> None:
    """Both sides are asked for challenges; who waives them is ready at once (HA-09)."""
    script.add(e.StageOpened(Phase.CHALLENGES))
    asked = [side for side in Side if may_challenge(script.state, side)]
    waiving = [side for side in asked if script.state.of(side).waives]
    script.add(*(e.ReadyChanged(side, True) for side in waiving))
    if waiving == asked:
        announce(script)


def announce(script: Script) -> None:
    """Both sides' challenges, at once. Whoever challenges each other accept; who challenges somebody else declines."""
    drafted = [duel for side in Side for duel in script.state.of(side).draft.challenges]
    script.add(*(e.ChallengeAnnounced(duel.challenger, duel.target) for duel in drafted))
    targets = {duel.challenger: duel.target for duel in drafted}
    for duel in drafted:
        if duel.target in targets:
            mutual = targets[duel.target] == duel.challenger
            script.add(e.ChallengeAnswered(duel.challenger, duel.target, mutual, by_rule=True))
            if not mutual:
                _declined(script, duel)
    waiting = any(duel.accepted is None for duel in script.state.duels)
    script.add(e.StageOpened(Phase.ANSWERS) if waiting else opens_declarations(script.state))


def answer(script: Script) -> None:
    """Both sides' answers, at once."""
    for side in Side:
        given = dict(script.state.of(side).draft.answers)
        for duel in to_answer(script.state, side):
            accepted = given.get(duel.target, False)
            script.add(e.ChallengeAnswered(duel.challenger, duel.target, accepted, by_rule=False))
            if not accepted:
                _declined(script, duel)
    script.add(opens_declarations(script.state))


def _declined(script: Script, duel: Duel) -> None:
    side = script.state.side_of(duel.challenger)
    gain(script, side, e.Cause.DECLINED, flat=DECLINED, hero=duel.target)


def fought(state: State) -> tuple[Duel, ...]:
    """Accepted challenges, each pair once, in the order in which they were announced."""
    pairs = dict[frozenset[int], Duel]()
    for duel in state.duels:
        if duel.accepted:
            pairs.setdefault(frozenset((duel.challenger, duel.target)), duel)
    return tuple(pairs.values())
