"""Report lines of the fourth phase: damage, critical wounds, Fate, death (BR-27 to BR-30)."""

from __future__ import annotations

from typing import assert_never

from battles.rules.armies import LOCATIONS, Injury
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.effects import DEADLY, bleeds, lasts, stuns
from battles.rules.bataille.report import dice_terms, plain, test_terms
from battles.rules.bataille.state import State
from battles.rules.bataille.testing import LABELS
from battles.rules.bataille.words import injury_message
from battles.rules.ruleset import Line, Message, Term, Values

UNHURT = Message("%(hero)s is hit, %(location)s: damage %(net)s, Wounds %(before)s → %(after)s.")
DOWN = Message(
    "%(hero)s is hit, %(location)s: damage %(net)s, Wounds %(before)s → %(after)s, critical value +%(critical)s."
)
FURY = Message("%(hero)s is hit, %(location)s, with Ulric's Fury: damage %(net)s, Wounds %(before)s → %(after)s.")
DOWN_BY_FURY = Message(
    "%(hero)s is hit, %(location)s, with Ulric's Fury: damage %(net)s, Wounds %(before)s → %(after)s,"
    " critical value +%(critical)s."
)
CRITICAL = Message("Critical wound of %(hero)s, effect %(effect)s: %(what)s.")


def line(state: State, event: e.WoundEvent) -> Line:
    match event:
        case e.Struck():
            return _struck(state, event)
        case e.CriticalSuffered():
            return _critical(state, event)
        case e.BleedingTested():
            return _bleeding(state, event)
        case e.CommandPassed():
            return _command(state, event)
        case e.BleedingStopped(hero=hero):
            return _of_hero(state, hero, Message("A friend stops the bleeding of %(hero)s."), "HA-02")
        case e.FateBurned(hero=hero):
            return _of_hero(state, hero, Message("%(hero)s burns a Fate Point: out of action, but alive."), "BR-28")
        case e.HeroDied(hero=hero):
            return _of_hero(state, hero, Message("%(hero)s is dead."), "BR-28")
        case _:
            assert_never(event)


def _of_hero(state: State, hero: int, text: Message, rule: str) -> Line:
    return Line(Message(text.text, {"hero": state.hero(hero).name}), rule, side=state.side_of(hero))


def _struck(state: State, event: e.Struck) -> Line:
    """Location, dice, Fury, what is taken off, Wounds."""
    values: Values = {
        "hero": state.hero(event.hero).name,
        "location": LOCATIONS[event.location],
        "net": event.net,
        "before": event.before,
        "after": event.after,
        "critical": event.critical,
    }
    text = (DOWN_BY_FURY if event.further else DOWN) if event.critical else (FURY if event.further else UNHURT)
    return Line(Message(text.text, values), "BR-28", "damage", state.side_of(event.hero), tuple(_sum(state, event)))


def _sum(state: State, event: e.Struck) -> list[Term]:
    terms = [plain(Message("Location, D100"), event.roll)] if event.roll else []
    terms += dice_terms(event.dice)
    if len(event.dice) > 1:
        terms.append(plain(Message("Counts"), event.kept))
    terms += [plain(Message("Check for a further die, up to 25"), check) for check in event.checks]
    terms += [Term(Message("Further die"), die) for die in event.further]
    terms.append(Term(Message("Added"), event.flat))
    whole = event.kept + sum(event.further) + event.flat
    if event.raw != whole:
        terms.append(Term(Message("Halved, by house rule BD-06"), event.raw - whole))
    return [*terms, Term(Message("Toughness Bonus"), -event.toughness), Term(Message("Armour"), -event.armour)]


def _critical(state: State, event: e.CriticalSuffered) -> Line:
    values: Values = {"hero": state.hero(event.hero).name, "effect": event.effect, "what": _what(event)}
    terms = (
        plain(Message("Critical value"), event.value),
        plain(Message("D100"), event.roll),
        plain(Message("Effect"), event.effect),
    )
    return Line(Message(CRITICAL.text, values), "BR-28", "test", state.side_of(event.hero), terms)


def _what(event: e.CriticalSuffered) -> Message:
    where, effect = event.location, event.effect
    if effect < 3 or event.bare:
        return Message("nothing lasting")
    if effect >= DEADLY:
        return Message("deadly")
    if lasts(effect, where):
        return injury_message(Injury(where, effect))  # type: ignore[arg-type]
    if effect == 5:
        return Message("floored: next turn's tests at -30")
    if stuns(effect, where):
        return Message("stunned: loses next turn's action")
    return Message("out of action and bleeding") if bleeds(effect, where) else Message("out of action")


def _bleeding(state: State, event: e.BleedingTested) -> Line:
    values: Values = {"hero": state.hero(event.hero).name, "roll": event.test.roll, "target": event.test.target}
    text = Message("%(hero)s bleeds, Toughness: %(roll)s against %(target)s, failed.")
    if event.test.success:
        text = Message("%(hero)s bleeds, Toughness: %(roll)s against %(target)s, passed.")
    terms = test_terms(LABELS[TestKey.TOUGHNESS], event.test)
    return Line(Message(text.text, values), "BR-28", "test", state.side_of(event.hero), terms)


def _command(state: State, event: e.CommandPassed) -> Line:
    values: Values = {"side": state.of(event.side).title}
    text = Message("Nobody is left to lead %(side)s.")
    if event.hero is not None:
        text, values = Message("%(hero)s takes command of %(side)s."), {**values, "hero": state.hero(event.hero).name}
    return Line(Message(text.text, values), "BR-30", side=event.side)
