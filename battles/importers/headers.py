"""What a column of a table holds: by its header, or by what stands in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from battles.importers.draft import MAX_MAGNITUDE, MAX_SQUADS
from battles.importers.kinds import Kinds
from battles.importers.texts import tidy, whole

Columns = Mapping[str, tuple[int, ...]]  # field -> columns, from 0; only weapons have several
NAMES: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "unit", "unit name", "horde", "einheit", "verband", "nom", "unité"),
    "type": ("type", "unit type", "kind", "class", "typ", "art", "klasse", "genre"),
    "profile": ("profile", "profil"),
    "squads": ("squads", "squad", "trupps", "trupp", "escouades", "escouade"),
    "magnitude": ("magnitude", "mag", "stärke"),
    "models": ("models", "model", "count", "number", "quantity", "qty", "size", "anzahl", "modelle", "effectif"),
    "notes": ("notes", "note", "notiz", "notizen", "remarque", "remarques"),
    "points": ("points", "point", "pts", "cost", "punkte", "coût"),
}
FIELD_OF = {name: field for field, names in NAMES.items() for name in names}
WEAPON = re.compile(r"(?:weapons?|waffen?|armes?)\s*\d{0,2}")


def by_header(cells: Sequence[str]) -> Columns | None:
    """The columns that the header names, or None if it is none: a name or a type, and more if there is more."""
    fields = [_field(cell) for cell in cells]
    found: dict[str, tuple[int, ...]] = {}
    for column, field in enumerate(fields):
        if field == "weapons" or (field and field not in found):
            found[field] = (*found.get(field, ()), column)
    if "profile" in found and "type" not in found:
        found["type"] = found.pop("profile")
    enough = len(found) > 1 or len(cells) == 1
    return found if enough and ("name" in found or "type" in found) else None


def unused(cells: Sequence[str], columns: Columns) -> list[str]:
    """Names of columns that are not read."""
    used = {column for taken in columns.values() for column in taken}
    return [tidy(cell)[0] for column, cell in enumerate(cells) if column not in used and cell.strip()]


def by_content(rows: Sequence[Sequence[str]], kinds: Kinds) -> Columns | None:
    """A guess for rows of one length: a name, a type, numbers of a size that fits. None if they are no such rows."""
    if len({len(row) for row in rows}) != 1 or len(rows[0]) < 2:
        return None
    columns = list(zip(*rows, strict=True))
    numeric = [all(whole(cell) is not None for cell in column) for column in columns]
    texts = [number for number, is_number in enumerate(numeric) if not is_number]
    if not texts or not (any(numeric) or all(kinds.exactly(cell) for cell in columns[1])):
        return None
    found: dict[str, tuple[int, ...]] = {"name": (texts[0],)}
    if len(texts) > 1:
        found |= {"type": (texts[1],)}
    if len(texts) > 2:
        found |= {"weapons": tuple(texts[2:])}
    for number in (number for number, is_number in enumerate(numeric) if is_number):
        field = _of_numbers([whole(cell) or 0 for cell in columns[number]], found, before=number < texts[0])
        if field:
            found[field] = (number,)
    return found


def _of_numbers(numbers: Sequence[int], found: Mapping[str, object], before: bool) -> str:
    if before and "models" not in found:
        return "models"
    if "squads" not in found and all(1 <= number <= MAX_SQUADS for number in numbers):
        return "squads"
    if "magnitude" not in found and all(0 <= number <= MAX_MAGNITUDE for number in numbers):
        return "magnitude"
    return "" if "points" in found else "points"


def _field(cell: str) -> str:
    name = tidy(cell)[0].casefold()
    return "weapons" if WEAPON.fullmatch(name) else FIELD_OF.get(name, "")
