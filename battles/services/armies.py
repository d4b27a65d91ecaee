"""Armies as the rules take them, and the figures of a whole army that its GM sets."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import msgspec
from django.contrib.auth.models import User

from battles.models import Army, Commander, Hero, Horde
from battles.models.army import MOST_FIGHTERS
from battles.models.hero import ARMOUR, CHARACTERISTICS, SKILLS
from battles.rules.armies import ArmySheet, CommanderSheet, HeroSheet, HordeSheet, Injury
from battles.rules.ruleset import Message
from battles.services.army_versions import digest, edited
from battles.services.figures import whole
from battles.services.refusals import Refused

SAME = (*CHARACTERISTICS, *SKILLS, "name", "wounds", "wounds_left", "magic", "fate", "mounted", "player")

# field -> title, least, most
FIGURES = {
    "headcount": (Message("Headcount"), 0, MOST_FIGHTERS),
    "arms": (Message("Arms, per cent of the usual"), 75, 150),
    "training": (Message("Training, per cent of the usual"), 75, 150),
}


class Keys:
    """Keys for the pieces of one battle: unique, and in no order, so that a gap betrays nothing of what is hidden."""

    SPACE = range(10_000, 100_000)

    def __init__(self) -> None:
        self._used: set[int] = set()
        self.hordes: dict[int, int] = {}
        self.heroes: dict[int, int] = {}

    @property
    def sources(self) -> dict[int, int]:
        """Key -> the row of the army that comes back to it: a horde's or a hero's."""
        return self.hordes | self.heroes

    def of_horde(self, pk: int) -> int:
        key = self.new()
        self.hordes[key] = pk
        return key

    def of_hero(self, pk: int) -> int:
        key = self.new()
        self.heroes[key] = pk
        return key

    def new(self) -> int:
        key = secrets.choice(self.SPACE)
        while key in self._used:
            key = secrets.choice(self.SPACE)
        self._used.add(key)
        return key


def sheet(army: Army, keys: Keys) -> ArmySheet:
    """The army as it stands: its commanders, its hordes that have any Magnitude left, its heroes that are fit."""
    return ArmySheet(
        title=army.name,
        commanders=tuple(_commander(each, keys) for each in army.commanders.all()),
        hordes=tuple(_horde(each, keys) for each in army.hordes.filter(magnitude__gt=0)),
        heroes=tuple(_hero(each, keys) for each in army.heroes.filter(condition=Hero.Condition.FIT)),
        headcount=army.headcount,
        arms=army.arms,
        training=army.training,
    )


def figures(army: Army) -> dict[str, str]:
    """What a form shows of them."""
    return {field: str(getattr(army, field)) for field in FIGURES}


def set_figures(*, army: Army, given: Mapping[str, str], by: User | None = None) -> None:
    """Headcount, arms and training. Raises Refused, with nothing changed."""
    values = read_figures(given)
    with edited(army=army, what=Message("The army's figures"), by=by) as held:
        if given.get("seen", figures_token(held)) != figures_token(held):
            raise Refused("seen", "The figures have changed since this page was opened: look at them before you save.")
        for field, value in values.items():
            setattr(held, field, value)
        held.save(update_fields=list(FIGURES))


def figures_token(army: Army) -> str:
    """A form opened before a battle must not bring its dead back to life."""
    return digest([getattr(army, field) for field in FIGURES])


def read_figures(given: Mapping[str, str]) -> dict[str, int]:
    """Raises Refused for the first that is not what is wanted."""
    wanted = FIGURES.items()
    return {field: whole(field, title, given.get(field, ""), least, most) for field, (title, least, most) in wanted}


def injuries(hero: Hero) -> tuple[Injury, ...]:
    """Those that earlier battles left him."""
    return msgspec.convert(hero.injuries, tuple[Injury, ...])


def _commander(commander: Commander, keys: Keys) -> CommanderSheet:
    return CommanderSheet(
        key=keys.new(),
        name=commander.name,
        intelligence=commander.intelligence,
        fellowship=commander.fellowship,
        tactics=commander.tactics,
        command=commander.command,
        willpower=commander.willpower,
    )


def _horde(horde: Horde, keys: Keys) -> HordeSheet:
    return HordeSheet(
        key=keys.of_horde(horde.pk),
        name=horde.name,
        profile=horde.profile,
        squads=horde.squads,
        magnitude=horde.magnitude,
    )


def _hero(hero: Hero, keys: Keys) -> HeroSheet:
    armour = [getattr(hero, field) for field in ARMOUR]
    return msgspec.convert(
        {name: getattr(hero, name) for name in SAME}
        | {"key": keys.of_hero(hero.pk), "armour": armour, "injuries": hero.injuries},
        HeroSheet,
    )
