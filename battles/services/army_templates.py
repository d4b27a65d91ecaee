"""What a new army may be made from, besides another: the usual types of the campaign's own catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext

from battles.models import Army, Commander, Hero, Horde
from battles.rules.armies import SQUAD_MAGNITUDE
from battles.rules.ruleset import Message
from battles.services.army_kinds import profiles_of
from battles.services.army_versions import edited
from battles.services.words import catalogue_name

HEADCOUNT = 1000


@dataclass(frozen=True)
class Template:
    """each: hordes of every type of these domains. heroes: for a pitched battle, with a headcount."""

    key: str
    title: Message
    domains: tuple[str, ...]
    each: int
    commanders: tuple[Message, ...]
    heroes: tuple[Message, ...] = ()


MARSHAL, GENERAL = Message("Air Marshal"), Message("General")
TEMPLATES = (
    Template("small", Message("Small force: one horde of every type"), ("air", "land"), 1, (MARSHAL, GENERAL)),
    Template("full", Message("Full force: three hordes of every type"), ("air", "land"), 3, (MARSHAL, GENERAL)),
    Template("land", Message("Land force: three hordes of every land type"), ("land",), 3, (GENERAL,)),
    Template("air", Message("Air wing: three hordes of every air type"), ("air",), 3, (MARSHAL,)),
    Template(
        "pitched",
        Message("Pitched battle: a headcount of 1,000 and three heroes"),
        (),
        0,
        (),
        (Message("Marshal"), Message("Champion"), Message("Captain")),
    ),
)
BY_KEY = {template.key: template for template in TEMPLATES}


def fill(*, army: Army, source: str, by: User) -> None:
    """Squads as is usual for each type, names numbered, in the language of whoever makes it."""
    template = BY_KEY[source]
    with edited(army=army, what=Message("Made from: %(template)s", {"template": template.title}), by=by) as held:
        names = [gettext(name.text) for name in template.commanders]
        Commander.objects.bulk_create(
            Commander(army=held, name=name, position=place) for place, name in enumerate(names)
        )
        Horde.objects.bulk_create(_hordes(held, template))
        names = [gettext(name.text) for name in template.heroes]
        Hero.objects.bulk_create(Hero(army=held, name=name, position=place) for place, name in enumerate(names))
        if template.heroes:
            held.headcount = HEADCOUNT
            held.save(update_fields=["headcount"])


def _hordes(army: Army, template: Template) -> list[Horde]:
    found: list[tuple[str, Any]] = [
        (f"{catalogue_name(profile.name)} {number}", profile)
        for profile in profiles_of(army.campaign).values()
        if profile.domain in template.domains
        for number in range(1, template.each + 1)
    ]
    return [
        Horde(
            army=army,
            position=place,
            name=name,
            profile=profile.key,
            squads=profile.squads,
            magnitude=profile.squads * SQUAD_MAGNITUDE,
        )
        for place, (name, profile) in enumerate(found)
    ]
