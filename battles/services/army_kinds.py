"""The rows of an army as its tables have them: commanders, hordes, heroes, with the fields that are edited in place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from battles.models import Campaign, Commander, Hero, Horde
from battles.models.army import RANKS
from battles.rules.armies import MAX_SQUADS, SQUAD_MAGNITUDE
from battles.rules.ruleset import Message as M
from battles.rules.ruleset import row_text
from battles.services import catalogue
from battles.services.figures import LONGEST_NAME, readable, refuse, whole
from battles.services.hero_sheets import RESERVES, WOUNDS, WOUNDS_LEFT
from battles.services.refusals import Refused

Row = Commander | Horde | Hero
Profiles = Mapping[str, Any]  # key -> the catalogue's row
Given = Mapping[str, Any]
Shape = Literal["text", "number", "choice", "notes"]
Words = str | M
LONGEST_NOTE = 500
FATE = next(figure for figure in RESERVES if figure.name == "fate")
MAGNITUDE = M("Magnitude")


@dataclass(frozen=True)
class Column:
    """A field that is edited in the table. of: for a choice, of what (see `options`)."""

    name: str
    title: M
    shape: Shape
    least: int = 0
    most: int = 0
    of: str = ""


@dataclass(frozen=True)
class Kind:
    """title: of one, plural: of several. most: how many an army may have. The first column is the name."""

    key: str
    title: M
    plural: M
    model: Any  # Commander, Horde or Hero: no type says so for their managers
    most: int
    columns: tuple[Column, ...]


class NoSuchKind(Exception):
    """An army has no rows of that kind."""


NAME = Column("name", M("Name"), "text", 1, LONGEST_NAME)
NOTES = Column("notes", M("Notes"), "notes", 0, LONGEST_NOTE)
COMMANDERS = Kind(
    "commanders",
    M("Commander"),
    M("Commanders"),
    Commander,
    20,
    (
        NAME,
        Column("intelligence", M("Intelligence"), "number", 1, 100),
        Column("fellowship", M("Fellowship"), "number", 1, 100),
        Column("willpower", M("Willpower"), "number", 1, 100),
        Column("tactics", M("Tactics"), "choice", of="rank"),
        Column("command", M("Command"), "choice", of="rank"),
        NOTES,
    ),
)
HORDES = Kind(
    "hordes",
    M("Horde"),
    M("Hordes"),
    Horde,
    100,
    (
        NAME,
        Column("profile", M("Type"), "choice", of="profile"),
        Column("squads", M("Squads"), "number", 1, MAX_SQUADS),
        Column("magnitude", MAGNITUDE, "number", 0, MAX_SQUADS * SQUAD_MAGNITUDE),
        NOTES,
    ),
)
HEROES = Kind(
    "heroes",
    M("Hero"),
    M("Heroes"),
    Hero,
    50,
    (
        NAME,
        Column("wounds", WOUNDS.title, "number", WOUNDS.least, WOUNDS.most),
        Column("wounds_left", WOUNDS_LEFT.title, "number", WOUNDS_LEFT.least, WOUNDS_LEFT.most),
        Column("fate", FATE.title, "number", FATE.least, FATE.most),
        Column("condition", M("Condition"), "choice", of="condition"),
        NOTES,
    ),
)
KINDS = {kind.key: kind for kind in (COMMANDERS, HORDES, HEROES)}


def find(key: str) -> Kind:
    """Raises NoSuchKind."""
    try:
        return KINDS[key]
    except KeyError:
        raise NoSuchKind from None


def profiles_of(campaign: Campaign) -> Profiles:
    """The types that the hordes of a campaign's armies may have."""
    return catalogue.of_kind(campaign, catalogue.PROFILE).of(catalogue.PROFILE)


def options(column: Column, profiles: Profiles) -> dict[Any, Words]:
    """What may be chosen: value -> words. A bundled type's name can be translated."""
    match column.of:
        case "rank":
            return {rank: str(title) for rank, title in RANKS.items()}
        case "condition":
            return {str(value): str(title) for value, title in Hero.Condition.choices}
        case _:
            return {key: row_text(profile.name) for key, profile in profiles.items()}


def said(column: Column, value: Any, profiles: Profiles) -> Words:
    """A field's value in words; a type that the catalogue no longer has by its key."""
    return options(column, profiles).get(value, str(value)) if column.shape == "choice" else str(value)


def texts(kind: Kind, row: Row) -> dict[str, str]:
    """What a form shows of a row."""
    return {column.name: str(getattr(row, column.name)) for column in kind.columns}


def read(kind: Kind, given: Given, profiles: Profiles) -> dict[str, Any]:
    """The fields that a form's texts make. Raises Refused for the first that is not what is wanted."""
    found: dict[str, Any] = {}
    for column in kind.columns:
        found[column.name] = _value(column, str(given.get(column.name, "")), found, profiles)
    return found


def magnitude(text: str, squads: int) -> int:
    """Raises Refused."""
    most = squads * SQUAD_MAGNITUDE
    try:
        return whole("magnitude", MAGNITUDE, text, 0, most)
    except Refused:
        raise _magnitude_refused(squads, most) from None


def _magnitude_refused(squads: int, most: int) -> Refused:
    if squads == 1:
        return Refused(
            "magnitude",
            "Magnitude: a whole number from 0 to %(most)s is needed: 1 Squad of %(each)s.",
            most=most,
            each=SQUAD_MAGNITUDE,
        )
    return Refused(
        "magnitude",
        "Magnitude: a whole number from 0 to %(most)s is needed: %(squads)s Squads of %(each)s.",
        most=most,
        squads=squads,
        each=SQUAD_MAGNITUDE,
    )


def _value(column: Column, text: str, found: Mapping[str, Any], profiles: Profiles) -> Any:
    if column.name == "magnitude":
        return magnitude(text, found["squads"])
    match column.shape:
        case "number":
            most = found["wounds"] if column.name == "wounds_left" else column.most
            return whole(column.name, column.title, text, column.least, most)
        case "choice":
            return chosen(column.name, column.title, text, options(column, profiles))
        case _:
            return readable(column.name, column.title, text, column.least, column.most)


def chosen(field: str, title: M, text: str, choices: Mapping[Any, Any]) -> Any:
    """The choice that the text stands for. Raises Refused."""
    by_text = {str(value): value for value in choices}
    if text not in by_text:
        refuse(field, title, M("one of the choices offered"))
    return by_text[text]
