"""The whole truth of a battle. Never leaves the server: people get a view."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from msgspec.structs import replace

from battles.rules.armies import SQUAD_MAGNITUDE, CommanderSheet
from battles.rules.battlefront.catalogue import Domain, Profile, Trait
from battles.rules.battlefront.commands import Line, Role, StratagemKey
from battles.rules.battlefront.house_rules import HouseRules
from battles.rules.battlefront.setup import Scenario
from battles.rules.d100 import D100Test
from battles.rules.luck import Luck
from battles.rules.ruleset import Side, Value


class Phase(StrEnum):
    """In the order in which they come."""

    BRIEFING = "briefing"
    MUSTER = "muster"
    AIR = "air"
    AIR_RESULT = "air_result"
    FIRST_DEPLOYMENT = "first_deployment"
    DEPLOYMENT = "deployment"
    LAND = "land"
    LAND_RESULT = "land_result"  # only where a side has Advantages to draw
    RESULT = "result"


ORDER = tuple(Phase)


class Stage(StrEnum):
    """Where a land round stands: orders and "before" stratagems, then a reaction to the rolls, then one to the losses.

    A stage after the rolls opens only where a General could play something in it (D-20).
    """

    ORDERS = "orders"
    DURING = "during"
    AFTER = "after"


class Ending(StrEnum):
    """How a contest ends (BF-12, BF-39, D-22, D-23)."""

    ROUNDS = "rounds"
    RETREAT = "retreat"
    BROKEN = "broken"
    DESTROYED = "destroyed"
    LOST = "lost"  # some broken, the others destroyed
    ABSENT = "absent"  # there never was a horde, or a ruling took them off the grid


class BreakCause(StrEnum):
    """Why a Break test went as it did (D-03): by its roll, or without one."""

    ROLLED = "rolled"
    FEARLESS = "fearless"  # stays
    SPARED = "spared"  # stays: not hit hard enough to test
    MORALE = "morale"  # breaks: Morale Level 0
    QUARTER = "quarter"  # breaks: a quarter of its start is left at most

    @property
    def stays(self) -> bool:
        """Without a roll."""
        return self in (BreakCause.FEARLESS, BreakCause.SPARED)


class Square(NamedTuple):
    """A square of a side's half; columns are the shared numbers from 1 (D-26)."""

    line: Line
    column: int


class Horde(Value, array_like=True):
    """A horde of the order of battle. profile: index in the state's profiles. damage: lost in the last round."""

    key: int
    name: str
    profile: int
    full_squads: int
    start: int
    magnitude: int
    broken: bool = False
    damage: int = 0

    @property
    def squads(self) -> int:
        """Current Squads: damage empties the last one first."""
        return -(-self.magnitude // SQUAD_MAGNITUDE)

    @property
    def starting_squads(self) -> int:
        """The Squads with which it entered the battle."""
        return -(-self.start // SQUAD_MAGNITUDE)

    @property
    def fights(self) -> bool:
        return not self.broken and self.magnitude > 0


class Post(Value, array_like=True):
    role: Role
    commander: int


class Placement(Value, array_like=True):
    horde: int
    line: Line
    column: int

    @property
    def square(self) -> Square:
        return Square(self.line, self.column)


class Order(Value, array_like=True):
    """weapon: index in the horde's profile, from 0."""

    horde: int
    target: int
    weapon: int


class Played(Value, array_like=True):
    """A stratagem and what it is played on. horde: own or enemy, 0 for none. line, column: where the horde moves."""

    stratagem: StratagemKey
    horde: int = 0
    line: Line | None = None
    column: int = 0


class Card(Value, array_like=True):
    """An Advantage that a horde supplied. advantage: index in the list of its profile, from 0 (D-27)."""

    horde: int
    advantage: int


class RuledTraits(Value, array_like=True):
    """What a horde can do by a ruling of the GM, instead of what its profile says."""

    horde: int
    traits: tuple[Trait, ...]


class Draft(Value):
    """A side's SECRET compartment. `fixed`: hordes that all have seen placed first, so they stay where they are."""

    chosen: tuple[int, ...] = ()
    posts: tuple[Post, ...] = ()
    placements: tuple[Placement, ...] = ()
    fixed: tuple[int, ...] = ()
    held_back: tuple[int, ...] = ()
    orders: tuple[Order, ...] = ()
    retreat: bool = False
    stratagem: Played | None = None
    cards: tuple[Card, ...] = ()
    moves: tuple[int, ...] = ()  # hordes that step up to the Front Line (D-14)


class SideState(Value):
    """One side: its order of battle and draft (secret), and what is counted of it in the open.

    test: the General's Tactics test of the present land round, once rolled. routed: where the hordes stood that broke
    in it. fallen: where those stood that left the grid in the round last resolved. played: the stratagem shown in the
    round. spent: those that can't be played again in the contest. draws: how many Advantages it may draw now.
    cards: all that it has drawn. width_ruling: what the GM's ruling adds to its Width.
    """

    title: str
    commanders: tuple[CommanderSheet, ...]
    hordes: tuple[Horde, ...]
    draft: Draft = Draft()
    ready: bool = False
    morale: int | None = None
    morale_start: int | None = None
    width_bonus: int = 0
    width_ruling: int = 0
    retreated: bool = False
    test: D100Test | None = None
    routed: tuple[Placement, ...] = ()
    fallen: tuple[Placement, ...] = ()
    played: Played | None = None
    spent: tuple[StratagemKey, ...] = ()
    draws: int = 0
    cards: tuple[Card, ...] = ()
    luck: Luck = Luck()

    def horde(self, key: int) -> Horde | None:
        return next((horde for horde in self.hordes if horde.key == key), None)

    def holder(self, role: Role) -> CommanderSheet | None:
        """The character in a post, None while it is empty."""
        key = next((post.commander for post in self.draft.posts if post.role is role), None)
        return next((commander for commander in self.commanders if commander.key == key), None)

    def standing(self) -> dict[Square, int]:
        """Which horde holds which own square."""
        return {placement.square: placement.horde for placement in self.draft.placements}


class ContestResult(Value):
    """side: who ended it by retreat or loss, None for both or neither."""

    rounds: int
    ending: Ending
    side: Side | None
    red_total: int = 0
    blue_total: int = 0

    @property
    def diff(self) -> int:
        return self.red_total - self.blue_total


class RoundTrace(Value, array_like=True):
    """Both sides' Magnitude on the battlefield, as the result counts it, and Morale at the end of a round; of round 0
    at the start of the contest.
    """

    contest: Domain
    round: int
    red: int
    blue: int
    red_morale: int
    blue_morale: int


class State(Value):
    """A Battlefront battle between two steps. stopped: the phase in which the GM ended it, None if it went its way.

    trace: of both contests round by round; None in a battle that keeps none (`Setup.traced`).
    """

    scenario: Scenario
    profiles: tuple[Profile, ...]
    house_rules: HouseRules
    red: SideState
    blue: SideState
    phase: Phase = Phase.BRIEFING
    round: int = 0
    stage: Stage = Stage.ORDERS
    first_side: Side | None = None
    first_count: int = 0
    air_result: ContestResult | None = None
    land_result: ContestResult | None = None
    ruled_traits: tuple[RuledTraits, ...] = ()
    stopped: Phase | None = None
    trace: tuple[RoundTrace, ...] | None = None

    def of(self, side: Side) -> SideState:
        return self.red if side is Side.RED else self.blue

    def side_of(self, horde: int) -> Side:
        """Whose horde it is, by its key."""
        return Side.RED if self.red.horde(horde) else Side.BLUE

    def put(self, side: Side, new: SideState) -> State:
        return replace(self, red=new) if side is Side.RED else replace(self, blue=new)

    def reached(self, phase: Phase) -> bool:
        """A battle that was stopped stays as far as it had come: what was secret then is no less so."""
        return ORDER.index(self.stopped or self.phase) >= ORDER.index(phase)

    def result(self, contest: Domain) -> ContestResult | None:
        return self.air_result if contest is Domain.AIR else self.land_result

    def profile(self, horde: Horde) -> Profile:
        """With the traits that the horde has in this battle."""
        profile = self.profiles[horde.profile]
        ruled = next((each.traits for each in self.ruled_traits if each.horde == horde.key), None)
        return profile if ruled is None else replace(profile, traits=ruled)
