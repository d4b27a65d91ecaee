"""What was read from an army file, made to fit: as many rows as an army has, names and notes that a form here takes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any

import msgspec

from battles.importers import DraftArmy, DraftHorde, Dropped, Guess, Remark
from battles.services.army_kinds import KINDS, LONGEST_NOTE
from battles.services.figures import BLANKS, JOINERS, MARKS, MOST_MARKS, is_seen

FULL = {
    "commanders": Remark("An army has at most %(most)s commanders."),
    "hordes": Remark("An army has at most %(most)s hordes."),
    "heroes": Remark("An army has at most %(most)s heroes."),
}


def within_limits(army: DraftArmy) -> DraftArmy:
    """What an army has no room for is dropped, and said."""
    kept: dict[str, Any] = {}
    dropped = list(army.dropped)
    for key, kind in KINDS.items():
        rows = getattr(army, key)
        kept[key] = rows[: kind.most]
        why = Remark(FULL[key].text, {"most": kind.most})
        dropped.extend(Dropped(name=row.name, why=why, where=row.where) for row in rows[kind.most :])
    return msgspec.structs.replace(army, **kept, dropped=tuple(dropped))


def fit(army: DraftArmy) -> DraftArmy:
    """Names and notes as a form here takes them."""
    rows = {key: tuple(_fit_row(row) for row in getattr(army, key)) for key in KINDS}
    return msgspec.structs.replace(army, **rows)


def _fit_row(row: Any) -> Any:
    """Weapons have no place of their own here: they go into the notes."""
    texts = [text for text in (row.notes, ", ".join(getattr(row, "weapons", ()))) if text]
    fields: dict[str, Any] = {
        "name": _name_of(row.name),
        "notes": seen_of("; ".join(texts))[:LONGEST_NOTE].strip(),
    }
    if fields["name"] != " ".join(row.name.split()):
        why = Remark("Marks that cannot be seen were left out of the name.")
        fields["guesses"] = (*row.guesses, Guess(field="name", why=why))
    return msgspec.structs.replace(row, **fields)


def seen_of(text: str) -> str:
    """What can be seen of a text, and what joins the letters of some scripts; every gap is one space."""
    return " ".join("".join(_letters_seen(text)).split())


def _letters_seen(text: str) -> Iterator[str]:
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in MARKS else 0
        if letter.isprintable() or ord(letter) in JOINERS:
            yield "" if letter in BLANKS or marks > MOST_MARKS else letter
        elif letter.isspace():
            yield " "


def _name_of(text: str) -> str:
    kept = seen_of(text)
    return kept if is_seen(kept) else "–"


def as_horde(dropped: Dropped) -> DraftHorde:
    why = Remark("It was left out at first: say its type, Squads and Magnitude.")
    return DraftHorde(name=_name_of(dropped.name), where=dropped.where, guesses=(Guess(field="profile", why=why),))
