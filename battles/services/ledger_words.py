"""A booking in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from battles.models import LedgerEntry
from battles.rules.armies import Injury
from battles.rules.ruleset import Message, row_text
from battles.rules.ruleset import Message as M
from battles.services.hero_sheets import injury_in_words

CONDITIONS = {"fit": M("fit"), "out": M("out of action"), "dead": M("dead")}
# field -> reason -> words for a loss, words for a gain. Without a reason of its own it is an edit's.
NUMBERS: dict[str, dict[str, tuple[M, M]]] = {
    "magnitude": {
        "raised": (M(""), M("%(name)s was raised with %(amount)s Magnitude")),
        "battle": (M("%(name)s lost %(amount)s Magnitude in %(battle)s"), M("")),
        "repair": (M(""), M("%(name)s was repaired: %(amount)s Magnitude")),
        "replacement": (M(""), M("%(name)s received replacements: %(amount)s Magnitude")),
        "edit": (
            M("%(name)s lost %(amount)s Magnitude by an edit"),
            M("%(name)s gained %(amount)s Magnitude by an edit"),
        ),
        "taken_back": (M("%(name)s gave %(amount)s Magnitude back"), M("%(name)s got %(amount)s Magnitude back")),
    },
    "wounds": {
        "battle": (M("%(name)s lost Wounds in %(battle)s: %(amount)s"), M("")),
        "repair": (M(""), M("%(name)s was healed, Wounds: %(amount)s")),
        "edit": (M("%(name)s lost Wounds by an edit: %(amount)s"), M("%(name)s gained Wounds by an edit: %(amount)s")),
        "taken_back": (M(""), M("%(name)s got Wounds back: %(amount)s")),
    },
    "fate": {
        "battle": (M("%(name)s burnt Fate Points in %(battle)s: %(amount)s"), M("")),
        "edit": (
            M("%(name)s lost Fate Points by an edit: %(amount)s"),
            M("%(name)s gained Fate Points by an edit: %(amount)s"),
        ),
        "taken_back": (M(""), M("%(name)s got Fate Points back: %(amount)s")),
    },
    "headcount": {
        "raised": (M(""), M("%(name)s was raised with a headcount of %(amount)s")),
        "battle": (M("%(name)s lost %(amount)s of its headcount in %(battle)s"), M("")),
        "edit": (
            M("%(name)s lost %(amount)s of its headcount by an edit"),
            M("%(name)s gained %(amount)s in headcount by an edit"),
        ),
        "taken_back": (M(""), M("%(name)s got %(amount)s of its headcount back")),
    },
    "roster": {"edit": (M("%(name)s left the army"), M("%(name)s joined the army"))},
    "drawn": {
        "battle": (M(""), M("%(name)s was drawn by %(horde)s in %(battle)s")),
        "taken_back": (M("%(name)s has left the hand"), M("")),
    },
}
NOTHING = {
    "battle": M("%(name)s had nothing left to lose in %(battle)s"),
    "taken_back": M("%(name)s got nothing back"),
}
HARMED = {
    "fit": M("%(name)s came out of %(battle)s fit"),
    "out": M("%(name)s was put out of action in %(battle)s"),
    "dead": M("%(name)s died in %(battle)s"),
}
SHORT = {
    "battle": M("lost beyond what there was to lose: %(short)s"),
    "magnitude": M("not given back: %(short)s (it holds no more than %(most)s)"),
    "wounds": M("not given back: %(short)s (the hero has no more than %(most)s)"),
    "fate": M("not given back: %(short)s (no more than %(most)s Fate Points are kept)"),
    "headcount": M("not given back: %(short)s (no army counts more than %(most)s)"),
}


def words(entry: LedgerEntry) -> Message:
    """What happened, as a sentence without its full stop."""
    text = _text(entry)
    return Message(text.text, {**_values(entry), **text.values})


def note(entry: LedgerEntry) -> Message | None:
    """What could not be done in full."""
    detail = entry.detail
    if entry.reason == "taken_back" and detail.get("gone"):
        return M("no longer in the army: nothing could be given back")
    if detail.get("stays") == "spent":
        return M("a card once spent is not given back")
    if detail.get("stays"):
        return M("not changed: what came later holds")
    if detail.get("short"):
        text = SHORT[entry.field if entry.reason == "taken_back" else "battle"]
        return Message(text.text, {name: detail[name] for name in ("short", "most") if name in detail})
    return None


def army_name(entry: LedgerEntry) -> Message:
    name: str = entry.army.name if entry.army else entry.detail.get("army", "")
    return Message("%(name)s", {"name": name}) if name else M("An army since deleted")


def battle_name(entry: LedgerEntry) -> Message:
    return Message("%(name)s", {"name": entry.battle.title}) if entry.battle else M("a battle since deleted")


def _values(entry: LedgerEntry) -> dict[str, Any]:
    horde = entry.detail.get("horde", "")
    card = entry.subject == LedgerEntry.Subject.ADVANTAGE
    name = row_text(entry.name) if card else entry.name
    return {"name": name, "amount": abs(entry.amount), "battle": battle_name(entry), "horde": horde}


def _text(entry: LedgerEntry) -> Message:
    match entry.field:
        case "result" | "paid":
            return _told(entry)
        case "condition":
            return _condition(entry)
        case "injuries":
            return _injuries(entry)
        case "spent":
            put_away = entry.detail.get("passive")
            return M("%(name)s was put away") if put_away else M("%(name)s was spent")
    if not entry.amount:
        return (
            M("%(name)s stays spent")
            if entry.field == "drawn"
            else NOTHING.get(entry.reason, M("%(name)s is as it was"))
        )
    return _number(entry)


def _number(entry: LedgerEntry) -> Message:
    if entry.detail.get("gone") and entry.field == "magnitude":
        return M("%(name)s left the army with %(amount)s Magnitude")
    side = int(entry.amount > 0)
    known = NUMBERS[entry.field]
    found = known.get(entry.reason, known["edit"] if "edit" in known else next(iter(known.values())))[side]
    return found if found.text else known["edit"][side]


def _told(entry: LedgerEntry) -> Message:
    back = entry.reason == "taken_back"
    if entry.field == "result":
        text = M("The result is no longer counted: %(told)s") if back else M("Result, as red sees it: %(told)s")
    else:
        text = M("No longer earned: %(told)s") if back else M("%(told)s")
    return Message(text.text, {"told": msgspec.convert(entry.detail["message"], Message)})


def _condition(entry: LedgerEntry) -> Message:
    to = entry.detail["to"]
    if entry.reason == "battle":
        return HARMED[entry.detail.get("loss", to)]
    text = M("%(name)s stays %(condition)s") if entry.detail.get("stays") else M("%(name)s is %(condition)s now")
    return Message(text.text, {"condition": CONDITIONS[to]})


def _injuries(entry: LedgerEntry) -> Message:
    added, removed = (_list(entry.detail.get(name, ())) for name in ("added", "removed"))
    if added is None and removed is None:
        return M("%(name)s has no injury of %(battle)s left")
    if entry.reason == "battle":
        return Message("%(name)s was injured in %(battle)s. %(injuries)s", {"injuries": added or M("")})
    if added is None:
        return Message("%(name)s is rid of an injury. %(injuries)s", {"injuries": removed or M("")})
    return Message("%(name)s has another injury. %(injuries)s", {"injuries": added})


def _list(injuries: Iterable[Any]) -> Message | None:
    told = [injury_in_words(msgspec.convert(each, Injury)) for each in injuries]
    values: dict[str, str | int | Message] = {f"injury{place}": each for place, each in enumerate(told)}
    return Message("; ".join(f"%({name})s" for name in values), values) if told else None
