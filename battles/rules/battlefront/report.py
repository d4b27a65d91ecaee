"""Report lines of a contest's round: every test, sum and loss written out."""

from __future__ import annotations

from typing import assert_never

import msgspec

from battles.rules.battlefront import events as e
from battles.rules.battlefront.air import loser_damage, winner_damage
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.explained import by_rule, figure, horde_of, part, title
from battles.rules.battlefront.house_rules import method
from battles.rules.battlefront.report_land import attack_line, break_line, land_damage_line
from battles.rules.battlefront.roster import COMMANDER, MAX_ROUNDS
from battles.rules.battlefront.state import Stage, State
from battles.rules.d100 import Reason, bonus, capped
from battles.rules.ruleset import Line, Message, Side, Term, Values, row_text

ROUND_TITLES = {
    Domain.AIR: Message("Air Contest, round %(round)s of %(most)s"),
    Domain.LAND: Message("Land Contest, round %(round)s of %(most)s"),
}
GOING_ON = {
    Stage.DURING: Message("Land Contest, round %(round)s of %(most)s: the attacks"),
    Stage.AFTER: Message("Land Contest, round %(round)s of %(most)s: its end"),
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


def _round_heading(event: e.RoundFought) -> Line:
    title = ROUND_TITLES[event.contest] if event.stage is Stage.ORDERS else GOING_ON[event.stage]
    clause = "BF-05" if event.contest is Domain.AIR else "BF-31"
    values: Values = {"round": event.round, "most": MAX_ROUNDS[event.contest]}
    return Line(Message(title.text, values), clause, "heading")


def round_line(state: State, event: e.RoundEvent) -> Line:
    match event:
        case e.RoundFought():
            return _round_heading(event)
        case e.MoraleSet() | e.MoraleLost():
            return _morale_set_line(state, event) if isinstance(event, e.MoraleSet) else _morale_lost_line(state, event)
        case e.SideRetreated() | e.HordeMovedUp():
            return _movement_line(state, event)
        case e.TestsRolledAgain() | e.TacticsTested() | e.RoundDecided():
            return _tactics_line(state, event)
        case e.AirDamageTaken():
            return _air_damage_line(state, event)
        case e.AttackMade():
            return attack_line(state, event)
        case e.LandDamageTaken():
            return land_damage_line(state, event)
        case e.BreakTestTaken():
            return break_line(state, event)
        case _:
            assert_never(event)


def _movement_line(state: State, event: e.SideRetreated | e.HordeMovedUp) -> Line:
    if isinstance(event, e.SideRetreated):
        return Line(Message("%(side)s retreats.", title(state, event.side)), "D-21", side=event.side)
    side, horde = horde_of(state, event.horde)
    values: Values = {"name": horde.name, "column": event.column}
    return Line(Message("%(name)s moves up to the Front Line, column %(column)s.", values), "D-14", side=side)


def _morale_set_line(state: State, event: e.MoraleSet) -> Line:
    """The level with its parts; those that a house rule leaves out are not named (D-02)."""
    sheet = state.of(event.side).holder(COMMANDER[event.contest])
    terms = [part(Message("Fellowship bonus of %(name)s", {"name": sheet.name if sheet else ""}), event.bonus)]
    if state.house_rules.morale == "fellowship_and_command":
        terms += [part(Message("Rank in Command"), event.rank), part(Message("Scenario"), event.modifier)]
    raised = event.level - event.bonus - event.rank - event.modifier
    if raised:
        terms.append(part(Message("At least 1"), raised))
    terms += by_rule(state, "morale", event.level)
    text = Message("%(side)s starts with Morale Level %(level)s.", {**title(state, event.side), "level": event.level})
    return Line(text, "BF-04" if event.contest is Domain.AIR else "BF-20", "damage", event.side, tuple(terms))


def _morale_lost_line(state: State, event: e.MoraleLost) -> Line:
    values = {**title(state, event.side), "before": event.before, "level": event.level}
    text = Message("The Morale Level of %(side)s drops: %(before)s → %(level)s.", values)
    terms = (
        figure(Message("Morale Level before"), event.before),
        part(Message("For the lost round"), event.level - event.before),
    )
    return Line(text, "BF-08" if event.contest is Domain.AIR else "BF-32", side=event.side, terms=terms)


def _tactics_line(state: State, event: e.TestsRolledAgain | e.TacticsTested | e.RoundDecided) -> Line:
    if isinstance(event, e.TacticsTested):
        return _test_line(state, event)
    if isinstance(event, e.RoundDecided):
        return _decided_line(state, event)
    labels = tuple(Message("%(side)s", title(state, side)) for side in Side)
    terms = tuple(figure(label, roll) for pair in event.rolls for label, roll in zip(labels, pair, strict=True))
    text = Message("Nobody won the opposed test: rolled again %(times)s×.", {"times": len(event.rolls)})
    return Line(text, "D-04", "test", terms=terms)


def _test_line(state: State, event: e.TacticsTested) -> Line:
    test, sheet = event.test, state.of(event.side).holder(COMMANDER[event.contest])
    values: Values = {"name": sheet.name if sheet else "", "roll": test.roll, "target": test.target}
    text = Message("Tactics, %(name)s: %(roll)s against %(target)s, a failure.", values)
    if test.success:
        values["degrees"] = test.degrees
        text = Message("Tactics, %(name)s: %(roll)s against %(target)s, degrees of success: %(degrees)s.", values)
    return Line(
        text, "BF-06" if event.contest is Domain.AIR else "BF-31", "test", event.side, _test_terms(state, event)
    )


def _test_terms(state: State, event: e.TacticsTested) -> tuple[Term, ...]:
    """The commander, his hordes, the cap; what it was made against; the roll and its degrees."""
    test, cap = event.test, method(state.house_rules).cap
    together = sum(term.value for term in test.modifiers)
    surplus = capped(test.modifiers, cap) - together
    hordes = by_rule(state, "tactics_squads", together) if test.modifiers else ()
    return (
        part(Message("Scholastic Lore (Tactics)"), test.base),
        *(_helped(term) for term in test.modifiers),
        *hordes,
        *((part(Message("Modifiers are capped at 60"), surplus),) if surplus else ()),
        *(by_rule(state, "modifier_cap", together) if test.modifiers else ()),
        figure(Message("Target"), test.target),
        figure(Message("Roll"), test.roll),
        figure(Message("Degrees of success"), test.degrees),
        *by_rule(state, "degrees", test.degrees),
    )


def _helped(term: Term) -> Term:
    """What hordes add, whose type the event has by the name it was written with."""
    values = term.label.values
    if "type" not in values:
        return term
    label = Message("Squads (%(type)s): %(squads)s", values | {"type": row_text(str(values["type"]))})
    return msgspec.structs.replace(term, label=label)


def _decided_line(state: State, event: e.RoundDecided) -> Line:
    air = event.contest is Domain.AIR
    terms = _decision_terms(state, event)
    if event.winner is None:
        bloodless = air or state.house_rules.land_ties == "as_in_the_air"
        return Line(DRAWN[Domain.AIR if bloodless else Domain.LAND], "D-04" if air else "D-11", terms=terms)
    text = Message(WON[event.reason].text, title(state, event.winner))
    return Line(text, "BF-07" if air else "BF-32", side=event.winner, terms=terms)


def _decision_terms(state: State, event: e.RoundDecided) -> tuple[Term, ...]:
    """Both degrees, the Intelligence bonuses where these decided, and the house rules of ties."""
    terms = []
    for side, degrees in ((Side.RED, event.red_degrees), (Side.BLUE, event.blue_degrees)):
        terms.append(figure(Message("Degrees of success of %(side)s", title(state, side)), degrees))
    for side in Side if event.reason is Reason.INTELLIGENCE else ():
        sheet = state.of(side).holder(COMMANDER[event.contest])
        names: Values = {"name": sheet.name if sheet else ""}
        terms.append(
            figure(Message("Intelligence bonus of %(name)s", names), bonus(sheet.intelligence) if sheet else 0)
        )
    lead = abs(event.red_degrees - event.blue_degrees)
    ties = () if event.contest is Domain.AIR else by_rule(state, "land_ties", lead)
    as_in_the_air = event.contest is Domain.AIR or state.house_rules.land_ties == "as_in_the_air"
    drawn = by_rule(state, "both_fail", lead) if event.winner is None and as_in_the_air else ()
    return (*terms, *ties, *drawn)


def _air_damage_line(state: State, event: e.AirDamageTaken) -> Line:
    """`3 + (3 - 1) + 4 = 9 Magnitude, 60 -> 51` for the loser, `1 + 3 = 4 Magnitude` for the winner."""
    side, horde = horde_of(state, event.horde)
    values: Values = {
        "name": horde.name,
        "w": event.winner_degrees,
        "l": event.loser_degrees,
        "n": event.hordes,
        "half": event.loser_degrees // 2,
        "before": event.before,
        "left": event.left,
    }
    hordes = part(Message("Enemy hordes"), event.hordes)
    if event.won:
        values["total"] = winner_damage(event.loser_degrees, event.hordes)
        text = Message("%(name)s: %(half)s + %(n)s = %(total)s Magnitude damage, %(before)s → %(left)s.", values)
        half = part(Message("Half the loser's degrees of success"), event.loser_degrees // 2)
        return Line(text, "BF-10", "damage", side, (half, hordes))
    values["total"] = loser_damage(event.winner_degrees, event.loser_degrees, event.hordes)
    text = Message("%(name)s: %(w)s + (%(w)s - %(l)s) + %(n)s = %(total)s Magnitude damage, %(before)s → %(left)s.")
    degrees = part(Message("The winner's degrees of success"), event.winner_degrees)
    lead = part(Message("Lead over the loser's degrees of success"), event.winner_degrees - event.loser_degrees)
    return Line(Message(text.text, values), "BF-09", "damage", side, (degrees, lead, hordes))
