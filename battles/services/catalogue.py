"""A campaign's catalogue: for each ruleset its kinds of rows, as bundled until the GM first changes one of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from battles.models import Campaign, CatalogueEntry, Horde
from battles.rules import RULESETS, by_key
from battles.rules.ruleset import Ruleset, row_text
from battles.services import kinds, rows
from battles.services.holding import hold
from battles.services.refusals import Refused
from battles.services.words import catalogue_name

PROFILE = "profile"  # the kind that an army's hordes name
Found = Iterable[tuple[str, str, dict[str, Any]]]  # kind, key, data


class NoSuchRow(Exception):
    """The catalogue has no row of that kind and key."""


@dataclass(frozen=True)
class Catalogue:
    """A ruleset's rows: kind -> key -> row. own: the campaign has changed something, so the rows are its own."""

    ruleset: Ruleset
    rows: dict[str, dict[str, Any]]
    own: bool

    def of(self, kind: str) -> dict[str, Any]:
        return self.rows[kind]

    @property
    def scenarios(self) -> dict[str, Any]:
        return self.rows[self.ruleset.scenario_kind]

    def row(self, kind: str, key: str) -> Any:
        """Raises NoSuchRow."""
        try:
            return self.of(kind)[key]
        except KeyError:
            raise NoSuchRow from None


def load(campaign: Campaign, ruleset: str) -> Catalogue:
    stored = campaign.catalogue.filter(ruleset=ruleset).values_list("kind", "key", "data")
    return _read(by_key(ruleset), list(stored))


def load_all(campaign: Campaign) -> list[Catalogue]:
    """Every ruleset's."""
    stored: dict[str, list[tuple[str, str, dict[str, Any]]]] = {}
    for ruleset, *found in campaign.catalogue.values_list("ruleset", "kind", "key", "data"):
        stored.setdefault(ruleset, []).append((found[0], found[1], found[2]))
    return [_read(ruleset, stored.get(ruleset.key, [])) for ruleset in RULESETS]


def of_kind(campaign: Campaign, kind: str) -> Catalogue:
    """The one that has rows of this kind. Raises kinds.NoSuchKind."""
    return load(campaign, kinds.ruleset_of(kind).key)


@transaction.atomic
def save(*, campaign: Campaign, kind: str, key: str, given: rows.Given) -> str:
    """Add a row (no key) or change one; returns its key. Raises Refused, with nothing changed, and NoSuchRow."""
    _hold(campaign)
    catalogue = of_kind(campaign, kind)
    if key:
        catalogue.row(kind, key)
    else:
        _refuse_if_full(catalogue, kind)
    _refuse_twin(catalogue, kind, key, str(given.get("name", "")).strip())
    key = key or _new_key(kind, str(given.get("name", "")), catalogue)
    row = rows.read(kind, key, given, catalogue.rows)
    kinds.check(kind, {**catalogue.of(kind), key: row})
    _make_own(campaign, catalogue)
    which: dict[str, Any] = {"campaign": campaign, "ruleset": catalogue.ruleset.key, "kind": kind, "key": key}
    CatalogueEntry.objects.update_or_create({"data": rows.stored(kind, row)}, **which)
    return key


@transaction.atomic
def delete(*, campaign: Campaign, kind: str, key: str) -> None:
    """Raises Refused, with nothing changed, while something needs the row, and NoSuchRow."""
    _hold(campaign)
    catalogue = of_kind(campaign, kind)
    name = catalogue.row(kind, key).name
    _refuse_if_needed(catalogue, kind, name)
    if kind == PROFILE:
        _refuse_if_fielded(campaign, key, name)
    _refuse_if_embedded(catalogue, kind, key, name)
    kinds.check(kind, {other: row for other, row in catalogue.of(kind).items() if other != key})
    _make_own(campaign, catalogue)
    CatalogueEntry.objects.filter(campaign=campaign, kind=kind, key=key).delete()


def may_delete(kind: str) -> bool:
    """Whether rows of the kind come and go at all."""
    found = kinds.find(kind)
    return found.most > found.least


def _hold(campaign: Campaign) -> None:
    """Two changes of one catalogue come one after the other."""
    hold(Campaign.objects.all()).get(pk=campaign.pk)


def _refuse_if_full(catalogue: Catalogue, kind: str) -> None:
    found = kinds.find(kind)
    if len(catalogue.of(kind)) >= found.most:
        raise Refused("", "%(kind)s: no more than %(most)s in the catalogue.", kind=found.plural, most=found.most)


def _refuse_twin(catalogue: Catalogue, kind: str, key: str, name: str) -> None:
    others = {row.name.casefold() for other, row in catalogue.of(kind).items() if other != key}
    if name.casefold() in others:
        raise Refused("name", "Name: there is another row named “%(name)s”.", name=row_text(name))


def _refuse_if_needed(catalogue: Catalogue, kind: str, name: str) -> None:
    if not may_delete(kind):
        raise Refused("", "“%(name)s” is the only row of its kind; change it instead.", name=row_text(name))
    if len(catalogue.of(kind)) <= kinds.find(kind).least:
        text = "“%(name)s” is the last row of its kind; add another before you delete it."
        raise Refused("", text, name=row_text(name))


def _refuse_if_fielded(campaign: Campaign, key: str, name: str) -> None:
    hordes = Horde.objects.filter(army__campaign=campaign, profile=key).select_related("army")
    if hordes:
        raise Refused(
            "",
            "“%(name)s” is in use: %(horde)s (%(army)s) is of this type. Hordes of this type: %(count)s.",
            name=row_text(name),
            horde=hordes[0].name,
            army=hordes[0].army.name,
            count=len(hordes),
        )


def _refuse_if_embedded(catalogue: Catalogue, kind: str, key: str, name: str) -> None:
    for other, field in rows.embedders(kind):
        users = [catalogue_name(row.name) for row in catalogue.of(other).values() if getattr(row, field).key == key]
        if users:
            raise Refused(
                "",
                "“%(name)s” is in use. %(kind)s: %(users)s.",
                name=row_text(name),
                kind=kinds.find(other).plural,
                users=", ".join(users),
            )


def _bundled(ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    return {kind.key: dict(kind.rows) for kind in ruleset.catalogue}


def _read(ruleset: Ruleset, stored: list[tuple[str, str, dict[str, Any]]]) -> Catalogue:
    """A row may embed one of a kind that stands before its own in the ruleset's list."""
    if not stored:
        return Catalogue(ruleset, _bundled(ruleset), own=False)
    found: dict[str, dict[str, Any]] = {}
    for kind in ruleset.catalogue:
        found[kind.key] = {key: rows.restored(kind.key, data, found) for of, key, data in stored if of == kind.key}
    return Catalogue(ruleset, found, own=True)


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
            CatalogueEntry(
                campaign=campaign,
                ruleset=catalogue.ruleset.key,
                kind=kind,
                key=key,
                data=rows.stored(kind, row),
            )
            for kind, found in _bundled(catalogue.ruleset).items()
            for key, row in found.items()
        )
