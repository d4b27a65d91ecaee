"""The heroes of a campaign's armies, as their GM keeps them. A battle keeps the sheets that it was opened with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.contrib.auth.models import User

from battles.models import Army, Hero
from battles.rules.armies import Injury
from battles.rules.ruleset import Message
from battles.services import armies, army_rows
from battles.services.army_kinds import HEROES, LONGEST_NOTE, NOTES, chosen, profiles_of
from battles.services.army_rows import NoSuchRow
from battles.services.army_versions import edited
from battles.services.figures import LONGEST_NAME, readable, whole
from battles.services.hero_sheets import FLAGS, NUMBERS, SKILLS, WOUNDS_LEFT, injury_in_words
from battles.services.refusals import Refused

MOST_HEROES = HEROES.most
NAME, CONDITION = Message("Name"), Message("Condition")
Given = Mapping[str, Any]
NoSuchHero = NoSuchRow


def find(army: Army, hero: int) -> Hero:
    """Raises NoSuchHero."""
    found = army_rows.find(HEROES, army, hero)
    assert isinstance(found, Hero)
    return found


def texts(hero: Hero) -> dict[str, Any]:
    """What a form shows of a hero; of one who is not stored yet, the defaults."""
    named = {name: getattr(hero, name) for name in ("name", "notes", "condition", *FLAGS)}
    numbers = {name: str(getattr(hero, name)) for name in (*(figure.name for figure in NUMBERS), *SKILLS)}
    return named | numbers | {"seen": token(hero)}


def token(hero: Hero) -> str:
    """A form sent late must not bring the dead back to life, nor undo what somebody else has changed."""
    return army_rows.token(hero)


def injuries(hero: Hero) -> list[tuple[str, Message]]:
    """Each with a name for a form's checkbox; two that are the same have the same name."""
    return [(_name(injury), injury_in_words(injury)) for injury in armies.injuries(hero)]


def add(*, army: Army, given: Given, by: User | None = None) -> Hero:
    """A new hero, the last in rank. Raises Refused, with nothing stored."""
    with edited(army=army, what=Message("Added: %(name)s", {"name": str(given.get("name", ""))}), by=by) as held:
        count = held.heroes.count()
        if count >= MOST_HEROES:
            raise Refused("", "%(army)s: at most %(most)s heroes are allowed.", army=army.name, most=MOST_HEROES)
        last = held.heroes.last()
        return held.heroes.create(position=last.position + 1 if last else 0, **_read(given))


def change(*, army: Army, hero: int, given: Given, by: User | None = None) -> Hero:
    """Raises Refused, with nothing stored, and NoSuchHero. `treated` in what is given: injuries that he is rid of."""
    profiles = profiles_of(army.campaign)
    with edited(army=army, what=Message("Changed: %(name)s", {"name": find(army, hero).name}), by=by):
        found = find(army, hero)
        army_rows.refuse_if_changed(HEROES, found, given, profiles)
        for field, value in _read(given).items():
            setattr(found, field, value)
        found.injuries = untreated(found, given.get("treated", ()))
        found.save()
        return found


def delete(*, army: Army, hero: int, by: User | None = None) -> str:
    """Returns his name. Raises NoSuchHero."""
    return army_rows.delete(army=army, kind=HEROES, row=hero, by=by)


def move(*, army: Army, hero: int, to: str, by: User | None = None) -> None:
    """One place `up` or `down` in rank; at the end of the list he stays. Raises Refused and NoSuchHero."""
    army_rows.move(army=army, kind=HEROES, row=hero, to=to, by=by)


def _read(given: Given) -> dict[str, Any]:
    """The fields that a form's texts make. Raises Refused for the first that is not what is wanted."""
    found: dict[str, Any] = {"name": readable("name", NAME, str(given.get("name", "")), 1, LONGEST_NAME)}
    found["notes"] = readable("notes", NOTES.title, str(given.get("notes", "")), 0, LONGEST_NOTE)
    for figure in NUMBERS:
        most = found["wounds"] if figure is WOUNDS_LEFT else figure.most
        text = str(given.get(figure.name, ""))
        found[figure.name] = whole(figure.name, figure.title, text, figure.least, most)
    for name, title in SKILLS.items():
        found[name] = chosen(name, title, str(given.get(name, "")), Hero.RANKS)
    conditions = dict(Hero.Condition.choices)
    found["condition"] = chosen("condition", CONDITION, str(given.get("condition", "")), conditions)
    return found | {name: bool(given.get(name)) for name in FLAGS}


def _name(injury: Injury) -> str:
    return f"{injury.location}-{injury.effect}"


def untreated(hero: Hero, treated: Any) -> list[Any]:
    """What is left of his injuries: each name that was ticked takes one away."""
    ticked, left = list(treated), list[Injury]()
    for injury in armies.injuries(hero):
        if _name(injury) in ticked:
            ticked.remove(_name(injury))
        else:
            left.append(injury)
    built: list[Any] = msgspec.to_builtins(left)
    return built
