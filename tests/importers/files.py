"""Files as other programs write them, made up."""

import zipfile
from io import BytesIO
from typing import Any
from xml.sax.saxutils import quoteattr

from battles.importers import DraftArmy, DraftHorde, Unreadable, read

PROFILES = {
    "infantry": "Infantry",
    "tank": "Tank",
    "assault_tank": "Tank (enemy pattern)",
    "ac_suit": "AC Suit",
    "artillery": "Artillery",
    "bomber": "Bomber",
}
NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"


def draft(data: bytes | str, filename: str = "") -> DraftArmy:
    return read(data.encode() if isinstance(data, str) else data, filename, PROFILES)


def horde(data: bytes | str, filename: str = "") -> DraftHorde:
    (only,) = draft(data, filename).hordes
    return only


def refusal(data: bytes | str, filename: str = "") -> str:
    try:
        army = draft(data, filename)
    except Unreadable as error:
        return str(error)
    raise AssertionError(f"read as {army}")


def guessed(entry: Any) -> dict[str, list[str]]:
    """Field -> sentences."""
    found: dict[str, list[str]] = {}
    for guess in entry.guesses:
        found.setdefault(guess.field, []).append(str(guess.why))
    return found


# Rosters, as JSON; the same as XML


def cost(value: object, name: str = "pts") -> dict[str, Any]:
    return {"name": name, "typeId": "points", "value": value}


def selection(name: str, kind: str = "upgrade", number: int = 1, *inner: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "number": number, "selections": list(inner)} | more


def force(name: str, *selections: dict[str, Any], forces: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    return {"name": name, "selections": list(selections), "forces": list(forces)}


def roster(*forces: dict[str, Any], name: str = "Waaagh", points: object = None) -> dict[str, Any]:
    costs = [] if points is None else [cost(points)]
    return {"roster": {"name": name, "costs": costs, "forces": list(forces), "generatedBy": "https://newrecruit.eu"}}


def unit(name: str, *inner: dict[str, Any], category: str = "", **more: Any) -> dict[str, Any]:
    categories = [{"name": "Faction: Orks", "primary": False}, {"name": category, "primary": True}] if category else []
    return selection(name, "unit", 1, *inner, categories=categories, **more)


def as_xml(raw: dict[str, Any]) -> bytes:
    body = _element("roster", raw["roster"] | {"xmlns": NAMESPACE})
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{body}'.encode()


def _element(tag: str, raw: dict[str, Any]) -> str:
    attributes = "".join(
        f" {key}={quoteattr(_word(value))}" for key, value in raw.items() if not isinstance(value, list)
    )
    lists = "".join(
        f"<{key}>{''.join(_element(_one(key), each) for each in value)}</{key}>"
        for key, value in raw.items()
        if isinstance(value, list)
    )
    return f"<{tag}{attributes}>{lists}</{tag}>"


def _one(key: str) -> str:
    return {"categories": "category"}.get(key, key.removesuffix("s"))


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def zipped(members: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()
