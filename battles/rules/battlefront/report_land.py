"""Report lines of attacks, losses and Break tests: every figure with where it comes from."""

from __future__ import annotations

from battles.rules.battlefront import events as e
from battles.rules.battlefront.breaking import faces
from battles.rules.battlefront.catalogue import Domain, Weapon
from battles.rules.battlefront.explained import by_rule, figure, horde_of, part
from battles.rules.battlefront.house_rules import HouseRules
from battles.rules.battlefront.roster import COMMANDER
from battles.rules.battlefront.state import BreakCause, State
from battles.rules.battlefront.stratagems import STRATAGEMS
from battles.rules.battlefront.strikes import Strike, per_shot, shots, strike
from battles.rules.ruleset import Line, Message, Side, Term, Values, row_text

WITHOUT_A_ROLL = {
    BreakCause.FEARLESS: Message("Break test, %(name)s: fearless, it stays."),
    BreakCause.SPARED: Message("Break test, %(name)s: not needed, it was not hit hard enough."),
    BreakCause.MORALE: Message("Break test, %(name)s: Morale Level 0, it breaks and leaves the contest."),
    BreakCause.QUARTER: Message(
        "Break test, %(name)s: a quarter of its start is left at most, it breaks and leaves the contest."
    ),
}


class BlowLine(Line, kw_only=True):
    """A line about an attack, with what a page shows of it on its grid: both hordes' keys, and what it dealt."""

    by: int
    on: int
    dealt: int


def attack_line(state: State, event: e.AttackMade) -> Line:
    """`raw against armour left: shots + Blast + bonus`, as in the rule text's sample round."""
    side, horde = horde_of(state, event.horde)
    _, enemy = horde_of(state, event.target)
    weapon, armour = state.profile(horde).weapons[event.weapon], state.profile(enemy).armour
    blow = strike(weapon, armour, event.degrees, state.house_rules)
    values: Values = {"name": horde.name, "target": enemy.name, "weapon": row_text(weapon.name)}
    values |= {"raw": blow.raw, "left": blow.left, "dealt": event.dealt, "blast": weapon.blast, "bonus": event.bonus}
    terms, shown = _raw_terms(state, event, weapon, armour), {"by": event.horde, "on": event.target}
    if not blow.hits:
        text = Message("%(name)s attacks %(target)s, %(weapon)s: %(raw)s is not above armour %(left)s, no damage.")
        return BlowLine(Message(text.text, values), "BF-33", "damage", side, terms, dealt=0, **shown)
    values["rate"] = shots(weapon, event.degrees, state.house_rules) * per_shot(blow.raw, blow.left, state.house_rules)
    text = Message(
        "%(name)s attacks %(target)s, %(weapon)s: %(raw)s above armour %(left)s,"
        " %(rate)s + %(blast)s + %(bonus)s = %(dealt)s Magnitude damage."
    )
    terms = (*terms, *_hit_terms(state, event, weapon, blow))
    return BlowLine(Message(text.text, values), "BF-33", "damage", side, terms, dealt=event.dealt, **shown)


def _raw_terms(state: State, event: e.AttackMade, weapon: Weapon, armour: int) -> tuple[Term, ...]:
    """From the General's degrees to the comparison with the armour (BF-34, D-17)."""
    blow = strike(weapon, armour, event.degrees, state.house_rules)
    shown = blow.raw - weapon.flat
    several = by_rule(state, "several_dice", shown) if weapon.dice > 1 else ()
    return (
        figure(Message("General's degrees of success"), event.degrees),
        part(Message("Damage dice at that many degrees"), shown),
        *several,
        part(Message("Weapon's flat damage"), weapon.flat),
        figure(Message("Armour"), armour),
        figure(Message("Penetration"), weapon.penetration),
        figure(Message("Armour left after penetration"), blow.left),
        *by_rule(state, "degrees", event.degrees),
    )


def _hit_terms(state: State, event: e.AttackMade, weapon: Weapon, blow: Strike) -> tuple[Term, ...]:
    """What an attack that beat the armour deals (BF-33, BF-35, D-15, D-16, D-18)."""
    rules = state.house_rules
    hits, each = shots(weapon, event.degrees, rules), per_shot(blow.raw, blow.left, rules)
    return (
        part(Message("Rate of fire"), hits),
        *by_rule(state, "rate_of_fire", hits),
        *((figure(Message("Magnitude for each shot"), each),) if rules.armour == "damage" else ()),
        *by_rule(state, "armour", hits * each),
        part(Message("Blast"), weapon.blast),
        part(_bonus_label(event, rules), event.bonus),
        *by_rule(state, "degrees_bonus", event.bonus),
    )


def _bonus_label(event: e.AttackMade, rules: HouseRules) -> Message:
    """The winner's whole degrees or half; a bonus that a house rule gave to another attack is none (D-18)."""
    if event.bonus == event.degrees:
        return Message("General's bonus: the degrees of success")
    if event.bonus or rules.degrees_bonus == "each_attack":
        return Message("General's bonus: half the degrees of success")
    return Message("General's bonus: none for this attack")


def land_damage_line(state: State, event: e.LandDamageTaken) -> Line:
    side, horde = horde_of(state, event.horde)
    values: Values = {"name": horde.name, "dealt": event.dealt}
    values |= {"before": event.before, "left": event.left}
    text = Message("%(name)s takes %(dealt)s Magnitude damage in all, %(before)s → %(left)s.", values)
    if event.left == 0:
        text = Message("%(name)s takes %(dealt)s Magnitude damage in all and is destroyed.", values)
    surplus = event.left - event.before + event.dealt
    terms = (
        figure(Message("Magnitude before"), event.before),
        part(Message("All attacks together"), -event.dealt),
        *((part(Message("More than it had is lost"), surplus),) if surplus else ()),
    )
    return Line(text, "D-20", "damage", side, terms)


def break_line(state: State, event: e.BreakTestTaken) -> Line:
    """The roll, what it was made against and why, and what would have held."""
    side, horde = horde_of(state, event.horde)
    values: Values = {"name": horde.name, "roll": event.roll, "target": event.target}
    clause = "BF-11" if event.contest is Domain.AIR else "BF-36"
    if not event.roll:
        text = Message(WITHOUT_A_ROLL[event.cause].text, {"name": horde.name})
        terms = figure(Message("Morale Level"), event.morale), *by_rule(state, "break_test", event.morale)
        return Line(text, clause, "test", side, terms)
    text = Message("Break test, %(name)s: %(roll)s against %(target)s, it breaks and leaves the contest.", values)
    if event.passed:
        text = Message("Break test, %(name)s: %(roll)s against %(target)s, it stays.", values)
    return Line(text, clause, "test", side, (*_nerve_terms(state, side, event), *_roll_terms(state, event)))


def _nerve_terms(state: State, side: Side, event: e.BreakTestTaken) -> tuple[Term, ...]:
    """What the target is made of, by the house rule in force (D-03)."""
    match state.house_rules.break_test:
        case "morale_on_d10":
            return part(Message("Morale Level"), event.morale), *_stratagem(event.modifier, event.modifier // 10)
        case "willpower":
            return (*_willpower(state, side, event), *_stratagem(event.modifier, event.modifier))
    return (
        part(Message("10 x Morale Level"), 10 * event.morale),
        part(Message("5 x Squads"), 5 * event.squads),
        *_stratagem(event.modifier, event.modifier),
    )


def _willpower(state: State, side: Side, event: e.BreakTestTaken) -> tuple[Term, ...]:
    sheet = state.of(side).holder(COMMANDER[event.contest])
    assert sheet is not None, "the muster closes with both posts filled"
    nerve = part(Message("Willpower of %(name)s", {"name": sheet.name}), sheet.willpower)
    weakened = event.target - event.modifier - sheet.willpower
    return (nerve, part(Message("Half its start is left at most"), weakened)) if weakened else (nerve,)


def _stratagem(modifier: int, counted: int) -> tuple[Term, ...]:
    """The stratagems that steady by so much."""
    return tuple(part(one.name, counted) for one in STRATAGEMS if modifier and one.break_bonus == modifier)


def _roll_terms(state: State, event: e.BreakTestTaken) -> tuple[Term, ...]:
    most = max(0, min(faces(state.house_rules.break_test), event.target))
    return (
        figure(Message("Target"), event.target),
        *by_rule(state, "break_test", event.target),
        figure(Message("Roll"), event.roll),
        figure(Message("Highest roll that holds"), most),
    )
