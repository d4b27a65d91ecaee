"""Edits of an army: each is booked and keeps the army as it was, so that it can be seen and taken back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.contrib.auth.models import User

from battles.models import Army, ArmyVersion
from battles.rules.ruleset import Message
from battles.services import bookings, veterans
from battles.services.army_changes import ARMY, Picture, changes, undone, words
from battles.services.army_kinds import HORDES, KINDS, Kind, Profiles, Row, profiles_of
from battles.services.refusals import Refused

MOST_VERSIONS, LONGEST_WHAT = 100, 200
NOT_OF_A_ROW = ("id", "army", "position")


@dataclass(frozen=True)
class Version:
    """An edit in a list. number: its own. what: in a sentence."""

    number: int
    what: Message
    by: str
    at: datetime


@dataclass(frozen=True)
class Edit:
    """An edit on its own page. changed: by it; returning: what bringing back the army before it would change now.

    seen: the token of the army as it is now.
    """

    version: Version
    changed: list[Message]
    returning: list[Message]
    seen: str


class NoSuchVersion(Exception):
    """The army has no such version, or no longer."""


@contextmanager
def edited(*, army: Army, what: Message, by: User | None, key: str = "") -> Iterator[Army]:
    """Whatever is done to the army inside is one edit: booked, and kept as one version. Gives the army's row, held.

    key: of a form that must not be taken twice. After an exception nothing is changed. What changed nothing is no edit.
    Raises Refused where `by` may not change what he has changed, see `veterans`.
    """
    with bookings.booked(army=army, by=by, why=str(what)) as held:
        before = picture(held)
        yield held
        now = picture(held)
        veterans.refuse_changed(held, by, before, now)
        _keep(held, before, now, what, by, key)


def picture(army: Army) -> Picture:
    """The army as it is stored, each row with its own number: what is brought back is the same row."""
    now = Army.objects.get(pk=army.pk)
    rows = {key: [_fields(row) for row in kind.model.objects.filter(army=army)] for key, kind in KINDS.items()}
    return {"army": {name: getattr(now, name) for name in ARMY}, **rows}


def versions(army: Army) -> list[Version]:
    """The newest first."""
    found = army.versions.order_by("-number").values_list("number", "data__what", "by__username", "at")
    return [Version(number, msgspec.convert(what, Message), by or "", at) for number, what, by, at in found]


def find(army: Army, number: int) -> ArmyVersion:
    """Raises NoSuchVersion."""
    found = army.versions.filter(number=number).select_related("by").first()
    if found is None:
        raise NoSuchVersion
    return found


def before(army: Army, number: int) -> Picture:
    """The army as it was before that edit; before the next edit it is as it is now. Raises NoSuchVersion."""
    kept = army.versions.filter(number=number).first()
    if kept is None and number == Army.objects.values_list("version", flat=True).get(pk=army.pk) + 1:
        return picture(army)
    found: Picture = (kept or find(army, number)).data["army"]
    return found


def edit(army: Army, number: int) -> Edit:
    """Raises NoSuchVersion."""
    kept, now, profiles = find(army, number), picture(army), profiles_of(army.campaign)
    return Edit(
        version=Version(number, _what(kept), kept.by.username if kept.by else "", kept.at),
        changed=words(kept.data["changes"], profiles),
        returning=words(changes(now, kept.data["army"]), profiles),
        seen=token(now),
    )


def differences(army: Army, old: int, new: int) -> list[Message]:
    """What is different before edit `new` from before edit `old`. Raises NoSuchVersion."""
    return words(changes(before(army, old), before(army, new)), profiles_of(army.campaign))


def take_back(*, army: Army, number: int, by: User | None) -> None:
    """The army without that edit: what else has changed since stays. Raises NoSuchVersion and Refused."""
    version = find(army, number)
    what = Message("Taken back, edit %(number)s: %(what)s", {"number": number, "what": _what(version)})
    with edited(army=army, what=what, by=by) as held:
        now = picture(held)
        target = undone(now, version.data["changes"])
        if target == now:
            raise Refused("", "Edit %(number)s has been taken back already.", number=number)
        _restore(held, now, target)


def bring_back(*, army: Army, number: int, seen: str, by: User | None) -> None:
    """The whole army as it was before that edit, whatever has changed since. Raises NoSuchVersion and Refused.

    seen: what `token` said when the differences were shown.
    """
    target = find(army, number).data["army"]
    with edited(
        army=army, what=Message("Brought back: the army before edit %(number)s", {"number": number}), by=by
    ) as held:
        now = picture(held)
        if seen != token(now):
            raise Refused("seen", "The army has changed since this page was opened: look at the differences again.")
        if target == now:
            raise Refused("", "The army is as it was before edit %(number)s.", number=number)
        _restore(held, now, target)


def token(shown: Picture) -> str:
    """A digest of a picture, as a form carries it."""
    return digest(shown)


def digest(value: Any) -> str:
    """Of a JSON value, whatever order its keys are in: PostgreSQL keeps its own."""
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()[:16]


def _keep(held: Army, was: Picture, now: Picture, what: Message, by: User | None, key: str) -> None:
    made = changes(was, now)
    if not made:
        return
    number = Army.objects.values_list("version", flat=True).get(pk=held.pk) + 1
    Army.objects.filter(pk=held.pk).update(version=number)
    held.version = number
    data = {"army": was, "changes": made, "what": msgspec.to_builtins(what), "key": key}
    ArmyVersion.objects.create(army=held, number=number, data=data, what=str(what)[:LONGEST_WHAT], by=by)
    held.versions.filter(number__lte=number - MOST_VERSIONS).delete()


def _what(version: ArmyVersion) -> Message:
    return msgspec.convert(version.data["what"], Message)


def _fields(row: Row) -> dict[str, Any]:
    return {"pk": row.pk} | {name: getattr(row, name) for name in stored_fields(type(row))}


def stored_fields(model: Any) -> list[str]:
    """Of a row, all but where it stands."""
    return [field.name for field in model._meta.concrete_fields if field.name not in NOT_OF_A_ROW]


def _restore(held: Army, now: Picture, target: Picture) -> None:
    """Rows keep their numbers, so open battles and earlier bookings still find them."""
    _refuse_unknown(target, profiles_of(held.campaign))
    for name, value in target["army"].items():
        setattr(held, name, value)
    held.save(update_fields=list(target["army"]))
    for key, kind in KINDS.items():
        if target[key] != now[key]:
            _restore_rows(held, kind, target[key], {row["pk"] for row in now[key]})


def _refuse_unknown(target: Picture, profiles: Profiles) -> None:
    for row in target[HORDES.key]:
        if row["profile"] not in profiles:
            raise Refused(
                "", "%(name)s: the catalogue has no type “%(type)s” any more.", name=row["name"], type=row["profile"]
            )


def _restore_rows(held: Army, kind: Kind, target: list[Mapping[str, Any]], present: set[int]) -> None:
    kind.model.objects.filter(army=held).exclude(pk__in=[row["pk"] for row in target]).delete()
    rows = [kind.model(army=held, position=place, **row) for place, row in enumerate(target)]
    kind.model.objects.bulk_create([row for row in rows if row.pk not in present])
    fields = [*stored_fields(kind.model), "position"]
    kind.model.objects.bulk_update([row for row in rows if row.pk in present], fields)
