"""A small table for the rules tests: armies in one line each, scripted dice, a battle that is played by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles.rules import BATTLEFRONT
from battles.rules.armies import ArmySheet, CommanderSheet, HordeSheet
from battles.rules.battlefront import commands as c
from battles.rules.battlefront.catalogue import PROFILES, TERRAINS, Profile
from battles.rules.battlefront.commands import Line
from battles.rules.battlefront.house_rules import DEFAULTS, HouseRules
from battles.rules.battlefront.setup import Reward, Scenario, Setup
from battles.rules.battlefront.state import Horde, Square, State
from battles.rules.dice import SecretDice
from battles.rules.ruleset import GM, Commander, Illegal, Side, Spectator, Viewer, fold

RED, BLUE = Side.RED, Side.BLUE
GAME_MASTER, ANN, BOB, SUE = GM(), Commander(RED), Commander(BLUE), Spectator()
TERRAIN = {terrain.key: terrain for terrain in TERRAINS}
HordeSpec = tuple[str, int] | tuple[str, int, int]


class ScriptedDice:
    """Rolls what the test says, in order; a roll too many fails the test."""

    def __init__(self, *numbers: int) -> None:
        self.left = list(numbers)

    def roll(self, faces: int) -> int:
        assert self.left, "the test scripted no more dice"
        number = self.left.pop(0)
        assert 1 <= number <= faces
        return number


def commanders(first: int, **changes: Any) -> tuple[CommanderSheet, ...]:
    """Three alike: Tactics 50, Fellowship 40 and Command +10, so Morale Level 6."""
    values: dict[str, Any] = {"intelligence": 50, "fellowship": 40, "tactics": 1, "command": 2} | changes
    return tuple(CommanderSheet(first + number, f"Officer {first + number}", **values) for number in range(3))


def army(title: str, first: int, hordes: Sequence[HordeSpec], **changes: Any) -> ArmySheet:
    """Hordes as (profile, Squads) or (profile, Squads, Magnitude); keys count from `first`."""
    sheets = []
    for key, (profile, squads, *magnitude) in enumerate(hordes, first):
        full = magnitude[0] if magnitude else squads * 20
        sheets.append(HordeSheet(key, f"{title} {key}", profile, squads, full))
    return ArmySheet(title, commanders(first + 900, **changes), tuple(sheets))


def setup(
    red: Sequence[HordeSpec] = (),
    blue: Sequence[HordeSpec] = (),
    *,
    width: int = 6,
    terrain: str = "open",
    invader: Side = BLUE,
    caps: tuple[int, int, int, int] = (99, 99, 99, 99),
    red_skill: dict[str, Any] | None = None,
    blue_skill: dict[str, Any] | None = None,
    morale: tuple[int, int] = (0, 0),
    profiles: tuple[Profile, ...] = PROFILES,
    linked: bool = True,
    rewards: tuple[Reward, ...] = (),
    rules: HouseRules = DEFAULTS,
) -> Setup:
    """Red's hordes have keys from 1000, blue's from 5000. caps: red air, red land, blue air, blue land."""
    return Setup(
        Scenario("Test", TERRAIN[terrain], width, invader, *caps, *morale, linked=linked, rewards=rewards),
        army("Reds", 1000, red, **(red_skill or {})),
        army("Blues", 5000, blue, **(blue_skill or {})),
        profiles,
        rules,
    )


class Play:
    """A battle under way; `events` and `dice` are those of the last step."""

    def __init__(self, opened: Setup) -> None:
        self.state: State = BATTLEFRONT.open(opened)
        self.events: tuple[Any, ...] = ()
        self.steps = 0

    def do(self, viewer: Viewer, command: c.BattlefrontCommand, dice: Any = None) -> tuple[Any, ...]:
        self.steps += 1
        dice = dice or SecretDice(b"a secret of the tests", self.steps)
        self.events = BATTLEFRONT.decide(self.state, viewer, command, dice)
        self.state = fold(BATTLEFRONT, self.state, self.events)
        return self.events

    def gm(self, command: c.BattlefrontCommand) -> tuple[Any, ...]:
        return self.do(GAME_MASTER, command)

    def red(self, *issued: c.BattlefrontCommand) -> Play:
        for command in issued:
            self.do(ANN, command)
        return self

    def blue(self, *issued: c.BattlefrontCommand) -> Play:
        for command in issued:
            self.do(BOB, command)
        return self

    def seal(self) -> Play:
        """Both sides make the choices still open and are ready."""
        for side in Side:
            for command in BATTLEFRONT.suggest(self.state, side):
                self.do(Commander(side), command)
        return self

    def ready(self) -> Play:
        """Both sides are ready with what they have chosen."""
        for side in Side:
            if not self.state.of(side).ready:
                self.do(Commander(side), c.Ready())
        return self

    def to(self, phase: str) -> Play:
        """Sensible play up to a phase."""
        while self.state.phase != phase:
            self.forward()
        return self

    def forward(self) -> Play:
        """Both sides seal; then the GM goes on, where the battle does not go on by itself."""
        self.seal()
        for command in BATTLEFRONT.options(self.state, GAME_MASTER)[:1]:
            self.gm(command)
        return self

    def resolve(self, *rolls: int) -> tuple[Any, ...]:
        """Both are ready with what they have, then the GM resolves the round with these dice, and with no others.
        Nobody plays a stratagem after the rolls; `events` are those of the whole round."""
        dice = ScriptedDice(*rolls)
        told = self.roll(dice)
        while self.state.stage != "orders":
            told += self.pass_stage(dice)
        assert not dice.left, "the round rolled fewer dice than scripted"
        self.events = told
        return told

    def roll(self, dice: Any = None) -> tuple[Any, ...]:
        """Both are ready, and the GM resolves the round: to its end, or to the first stage after the rolls."""
        self.ready()
        return self.do(GAME_MASTER, c.Resolve(), dice)

    def pass_stage(self, dice: Any = None) -> tuple[Any, ...]:
        """Both sides seal what they have chosen after the rolls, and the round goes on by itself."""
        told: tuple[Any, ...] = ()
        for side in Side:
            if not self.state.of(side).ready:
                told += self.do(Commander(side), c.Ready(), dice)
        self.events = told
        return told

    def horde(self, key: int) -> Horde:
        found = self.state.red.horde(key) or self.state.blue.horde(key)
        assert found is not None
        return found

    def place(self, viewer: Viewer, **squares: int) -> Play:
        """`place(ANN, F3=1000)`: put the horde on Front 3."""
        for label, key in squares.items():
            square = at(label)
            self.do(viewer, c.Place(key, square.line, square.column))
        return self

    def refused(self, viewer: Viewer, command: c.BattlefrontCommand) -> Illegal:
        """The refusal of an illegal command."""
        try:
            BATTLEFRONT.decide(self.state, viewer, command, ScriptedDice())
        except Illegal as refusal:
            assert command not in BATTLEFRONT.options(self.state, viewer)
            return refusal
        raise AssertionError(f"{command} was accepted")

    def lines(self) -> list[str]:
        """The report of the last step."""
        told = (BATTLEFRONT.narrate(self.state, event, SUE) for event in self.events)
        return [str(line.message) for line in told if line]


def of(events: Sequence[Any], kind: type) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def at(label: str) -> Square:
    """`F3` is Front 3, `R2` is Rear 2."""
    return Square(Line.FRONT if label[0] == "F" else Line.REAR, int(label[1:]))


def label(square: Square) -> str:
    return f"{'F' if square.line is Line.FRONT else 'R'}{square.column}"
