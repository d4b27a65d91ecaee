"""The state of a pitched battle. Holds both sides' secrets and the GM's: only the rules and the services read it."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from msgspec.structs import replace

from battles.rules.armies import HeroSheet, Injury, Location
from battles.rules.bataille.catalogue import Battlefield, TestKey
from battles.rules.bataille.commands import Case
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.bataille.setup import Rows
from battles.rules.luck import Luck
from battles.rules.ruleset import Side, Value

PLACES = {location: place for place, location in enumerate(Location)}


class Phase(StrEnum):
    """Where the battle stands; START_OF_TURN is the rule's second phase, and so on (BR-12)."""

    EVALUATION = "evaluation"
    PRE_BATTLE = "pre_battle"
    START_OF_TURN = "start_of_turn"
    CHALLENGES = "challenges"
    ANSWERS = "answers"
    DECLARATIONS = "declarations"
    WOUNDS = "wounds"
    RESULT = "result"


class Declared(Value, array_like=True):
    """A hero's action of the turn."""

    hero: int
    action: str
    test: TestKey | None = None


class Duel(Value, array_like=True):
    """A challenge as announced. accepted: None until it is answered."""

    challenger: int
    target: int
    accepted: bool | None = None


class Given(Value, array_like=True):
    """A source of strategic points as a side received it."""

    source: str
    points: int


class Draft(Value):
    """What a side has chosen and not yet shown. fortune: heroes who roll once more if their test fails."""

    challenges: tuple[Duel, ...] = ()
    answers: tuple[tuple[int, bool], ...] = ()  # challenged hero, accepts
    actions: tuple[Declared, ...] = ()
    fortune: tuple[int, ...] = ()
    fate: tuple[tuple[int, bool], ...] = ()  # hero who would die, burns


class Hero(Value):
    """A character in the battle. condition: `out` is out of action, alive.

    stunned: the turn in which he loses his action. shaken: the turn whose test is at -30.
    dying: he will die, unless his side burns a Fate Point; bleeding: he needs help or a test at the phase's end.
    modifier: the GM's, of his tests of the turn `modified`.
    """

    sheet: HeroSheet
    wounds: int
    fate: int
    fortune: int
    condition: Literal["fit", "out", "dead"] = "fit"
    fielded: bool = True
    injuries: tuple[Injury, ...] = ()
    stunned: int = 0
    shaken: int = 0
    dying: bool = False
    bleeding: bool = False
    modifier: int = 0
    modified: int = 0

    @property
    def key(self) -> int:
        return self.sheet.key

    @property
    def name(self) -> str:
        return self.sheet.name

    def modifier_in(self, turn: int) -> int:
        """The GM's, of his tests of that turn."""
        return self.modifier if self.modified == turn else 0

    @property
    def present(self) -> bool:
        """On the field and on his feet."""
        return self.fielded and self.condition == "fit"

    def loss(self, location: Location) -> int:
        """Armour Points that critical wounds have cost him there."""
        return sum(injury.effect == 4 and injury.location is location for injury in self.injuries)

    def armour(self, location: Location) -> int:
        """Armour Points left at that location."""
        return max(0, self.sheet.armour[PLACES[location]] - self.loss(location))


class SideState(Value):
    """One side. given: its sources, the GM's secret until they are announced. general, second: as named.

    acting: the acting general, None for nobody. scouted: of its next tactics roll. modifier: the GM's, of this turn's.
    aid: heroes who can still help a bleeding friend this turn. withdrawal: it asks to leave. waives: it challenges
    nobody and does not want to be asked. declared: actions shown in the turn that last came so far. correction: of its
    strategic points, by a ruling.
    """

    title: str
    headcount: int
    arms: int
    training: int
    has_escape: bool
    heroes: tuple[Hero, ...]
    given: tuple[Given, ...] = ()
    general: int | None = None
    second: int | None = None
    acting: int | None = None
    points: int = 0
    threshold: int | None = None
    scouted: int = 0
    aid: tuple[int, ...] = ()
    modifier: int = 0
    withdrawal: bool = False
    waives: bool = False
    ready: bool = False
    draft: Draft = Draft()
    declared: tuple[Declared, ...] = ()
    luck: Luck = Luck()
    correction: int = 0

    def hero(self, key: int) -> Hero | None:
        return next((hero for hero in self.heroes if hero.key == key), None)

    @property
    def leading(self) -> int | None:
        """The acting general; before the first turn the one who is named."""
        return self.general if self.threshold is None else self.acting

    @property
    def leader(self) -> Hero | None:
        """The acting general, in whatever condition."""
        return None if self.acting is None else self.hero(self.acting)

    def put(self, hero: Hero) -> SideState:
        return replace(self, heroes=tuple(hero if each.key == hero.key else each for each in self.heroes))


class Ending(StrEnum):
    """By what a battle ends."""

    THRESHOLD = "threshold"
    TIE = "tie"
    WITHDRAWAL = "withdrawal"
    BROKEN_OFF = "broken_off"
    STOPPED = "stopped"


class Ended(Value):
    """How it ended. winner: None for a draw. massacre: of the losers. dead, wounded: red's and blue's (BD-15).

    stopped: the phase in which the GM ended it by his word.
    """

    winner: Side | None
    how: Ending
    massacre: bool = False
    dead: tuple[int, int] = (0, 0)
    wounded: tuple[int, int] = (0, 0)
    stopped: Phase | None = None


class State(Value):
    """case, favoured: as the GM chose, None for the suggestion, then as announced. own_base: the GM's threshold, 0 for
    the size table's. base: as announced. minutes: of fighting so far.

    duels: of the turn that last came so far. initiative: who won this turn's tactics roll. declaring: whose turn it is
    where actions are declared in the open (BD-18); declared_first: the other side has done so. trace: both sides'
    points at the start and at the end of each turn.
    """

    battlefield: Battlefield
    rows: Rows
    house_rules: HouseRules
    red: SideState
    blue: SideState
    phase: Phase = Phase.EVALUATION
    turn: int = 0
    minutes: int = 0
    case: Case | None = None
    favoured: Side | None = None
    own_base: int = 0
    base: int = 0
    duels: tuple[Duel, ...] = ()
    initiative: Side | None = None
    declaring: Side | None = None
    declared_first: bool = False
    trace: tuple[tuple[int, int], ...] = ()
    ended: Ended | None = None

    @property
    def reached(self) -> Phase:
        """How far the battle has come: after its end by the GM's word the phase in which he ended it."""
        return self.ended.stopped or self.phase if self.ended else self.phase

    def of(self, side: Side) -> SideState:
        return self.red if side is Side.RED else self.blue

    def put(self, side: Side, value: SideState) -> State:
        return replace(self, **{side.value: value})

    def side_of(self, hero: int) -> Side:
        """Whose hero it is. Raises LookupError for nobody's."""
        for side in Side:
            if self.of(side).hero(hero) is not None:
                return side
        raise LookupError(hero)

    def hero(self, key: int) -> Hero:
        """Raises LookupError."""
        found = self.of(self.side_of(key)).hero(key)
        assert found is not None
        return found
