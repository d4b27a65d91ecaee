"""The GM's rulings on a pitched battle: a figure changed, and what follows from it at once; the end by his word.

No dice and no end of the battle: whoever has reached his threshold by a ruling wins when the rules look next.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battles.rules.bataille import drafts, duels, evaluation, generals, heroes, wounds
from battles.rules.bataille import events as e
from battles.rules.bataille.evolve import Script
from battles.rules.bataille.figures import figures
from battles.rules.bataille.state import Duel, Phase, State
from battles.rules.ruleset import Illegal, Side
from battles.rules.rulings import find

OVER = "The battle is over."


def adjust(state: State, key: str, value: str) -> tuple[e.BatailleEvent, ...]:
    """Raises Illegal."""
    if state.phase is Phase.RESULT:
        raise Illegal(OVER, clause="BR-31")
    figure = find(figures(state), key)
    script = Script(state)
    script.add(e.Adjusted.of(figure, figure.checked(value)))
    _correct_race(script, state)
    _lose_general(script, state)
    _void_challenges(script)
    for side in Side:
        _clear(script, state, side)
    return tuple(script.events)


def stop(state: State) -> tuple[e.BatailleEvent, ...]:
    """Raises Illegal."""
    if state.phase is Phase.RESULT:
        raise Illegal(OVER, clause="BR-31")
    return (e.BattleStopped(state.phase),)


def _correct_race(script: Script, before: State) -> None:
    """Thresholds and head starts follow what they rest on: base, case, strategic points (BR-15)."""
    if before.red.threshold is None:
        return
    was, now = _races(before), _races(script.state)
    for place, side in enumerate(Side):
        camp = script.state.of(side)
        assert camp.threshold is not None
        raised, start = (now[place][part] - was[place][part] for part in (0, 1))
        if raised:
            _also(script, f"side.{side}.threshold", camp.threshold + raised)
        if start:
            _also(script, f"side.{side}.points", camp.points + start)


def _races(state: State) -> list[tuple[int, int]]:
    """What each side needs and starts with."""
    return [(state.base + race.raised, race.start) for race in evaluation.races(state)]


def _also(script: Script, key: str, value: int) -> None:
    figure = find(figures(script.state), key)
    within = str(max(figure.least, min(figure.most, value)))
    if within != figure.value:
        script.add(e.Adjusted.of(figure, within))


def _lose_general(script: Script, before: State) -> None:
    """A general who dies, from any cause, brings the other side 4; command passes (BR-30)."""
    for side in Side:
        was, now = before.of(side).leader, script.state.of(side).leader
        if was is not None and now is not None and was.key == now.key and was.present and not now.present:
            wounds.mourn(script, (side,))


def _void_challenges(script: Script) -> None:
    """A challenge that is not declined needs two who can fight it out."""
    if script.state.phase not in (Phase.ANSWERS, Phase.DECLARATIONS):
        return
    able = {hero.key for side in Side for hero in duels.duellists(script.state, side)}
    for duel in script.state.duels:
        if duel.accepted is not False and not _within(duel, able):
            script.add(e.ChallengeVoided(duel.challenger, duel.target))


def _clear(script: Script, before: State, side: Side) -> None:
    """Choices that are no longer open are dropped. Ready is taken back where there are others to choose from than
    before, whatever was chosen: so it tells nothing of that.
    """
    script.add(*_stale(script.state, side))
    state = script.state
    if state.of(side).ready and (_basis(before, side) != _basis(state, side) or drafts.problems(state, side)):
        script.add(e.ReadyChanged(side, False))


def _basis(state: State, side: Side) -> Any:
    """What the side chooses from in this phase. A choice that is dropped is never without a change of it."""
    match state.phase:
        case Phase.PRE_BATTLE:
            return {hero.key for hero in generals.candidates(state, side)}
        case Phase.CHALLENGES:
            return {hero.key for each in Side for hero in duels.duellists(state, each)}
        case Phase.ANSWERS:
            return duels.to_answer(state, side)
        case Phase.DECLARATIONS:
            return {hero.key: tuple(heroes.choices(state, hero)) for hero in heroes.free(state, side)}
        case Phase.WOUNDS:
            return {hero.key for hero in wounds.dying(state.of(side))}
    return None


def _stale(state: State, side: Side) -> Iterator[e.SideDraft]:
    match state.phase:
        case Phase.PRE_BATTLE:
            yield from _unled(state, side)
        case Phase.CHALLENGES:
            yield from _off(state, side)
        case Phase.DECLARATIONS if state.declaring is not side.rival:
            yield from _undone(state, side)


def _unled(state: State, side: Side) -> Iterator[e.SideDraft]:
    present = {hero.key for hero in generals.candidates(state, side)}
    for named in (state.of(side).general, state.of(side).second):
        if named is not None and named not in present:
            yield e.NamingDropped(side, named)


def _off(state: State, side: Side) -> Iterator[e.SideDraft]:
    able = {hero.key for each in Side for hero in duels.duellists(state, each)}
    for duel in state.of(side).draft.challenges:
        if not _within(duel, able):
            yield e.ChallengeCalledOff(side, duel.challenger)


def _within(duel: Duel, able: set[int]) -> bool:
    return {duel.challenger, duel.target} <= able


def _undone(state: State, side: Side) -> Iterator[e.SideDraft]:
    """Actions that are not open to their heroes any more, and Fortune for those who can't roll or have none."""
    draft = state.of(side).draft
    free = {hero.key: hero for hero in heroes.free(state, side)}
    for each in draft.actions:
        hero = free.get(each.hero)
        if hero is None or not any((c.action, c.test) == (each.action, each.test) for c in heroes.choices(state, hero)):
            yield e.ActionDropped(side, each.hero)
    able = {hero.key: hero for hero in heroes.able(state, side)}
    for key in draft.fortune:
        if key not in able or not able[key].fortune:
            yield e.FortuneDrafted(side, key, False)
