"""What a battle cost its armies and what it gained them: booked at its end, once for good. `taking_back` undoes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django.db.models import Max, Q

from battles.models import Army, Battle, Hero, Horde, LedgerEntry, Step
from battles.rules.outcomes import HeroLoss, Outcome
from battles.services import advantages
from battles.services.bookings import LONGEST_WHY, Reason, Subject
from battles.services.holding import hold

WORSE = {"fit": 0, "out": 1, "dead": 2}
LONGEST_NAME = 100
Entries = Iterator[LedgerEntry]


def book(*, battle: Battle, outcome: Outcome) -> bool:
    """Take every loss off the army's hordes, heroes and headcount, keep the advantages drawn: an entry for each.

    A loss is a difference: what the army gained meanwhile stays. Nothing falls below zero, and then the entry says
    what there was to take.

    The caller holds the battle's row. False, and nothing done, if this battle is booked: its result is counted once.
    Whoever was deleted from his army meanwhile has nothing to lose.
    The armies' rows are held first, as by whoever edits them.
    """
    if LedgerEntry.objects.filter(battle=battle, reason=Reason.BATTLE, reversed_by=None).exists():
        return False
    armies = held_armies(battle)
    step = Step.objects.filter(battle=battle).aggregate(last=Max("number"))["last"]
    entries = [
        *_result(battle, outcome),
        *_hordes(battle, outcome),
        *_heroes(battle, outcome),
        *_dead(battle, armies, outcome.dead),
        *_drawn(battle, outcome),
    ]
    for entry in entries:
        entry.campaign_id, entry.battle, entry.step, entry.reason = battle.campaign_id, battle, step, Reason.BATTLE
        if entry.army_id in armies:
            entry.detail["army"] = armies[entry.army_id].name
    LedgerEntry.objects.bulk_create(entries)
    return True


def held_armies(battle: Battle) -> dict[int, Army]:
    """Those of both sides, and of whoever has gone over to another since; held, always in the same order."""
    pks = list(battle.sources.values())
    moved = Q(hordes__pk__in=pks) | Q(heroes__pk__in=pks)
    both = [pk for pk in (battle.red_army_id, battle.blue_army_id) if pk]
    whose = {*both, *Army.objects.filter(moved).values_list("pk", flat=True)}
    return {army.pk: army for army in hold(Army.objects.all()).filter(pk__in=whose).order_by("pk")}


def _result(battle: Battle, outcome: Outcome) -> Entries:
    """Of every battle there is this one entry at least: so it is known to be booked."""
    told = [("result", outcome.result), *(("paid", reward) for reward in outcome.rewards)]
    for field, message in told:
        detail = {"message": msgspec.to_builtins(message)}
        yield LedgerEntry(subject=Subject.REWARD, field=field, name=str(message)[:LONGEST_NAME], detail=detail)


def _hordes(battle: Battle, outcome: Outcome) -> Entries:
    lost = {battle.sources.get(str(loss.horde)): loss.magnitude for loss in outcome.losses if loss.magnitude}
    hordes = list(hold(Horde.objects.all()).filter(pk__in=lost))
    for horde in hordes:
        had, horde.magnitude = horde.magnitude, max(0, horde.magnitude - lost[horde.pk])
        link = {"subject": Subject.HORDE, "army_id": horde.army_id, "horde": horde, "name": horde.name}
        yield _number(link, "magnitude", horde.magnitude - had, -lost[horde.pk])
    Horde.objects.bulk_update(hordes, ["magnitude"])


def _heroes(battle: Battle, outcome: Outcome) -> Entries:
    lost = {battle.sources.get(str(loss.hero)): loss for loss in outcome.heroes}
    heroes = list(hold(Hero.objects.all()).filter(pk__in=lost))
    for hero in heroes:
        yield from _hero(hero, lost[hero.pk])
    Hero.objects.bulk_update(heroes, ["wounds_left", "fate", "condition", "injuries"])


def _hero(hero: Hero, loss: HeroLoss) -> Entries:
    """Nobody is better for it: who has died meanwhile stays dead."""
    link: dict[str, Any] = {"subject": Subject.HERO, "army_id": hero.army_id, "hero": hero, "name": hero.name}
    wounds, fate, was = hero.wounds_left, hero.fate, str(hero.condition)
    hero.wounds_left, hero.fate = max(0, wounds - loss.wounds), max(0, fate - loss.fate)
    hero.condition = max(was, loss.condition, key=WORSE.__getitem__)
    if loss.wounds:
        yield _number(link, "wounds", hero.wounds_left - wounds, -loss.wounds)
    if loss.fate:
        yield _number(link, "fate", hero.fate - fate, -loss.fate)
    if loss.condition != "fit":
        # Also of one who was no better before: should that be taken back, this battle's word still holds.
        detail = {"from": was, "to": str(hero.condition), "loss": loss.condition}
        yield LedgerEntry(**link, field="condition", detail=detail)
    if loss.injuries:
        added = msgspec.to_builtins(loss.injuries)
        hero.injuries = [*hero.injuries, *added]
        yield LedgerEntry(**link, field="injuries", amount=len(added), detail={"added": list(added)})


def _dead(battle: Battle, armies: dict[int, Army], dead: tuple[int, int]) -> Entries:
    lost = dict(zip((battle.red_army_id, battle.blue_army_id), dead, strict=True))
    losers = [army for army in armies.values() if lost.get(army.pk)]
    for army in losers:
        had, army.headcount = army.headcount, max(0, army.headcount - lost[army.pk])
        link = {"subject": Subject.HEADCOUNT, "army_id": army.pk, "name": army.name}
        yield _number(link, "headcount", army.headcount - had, -lost[army.pk])
    Army.objects.bulk_update(losers, ["headcount"])


def _drawn(battle: Battle, outcome: Outcome) -> Entries:
    for card in advantages.record(battle=battle, outcome=outcome):
        link = {"army_id": card.army_id, "advantage": card, "name": card.name}
        yield LedgerEntry(
            **link, subject=Subject.ADVANTAGE, field="drawn", amount=1, detail={"horde": card.horde[:LONGEST_WHY]}
        )


def _number(link: dict[str, Any], field: str, amount: int, wanted: int) -> LedgerEntry:
    """short: how much of it there was no room for."""
    detail = {"short": abs(wanted - amount)} if amount != wanted else {}
    return LedgerEntry(**link, field=field, amount=amount, detail=detail)
