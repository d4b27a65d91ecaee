"""A campaign's catalogue: horde types, terrains and scenarios, as bundled until the GM first changes a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import transaction
from django.utils.text import slugify

from battles.models import Campaign, CatalogueEntry, Horde
from battles.rules.battlefront.catalogue import PROFILES, TERRAINS, Profile, Terrain
from battles.rules.battlefront.setup import Scenario
from battles.services import bundled, rows
from battles.services.refusals import Refused
from battles.services.rows import PROFILE, SCENARIO, TERRAIN

Found = Iterable[tuple[str, str, dict[str, Any]]]  # kind, key, data


class NoSuchRow(Exception):
    """The catalogue has no row of that kind and key."""


@dataclass(frozen=True)
class Catalogue:
    """key -> row. own: the campaign has changed something, so the rows are its own."""

    profiles: dict[str, Profile]
    terrains: dict[str, Terrain]
    scenarios: dict[str, Scenario]
    own: bool

    def of(self, kind: str) -> dict[str, Any]:
        found: dict[str, dict[str, Any]] = {
            PROFILE: self.profiles,
            TERRAIN: self.terrains,
            SCENARIO: self.scenarios,
        }
        return found[kind]

    def row(self, kind: str, key: str) -> Any:
        """Raises NoSuchRow."""
        try:
            return self.of(kind)[key]
        except KeyError:
            raise NoSuchRow from None


def load(campaign: Campaign) -> Catalogue:
    stored = list(campaign.catalogue.values_list("kind", "key", "data"))
    return _read(stored or _bundled(), own=bool(stored))


@transaction.atomic
def save(*, campaign: Campaign, kind: str, key: str, given: rows.Given) -> str:
    """Add a row (no key) or change one; returns its key. Raises Refused, with nothing changed, and NoSuchRow."""
    _hold(campaign)
    catalogue = load(campaign)
    if key:
        catalogue.row(kind, key)
    name = str(given.get("name", ""))
    others = {row.name.casefold() for other, row in catalogue.of(kind).items() if other != key}
    if name.casefold() in others:
        raise Refused("name", "Name: there is another row named “%(name)s”.", name=name)
    key = key or _new_key(kind, name, catalogue)
    row = rows.read(kind, key, given, catalogue.terrains)
    _make_own(campaign, catalogue)
    data = {"data": _data(kind, row)}
    CatalogueEntry.objects.update_or_create(campaign=campaign, kind=kind, key=key, defaults=data)
    return key


@transaction.atomic
def delete(*, campaign: Campaign, kind: str, key: str) -> None:
    """Raises Refused, with nothing changed, while something needs the row, and NoSuchRow."""
    _hold(campaign)
    catalogue = load(campaign)
    name = catalogue.row(kind, key).name
    if len(catalogue.of(kind)) == 1:
        raise Refused("", "“%(name)s” is the last row of its kind; add another before you delete it.", name=name)
    if kind == PROFILE:
        _refuse_if_fielded(campaign, key, name)
    if kind == TERRAIN:
        _refuse_if_fought_over(catalogue, key, name)
    _make_own(campaign, catalogue)
    CatalogueEntry.objects.filter(campaign=campaign, kind=kind, key=key).delete()


def _hold(campaign: Campaign) -> None:
    """Two changes of one catalogue come one after the other."""
    Campaign.objects.select_for_update().get(pk=campaign.pk)


def _refuse_if_fielded(campaign: Campaign, key: str, name: str) -> None:
    hordes = Horde.objects.filter(army__campaign=campaign, profile=key).select_related("army")
    if hordes:
        raise Refused(
            "",
            "“%(name)s” is in use: %(horde)s (%(army)s) is of this type. Hordes of this type: %(count)s.",
            name=name,
            horde=hordes[0].name,
            army=hordes[0].army.name,
            count=len(hordes),
        )


def _refuse_if_fought_over(catalogue: Catalogue, key: str, name: str) -> None:
    users = [scenario.name for scenario in catalogue.scenarios.values() if scenario.terrain.key == key]
    if users:
        raise Refused("", "“%(name)s” is in use by a scenario: %(users)s.", name=name, users=", ".join(users))


def _bundled() -> Found:
    yield from ((PROFILE, row.key, msgspec.to_builtins(row)) for row in PROFILES)
    yield from ((TERRAIN, row.key, msgspec.to_builtins(row)) for row in TERRAINS)
    yield from ((SCENARIO, key, data) for key, data in bundled.SCENARIOS.items())


def _read(found: Found, *, own: bool) -> Catalogue:
    found = list(found)
    profiles = {key: msgspec.convert(data, Profile) for kind, key, data in found if kind == PROFILE}
    terrains = {key: msgspec.convert(data, Terrain) for kind, key, data in found if kind == TERRAIN}
    scenarios = {key: _scenario(data, terrains) for kind, key, data in found if kind == SCENARIO}
    return Catalogue(profiles, terrains, scenarios, own)


def _scenario(data: dict[str, Any], terrains: Mapping[str, Terrain]) -> Scenario:
    terrain = msgspec.to_builtins(terrains[data["terrain"]])
    return msgspec.convert({**data, "terrain": terrain}, Scenario)


def _data(kind: str, row: Any) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(row)
    return data | {"terrain": row.terrain.key} if kind == SCENARIO else data


def _new_key(kind: str, name: str, catalogue: Catalogue) -> str:
    """From the name; `new` is the address of the empty form."""
    stem = slugify(name)[:30].strip("-") or kind
    taken = {"new", *catalogue.of(kind)}
    tries = (stem if number == 1 else f"{stem}-{number}" for number in range(1, len(taken) + 2))
    return next(key for key in tries if key not in taken)


def _make_own(campaign: Campaign, catalogue: Catalogue) -> None:
    """Copy the bundled rows in, at the first change."""
    if not catalogue.own:
        CatalogueEntry.objects.bulk_create(
            CatalogueEntry(campaign=campaign, kind=kind, key=key, data=data) for kind, key, data in _bundled()
        )
