"""The heroes of a campaign's armies, as their GM keeps them. A battle keeps the sheets that it was opened with."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import transaction

from battles.models import Army, Campaign, Hero
from battles.rules.armies import Injury
from battles.rules.ruleset import Message
from battles.services import armies
from battles.services.figures import LONGEST_NAME, readable, refuse, whole
from battles.services.hero_sheets import CHARACTERISTICS, FLAGS, NUMBERS, SKILLS, WOUNDS_LEFT, injury_in_words
from battles.services.refusals import Refused

MOST_HEROES = 50
NAME, CONDITION = Message("Name"), Message("Condition")
Given = Mapping[str, Any]


@dataclass(frozen=True)
class HeroLine:
    """A hero in his army's list. figures: short title, title and value of each characteristic.

    skills: those he has, with their rank. condition: in words, empty for who is fit. first, last: in rank.
    """

    pk: int
    name: str
    figures: tuple[tuple[Message, Message, int], ...]
    skills: tuple[tuple[Message, str], ...]
    wounds: int
    full: int
    fate: int
    magic: int
    mounted: bool
    player: bool
    condition: str
    injuries: tuple[Message, ...]
    first: bool
    last: bool


class NoSuchHero(Exception):
    """The campaign has no such army, or the army no such hero."""


def army_of(campaign: Campaign, army: int) -> Army:
    """Raises NoSuchHero."""
    found = campaign.armies.filter(pk=army).first()
    if found is None:
        raise NoSuchHero
    return found


def find(army: Army, hero: int) -> Hero:
    """Raises NoSuchHero."""
    found = army.heroes.filter(pk=hero).first()
    if found is None:
        raise NoSuchHero
    return found


def lines(army: Army) -> list[HeroLine]:
    """In the order of rank."""
    heroes = list(army.heroes.all())
    return [_line(hero, heroes) for hero in heroes]


def texts(hero: Hero) -> dict[str, Any]:
    """What a form shows of a hero; of one who is not stored yet, the defaults."""
    named = {name: getattr(hero, name) for name in ("name", "condition", *FLAGS)}
    numbers = {name: str(getattr(hero, name)) for name in (*(figure.name for figure in NUMBERS), *SKILLS)}
    return named | numbers | {"seen": token(hero)}


def token(hero: Hero) -> str:
    """A digest of what a battle may change about him: a form sent late must not bring the dead back to life."""
    changing = (hero.wounds_left, hero.fate, str(hero.condition), armies.injuries(hero))
    return hashlib.sha256(msgspec.json.encode(changing)).hexdigest()[:16]


def injuries(hero: Hero) -> list[tuple[str, Message]]:
    """Each with a name for a form's checkbox; two that are the same have the same name."""
    return [(_name(injury), injury_in_words(injury)) for injury in armies.injuries(hero)]


@transaction.atomic
def add(*, army: Army, given: Given) -> Hero:
    """A new hero, the last in rank. Raises Refused, with nothing stored."""
    heroes = _hold(army)
    if len(heroes) >= MOST_HEROES:
        raise Refused("", "%(army)s: at most %(most)s heroes are wanted.", army=army.name, most=MOST_HEROES)
    hero = Hero(army=army, position=len(heroes), **_read(given))
    _place([*heroes, hero])
    hero.save()
    return hero


@transaction.atomic
def change(*, army: Army, hero: int, given: Given) -> Hero:
    """Raises Refused, with nothing stored, and NoSuchHero. `treated` in what is given: injuries that he is rid of."""
    _hold(army)
    found = find(army, hero)
    if given.get("seen") != token(found):
        raise Refused(
            "seen", "%(name)s has changed since this page was opened: look at him before you save.", name=found.name
        )
    for field, value in _read(given).items():
        setattr(found, field, value)
    found.injuries = _untreated(found, given.get("treated", ()))
    found.save()
    return found


@transaction.atomic
def delete(*, army: Army, hero: int) -> str:
    """Returns his name. Raises NoSuchHero."""
    _hold(army)
    found = find(army, hero)
    found.delete()
    return found.name


@transaction.atomic
def move(*, army: Army, hero: int, to: str) -> None:
    """One place `up` or `down` in rank; at the end of the list he stays. Raises Refused and NoSuchHero."""
    heroes = _hold(army)
    place = next((place for place, each in enumerate(heroes) if each.pk == hero), None)
    if place is None:
        raise NoSuchHero
    if to not in ("up", "down"):
        raise Refused("to", "Rank: up or down is wanted.")
    found = heroes.pop(place)
    heroes.insert(max(0, place - 1) if to == "up" else place + 1, found)
    _place(heroes)


def _line(hero: Hero, heroes: list[Hero]) -> HeroLine:
    ranks = {name: getattr(hero, name) for name in SKILLS}
    return HeroLine(
        pk=hero.pk,
        name=hero.name,
        figures=tuple((each.short, each.title, getattr(hero, each.name)) for each in CHARACTERISTICS),
        skills=tuple((SKILLS[name], str(Hero.RANKS[rank])) for name, rank in ranks.items() if rank),
        wounds=hero.wounds_left,
        full=hero.wounds,
        fate=hero.fate,
        magic=hero.magic,
        mounted=hero.mounted,
        player=hero.player,
        condition="" if hero.condition == Hero.Condition.FIT else hero.get_condition_display(),
        injuries=tuple(words for _, words in injuries(hero)),
        first=hero is heroes[0],
        last=hero is heroes[-1],
    )


def _hold(army: Army) -> list[Hero]:
    """The army's heroes in order; two changes of one army, and a battle's end, come one after the other."""
    Army.objects.select_for_update().get(pk=army.pk)
    return list(army.heroes.all())


def _place(heroes: list[Hero]) -> None:
    for place, hero in enumerate(heroes):
        hero.position = place
    Hero.objects.bulk_update([hero for hero in heroes if hero.pk], ["position"])


def _read(given: Given) -> dict[str, Any]:
    """The fields that a form's texts make. Raises Refused for the first that is not what is wanted."""
    found: dict[str, Any] = {"name": readable("name", NAME, str(given.get("name", "")), 1, LONGEST_NAME)}
    for figure in NUMBERS:
        most = found["wounds"] if figure is WOUNDS_LEFT else figure.most
        text = str(given.get(figure.name, ""))
        found[figure.name] = whole(figure.name, figure.title, text, figure.least, most)
    for name, title in SKILLS.items():
        found[name] = _chosen(name, title, str(given.get(name, "")), {str(key): key for key in Hero.RANKS})
    conditions = {value: value for value in Hero.Condition.values}
    found["condition"] = _chosen("condition", CONDITION, str(given.get("condition", "")), conditions)
    return found | {name: bool(given.get(name)) for name in FLAGS}


def _chosen(field: str, title: Message, text: str, options: Mapping[str, Any]) -> Any:
    if text not in options:
        refuse(field, title, Message("one of the choices offered"))
    return options[text]


def _name(injury: Injury) -> str:
    return f"{injury.location}-{injury.effect}"


def _untreated(hero: Hero, treated: Any) -> list[Any]:
    """What is left of his injuries: each name that was ticked takes one away."""
    ticked, left = list(treated), list[Injury]()
    for injury in armies.injuries(hero):
        if _name(injury) in ticked:
            ticked.remove(_name(injury))
        else:
            left.append(injury)
    built: list[Any] = msgspec.to_builtins(left)
    return built
