"""What the rolls of a pitched battle are called, without what came of them."""

from __future__ import annotations

from battles.rules.bataille import events as e
from battles.rules.bataille.state import State
from battles.rules.bataille.words import action_name
from battles.rules.ruleset import Message, Values

POINTS = {
    e.Cause.ARMY: Message("Army dice of %(side)s"),
    e.Cause.TACTICS: Message("Victory points of %(side)s for the tactics roll"),
    e.Cause.ACTION: Message("Victory points by %(hero)s"),
}
OF_HEROES = {
    e.Struck: Message("Hit location and damage of %(hero)s"),
    e.CriticalSuffered: Message("Critical wound of %(hero)s"),
    e.BleedingTested: Message("Toughness test of %(hero)s, who bleeds"),
}
OTHER = Message("A roll")


def named(state: State, event: e.BatailleEvent) -> Message:
    match event:
        case e.TacticsTested(hero=int(hero)):
            return _of(state, Message("Tactics roll of %(hero)s"), hero)
        case e.TacticsRolledAgain():
            return Message("Tactics rolls that nobody wins")
        case e.PointsChanged(side=side, cause=cause, hero=hero) if cause in POINTS:
            return _of(state, POINTS[cause], hero, side=state.of(side).title)
        case e.ActionTested(hero=hero, action=action, again=again):
            text = Message("Test of %(hero)s: %(action)s")
            if again:
                text = Message("Second test of %(hero)s, for a Fortune Point: %(action)s")
            return _of(state, text, hero, action=action_name(state, action))
        case e.Struck(hero=hero) | e.CriticalSuffered(hero=hero) | e.BleedingTested(hero=hero):
            return _of(state, OF_HEROES[type(event)], hero)
        case e.TurnEnded():
            return Message("Length of the turn")
        case _:
            return OTHER


def _of(state: State, text: Message, hero: int, **more: str | Message) -> Message:
    """hero: 0 for nobody's roll."""
    values: Values = {**more}
    if hero:
        values["hero"] = state.hero(hero).name
    return Message(text.text, values)
