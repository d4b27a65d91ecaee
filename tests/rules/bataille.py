"""Pitched battles for the tests: heroes, armies, setups, and a battle that is played command by command."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from battles.rules import BATAILLE
from battles.rules.armies import ArmySheet, HeroSheet, Injury, Location
from battles.rules.bataille import catalogue
from battles.rules.bataille import commands as c
from battles.rules.bataille.catalogue import Battlefield
from battles.rules.bataille.house_rules import BY_FIELD, DEFAULTS, HouseRules
from battles.rules.bataille.setup import Rows, Setup
from battles.rules.bataille.state import State
from battles.rules.ruleset import AUDIENCES, Event, Illegal, Side, fold

RED, BLUE = Side.RED, Side.BLUE
SKILLS = ("command", "tactics", "heal", "ride", "perception", "channelling")
FIELD = Battlefield("Test")
GM, ANN, BOB, SUE = (AUDIENCES[name] for name in ("gm", "red", "blue", "public"))
ROWS = Rows(catalogue.ACTIONS, catalogue.SOURCES, catalogue.BANDS, catalogue.CRITICALS, catalogue.SKILLS[0])
CHARACTERISTICS = (
    "weapon_skill",
    "ballistic_skill",
    "strength",
    "toughness",
    "agility",
    "intelligence",
    "willpower",
    "fellowship",
)


def hero(key: int, name: str = "", **figures: Any) -> HeroSheet:
    """A sheet with 40 in every characteristic and 12 Wounds, unless said otherwise."""
    usual: dict[str, Any] = dict.fromkeys(CHARACTERISTICS, 40) | {"wounds": 12}
    usual["wounds_left"] = figures.get("wounds", 12)
    return HeroSheet(key=key, name=name or f"Hero {key}", **usual | figures)


def army(title: str, heroes: Iterable[HeroSheet], headcount: int = 1000, **figures: Any) -> ArmySheet:
    return ArmySheet(title, heroes=tuple(heroes), headcount=headcount, **figures)


def setup(
    red: Iterable[HeroSheet] | None = None,
    blue: Iterable[HeroSheet] | None = None,
    *,
    ground: Battlefield = FIELD,
    rules: HouseRules = DEFAULTS,
    rows: Rows = ROWS,
    headcounts: tuple[int, int] = (1000, 1000),
) -> Setup:
    """Two heroes a side, 101 and 102 against 201 and 202, unless said otherwise."""
    reds = (hero(101), hero(102)) if red is None else red
    blues = (hero(201), hero(202)) if blue is None else blue
    return Setup(ground, army("Reds", reds, headcounts[0]), army("Blues", blues, headcounts[1]), rows, rules)


class Loaded:
    """Dice that fall as the test says, in order; then as `after` says, 1 if nothing is said. Counts what was rolled."""

    def __init__(self, *rolls: int, after: int = 1) -> None:
        self.rolls, self.after, self.count = list(rolls), after, 0

    def roll(self, faces: int) -> int:
        self.count += 1
        number = self.rolls.pop(0) if self.rolls else self.after
        assert 1 <= number <= faces, f"roll {self.count} is {number} on a d{faces}"
        return number


class Play:
    """A battle, command by command."""

    def __init__(self, begun: Setup | State) -> None:
        self.state = BATAILLE.open(begun) if isinstance(begun, Setup) else begun

    def do(self, viewer: Any, *commands: Any, rolls: Sequence[int] = (), exact: bool = False) -> tuple[Event, ...]:
        """Issue the commands. rolls: of the dice, in order; exact: all of them must be rolled and no others."""
        dice, events = Loaded(*rolls), list[Event]()
        for command in commands:
            caused = BATAILLE.decide(self.state, viewer, command, dice)
            self.state = fold(BATAILLE, self.state, caused)
            events += caused
        assert not exact or (not dice.rolls and dice.count == len(rolls)), (dice.rolls, dice.count)
        return tuple(events)

    def then(self, viewer: Any, *commands: Any) -> Play:
        self.do(viewer, *commands)
        return self

    def begin(self, *figures: Any, given: Iterable[Any] = ()) -> Play:
        """To the start of turn 1. figures, given: what the GM does before and after he announces the evaluation."""
        self.do(GM, *figures, c.Advance(), *given)
        for viewer in (ANN, BOB):
            self.do(viewer, c.FillIn(), c.Ready())
        self.do(GM, c.Advance())
        return self

    def ready(self) -> tuple[Event, ...]:
        """Both sides seal what they have chosen, red first, where they have anything to choose."""
        events = tuple[Event, ...]()
        for viewer in (ANN, BOB):
            if c.Ready() in BATAILLE.options(self.state, viewer):
                events += self.do(viewer, c.Ready())
        return events

    def start(self, *rolls: int, exact: bool = False) -> tuple[Event, ...]:
        """The start-of-turn rolls; then nobody challenges anybody."""
        events = self.do(GM, c.Resolve(), rolls=rolls, exact=exact)
        return (*events, *self.ready()) if self.state.phase == "challenges" else events

    def resolve(self, *rolls: int) -> tuple[Event, ...]:
        """Both sides seal the heroes' actions, and the GM resolves them with these dice and no others."""
        return (*self.ready(), *self.do(GM, c.Resolve(), rolls=rolls, exact=True))

    def alter(self, side: Side, **changes: Any) -> Play:
        """Fields of the side, as nobody could change them."""
        self.state = self.state.put(side, replace(self.state.of(side), **changes))
        return self

    def alter_hero(self, key: int, **changes: Any) -> Play:
        side = self.state.side_of(key)
        self.state = self.state.put(side, self.state.of(side).put(replace(self.state.hero(key), **changes)))
        return self

    def points(self) -> tuple[int, int]:
        return self.state.red.points, self.state.blue.points

    def refused(self, viewer: Any, command: Any) -> Illegal:
        """The refusal of an illegal command, which is not offered either."""
        try:
            BATAILLE.decide(self.state, viewer, command, Loaded())
        except Illegal as refusal:
            assert command not in BATAILLE.options(self.state, viewer)
            return refusal
        raise AssertionError(f"{command} was accepted")


def random_setup(random: Random) -> Setup:
    """Heroes of every kind, hale and hurt, on both sides; every house rule at any of its values."""
    chosen: dict[str, Any] = {field: random.choice(choice.options).value for field, choice in BY_FIELD.items()}
    ground = Battlefield(
        "Test",
        base=random.choice((0, 20, 40)),
        defender=random.choice((None, RED, BLUE)),
        red_escape=random.random() < 0.7,
        blue_escape=random.random() < 0.7,
        rolled=random.random() < 0.3,
    )
    return setup(
        [hero(100 + number, **_figures(random)) for number in range(random.randint(1, 4))],
        [hero(200 + number, **_figures(random)) for number in range(random.randint(1, 4))],
        ground=ground,
        rules=HouseRules(**chosen),
        headcounts=(random.choice((0, 500, 20_000)), random.choice((300, 2_000, 90_000))),
    )


def _figures(random: Random) -> dict[str, Any]:
    wounds = random.randint(6, 18)
    places = random.choices(list(Location), k=random.choice((0, 0, 1, 2)))
    return {
        **{name: random.randint(20, 65) for name in CHARACTERISTICS},
        **{name: random.choice((0, 0, 1, 2, 3)) for name in SKILLS},
        "wounds": wounds,
        "wounds_left": random.randint(0, wounds),
        "fate": random.choice((0, 0, 1, 2)),
        "magic": random.randint(0, 3),
        "armour": tuple(random.randint(0, 5) for _ in Location),
        "mounted": random.random() < 0.3,
        "player": random.random() < 0.7,
        "injuries": tuple(Injury(place, random.choice((3, 4, 5))) for place in places),
    }
