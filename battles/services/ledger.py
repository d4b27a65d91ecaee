"""What a battle cost its armies and what it gained them."""

from __future__ import annotations

import msgspec

from battles.models import Army, Battle, Hero, Horde
from battles.rules.outcomes import HeroLoss, Outcome
from battles.services import advantages

WORSE = {"fit": 0, "out": 1, "dead": 2}


def book(*, battle: Battle, outcome: Outcome) -> None:
    """Take every loss off the army's hordes, heroes and headcount, and keep the advantages drawn.

    A loss is a difference: what the army gained meanwhile stays.

    The caller holds the battle's row and books once. Whoever was deleted from his army meanwhile has nothing to lose.
    The armies' rows are held first, as by whoever edits them.
    """
    armies = list(Army.objects.select_for_update().filter(pk__in=[battle.red_army_id, battle.blue_army_id]))
    _book_dead(battle, armies, outcome.dead)
    _book_hordes(battle, outcome)
    _book_heroes(battle, outcome)
    advantages.record(battle=battle, outcome=outcome)


def _book_dead(battle: Battle, armies: list[Army], dead: tuple[int, int]) -> None:
    lost = dict(zip((battle.red_army_id, battle.blue_army_id), dead, strict=True))
    for army in armies:
        army.headcount = max(0, army.headcount - lost[army.pk])
    Army.objects.bulk_update(armies, ["headcount"])


def _book_hordes(battle: Battle, outcome: Outcome) -> None:
    lost = {battle.sources.get(str(loss.horde)): loss.magnitude for loss in outcome.losses if loss.magnitude}
    hordes = list(Horde.objects.select_for_update().filter(pk__in=lost))
    for horde in hordes:
        horde.magnitude = max(0, horde.magnitude - lost[horde.pk])
    Horde.objects.bulk_update(hordes, ["magnitude"])


def _book_heroes(battle: Battle, outcome: Outcome) -> None:
    lost = {battle.sources.get(str(loss.hero)): loss for loss in outcome.heroes}
    heroes = list(Hero.objects.select_for_update().filter(pk__in=lost))
    for hero in heroes:
        _book_hero(hero, lost[hero.pk])
    Hero.objects.bulk_update(heroes, ["wounds_left", "fate", "condition", "injuries"])


def _book_hero(hero: Hero, loss: HeroLoss) -> None:
    """Nobody is better for it: who has died meanwhile stays dead."""
    hero.wounds_left = max(0, hero.wounds_left - loss.wounds)
    hero.fate = max(0, hero.fate - loss.fate)
    hero.condition = max(hero.condition, loss.condition, key=WORSE.__getitem__)
    hero.injuries = [*hero.injuries, *msgspec.to_builtins(loss.injuries)]
