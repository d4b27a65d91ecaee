"""Sentences and names that views and the battle report share."""

from __future__ import annotations

from battles.rules.armies import LOCATIONS, Injury
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.commands import Case
from battles.rules.bataille.heroes import action_of
from battles.rules.bataille.state import Hero, Phase, State
from battles.rules.bataille.testing import LABELS, hindrance
from battles.rules.ruleset import Message, Side, row_text

PHASES = {
    Phase.EVALUATION: Message("Force evaluation"),
    Phase.PRE_BATTLE: Message("Pre-battle and strategic points"),
    Phase.START_OF_TURN: Message("Start-of-turn rolls"),
    Phase.CHALLENGES: Message("Heroes' intervention: challenges"),
    Phase.ANSWERS: Message("Heroes' intervention: answers"),
    Phase.DECLARATIONS: Message("Heroes' intervention: actions"),
    Phase.WOUNDS: Message("Heroes' wounds: Fate"),
    Phase.RESULT: Message("Result"),
}
# The rule's own phases, 0 before the first (BR-12).
NUMBERS = {
    Phase.EVALUATION: 0,
    Phase.PRE_BATTLE: 1,
    Phase.START_OF_TURN: 2,
    Phase.CHALLENGES: 3,
    Phase.ANSWERS: 3,
    Phase.DECLARATIONS: 3,
    Phase.WOUNDS: 4,
    Phase.RESULT: 5,
}
HEADINGS = {
    1: Message("Phase 1: pre-battle and strategic points"),
    2: Message("Turn %(turn)s, phase 2: start-of-turn rolls"),
    3: Message("Turn %(turn)s, phase 3: heroes' intervention"),
    4: Message("Turn %(turn)s, phase 4: heroes' wounds"),
    5: Message("Turn %(turn)s, phase 5: victory or massacre?"),
    6: Message("Turn %(turn)s, phase 6: a new turn follows"),
    7: Message("Phase 7: the aftermath"),
}
CASES = {
    Case.BALANCED: Message("The armies are roughly balanced."),
    Case.SLIGHT: Message("%(side)s has a slight advantage."),
    Case.CLEAR: Message("%(side)s has a clear advantage."),
    Case.CRUSHING: Message("%(side)s has a crushing advantage."),
}
INJURIES = {
    3: Message("wounded, %(location)s: %(tests)s at %(value)s until treated"),
    4: Message("armour damaged, %(location)s: -1"),
    5: Message("maimed, %(location)s: %(tests)s at %(value)s until treated"),
}
WEAPONS = Message("Weapon Skill and Ballistic Skill")


def case_message(state: State, case: Case, favoured: Side | None) -> Message:
    return Message(CASES[case].text, {"side": state.of(favoured).title} if favoured else {})


def action_name(state: State, key: str) -> Message:
    """The row's name, in the reader's language where it is a bundled one."""
    action = action_of(state, key)
    return row_text(action.name if action else key)


def test_name(state: State, key: TestKey) -> Message:
    """The tactics skill has the name that the campaign gave it (BD-21)."""
    if key is TestKey.TACTICS and state.house_rules.tactics_skill == "campaign":
        return row_text(state.rows.skill.name)
    return LABELS[key]


def injury_message(injury: Injury) -> Message:
    where = LOCATIONS[injury.location]
    if injury.effect == 4:
        return Message(INJURIES[4].text, {"location": where})
    keys, value = hindrance(injury.effect, injury.location)
    tests = LABELS[keys[0]] if len(keys) == 1 else WEAPONS
    return Message(INJURIES[injury.effect].text, {"location": where, "tests": tests, "value": value})


def states(state: State, hero: Hero) -> tuple[Message, ...]:
    """What holds a hero back, for everybody to read."""
    found = [injury_message(injury) for injury in hero.injuries]
    if hero.condition == "fit" and hero.stunned and hero.stunned >= state.turn:
        turn = hero.stunned
        found.append(Message("stunned: no action in turn %(turn)s", {"turn": turn}))
    if hero.condition == "fit" and hero.shaken and hero.shaken >= state.turn:
        found.append(Message("floored: tests of turn %(turn)s at -30", {"turn": hero.shaken}))
    if hero.bleeding:
        found.append(Message("bleeding"))
    if hero.dying:
        found.append(Message("dying"))
    return tuple(found)
