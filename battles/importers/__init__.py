"""Army files of other programs, and our own, to a draft army and back. Pure: bytes in, values out.

`read` finds out the format by the content, whatever the file is called. What it gives is for a page to show, field by
field, and nothing to be stored before its GM accepts it. All limits hold before anything large is built.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from battles.importers import foundry, lines, own, roster, table
from battles.importers.draft import (
    CONDITIONS,
    LOCATIONS,
    DraftArmy,
    DraftCommander,
    DraftHero,
    DraftHorde,
    DraftInjury,
    Dropped,
    Guess,
    Remark,
    Total,
    Unreadable,
)
from battles.importers.kinds import Kinds
from battles.importers.limits import LONGEST_NAME, MOST_BYTES, MOST_ENTRIES, MOST_WEAPONS, guard_size
from battles.importers.markup import IS_JSON, IS_XML, json_value, xml_value
from battles.importers.packed import is_archive, unpacked
from battles.importers.roster_tree import roster as roster_of
from battles.importers.texts import decode, tidy, visible
from battles.importers.written import write_csv, write_json

__all__ = [
    "CONDITIONS",
    "LOCATIONS",
    "LONGEST_NAME",
    "MOST_BYTES",
    "MOST_ENTRIES",
    "MOST_WEAPONS",
    "DraftArmy",
    "DraftCommander",
    "DraftHero",
    "DraftHorde",
    "DraftInjury",
    "Dropped",
    "Guess",
    "Remark",
    "Total",
    "Unreadable",
    "read",
    "write_csv",
    "write_json",
]
XML_NAMES = (".ros", ".rosz", ".xml")


def read(data: bytes, filename: str, profiles: Mapping[str, str]) -> DraftArmy:
    """The draft of a file, or of a pasted text as UTF-8 with no filename. Raises Unreadable, and nothing else.

    profiles: key -> name of the types of hordes that there are.
    """
    guard_size(len(data))
    kinds = Kinds(profiles)
    army = _of_xml(unpacked(data), kinds) if is_archive(data) else _of_text(data, filename, kinds)
    return army if army.name else _named(army, filename)


def _of_text(data: bytes, filename: str, kinds: Kinds) -> DraftArmy:
    text, remarks = decode(data)
    if not text.strip():
        raise Unreadable("The file is empty.")
    if IS_XML.match(text) or (filename.lower().endswith(XML_NAMES) and text.lstrip().startswith("<")):
        return _of_xml(data, kinds)
    if IS_JSON.match(text):
        army = _of_json(json_value(text), kinds)
    else:
        army = _some(table.draft(text, kinds) or lines.draft(text, kinds))
    return msgspec.structs.replace(army, remarks=(*remarks, *army.remarks))


def _of_xml(data: bytes, kinds: Kinds) -> DraftArmy:
    root, raw = next(iter(xml_value(data).items()))
    if root != "roster":
        raise Unreadable("The XML is not a roster: its first element is %(element)s.", element=tidy(root)[0])
    return _some(roster.draft(roster_of(raw), kinds))


def _of_json(raw: Any, kinds: Kinds) -> DraftArmy:
    if own.is_own(raw):
        return own.draft(raw, kinds)
    if isinstance(raw, dict) and isinstance(inner := raw.get("roster", raw), dict) and "forces" in inner:
        return _some(roster.draft(roster_of(inner), kinds))
    actors = raw if isinstance(raw, list) else [raw]
    if any(foundry.is_actor(each) for each in actors):
        return foundry.draft(actors, kinds)
    raise Unreadable("The JSON is not an army that is known here: not exported here, no roster, no actors.")


def _some(army: DraftArmy) -> DraftArmy:
    if not army.hordes and not army.dropped:
        raise Unreadable("Nothing in the file can be read as a horde.")
    return army


def _named(army: DraftArmy, filename: str) -> DraftArmy:
    """After the file."""
    stem = filename.replace("\\", "/").rpartition("/")[2]
    name = tidy(stem.rpartition(".")[0] or stem)[0]
    if visible(name):
        why = Remark("The army is named after the file.")
    else:
        name, why = "", Remark("The file gives no name for the army.")
    return msgspec.structs.replace(army, name=name, guesses=(*army.guesses, Guess(field="name", why=why)))
