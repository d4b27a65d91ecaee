"""Army files taken in: read into a draft, shown with every guess, stored when it is accepted and not before.

The draft travels in the page's own form, sealed against change; nothing of it is kept here meanwhile.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import msgspec
from django.core import signing
from django.db import transaction
from django.utils import timezone

from battles import importers
from battles.importers import DraftArmy, Remark, Unreadable
from battles.models import Army, ArmyVersion, Campaign
from battles.models.hero import ARMOUR
from battles.rules.ruleset import Message
from battles.services import armies, army_list, veterans
from battles.services.army_kinds import KINDS, Kind, Profiles, profiles_of, read
from battles.services.army_rows import refuse_if_full
from battles.services.army_versions import edited, stored_fields
from battles.services.campaigns import Membership
from battles.services.holding import hold
from battles.services.import_fitting import as_horde, fit, seen_of, within_limits
from battles.services.refusals import Refused

MOST_BYTES = importers.MOST_BYTES
LONGEST_FILENAME = 100
SEAL_LASTS = timedelta(days=1)
MOST_TO_TAKE, MOST_TYPES = 60, 30  # so that the form can still be read, see DATA_UPLOAD_MAX_NUMBER_FIELDS
NEW = "new"
# kind -> the fields that the preview lets edit; the others are taken as they were read
EDITABLE = {
    "commanders": ("name", "intelligence", "fellowship", "willpower", "tactics", "command"),
    "hordes": ("name", "profile", "squads", "magnitude", "notes"),
    "heroes": ("name", "wounds", "wounds_left", "fate", "condition"),
}


class Draft(msgspec.Struct, frozen=True):
    """What is sealed: the draft, and the file it was read from (empty for a pasted text)."""

    army: DraftArmy
    file: str


@dataclass
class Mistakes(Exception):
    """What has to be mended before the draft can be accepted: a refusal for each. Nothing was stored."""

    refusals: list[Refused]


def read_file(*, campaign: Campaign, data: bytes, filename: str) -> Draft:
    """Raises Refused: nothing of it can be read, and why."""
    names = {key: str(profile.name) for key, profile in profiles_of(campaign).items()}
    try:
        army = importers.read(data, filename, names)
    except Unreadable as error:
        raise _refused(told(error.remark)) from None
    return Draft(fit(within_limits(army)), seen_of(filename)[-LONGEST_FILENAME:])


def _refused(message: Message) -> Refused:
    """With a sentence whose places may be called anything."""
    refusal = Refused("", "%(sentence)s", sentence=message)
    refusal.message = message
    return refusal


def sealed(campaign: Campaign, draft: Draft) -> str:
    return _signer(campaign).sign_object(msgspec.to_builtins(draft), compress=True)


def unsealed(campaign: Campaign, text: str) -> Draft:
    """Raises Refused for what was not sealed here, or too long ago."""
    try:
        return msgspec.convert(_signer(campaign).unsign_object(text, max_age=SEAL_LASTS), Draft)
    except signing.BadSignature:
        raise Refused("", "This preview is damaged or older than a day: read the file again.") from None


def with_taken(draft: Draft, places: set[int]) -> Draft:
    """With some of what was dropped taken in as hordes, behind the others."""
    army = draft.army
    taken = [as_horde(each) for place, each in enumerate(army.dropped) if place in places]
    room = KINDS["hordes"].most - len(army.hordes)
    left = tuple(each for place, each in enumerate(army.dropped) if place not in places)
    if len(taken) > room:
        raise Refused("", "At most %(most)s hordes are allowed: take fewer of them in.", most=KINDS["hordes"].most)
    return Draft(msgspec.structs.replace(army, hordes=(*army.hordes, *taken), dropped=left), draft.file)


def unknown_types(draft: Draft) -> list[str]:
    """As they are written (or are not), of hordes whose type is none of the catalogue's: one choice serves each."""
    found = dict.fromkeys(horde.type for horde in draft.army.hordes if horde.profile is None)
    return list(found)[:MOST_TYPES]


def told(remark: Remark) -> Message:
    """An importer's sentence as all others are told."""
    values = {name: told(each) if isinstance(each, Remark) else each for name, each in remark.values.items()}
    return Message(remark.text, values)


def targets(member: Membership) -> list[tuple[str, Message | str]]:
    """Where the draft may go: value of a form's choice -> words."""
    new: list[tuple[str, Message | str]] = [(NEW, Message("A new army"))] if army_list.may_bring(member) else []
    found = army_list.seen_by(member)
    if not army_list.runs(member):
        found = found.exclude(pk__in=veterans.fought(found).values("pk"))
    rows = found.values_list("pk", "name")
    return new + [(str(pk), Message("Into %(army)s", {"army": name})) for pk, name in rows]


@transaction.atomic
def accept(*, member: Membership, draft: Draft, given: Mapping[str, Any]) -> Army:
    """Store what the preview's form says, as one edit of a new army or of another; the same form again stores nothing.

    Raises Mistakes, with nothing stored.
    """
    key = hashlib.sha256(msgspec.json.encode([given, member.person.pk], order="deterministic")).hexdigest()[:32]
    hold(Campaign.objects.all()).get(pk=member.campaign.pk)
    accepted = _accepted(member, key)
    return accepted or _store(member, draft, given, key)


def _store(member: Membership, draft: Draft, given: Mapping[str, Any], key: str) -> Army:
    mistakes: list[Refused] = []
    rows = {
        kind.key: list(_rows(kind, draft, given, profiles_of(member.campaign), mistakes)) for kind in KINDS.values()
    }
    own = _own_fields(draft, given, mistakes)
    if not mistakes and not any(rows.values()):
        mistakes.append(Refused("", "Nothing is left of it: take something in."))
    if mistakes:
        raise Mistakes(mistakes)
    try:
        return _stored(member, str(given.get("target", "")), own, rows, draft.file, key)
    except Refused as error:
        raise Mistakes([error]) from None


def _stored(
    member: Membership, target: str, own: dict[str, Any], rows: dict[str, list[dict[str, Any]]], file: str, key: str
) -> Army:
    army = _target(member, target, own)
    what = Message("Imported: %(file)s", {"file": file}) if file else Message("Imported: a pasted text")
    with edited(army=army, what=what, by=member.person, key=key) as held:
        if target == NEW:
            for field, value in own.items():
                setattr(held, field, value)
            held.save(update_fields=list(own))
        for kind in KINDS.values():
            _append(held, kind, rows[kind.key])
    return army


def _append(army: Army, kind: Kind, rows: list[dict[str, Any]]) -> None:
    first = kind.model.objects.filter(army=army).count()
    refuse_if_full(kind, army.name, first + len(rows))
    last = kind.model.objects.filter(army=army).last()
    place = last.position + 1 if last else 0
    kind.model.objects.bulk_create(kind.model(army=army, position=place + n, **row) for n, row in enumerate(rows))


def _target(member: Membership, target: str, own: dict[str, Any]) -> Army:
    if target not in dict(targets(member)):
        raise Refused("target", "%(title)s: one of the choices offered is needed.", title=Message("Where to"))
    if target == NEW:
        return army_list.new(member=member, name=own["name"])
    return army_list.seen_by(member).get(pk=int(target))


def _accepted(member: Membership, key: str) -> Army | None:
    """The army that the same form has gone into already: whoever presses the button twice gets one.

    An import that was taken back since may be made again.
    """
    since = timezone.now() - SEAL_LASTS
    found = ArmyVersion.objects.filter(army__campaign=member.campaign, by=member.person, at__gte=since, data__key=key)
    return next((version.army for version in found.select_related("army") if _is_there(version)), None)


def _is_there(version: ArmyVersion) -> bool:
    """Whether any row that the edit added is still in the army."""
    added = {key: version.data["changes"].get(key, {}).get("added", ()) for key in KINDS}
    return any(
        kind.model.objects.filter(army=version.army, pk__in=[row["pk"] for row in added[key]]).exists()
        for key, kind in KINDS.items()
    )


def _own_fields(draft: Draft, given: Mapping[str, Any], mistakes: list[Refused]) -> dict[str, Any]:
    """The army's own: what a new army gets."""
    if given.get("target") != NEW:
        return {}
    found: dict[str, Any] = {"notes": draft.army.notes}
    for part in (lambda: {"name": army_list.read_name(str(given.get("name", "")))}, lambda: armies.read_figures(given)):
        try:
            found |= part()
        except Refused as error:
            mistakes.append(error)
    return found


def _rows(
    kind: Kind, draft: Draft, given: Mapping[str, Any], profiles: Profiles, mistakes: list[Refused]
) -> Iterator[dict[str, Any]]:
    """The fields of each row that is not left out."""
    mapped = {text: str(given.get(f"type-{place}", "")) for place, text in enumerate(unknown_types(draft))}
    for place, row in enumerate(getattr(draft.army, kind.key)):
        prefix = f"{kind.key}-{place}"
        if given.get(f"{prefix}-leave"):
            continue
        texts = {
            column.name: str(given.get(f"{prefix}-{column.name}", _as_read(row, column.name)))
            for column in kind.columns
        }
        if kind.key == "hordes" and not texts["profile"]:
            texts["profile"] = mapped.get(row.type, "")
        try:
            yield _carried(kind, row) | read(kind, texts, profiles)
        except Refused as error:
            error.field = f"{prefix}-{error.field}"
            mistakes.append(error)


def _as_read(row: Any, name: str) -> Any:
    return getattr(row, name) or "" if name == "profile" else getattr(row, name)


def _carried(kind: Kind, row: Any) -> dict[str, Any]:
    """What the draft holds of a row, under the names that it is stored by."""
    found = {name: getattr(row, name) for name in stored_fields(kind.model) if hasattr(row, name)}
    if kind.key == "heroes":
        found |= dict(zip(ARMOUR, row.armour, strict=True)) | {"injuries": msgspec.to_builtins(row.injuries)}
    return found


# The draft as the preview needs it


def _signer(campaign: Campaign) -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=f"battles.imports.{campaign.pk}")
