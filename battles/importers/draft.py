"""A draft army: what a file or a pasted text was taken for, with every guess, cut and omission said in a sentence.

Nothing here is stored. A page shows the draft with each field editable, and stores what its GM accepts.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, Self, dataclass_transform

import msgspec

SQUAD_MAGNITUDE, MAX_SQUADS = 20, 5
MAX_MAGNITUDE = SQUAD_MAGNITUDE * MAX_SQUADS
MOST_FIGHTERS = 10_000_000
Condition = Literal["fit", "out", "dead"]
Location = Literal["head", "right_arm", "left_arm", "body", "right_leg", "left_leg"]
CONDITIONS: tuple[Condition, ...] = ("fit", "out", "dead")
LOCATIONS: tuple[Location, ...] = ("head", "right_arm", "left_arm", "body", "right_leg", "left_leg")


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all frozen values of a draft."""


Values = dict[str, "str | int | Remark"]


class Remark(Value):
    """A sentence in English with `%(name)s` places: the interface translates `text` and then fills in `values`.

    A value that is itself a remark is translated too; a plain text, such as a name, stays as it is.
    """

    text: str
    values: Values = {}

    def __str__(self) -> str:
        return self.text % self.values if self.values else self.text


class Unreadable(Exception):
    """Nothing of the file was taken: a sentence for whoever sent it, and the line or the element it is about."""

    def __init__(self, text: str, *, line: int = 0, element: str = "", **values: str | int | Remark) -> None:
        self.line = line
        self.element = element
        places: Values = {"line": line} if line else {}
        if element:
            places["element"] = element
        self.remark = Remark(text, places | values)
        super().__init__(str(self.remark))


class Guess(Value):
    """A field whose value the file does not say outright, and why this one was taken. A field may have several."""

    field: str
    why: Remark


class Marked(Value, kw_only=True):
    """Something read from a file. where: its line or element, or nothing if it was not read from one."""

    where: Remark | None = None
    guesses: tuple[Guess, ...] = ()

    def bare(self) -> Self:
        """Without what is said about the reading: the content alone."""
        return msgspec.structs.replace(self, where=None, guesses=())


class DraftCommander(Marked, kw_only=True):
    """Ranges as of `battles.models.Commander`."""

    name: str
    intelligence: int = 35
    fellowship: int = 35
    willpower: int = 35
    tactics: int = 1
    command: int = 0
    notes: str = ""


class DraftHorde(Marked, kw_only=True):
    """type: as written. profile: a key of the profiles that were passed in, or None when none of them is like it.

    squads: 1 to 5. magnitude: 0 to 20 a Squad, or None where whoever accepts it has to say.
    points: what the file says it costs; nothing here rests on it.
    """

    name: str
    type: str = ""
    profile: str | None = None
    squads: int = MAX_SQUADS
    magnitude: int | None = MAX_MAGNITUDE
    weapons: tuple[str, ...] = ()
    points: Decimal | None = None
    notes: str = ""


class DraftInjury(Value):
    """effect: 3, 4 or 5 of the critical effects."""

    location: Location
    effect: int


class DraftHero(Marked, kw_only=True):
    """Ranges as of `battles.models.Hero`; armour in the order of `LOCATIONS`."""

    name: str
    weapon_skill: int = 30
    ballistic_skill: int = 30
    strength: int = 30
    toughness: int = 30
    agility: int = 30
    intelligence: int = 30
    willpower: int = 30
    fellowship: int = 30
    wounds: int = 12
    wounds_left: int = 12
    magic: int = 0
    fate: int = 0
    armour: tuple[int, ...] = (0,) * len(LOCATIONS)
    command: int = 0
    tactics: int = 0
    heal: int = 0
    ride: int = 0
    perception: int = 0
    channelling: int = 0
    mounted: bool = False
    player: bool = True
    condition: Condition = "fit"
    injuries: tuple[DraftInjury, ...] = ()
    notes: str = ""


class Dropped(Value, kw_only=True):
    """An entry that was left out. points: what the file says it costs."""

    name: str
    why: Remark
    where: Remark | None = None
    points: Decimal | None = None


class Total(Value, kw_only=True):
    """A sum that the file states, against the same added up again from all its entries, dropped ones too."""

    what: Remark
    said: Decimal
    added: Decimal

    @property
    def differs(self) -> bool:
        return self.said != self.added


class DraftArmy(Marked, kw_only=True):
    """arms, training: in per cent of the usual. heroes: the best-ranked first.

    notes: of several lines; those of a row are of one.
    guesses: those about the army itself, such as its name. remarks: about the file as a whole.
    """

    name: str = ""
    commanders: tuple[DraftCommander, ...] = ()
    hordes: tuple[DraftHorde, ...] = ()
    heroes: tuple[DraftHero, ...] = ()
    headcount: int = 0
    arms: int = 100
    training: int = 100
    notes: str = ""
    dropped: tuple[Dropped, ...] = ()
    totals: tuple[Total, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def bare(self) -> Self:
        """The content alone: what an export holds."""
        return msgspec.structs.replace(
            self,
            where=None,
            guesses=(),
            dropped=(),
            totals=(),
            remarks=(),
            commanders=tuple(each.bare() for each in self.commanders),
            hordes=tuple(each.bare() for each in self.hordes),
            heroes=tuple(each.bare() for each in self.heroes),
        )
