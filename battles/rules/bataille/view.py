"""What people see of a pitched battle, as values."""

from __future__ import annotations

from typing import Any, Literal

from battles.rules.armies import Injury, Location
from battles.rules.bataille.catalogue import Battlefield, TestKey
from battles.rules.bataille.commands import BatailleCommand, Case
from battles.rules.choices import HouseRuleView
from battles.rules.ruleset import Message, Side, Value, View


class HeroView(Value):
    """A hero as everybody sees him. state: words for what holds him back, such as stunned or a wound.

    acts: he can act this turn. action: this turn's, once it is revealed.
    """

    key: int
    name: str
    side: Side
    condition: Literal["fit", "out", "dead"]
    wounds: int
    full: int
    general: bool
    second: bool
    acts: bool
    states: tuple[Message, ...] = ()
    action: Message | None = None


class GivenView(Value):
    source: Message
    points: int


class SideView(Value):
    """A side as everybody sees it. Figures are None until they are announced. general: the acting one."""

    side: Side
    title: str
    ready: bool
    waited_for: bool
    points: int
    heroes: tuple[HeroView, ...]
    threshold: int | None = None
    start: int | None = None
    headcount: int | None = None
    strategic: int | None = None
    given: tuple[GivenView, ...] = ()
    has_escape: bool | None = None
    general: str | None = None
    favoured: bool = False


class DuelView(Value):
    """A challenge that was announced. mine: whether this viewer's side has to answer it."""

    challenger: str
    challenger_side: Side
    target: int
    target_name: str
    accepted: bool | None


class TurnView(Value):
    """Points at a turn's end; turn 0 is the start."""

    turn: int
    red: int
    blue: int


class Odds(Value):
    """What a test of an action is worth. chance: of success in per cent, None without a test.

    success, failure: least and most victory points. command: declares it, None where it is not open to him.
    """

    test: TestKey | None
    label: Message
    target: int | None
    chance: int | None
    success: tuple[int, int]
    failure: tuple[int, int]
    declared: bool = False


class Danger(Value):
    """What an action's damage does to this hero. All chances in per cent, rounded.

    none: he loses no Wound. critical: it goes beyond his last Wound. fatal: he dies, Fate and friends apart.
    mean: Wounds lost on average, in tenths. words: the same as a sentence.
    """

    none: int
    critical: int
    fatal: int
    mean: int
    words: Message


class ChoiceView(Value):
    """An action that a hero may choose. success, failure, damage: formulas as the catalogue has them.

    besides: what success brings beside points.
    """

    key: str
    name: Message
    clause: str
    odds: tuple[Odds, ...]
    success: str
    failure: str
    damage: str
    danger: Danger
    note: Message | None = None
    besides: Message | None = None


class FoeView(Value):
    """Somebody who can be challenged. How well he fights nobody on this side knows."""

    key: int
    name: str
    general: bool
    drafted: bool


class OwnHeroView(Value):
    """A hero's whole sheet, for his own side and the GM.

    tactics: the target of his tactics roll if he leads, tactics_on what it is made on.
    figures: label and value of each characteristic; skills likewise with the target. armour: by location.
    may: he may act this turn; why_not says otherwise. action: what is drafted or revealed, in words.
    fixed: he has no choice left this turn. fortune_on: he will roll once more. duel: what a challenge promises and
    threatens, with a foe of usual strength. challenge: whom he challenges. answer, fate_choice: None until chosen.
    """

    key: int
    name: str
    condition: Literal["fit", "out", "dead"]
    fielded: bool
    general: bool
    second: bool
    wounds: int
    full: int
    fate: int
    fortune: int
    magic: int
    mounted: bool
    player: bool
    tactics: int
    tactics_on: Message
    figures: tuple[tuple[Message, int], ...]
    skills: tuple[tuple[Message, int], ...]
    armour: tuple[tuple[Location, int], ...]
    injuries: tuple[Injury, ...] = ()
    states: tuple[Message, ...] = ()
    may: bool = False
    why_not: Message | None = None
    action: Message | None = None
    fixed: bool = False
    fortune_on: bool = False
    choices: tuple[ChoiceView, ...] = ()
    foes: tuple[FoeView, ...] = ()
    duel: ChoiceView | None = None
    challenge: str | None = None
    challenged_by: str | None = None
    answer: bool | None = None
    dying: bool = False
    fate_choice: bool | None = None


class OwnView(Value):
    """A side's compartment. open: how many heroes have no action yet."""

    side: Side
    heroes: tuple[OwnHeroView, ...]
    general: int | None
    second: int | None
    open: int = 0
    withdrawal: bool = False
    waives: bool = False
    problems: tuple[Message, ...] = ()
    fingerprint: str = ""


class ForceView(Value):
    """A side's figures of the evaluation. strength: headcount x arms x training, rounded."""

    side: Side
    title: str
    headcount: int
    arms: int
    training: int
    strength: int
    heroes: int
    has_escape: bool
    modifier: int


class TickView(Value):
    """A source and the side: given so many times, and with which points."""

    side: Side
    given: tuple[int, ...]


class SourceView(Value):
    key: str
    name: Message
    points: int
    most: int
    group: str
    repeats: bool
    ticks: tuple[TickView, ...]


class EvaluationView(Value):
    """The GM's: everything that the announcement will rest on, as it stands.

    ratio: stronger over weaker, in hundredths. table: the size table's threshold, base: the one in force.
    strategic, thresholds, start: red's and blue's as they would be announced.
    """

    forces: tuple[ForceView, ...]
    ratio: int | None
    suggested: Case
    suggested_side: Side | None
    case: Case
    favoured: Side | None
    chosen: bool
    total: int
    band: Message
    table: int
    base: int
    own_base: int
    sources: tuple[SourceView, ...]
    strategic: tuple[int, int]
    thresholds: tuple[int, int]
    start: tuple[int, int]
    most: int
    note: Message | None = None


class ResultView(Value):
    """headline: who won or that nobody did. sentences: what became of both armies."""

    winner: Side | None
    headline: Message
    sentences: tuple[Message, ...]


class BatailleView(View, kw_only=True):
    """What one viewer sees. own: one side's compartment, both for the GM, none for spectators.

    declaring: whose turn it is where actions are declared in the open (BD-18).
    """

    battlefield: Battlefield
    rule_phase: int
    sides: tuple[SideView, SideView]
    minutes: int
    declaring: Side | None = None
    own: tuple[OwnView, ...] = ()
    evaluation: tuple[EvaluationView, ...] = ()
    announced: tuple[Message, ...] = ()
    duels: tuple[DuelView, ...] = ()
    track: tuple[TurnView, ...] = ()
    house_rules: tuple[HouseRuleView, ...] = ()
    luck: tuple[Message, ...] = ()
    result: ResultView | None = None
    options: tuple[BatailleCommand, ...] = ()

    @property
    def decision(self) -> Any:
        """The GM does not decide on what the sides choose in secret: their edits leave his token alone."""
        own = () if self.audience == "gm" else self.own
        return self.phase, self.round, own, self.evaluation, self.options
