"""What a hero's test is made against (BR-18, BR-19, and the parent game's tests)."""

from __future__ import annotations

from typing import NamedTuple

from battles.rules.armies import ARMS, LEGS, LOCATIONS, HeroSheet, Location
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.commands import Case
from battles.rules.bataille.state import Hero, State
from battles.rules.d100 import D100Test, Method, judge
from battles.rules.dice import Dice
from battles.rules.ruleset import Message, Side, Term

K = TestKey
# No limit to all modifiers together; degrees are full tens.
METHOD = Method(cap=None)
BASIC, ADVANCED = True, False
# skill -> the characteristic it is tested on, and whether it is basic: half the characteristic untrained
SKILLS: dict[TestKey, tuple[TestKey, bool]] = {
    K.COMMAND: (K.FELLOWSHIP, BASIC),
    K.RIDE: (K.AGILITY, BASIC),
    K.PERCEPTION: (K.INTELLIGENCE, BASIC),
    K.HEAL: (K.INTELLIGENCE, ADVANCED),
    K.CHANNELLING: (K.WILLPOWER, ADVANCED),
    K.TACTICS: (K.INTELLIGENCE, ADVANCED),
}
LABELS: dict[TestKey, Message] = {
    K.WEAPON_SKILL: Message("Weapon Skill"),
    K.BALLISTIC_SKILL: Message("Ballistic Skill"),
    K.STRENGTH: Message("Strength"),
    K.TOUGHNESS: Message("Toughness"),
    K.AGILITY: Message("Agility"),
    K.INTELLIGENCE: Message("Intelligence"),
    K.WILLPOWER: Message("Willpower"),
    K.FELLOWSHIP: Message("Fellowship"),
    K.COMMAND: Message("Command"),
    K.HEAL: Message("Heal"),
    K.RIDE: Message("Ride"),
    K.PERCEPTION: Message("Perception"),
    K.CHANNELLING: Message("Channelling"),
    K.TACTICS: Message("Academic Knowledge (Strategy/Tactics)"),
}
SHAKEN, UNSKILLED, STEP = -30, -20, 10
FORCE_MODIFIERS = {Case.BALANCED: 0, Case.SLIGHT: 10, Case.CLEAR: 20, Case.CRUSHING: 30}


class Target(NamedTuple):
    """What a test is made on, its base and what changes it."""

    key: TestKey
    base: int
    modifiers: tuple[Term, ...] = ()

    @property
    def number(self) -> int:
        return self.base + sum(term.value for term in self.modifiers)

    @property
    def chance(self) -> int:
        """Of success, in per cent."""
        return max(0, min(100, self.number))

    def judge(self, roll: int) -> D100Test:
        return judge(self.base, self.modifiers, roll, METHOD)

    def roll(self, dice: Dice) -> D100Test:
        return self.judge(dice.roll(100))

    def degrees_of_failure(self, roll: int) -> int:
        return (roll - self.number) // 10


def half(characteristic: int) -> int:
    """What an untrained basic skill is tested on: rounded up, as the parent game does."""
    return (characteristic + 1) // 2


def characteristic_of(state: State, key: TestKey) -> TestKey:
    """What a test is made on in the end; the tactics skill on what the campaign names, by house rule (BD-21)."""
    if key is K.TACTICS and state.house_rules.tactics_skill == "campaign":
        return state.rows.skill.characteristic
    return SKILLS[key][0] if key in SKILLS else key


def target(state: State, hero: Hero, key: TestKey) -> Target | None:
    """The hero's test in this turn; None for an advanced skill that he never learnt."""
    characteristic = characteristic_of(state, key)
    base = _characteristic(hero.sheet, characteristic)
    rank = getattr(hero.sheet, key.value) if key in SKILLS else 1
    if rank == 0:
        if SKILLS[key][1] is ADVANCED:
            return None
        base = half(base)
    terms = (*_mastery(rank), *hindrances(hero, characteristic), *_shaken(hero, state.turn), *_of_the_gm(state, hero))
    return Target(key, base, terms)


def tactics(state: State, side: Side, hero: Hero) -> Target:
    """The tactics roll of an acting general: on the skill, or else on Command at -20 (BR-18, BR-19, BD-13, BD-21)."""
    more = _of_the_side(state, side)
    if hero.sheet.tactics:
        characteristic = characteristic_of(state, K.TACTICS)
        base, mastery = _characteristic(hero.sheet, characteristic), _mastery(hero.sheet.tactics)
        own = (*mastery, *hindrances(hero, characteristic), *_shaken(hero, state.turn))
        return Target(K.TACTICS, base, (*own, *more))
    fellowship, rank = hero.sheet.fellowship, hero.sheet.command
    halved = rank == 0 and state.house_rules.untrained_command == "half_then_minus"
    own = (*_mastery(rank), Term(Message("Without the tactics skill"), UNSKILLED), *_shaken(hero, state.turn))
    return Target(K.COMMAND, half(fellowship) if halved else fellowship, (*own, *more))


def _of_the_side(state: State, side: Side) -> tuple[Term, ...]:
    camp = state.of(side)
    terms = [Term(Message("A scout's report"), camp.scouted), Term(Message("The GM's modifier"), camp.modifier)]
    if state.house_rules.force_effect == "tactics" and state.favoured is side and state.case is not None:
        terms.append(Term(Message("Force evaluation"), FORCE_MODIFIERS[state.case]))
    return tuple(term for term in terms if term.value)


def _characteristic(sheet: HeroSheet, key: TestKey) -> int:
    value: int = getattr(sheet, key.value)
    return value


def _of_the_gm(state: State, hero: Hero) -> tuple[Term, ...]:
    modifier = hero.modifier_in(state.turn)
    return (Term(Message("The GM's modifier"), modifier),) if modifier else ()


def _mastery(rank: int) -> tuple[Term, ...]:
    return (Term(Message("Skill mastery"), STEP * (rank - 1)),) if rank > 1 else ()


def _shaken(hero: Hero, turn: int) -> tuple[Term, ...]:
    return (Term(Message("Floored by a wound"), SHAKEN),) if turn and hero.shaken == turn else ()


def hindrances(hero: Hero, characteristic: TestKey) -> tuple[Term, ...]:
    """What lasting injuries take off a characteristic, one term for each."""
    found = ((injury, hindrance(injury.effect, injury.location)) for injury in hero.injuries)
    return tuple(
        Term(Message("Wound, %(location)s", {"location": LOCATIONS[injury.location]}), lost[1])
        for injury, lost in found
        if characteristic in lost[0]
    )


def hindrance(effect: int, where: Location) -> tuple[tuple[TestKey, ...], int]:
    """The characteristics that a critical effect lowers until it is treated, and by how much."""
    if effect == 3 and where in LEGS:
        return (K.AGILITY,), -20
    if effect in (3, 5) and where in ARMS:
        return (K.WEAPON_SKILL, K.BALLISTIC_SKILL), -10 if effect == 3 else -20
    return ((K.WEAPON_SKILL,), -10) if effect == 3 else ((), 0)
