"""Report lines of a contest's round: every test, sum and loss written out."""

from __future__ import annotations

from typing import assert_never

from battles.rules.battlefront import events as e
from battles.rules.battlefront.air import loser_damage, winner_damage
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.contest import COMMANDER, MAX_ROUNDS, break_target
from battles.rules.battlefront.land import strike
from battles.rules.battlefront.state import Horde, State
from battles.rules.d100 import Reason, capped
from battles.rules.ruleset import Line, Message, Side, Term

ROUND_TITLES = {
    Domain.AIR: Message("Air Contest, round %(round)s of %(most)s"),
    Domain.LAND: Message("Land Contest, round %(round)s of %(most)s"),
}
WON = {
    Reason.SUCCESS: Message("%(side)s wins the round: a success beats a failure."),
    Reason.DEGREES: Message("%(side)s wins the round by degrees of success."),
    Reason.INTELLIGENCE: Message("%(side)s wins the round by the higher Intelligence bonus."),
    Reason.ROLL: Message("%(side)s wins the round by the lower roll."),
}
DRAWN = {
    Domain.AIR: Message("The round is drawn: no damage."),
    Domain.LAND: Message("The round is drawn: no Morale lost, no Break tests."),
}


def round_line(state: State, event: e.RoundEvent) -> Line:
    match event:
        case e.RoundFought(contest=contest, round=number):
            values = {"round": number, "most": MAX_ROUNDS[contest]}
            clause = "BF-05" if contest is Domain.AIR else "BF-31"
            return Line(Message(ROUND_TITLES[contest].text, {**values}), clause, "heading")
        case e.SideRetreated(side=side):
            return Line(Message("%(side)s retreats.", _title(state, side)), "D-21", side=side)
        case e.MoraleSet() | e.MoraleLost():
            return _morale_line(state, event)
        case e.TestsRolledAgain() | e.TacticsTested() | e.RoundDecided():
            return _tactics_line(state, event)
        case e.AirDamageTaken():
            return _air_damage_line(state, event)
        case e.AttackMade():
            return _attack_line(state, event)
        case e.LandDamageTaken():
            return _land_damage_line(state, event)
        case e.BreakTestTaken():
            return _break_line(state, event)
        case _:
            assert_never(event)


def _title(state: State, side: Side) -> dict[str, str | int]:
    return {"side": state.of(side).title}


def _horde(state: State, key: int) -> tuple[Side, Horde]:
    """A horde of either side by its key."""
    for side in Side:
        if horde := state.of(side).horde(key):
            return side, horde
    raise LookupError(key)


def _morale_line(state: State, event: e.MoraleSet | e.MoraleLost) -> Line:
    names = _title(state, event.side)
    air = event.contest is Domain.AIR
    if isinstance(event, e.MoraleLost):
        values = {**names, "before": event.before, "level": event.level}
        text = Message("The Morale Level of %(side)s drops: %(before)s -> %(level)s.", values)
        return Line(text, "BF-08" if air else "BF-32", side=event.side)
    terms = (
        Term(Message("Fellowship bonus"), event.bonus),
        Term(Message("Command"), event.rank),
        Term(Message("Scenario"), event.modifier),
    )
    text = Message("%(side)s starts with Morale Level %(level)s.", {**names, "level": event.level})
    return Line(text, "BF-04" if air else "BF-20", "damage", event.side, terms)


def _tactics_line(state: State, event: e.TestsRolledAgain | e.TacticsTested | e.RoundDecided) -> Line:
    if isinstance(event, e.TacticsTested):
        return _test_line(state, event)
    if isinstance(event, e.RoundDecided):
        return _decided_line(state, event)
    labels = tuple(Message("%(side)s", _title(state, side)) for side in Side)
    terms = tuple(Term(label, roll) for pair in event.rolls for label, roll in zip(labels, pair, strict=True))
    text = Message("Nobody won the opposed test: rolled again (%(times)s times).", {"times": len(event.rolls)})
    return Line(text, "D-04", "test", terms=terms)


def _test_line(state: State, event: e.TacticsTested) -> Line:
    test, sheet = event.test, state.of(event.side).holder(COMMANDER[event.contest])
    values: dict[str, str | int] = {"name": sheet.name if sheet else "", "roll": test.roll, "target": test.target}
    text = Message("Tactics, %(name)s: %(roll)s against %(target)s, a failure.", values)
    if test.success:
        values["degrees"] = test.degrees
        text = Message("Tactics, %(name)s: %(roll)s against %(target)s, degrees of success: %(degrees)s.", values)
    terms = (Term(Message("Scholastic Lore (Tactics)"), test.base), *test.modifiers)
    surplus = capped(test.modifiers) - sum(term.value for term in test.modifiers)
    if surplus:
        terms = (*terms, Term(Message("Modifiers are capped at 60"), surplus))
    return Line(text, "BF-06" if event.contest is Domain.AIR else "BF-31", "test", event.side, terms)


def _decided_line(state: State, event: e.RoundDecided) -> Line:
    terms = (
        Term(Message("Degrees of success of %(side)s", _title(state, Side.RED)), event.red_degrees),
        Term(Message("Degrees of success of %(side)s", _title(state, Side.BLUE)), event.blue_degrees),
    )
    air = event.contest is Domain.AIR
    if event.winner is None:
        return Line(DRAWN[event.contest], "D-04" if air else "D-11", terms=terms)
    text = Message(WON[event.reason].text, _title(state, event.winner))
    return Line(text, "BF-07" if air else "BF-32", side=event.winner, terms=terms)


def _air_damage_line(state: State, event: e.AirDamageTaken) -> Line:
    """`3 + (3 - 1) + 4 = 9 Magnitude, 60 -> 51` for the loser, `1 + 3 = 4 Magnitude` for the winner."""
    side, horde = _horde(state, event.horde)
    values: dict[str, str | int] = {
        "name": horde.name,
        "w": event.winner_degrees,
        "l": event.loser_degrees,
        "n": event.hordes,
        "half": event.loser_degrees // 2,
        "before": event.before,
        "left": event.left,
    }
    hordes = Term(Message("Enemy hordes"), event.hordes)
    if event.won:
        values["total"] = winner_damage(event.loser_degrees, event.hordes)
        text = Message("%(name)s: %(half)s + %(n)s = %(total)s Magnitude damage, %(before)s -> %(left)s.", values)
        half = Term(Message("Half the loser's degrees of success"), event.loser_degrees // 2)
        return Line(text, "BF-10", "damage", side, (half, hordes))
    values["total"] = loser_damage(event.winner_degrees, event.loser_degrees, event.hordes)
    text = Message("%(name)s: %(w)s + (%(w)s - %(l)s) + %(n)s = %(total)s Magnitude damage, %(before)s -> %(left)s.")
    degrees = Term(Message("The winner's degrees of success"), event.winner_degrees)
    lead = Term(Message("Lead over the loser's degrees of success"), event.winner_degrees - event.loser_degrees)
    return Line(Message(text.text, values), "BF-09", "damage", side, (degrees, lead, hordes))


def _attack_line(state: State, event: e.AttackMade) -> Line:
    """`raw against armour left: hits + Blast + bonus`, as in the rule text's sample round."""
    side, horde = _horde(state, event.horde)
    _, enemy = _horde(state, event.target)
    weapon = state.profile(horde).weapons[event.weapon]
    blow = strike(weapon, state.profile(enemy).armour, event.degrees)
    values: dict[str, str | int] = {"name": horde.name, "target": enemy.name, "weapon": weapon.name}
    values |= {"raw": blow.raw, "left": blow.left, "dealt": event.dealt}
    terms = (
        Term(Message("Damage dice at the General's degrees of success"), blow.raw - weapon.flat),
        Term(Message("Weapon's flat damage"), weapon.flat),
        Term(Message("Armour left after penetration"), blow.left),
    )
    if not blow.hits:
        text = Message("%(name)s attacks %(target)s, %(weapon)s: %(raw)s is not above armour %(left)s, no damage.")
        return Line(Message(text.text, values), "BF-33", "damage", side, terms)
    values |= {"rate": weapon.rate, "blast": weapon.blast, "bonus": event.bonus}
    text = Message(
        "%(name)s attacks %(target)s, %(weapon)s: %(raw)s above armour %(left)s,"
        " %(rate)s + %(blast)s + %(bonus)s = %(dealt)s Magnitude damage."
    )
    return Line(Message(text.text, values), "BF-33", "damage", side, (*terms, *_hits(event, weapon.rate, weapon.blast)))


def _hits(event: e.AttackMade, rate: int, blast: int) -> tuple[Term, ...]:
    return (
        Term(Message("Rate of fire"), rate),
        Term(Message("Blast"), blast),
        Term(Message("General's bonus"), event.bonus),
    )


def _land_damage_line(state: State, event: e.LandDamageTaken) -> Line:
    side, horde = _horde(state, event.horde)
    values: dict[str, str | int] = {"name": horde.name, "dealt": event.dealt}
    values |= {"before": event.before, "left": event.left}
    text = Message("%(name)s takes %(dealt)s Magnitude damage in all, %(before)s -> %(left)s.", values)
    if event.left == 0:
        text = Message("%(name)s takes %(dealt)s Magnitude damage in all and is destroyed.", values)
    return Line(text, "D-20", "damage", side)


def _break_line(state: State, event: e.BreakTestTaken) -> Line:
    side, horde = _horde(state, event.horde)
    values: dict[str, str | int] = {"name": horde.name}
    if event.roll:
        values |= {"roll": event.roll, "target": break_target(event.morale, event.squads)}
    terms = (Term(Message("10 x Morale Level"), 10 * event.morale), Term(Message("5 x Squads"), 5 * event.squads))
    text = _break_texts(event)
    return Line(Message(text.text, values), "BF-11" if event.contest is Domain.AIR else "BF-36", "test", side, terms)


def _break_texts(event: e.BreakTestTaken) -> Message:
    if not event.roll and event.passed:
        return Message("Break test, %(name)s: fearless, it stays.")
    if not event.roll:
        return Message("Break test, %(name)s: Morale Level 0, it breaks and leaves the contest.")
    if event.passed:
        return Message("Break test, %(name)s: %(roll)s against %(target)s, it stays.")
    return Message("Break test, %(name)s: %(roll)s against %(target)s, it breaks and leaves the contest.")
