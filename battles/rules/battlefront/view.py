"""What a viewer of a Battlefront battle sees: built up from nothing, never a state with parts blanked out."""

from __future__ import annotations

from typing import Any, Literal

from battles.rules.battlefront.commands import BattlefrontCommand, Line, Role, StratagemKey
from battles.rules.choices import HouseRuleView
from battles.rules.ruleset import Message, Side, Value, View

Contest = Literal["air", "land"]
Stage = Literal["orders", "during", "after"]
Phase = Literal[
    "briefing",
    "muster",
    "air",
    "air_result",
    "first_deployment",
    "deployment",
    "land",
    "land_result",
    "result",
]


class WeaponView(Value):
    index: int
    name: str
    damage: str  # "1d10+6"
    penetration: int
    rate: int
    blast: int


class HordeView(Value):
    """A horde this viewer may know of. squads: current ones, ceil(magnitude / 20)."""

    key: int
    name: str
    side: Side
    profile: str
    type_name: str
    domain: Contest
    magnitude: int
    start: int
    squads: int
    full_squads: int
    armour: int
    traits: tuple[str, ...]
    weapons: tuple[WeaponView, ...]
    status: Literal["ready", "broken", "destroyed", "held_back"]
    line: Line | None = None
    column: int | None = None
    last_damage: int = 0


class CommanderView(Value):
    """tactics: the base target of a Scholastic Lore (Tactics) test, before hordes (D-29)."""

    key: int
    name: str
    intelligence: int
    fellowship: int
    tactics_rank: int
    command_rank: int
    tactics: int
    talents: tuple[str, ...] = ()
    willpower: int = 35


class PlayedView(Value):
    """A stratagem played, by its name, and what on. horde: own or enemy, None for none. line, column: of a move."""

    side: Side
    key: StratagemKey
    name: Message
    horde: int | None = None
    line: Line | None = None
    column: int | None = None


class StratagemView(Value):
    """A stratagem of the Land Contest as its General has it. timing: the stage of the round that it is played in.

    needs: the prerequisite as a sentence. available: he may play it now. why_not: otherwise, in a sentence.
    """

    key: StratagemKey
    name: Message
    timing: Stage
    effect: Message
    needs: Message
    once: bool
    available: bool
    why_not: Message | None = None


class AdvantageView(Value):
    """A card: what a horde has supplied or may supply. index: in the list of the horde's type, as commands name it."""

    horde: int
    index: int
    name: str
    kind: Literal["passive", "your_turn"]
    effect: str


class DrawableView(Value):
    """A horde that may still supply a card, and the cards of its type."""

    horde: int
    advantages: tuple[AdvantageView, ...]


class SideView(Value):
    """What this viewer may know of one side. hordes: the visible ones only; total: Magnitude still on the
    battlefield of the contest under way or last fought, as its result counts it (BF-40), None where none was.
    degrees: of the General's Tactics test, once this round is rolled. advantages: all the cards it has shown."""

    side: Side
    title: str
    invader: bool
    air_cap: int
    land_cap: int
    ready: bool
    waited_for: bool
    morale: int | None = None
    morale_start: int | None = None
    width: int | None = None
    first_column: int | None = None
    last_column: int | None = None
    air_marshal: CommanderView | None = None
    general: CommanderView | None = None
    supreme_commander: CommanderView | None = None
    hordes: tuple[HordeView, ...] = ()
    total: int | None = None
    degrees: int | None = None
    advantages: tuple[AdvantageView, ...] = ()


class PlacementView(Value):
    horde: int
    line: Line
    column: int


class OrderView(Value):
    horde: int
    target: int
    weapon: int


class AttackerView(Value):
    """A horde that may attack this round and what it may legally hit (section 4 of the rule text)."""

    horde: int
    targets: tuple[int, ...]


class PostView(Value):
    role: Role
    commander: int


class OwnView(Value):
    """A side's own compartment: its choices, saved but secret. Given to that side and to the GM alone.

    problems: what still stands in the way of Ready, in sentences. fingerprint: of the sealed choices, while ready.
    attackers and orders take the own stratagem `played` into account; `placements` are still those that all know.
    played: the stratagem chosen in this stage, still secret. draws_left: Advantages that may still be drawn; Ready
    forgoes them.
    """

    side: Side
    roster: tuple[HordeView, ...]
    commanders: tuple[CommanderView, ...]
    chosen: tuple[int, ...] = ()
    posts: tuple[PostView, ...] = ()
    roles: tuple[Role, ...] = ()  # the posts there are (D-01)
    to_place: tuple[int, ...] = ()  # hordes still beside the grid
    movable: tuple[int, ...] = ()  # placed by this draft, so they may still move
    held_back: tuple[int, ...] = ()
    placements: tuple[PlacementView, ...] = ()  # all own squares: fixed ones and the draft
    attackers: tuple[AttackerView, ...] = ()
    orders: tuple[OrderView, ...] = ()
    moves: tuple[int, ...] = ()  # hordes that step up to the Front Line (D-14)
    retreat: bool = False
    problems: tuple[Message, ...] = ()
    fingerprint: str | None = None
    stratagems: tuple[StratagemView, ...] = ()  # all of them, in the Land Contest
    played: PlayedView | None = None
    draws_left: int = 0
    drawable: tuple[DrawableView, ...] = ()
    drawn: tuple[AdvantageView, ...] = ()


class SquareView(Value):
    """One square of the grid; `horde` only where this viewer may know of it. fallen: who left it in the last round."""

    side: Side
    line: Line
    column: int
    greyed: bool
    horde: int | None = None
    fallen: int | None = None


class ResultView(Value):
    """How a contest ended: red's and blue's names for it, what it brings. diff: red's total minus blue's."""

    contest: Contest
    rounds: int
    ended_by: Message
    red_total: int
    blue_total: int
    diff: int
    red_result: Message
    blue_result: Message
    effects: tuple[Message, ...]
    rewards: tuple[Message, ...] = ()  # the scenario's own, in the GM's words (BF-46)


class RoundView(Value):
    """Both sides' Magnitude on the battlefield and Morale at a round's end; round 0 is the start of the contest."""

    contest: Contest
    round: int
    red: int
    blue: int
    red_morale: int
    blue_morale: int


class BattlefrontView(View, tag="battlefront", kw_only=True):
    """The whole view. grid: empty before deployment; otherwise the four rows from the top of the page down, the rival's
    Rear, the rival's Front, the own Front, the own Rear (the GM and spectators see it from red's seat), each of
    `columns` squares in shared numbers (D-26)."""

    phase: Phase
    scenario: str
    terrain: str
    base_width: int
    sides: tuple[SideView, SideView]  # red, blue
    contest: Contest | None = None
    max_rounds: int = 0
    columns: int = 0
    grid: tuple[tuple[SquareView, ...], ...] = ()
    own: tuple[OwnView, ...] = ()  # none for spectators, one for a commander, both for the GM
    first_side: Side | None = None  # who must place hordes first, while or before that happens
    first_count: int = 0
    air_result: ResultView | None = None
    land_result: ResultView | None = None
    stage: Stage = "orders"  # of the land round
    stratagems_played: tuple[PlayedView, ...] = ()  # this round's, once shown to all
    house_rules: tuple[HouseRuleView, ...] = ()  # where they are not the defaults
    luck: tuple[Message, ...] = ()  # red's and blue's, once something was rolled
    stopped_in: Message | None = None  # the phase in which the GM ended the battle
    track: tuple[RoundView, ...] = ()  # of both contests; none in battles opened before it was kept
    options: tuple[BattlefrontCommand, ...] = ()

    @property
    def decision(self) -> Any:
        return (self.phase, self.round, self.stage, self.own, self.options)
