"""A side's choices that are not yet shown, taken back for a seat that changes hands.

What cannot be open again becomes the same whatever it was: the first heroes lead, a challenge is declined, Fate is
burnt. Whoever comes may change all of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.bataille import commands as c
from battles.rules.bataille import drafts, generals
from battles.rules.bataille.state import Phase, State
from battles.rules.ruleset import Side


def take_back(state: State, side: Side) -> c.BatailleCommand | None:
    """The next command that does so."""
    wanted = set(_wanted(state, side))
    return next((each for each in drafts.options(state, side) if each in wanted), None)


def _wanted(state: State, side: Side) -> Iterator[c.SideCommand]:
    camp = state.of(side)
    yield c.Unready()
    if camp.waives:
        yield c.WaiveChallenges(False)
    yield from (c.CallOff(duel.challenger) for duel in camp.draft.challenges)
    yield from (c.UseFortune(hero, False) for hero in camp.draft.fortune)
    yield from (c.Undeclare(each.hero) for each in camp.draft.actions)
    yield from (c.Answer(hero, False) for hero, _ in camp.draft.answers)
    yield from (c.BurnFate(hero, True) for hero, _ in camp.draft.fate)
    if state.phase is Phase.PRE_BATTLE:
        yield from _first_heroes(state, side)


def _first_heroes(state: State, side: Side) -> Iterator[c.SideCommand]:
    """As general and as second, each if one was named."""
    camp, present = state.of(side), generals.candidates(state, side)
    if not present:
        return
    first, *others = present
    if camp.general not in (None, first.key):
        yield c.NameGeneral(first.key)
    elif camp.second is not None and others:
        yield c.NameSecond(others[0].key)
