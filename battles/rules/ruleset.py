"""The contract between a ruleset and everything else.

A ruleset is a set of total functions over frozen values. It knows nothing of Django, time or sockets. What it gives
away, it gives as a *view* built up for one viewer, so a field nobody chose to show stays secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Protocol, Self

import msgspec

from battles.rules.dice import Dice
from battles.rules.messages import Message as Message
from battles.rules.messages import Term as Term
from battles.rules.messages import Value as Value
from battles.rules.messages import Values as Values
from battles.rules.messages import row_text as row_text
from battles.rules.messages import tenths as tenths

if TYPE_CHECKING:
    from battles.rules.armies import ArmySheet
    from battles.rules.news import News
    from battles.rules.outcomes import Outcome
    from battles.rules.rulings import Figure


class Side(StrEnum):
    """One of the two opponents."""

    RED = "red"
    BLUE = "blue"

    @property
    def rival(self) -> Side:
        return Side.BLUE if self is Side.RED else Side.RED


Audience = Literal["gm", "red", "blue", "public"]


class GM(Value, tag="gm"):
    """The game master: sees both sides, resolves and advances."""

    audience: ClassVar[Audience] = "gm"


class Commander(Value, tag="commander"):
    """A player of one side."""

    side: Side

    @property
    def audience(self) -> Audience:
        return "red" if self.side is Side.RED else "blue"


class Spectator(Value, tag="spectator"):
    """Sees what everybody may see, commands nothing."""

    audience: ClassVar[Audience] = "public"


Viewer = GM | Commander | Spectator
AUDIENCES: dict[str, Viewer] = {
    "gm": GM(),
    "red": Commander(Side.RED),
    "blue": Commander(Side.BLUE),
    "public": Spectator(),
}
EVERYBODY = frozenset(AUDIENCES)


class Illegal(Exception):
    """A command the rules forbid: a sentence for the person who tried, the field it is about and the clause."""

    def __init__(self, text: str, *, clause: str, field: str = "", **values: str | int | Message) -> None:
        self.message = Message(text, values)
        self.clause = clause
        self.field = field
        super().__init__(text)

    def __str__(self) -> str:
        return str(self.message)

    @classmethod
    def of(cls, message: Message, *, clause: str, field: str = "") -> Self:
        """With a message that is a value already."""
        refusal = cls(message.text, clause=clause, field=field)
        refusal.message = message
        return refusal


class Forbidden(Illegal):
    """A command that belongs to another seat: not a slip in a move but a reach for somebody else's button."""


class Command(Value, tag=True):
    """Base of what somebody asks for. Flat: every field is a scalar, so that a plain form can carry it.

    draft: it edits the own secret choices, so the next one may follow before the page shows this one.
    typed: fields that a person types in, with their labels; such a command is offered with what holds now.
    clause: of the rules, about what is typed.
    """

    draft: ClassVar[bool] = False
    typed: ClassVar[dict[str, Message]] = {}
    clause: ClassVar[str] = ""


class Undo(Command):
    """Somebody takes his last edit back. edit: the version of his view that it brought.

    No ruleset decides it: whoever keeps the steps knows what was before (`Ruleset.undone`).
    """

    edit: int


class Event(Value, tag=True):
    """Base of what happened. `audience` says who may ever hear of it, `narrated` whether the report has a line."""

    narrated: ClassVar[bool] = True

    @property
    def audience(self) -> frozenset[str]:
        return EVERYBODY


class SecretEvent(Event):
    """Something one side did in its own compartment: that side and the GM may know, nobody else."""

    narrated: ClassVar[bool] = False
    side: Side

    @property
    def audience(self) -> frozenset[str]:
        return frozenset({"gm", self.side.value})


class Line(Value):
    """A line of the battle report and what explains it.

    kind: `heading` opens a round or phase, `test` is a roll, `damage` a sum, `plain` the rest.
    terms: the modifiers or summands, in reading order; they need not be shown until the line is opened.
    """

    message: Message
    clause: str
    kind: Literal["heading", "test", "damage", "plain"] = "plain"
    side: Side | None = None
    terms: tuple[Term, ...] = ()


class Doubt(Value):
    """What the rules allow a battle to be opened with, and its GM may not have meant: a sentence, and its clause."""

    message: Message
    clause: str


class View(Value, kw_only=True):
    """What one viewer sees. A ruleset's own view class adds its fields; these every view has.

    round: 0 outside a contest. waiting_for: what is waited for, in sentences. options: the viewer's legal commands.
    """

    audience: Audience
    phase: str
    phase_title: Message
    round: int
    waiting_for: tuple[Message, ...]
    finished: bool
    options: tuple[Any, ...] = ()

    @property
    def decision(self) -> Any:
        """What this viewer decides on (phase, round, own orders, own options), for the view's token."""
        raise NotImplementedError


class RowKind(NamedTuple):
    """A kind of row in a campaign's catalogue. struct: of a row; `key` among its fields is the row's own.

    rows: the bundled ones as (key, row). least: how many a campaign needs at least, most: how many it may have.
    """

    key: str
    title: Message
    plural: Message
    struct: type[msgspec.Struct]
    rows: tuple[tuple[str, Any], ...]
    least: int = 1
    most: int = 200


class Ruleset(Protocol):
    """One rule text. All methods are pure; only `decide` draws dice."""

    key: str
    title: str
    house_rules: Any  # a `choices.Questions`, or a module with its names
    setup_type: Any
    state_type: Any
    command_type: Any
    event_type: Any
    catalogue: tuple[RowKind, ...]
    scenario_kind: str  # the kind of row that a battle is opened on
    phases: tuple[tuple[str, Message], ...]  # key and title of each, in the order in which they come
    sealing: Command  # by which a side says that it has chosen

    def setup(
        self, *, scenario: Any, red: ArmySheet, blue: ArmySheet, rows: Mapping[str, Any], house_rules: Any
    ) -> Any:
        """What a battle is opened with. rows: kind -> the campaign's rows of it."""

    def open(self, setup: Any) -> Any:
        """The state before the first command. Raises Illegal when such a battle could not start."""

    def doubts(self, setup: Any) -> tuple[Doubt, ...]:
        """What the GM is told before he opens such a battle."""

    def options(self, state: Any, viewer: Viewer) -> tuple[Command, ...]:
        """Every command that `decide` would accept from this viewer now."""

    def decide(self, state: Any, viewer: Viewer, command: Any, dice: Dice) -> tuple[Event, ...]:
        """What the command causes. The only place that rolls; raises Illegal."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after the event: no dice, no clock, no refusal."""

    def view(self, state: Any, viewer: Viewer) -> View:
        """Built up for one viewer from nothing; holds the options."""

    def news(self, before: Any, after: Any) -> News:
        """What two views of one viewer, the older one first, tell of the time between them: nothing from elsewhere."""

    def narrate(self, state: Any, event: Any, viewer: Viewer) -> Line | None:
        """The report line of an event, with `state` as it was after the event's step; None for nothing to say.

        The state is given for names only (events are small and refer to hordes by key).
        """

    def outcome(self, state: Any) -> Outcome | None:
        """The result once the battle has ended, None before."""

    def waited_for(self, state: Any) -> tuple[Side, ...]:
        """The sides that have not sealed their choices yet; none once only the GM is waited for."""

    def onward(self, state: Any) -> Command | None:
        """What the GM does to go on once no side is waited for; None while one is, and at the end."""

    def figures(self, state: Any) -> tuple[Figure, ...]:
        """Everything of the state that the GM may change by a ruling, as it is now."""

    def adjust(self, state: Any, key: str, value: str) -> tuple[Event, ...]:
        """The GM's ruling on one figure: what it causes. Raises Illegal, naming the figure and what it takes."""

    def stop(self, state: Any) -> tuple[Event, ...]:
        """The GM ends the battle here: what was lost is lost, nobody has won. Raises Illegal once it is over."""

    def rolled(self, state: Any, event: Any) -> Message:
        """What a roll that this event tells of is called, without what came of it: `Tactics test of Red`.

        state: as it was after the event.
        """

    def suggest(self, state: Any, side: Side) -> tuple[Command, ...]:
        """A sensible next choice for the side, command by command up to Ready: for bots and for a quick start."""

    def take_back(self, state: Any, side: Side) -> Command | None:
        """The next command of the side's that takes back a choice not yet shown, None once nothing tells what was
        chosen: for a seat that changes hands. A choice that can't be open again becomes the same whatever it was.
        """

    def undone(self, state: Any, viewer: Viewer, before: Any, after: Any) -> Any | None:
        """The state without an edit of the viewer's own draft, which led from the state `before` to `after`: his
        secret choices are as they were before it, all else stays as it is.

        None where it can't be taken back: they are sealed, or no longer what it left, or the viewer sees that the
        battle has gone on since.
        """

    def named(self, state: Any, command: Any) -> Message:
        """What a choice is called: `Place 3rd Rifles at F2`. state: one after it, of the same phase and round."""


def fold(ruleset: Ruleset, state: Any, events: Iterable[Event]) -> Any:
    """The state after all the events, in order."""
    for event in events:
        state = ruleset.evolve(state, event)
    return state
