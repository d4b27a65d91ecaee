"""An army as a file that can be read again."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from django.utils.text import slugify

from battles.importers import DraftArmy, DraftCommander, DraftHero, DraftHorde, DraftInjury, write_csv, write_json
from battles.models import Army, Commander, Hero, Horde
from battles.models.hero import ARMOUR
from battles.services.army_kinds import Profiles, profiles_of

# extension -> what writes it, and what a browser is told it is
FORMATS: dict[str, tuple[Callable[[DraftArmy], bytes], str]] = {
    "json": (write_json, "application/json"),
    "csv": (write_csv, "text/csv; charset=utf-8"),
}
LONGEST_STEM = 60


class NoSuchFormat(Exception):
    """No army is written like that."""


def exported(army: Army, extension: str) -> tuple[bytes, str, str]:
    """The file, its content type and a name for it that is safe anywhere. Raises NoSuchFormat."""
    if extension not in FORMATS:
        raise NoSuchFormat
    write, content_type = FORMATS[extension]
    stem = slugify(army.name)[:LONGEST_STEM].strip("-_") or f"army-{army.pk}"
    return write(draft(army)), content_type, f"{stem}.{extension}"


def draft(army: Army) -> DraftArmy:
    """As an import of it would read."""
    profiles = profiles_of(army.campaign)
    return DraftArmy(
        name=army.name,
        notes=army.notes,
        headcount=army.headcount,
        arms=army.arms,
        training=army.training,
        commanders=tuple(_commander(each) for each in army.commanders.all()),
        hordes=tuple(_horde(each, profiles) for each in army.hordes.all()),
        heroes=tuple(_hero(each) for each in army.heroes.all()),
    )


def _commander(row: Commander) -> DraftCommander:
    return DraftCommander(
        name=row.name,
        intelligence=row.intelligence,
        fellowship=row.fellowship,
        willpower=row.willpower,
        tactics=row.tactics,
        command=row.command,
        notes=row.notes,
    )


def _horde(row: Horde, profiles: Profiles) -> DraftHorde:
    kind = profiles[row.profile].name if row.profile in profiles else row.profile
    return DraftHorde(
        name=row.name, type=kind, profile=row.profile, squads=row.squads, magnitude=row.magnitude, notes=row.notes
    )


def _hero(row: Hero) -> DraftHero:
    named = {name: getattr(row, name) for name in DraftHero.__struct_fields__ if hasattr(row, name)}
    armour = tuple(getattr(row, name) for name in ARMOUR)
    return DraftHero(**named | {"armour": armour, "injuries": msgspec.convert(row.injuries, tuple[DraftInjury, ...])})
