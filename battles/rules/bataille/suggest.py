"""Sensible choices for what is still open: for bots, for demos and for a player in a hurry."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.bataille import commands as c
from battles.rules.bataille import duels, heroes, odds, wounds
from battles.rules.bataille import events as e
from battles.rules.bataille.state import Hero, Phase, State
from battles.rules.bataille.testing import tactics
from battles.rules.ruleset import Side

# A Wound is worth this many victory points to a careful player, a critical wound so many more.
WOUND, CRITICAL = 0.15, 6.0


def fill(state: State, side: Side) -> tuple[e.SideDraft, ...]:
    """Events that make the open choices; none where nothing is open. Challenges nobody, burns Fate."""
    match state.phase:
        case Phase.PRE_BATTLE:
            return tuple(_generals(state, side))
        case Phase.ANSWERS:
            return tuple(e.AnswerDrafted(side, duel.target, True) for duel in duels.unanswered(state, side))
        case Phase.DECLARATIONS if state.declaring in (None, side):
            return tuple(_actions(state, side))
        case Phase.WOUNDS:
            return tuple(e.FateDrafted(side, hero.key, True) for hero in wounds.asked(state, side))
    return ()


def _generals(state: State, side: Side) -> Iterator[e.SideDraft]:
    """The best at the tactics roll leads; the best-ranked of the others takes over."""
    camp = state.of(side)
    present = [hero for hero in camp.heroes if hero.present]
    general = camp.general
    if general is None and present:
        others = [hero for hero in present if hero.key != camp.second] or present
        general = max(others, key=lambda hero: tactics(state, side, hero).number).key
        yield e.GeneralNamed(side, general)
    if camp.second is None:
        second = next((hero.key for hero in present if hero.key != general), None)
        if second is not None:
            yield e.SecondNamed(side, second)


def _actions(state: State, side: Side) -> Iterator[e.SideDraft]:
    for hero in heroes.free(state, side):
        if heroes.drafted(state, side, hero.key) is None:
            best = max(heroes.choices(state, hero), key=lambda choice: worth(state, hero, choice), default=None)
            if best is not None:
                yield e.ActionDrafted(side, hero.key, best.action, best.test)


def worth(state: State, hero: Hero, choice: c.Declare) -> float:
    """Victory points to be expected, less what the wounds are worth."""
    action = heroes.action_of(state, choice.action)
    assert action is not None
    danger = odds.danger(state, hero, action.damage)
    return odds.expected_points(state, hero, action, choice.test) - WOUND * danger.mean - CRITICAL * danger.critical
