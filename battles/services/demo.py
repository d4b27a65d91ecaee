"""The demo battles. Battlefront: German against French, as its rule text illustrates it, with hordes in the air too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from battles.models import Army, Battle, Campaign, Hero, Horde
from battles.rules.battlefront.catalogue import PROFILES
from battles.services import bookings, demo_heroes, openings

SQUADS = {profile.key: profile.squads for profile in PROFILES}
# name, Intelligence, Fellowship, Tactics rank, Command rank
GERMANS: dict[str, Any] = {
    "name": "German Army",
    "commanders": [
        ("Hauptmann Rieger", 49, 38, 2, 1),
        ("General von Stahl", 47, 43, 2, 2),
        ("Oberst Kessler", 41, 35, 1, 1),
    ],
    "hordes": [
        ("interceptor", ["Falke Staffel", "Sperber Staffel"]),
        ("starfighter", ["Komet Staffel"]),
        ("bomber", ["Donner Staffel", "Hagel Staffel"]),
        ("assault_tank", ["Panzer Alpha", "Panzer Bravo"]),
        ("infantry", ["Grenadier Regiment 5", "Grenadier Regiment 9"]),
        ("artillery", ["Haubitzen Abteilung 2"]),
        ("ac_suit", ["Rüstzug Eisen", "Rüstzug Granit"]),
    ],
}
FRENCH: dict[str, Any] = {
    "name": "French Army",
    "commanders": [
        ("Commandant Lefèvre", 51, 36, 2, 1),
        ("Général Moreau", 50, 41, 2, 1),
        ("Colonel d'Arcy", 39, 45, 1, 2),
    ],
    "hordes": [
        ("interceptor", ["Escadrille Mistral", "Escadrille Autan"]),
        ("starfighter", ["Escadrille Foudre"]),
        ("bomber", ["Escadrille Orage", "Escadrille Tonnerre"]),
        ("ac_suit", ["Cuirassiers lourds"]),
        ("infantry", [f"{number}e Régiment de ligne" for number in (12, 18, 27, 35, 46)]),
        ("tank", ["Chars Bayard", "Chars Roland"]),
        ("artillery", ["Batterie Vauban", "Batterie Gribeauval"]),
    ],
}


@dataclass(frozen=True)
class Demo:
    battle: Battle
    people: dict[str, User]


@dataclass(frozen=True)
class Cast:
    """What a ruleset's demo is made of. scenario: a key of the bundled ones."""

    name: str
    scenario: str
    red: Mapping[str, Any]
    blue: Mapping[str, Any]


CASTS = {
    "battlefront": Cast("The Meuse crossing", "crossing-the-meuse", GERMANS, FRENCH),
    "bataille": Cast("The battle of Eichenfurt", "skirmish", demo_heroes.RIVERLANDERS, demo_heroes.SPLIT_TUSK),
}
USERNAMES = {"gm": "gm", "red": "red", "blue": "blue", "spectator": "spectator"}


@transaction.atomic
def create(usernames: Mapping[str, str] = USERNAMES, *, ruleset: str = "battlefront") -> Demo:
    """A new campaign with both armies and a battle at its start; its four people are made where missing."""
    users = User.objects
    people = {role: users.get_or_create(username=name)[0] for role, name in usernames.items()}
    cast = CASTS[ruleset]
    campaign = Campaign.objects.create(name=cast.name, gm=people["gm"])
    plan = openings.Plan(
        ruleset=ruleset,
        title=cast.name,
        scenario=cast.scenario,
        red=_army(campaign, cast.red),
        blue=_army(campaign, cast.blue),
        seats={people[role.name.lower()]: role for role in openings.ROLES},
        house_rules={},
    )
    battle = openings.open_planned(campaign=campaign, plan=plan)
    return Demo(battle, people)


def _army(campaign: Campaign, data: Mapping[str, Any]) -> Army:
    army = Army.objects.create(campaign=campaign, name=data["name"])
    with bookings.booked(army=army, reason=bookings.Reason.RAISED) as held:
        for field, value in data.get("figures", {}).items():
            setattr(held, field, value)
        held.save()
        _fill(held, data)
    return held


def _fill(army: Army, data: Mapping[str, Any]) -> None:
    for name, intelligence, fellowship, tactics, command in data.get("commanders", ()):
        army.commanders.create(
            name=name, intelligence=intelligence, fellowship=fellowship, tactics=tactics, command=command
        )
    for profile, names in data.get("hordes", ()):
        squads = SQUADS[profile]
        army.hordes.bulk_create(
            Horde(army=army, name=name, profile=profile, squads=squads, magnitude=squads * 20) for name in names
        )
    army.heroes.bulk_create(
        Hero(army=army, position=place, **fields) for place, fields in enumerate(data.get("heroes", ()))
    )
