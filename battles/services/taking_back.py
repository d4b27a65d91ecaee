"""Taking a battle's result back: all its bookings, once. What came later stays, and nothing leaves its range."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.timezone import localdate

from battles.models import Advantage, Army, Battle, Campaign, Hero, Horde, LedgerEntry
from battles.models.army import MOST_FIGHTERS
from battles.rules.armies import SQUAD_MAGNITUDE
from battles.rules.ruleset import Message
from battles.services.bookings import HERO_NUMBERS, LONGEST_WHY, Reason, Subject, without
from battles.services.figures import readable
from battles.services.holding import hold
from battles.services.ledger import WORSE, held_armies
from battles.services.refusals import Refused

WHY = Message("Reason")
MOST_FATE = 9


class NoSuchBattle(Exception):
    """The campaign has no such battle."""


@dataclass
class Held:
    """The rows that a battle's bookings are about, by primary key, held until the end of the transaction."""

    hordes: dict[int, Horde]
    heroes: dict[int, Hero]
    armies: dict[int, Army]
    cards: dict[int, Advantage]
    conditions: dict[int, list[LedgerEntry]]  # hero -> every booking of his condition, the oldest first


def battle_of(campaign: Campaign, battle: int, *, changing: bool = False) -> Battle:
    """Raises NoSuchBattle, and Refused where there is nothing to take back."""
    battles = hold(Battle.objects.all()) if changing else Battle.objects
    found = battles.filter(campaign=campaign, pk=battle).first()
    if found is None:
        raise NoSuchBattle
    entries = LedgerEntry.objects.filter(battle=found).order_by("pk")
    if not entries.filter(reason=Reason.BATTLE).exists():
        raise Refused("", "%(battle)s has no booking that could be taken back.", battle=found.title)
    back = entries.filter(reason=Reason.TAKEN_BACK).last()
    if back is not None and not entries.filter(reason=Reason.BATTLE, reversed_by=None).exists():
        day = localdate(back.at).isoformat()
        raise Refused("", "%(battle)s was taken back already, on %(day)s.", battle=found.title, day=day)
    return found


@transaction.atomic
def take_back(*, campaign: Campaign, battle: int, by: User | None, why: str) -> list[LedgerEntry]:
    """Un-book the battle's result: an entry against each of its own. Gives those that could not be met in full.

    Raises NoSuchBattle, and Refused with nothing changed: no reason given, nothing booked, taken back before.
    The rows are held in the order of `ledger.book`: battle, armies, hordes, heroes.
    """
    found = battle_of(campaign, battle, changing=True)
    told = readable("why", WHY, why, 1, LONGEST_WHY)
    entries = list(LedgerEntry.objects.filter(battle=found, reason=Reason.BATTLE, reversed_by=None))
    held = _hold(found, entries)
    backs = [_back(entry, held, by, told) for entry in entries]
    _save(held)
    LedgerEntry.objects.bulk_create(backs)
    Advantage.objects.filter(battle=found, spent_at=None).delete()
    return [back for back in backs if unmet(back)]


def unmet(entry: LedgerEntry) -> bool:
    """Whether a booking could not give or take all it should."""
    return any(entry.detail.get(name) for name in ("short", "gone", "stays"))


def _hold(battle: Battle, entries: list[LedgerEntry]) -> Held:
    armies = held_armies(battle)
    hordes = hold(Horde.objects.all()).filter(pk__in=[entry.horde_id for entry in entries])
    heroes = hold(Hero.objects.all()).filter(pk__in=[entry.hero_id for entry in entries])
    held = Held(
        hordes={horde.pk: horde for horde in hordes},
        heroes={hero.pk: hero for hero in heroes},
        armies=armies,
        cards={card.pk: card for card in hold(Advantage.objects.all()).filter(battle=battle)},
        conditions={},
    )
    bookings = LedgerEntry.objects.filter(hero__in=held.heroes, field="condition", reverses=None)
    for entry in bookings.select_related("reversed_by").order_by("pk"):
        held.conditions.setdefault(entry.hero_id or 0, []).append(entry)
    return held


def _back(entry: LedgerEntry, held: Held, by: User | None, why: str) -> LedgerEntry:
    amount, detail, army = _undo(entry, held)
    same = {name: getattr(entry, name) for name in ("campaign_id", "battle_id", "step", "subject", "name", "field")}
    links = {name: getattr(entry, name) for name in ("horde_id", "hero_id")}
    kept = {name: entry.detail[name] for name in ("message", "army", "horde") if name in entry.detail}
    return LedgerEntry(
        **same, **links, army_id=army, reason=Reason.TAKEN_BACK, amount=amount, by=by, reverses=entry,
        detail=kept | detail | {"why": why},
    )  # fmt: skip


def _undo(entry: LedgerEntry, held: Held) -> tuple[int, dict[str, Any], int | None]:
    """What is given back, what there is to say about it, and to whose army it goes now."""
    match entry.subject:
        case Subject.HORDE:
            return _undo_horde(entry, held.hordes.get(entry.horde_id or 0))
        case Subject.HERO:
            return _undo_hero(entry, held.heroes.get(entry.hero_id or 0), held)
        case Subject.HEADCOUNT:
            army = held.armies.get(entry.army_id or 0)
            given, detail = _given(army, "headcount", -entry.amount, MOST_FIGHTERS)
            return given, detail, entry.army_id
        case Subject.ADVANTAGE:
            card = held.cards.get(entry.advantage_id or 0)
            stays = card is not None and card.spent_at is not None
            return (0, {"stays": "spent"}, entry.army_id) if stays else (-entry.amount, {}, entry.army_id)
    return 0, {}, entry.army_id


def _undo_horde(entry: LedgerEntry, horde: Horde | None) -> tuple[int, dict[str, Any], int | None]:
    if horde is None:
        return 0, {"gone": True}, entry.army_id
    given, detail = _given(horde, "magnitude", -entry.amount, horde.squads * SQUAD_MAGNITUDE)
    return given, detail, horde.army_id


def _undo_hero(entry: LedgerEntry, hero: Hero | None, held: Held) -> tuple[int, dict[str, Any], int | None]:
    if hero is None:
        return 0, {"gone": True}, entry.army_id
    if entry.field in HERO_NUMBERS:
        most = hero.wounds if entry.field == "wounds" else MOST_FATE
        given, detail = _given(hero, HERO_NUMBERS[entry.field], -entry.amount, most)
        return given, detail, hero.army_id
    if entry.field == "injuries":
        return *_undo_injuries(entry, hero), hero.army_id
    return 0, _undo_condition(entry, hero, held.conditions.get(hero.pk, [])), hero.army_id


def _given(whose: Any, name: str, amount: int, most: int) -> tuple[int, dict[str, Any]]:
    """Add it to his number, as far as there is room."""
    if whose is None:
        return 0, {"gone": True}
    had = getattr(whose, name)
    setattr(whose, name, max(0, min(most, had + amount)))
    given = getattr(whose, name) - had
    return given, {"short": abs(amount - given), "most": most} if given != amount else {}


def _undo_injuries(entry: LedgerEntry, hero: Hero) -> tuple[int, dict[str, Any]]:
    """Those that were treated since are gone already."""
    added, had = entry.detail.get("added", []), list(hero.injuries)
    hero.injuries = without(had, added)
    removed = without(had, hero.injuries)
    return -len(removed), {"removed": removed}


def _undo_condition(entry: LedgerEntry, hero: Hero, bookings: list[LedgerEntry]) -> dict[str, Any]:
    """As he would be without this battle: everything else that happened to him, told again in order.

    If that story does not lead to how he is now, he stays as he is: something is not in the ledger.
    """
    was = str(hero.condition)
    start = bookings[0].detail["from"] if bookings else was
    holding = [each for each in bookings if not hasattr(each, "reversed_by")]
    if _told(start, holding) == was:
        hero.condition = _told(start, [each for each in holding if each.pk != entry.pk])
    same = hero.condition == was and was != Hero.Condition.FIT
    return {"from": was, "to": str(hero.condition)} | ({"stays": was} if same else {})


def _told(start: str, bookings: Iterable[LedgerEntry]) -> str:
    """The condition that these bookings lead to: a battle makes nobody better, an edit or healing sets it."""
    condition = start
    for entry in bookings:
        if entry.reason == Reason.BATTLE:
            condition = max(condition, entry.detail["loss"], key=WORSE.__getitem__)
        else:
            condition = entry.detail["to"]
    return condition


def _save(held: Held) -> None:
    Horde.objects.bulk_update(held.hordes.values(), ["magnitude"])
    Hero.objects.bulk_update(held.heroes.values(), ["wounds_left", "fate", "condition", "injuries"])
    Army.objects.bulk_update(held.armies.values(), ["headcount"])
