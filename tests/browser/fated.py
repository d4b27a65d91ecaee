"""Pitched battles whose dice are known beforehand. This module runs inside a site, in its shell: no browser is near.

A fate says what both sides and the GM will choose, and what must come of it. By the rules alone secrets are tried until
one brings that. Then the battle gets it, before anything is rolled, and the services play it up to where people take
over on their pages. A step's dice depend on its number: the pages must bring the same commands in the same order.
"""

import hashlib
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, NamedTuple

from django.contrib.auth.models import User

from battles.management.commands import links
from battles.models import Battle
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.commands import (
    Advance,
    BurnFate,
    Case,
    ChooseCase,
    Declare,
    Ready,
    Resolve,
    SetBase,
    SetEscape,
)
from battles.rules.bataille.state import Ending, Phase, State
from battles.rules.dice import SecretDice
from battles.rules.ruleset import AUDIENCES, GM, Command, Ruleset, Side, fold
from battles.services import battles, boards, demo, demo_heroes, records

TRIES = 3000
ARMIES = {"red": demo_heroes.RIVERLANDERS, "blue": demo_heroes.SPLIT_TUSK}


class Act(NamedTuple):
    audience: str
    command: Command


class Course:
    """One way in which the battle may go: with one secret, step by step from its opening."""

    def __init__(self, rules: Ruleset, opening: State, secret: bytes) -> None:
        self.rules, self.state, self.secret = rules, opening, secret
        self.acts: list[Act] = []
        self.handed_over = 0  # how many acts come before people take over
        self.rolled = 0  # how many of them rolled: the next one that does is drawn under the next number

    def do(self, audience: str, *commands: Command) -> None:
        for command in commands:
            dice = SecretDice(self.secret, self.rolled + 1)
            events = self.rules.decide(self.state, AUDIENCES[audience], command, dice)
            self.rolled += bool(dice.count)
            self.state = fold(self.rules, self.state, events)
            self.acts.append(Act(audience, command))

    def hand_over(self) -> None:
        self.handed_over = len(self.acts)

    def seal(self, *sides: Side) -> None:
        """What is still open is filled in, and sealed."""
        for side in sides or Side:
            self.do(side.value, *self.rules.suggest(self.state, side))

    def go_on(self) -> None:
        self.seal()
        self.do("gm", *(each for each in self.rules.options(self.state, GM()) if isinstance(each, Advance | Resolve)))

    def play_until(self, phase: Phase) -> bool:
        while self.state.phase not in (phase, Phase.RESULT):
            self.go_on()
        return self.state.phase is phase


# Each does its part and says whether it came as it should.


def whole_battle(course: Course) -> bool:
    """Anything may come of it; but the same in every run."""
    return True


def massacre(course: Course) -> bool:
    course.do("gm", SetBase(25), *(SetEscape(side, False) for side in Side))
    course.play_until(Phase.RESULT)
    return _ended(course) is Ending.THRESHOLD


def tie(course: Course) -> bool:
    course.do("gm", SetBase(15))
    course.play_until(Phase.DECLARATIONS)
    course.hand_over()
    course.play_until(Phase.RESULT)
    return _ended(course) is Ending.TIE and course.state.turn == 1


def _ended(course: Course) -> Ending | None:
    return course.state.ended and course.state.ended.how


def _into_the_thick(course: Course, side: Side, rank: int) -> int:
    hero = course.state.of(side).heroes[rank].key
    course.do(side.value, Declare(hero, "ha-10", TestKey.WEAPON_SKILL))
    return hero


def general_dies(course: Course) -> bool:
    """Red's goes into the thick of the fight with his last Wound and without Fate."""
    course.play_until(Phase.DECLARATIONS)
    course.hand_over()
    general = _into_the_thick(course, Side.RED, 0)
    course.go_on()
    red = course.state.red
    dead = [hero.key for side in Side for hero in course.state.of(side).heroes if hero.condition == "dead"]
    return course.state.phase is Phase.START_OF_TURN and dead == [general] and red.acting == red.second


def fate(course: Course) -> bool:
    """One hero a side is mortally wounded; red burns a Fate Point, blue does not. Nobody else is dying."""
    course.play_until(Phase.DECLARATIONS)
    course.hand_over()
    saved, lost = [_into_the_thick(course, side, 1) for side in Side]
    course.go_on()
    dying = [hero.key for side in Side for hero in course.state.of(side).heroes if hero.dying]
    if course.state.phase is not Phase.WOUNDS or dying != [saved, lost]:
        return False
    course.do("red", BurnFate(saved, True), Ready())
    course.do("blue", BurnFate(lost, False), Ready())
    return course.state.phase is Phase.START_OF_TURN


def dying(course: Course) -> bool:
    """One hero a side is mortally wounded, and its side is asked what becomes of him."""
    course.play_until(Phase.DECLARATIONS)
    for side in Side:
        _into_the_thick(course, side, 1)
    course.go_on()
    course.hand_over()
    return course.state.phase is Phase.WOUNDS and all(
        any(hero.dying for hero in course.state.of(side).heroes) for side in Side
    )


def withdrawal(course: Course) -> bool:
    course.do("gm", SetBase(200), ChooseCase(Case.BALANCED))
    course.play_until(Phase.START_OF_TURN)
    course.seal()
    course.do("gm", Resolve())
    course.play_until(Phase.START_OF_TURN)
    course.hand_over()
    return course.state.turn == 2


FATES: dict[str, Callable[[Course], bool]] = {
    found.__name__: found for found in (whole_battle, massacre, tie, general_dies, fate, dying, withdrawal)
}


def lay(name: str, url: str, sheets: dict[str, dict[str, Any]] | None = None) -> dict[str, str]:
    """A demo battle of that fate: role -> link, and `battle` and `campaign`. sheets: name of a hero -> fields that are
    not the demo's."""
    for army in ARMIES.values():
        army["heroes"] = [hero | (sheets or {}).get(hero["name"], {}) for hero in army["heroes"]]
    battle = demo.create(ruleset="bataille").battle
    course = _found(name, battle)
    Battle.objects.filter(pk=battle.pk).update(secret=course.secret)
    _play(battle, course.acts[: course.handed_over])
    found = {"spectator" if seat.role == "public" else seat.role: link for seat, link in links.of_seats(url, battle.pk)}
    pages = {"battle": battle, "campaign": battle.campaign}
    return found | {page: url + shown.get_absolute_url() for page, shown in pages.items()}


def _found(name: str, battle: Battle) -> Course:
    rules = records.ruleset_of(battle)
    opening = records.state_of(rules, records.last_step(battle.pk))
    for secret in _secrets(name):
        course = Course(rules, opening, secret)
        if FATES[name](course):
            return course
    raise AssertionError(f"{name}: not with {TRIES} secrets")


def _secrets(name: str) -> Iterator[bytes]:
    return (hashlib.sha256(f"{name} {number}".encode()).digest() for number, _ in zip(count(), range(TRIES)))


def _play(battle: Battle, acts: list[Act]) -> None:
    people: dict[str, User] = {seat.role: seat.user for seat in battle.seats.select_related("user")}
    for audience, command in acts:
        seen = boards.load(battle_id=battle.pk, person=people[audience]).seen
        battles.issue(battle_id=battle.pk, actor=people[audience], command=command, seen=seen)
