"""Opening a battle: what cannot start is refused with a sentence (BF-01, BF-02)."""

from __future__ import annotations

from collections.abc import Iterable

from battles.rules.armies import SQUAD_MAGNITUDE, ArmySheet, HordeSheet
from battles.rules.battlefront.catalogue import Profile
from battles.rules.battlefront.setup import Setup
from battles.rules.battlefront.state import Horde, SideState, State
from battles.rules.ruleset import Illegal


def open_battle(setup: Setup) -> State:
    """The state of the Briefing. Only profiles that a horde uses are kept, each once."""
    armies = (setup.red, setup.blue)
    _check_keys([horde.key for army in armies for horde in army.hordes])
    _check_keys([commander.key for army in armies for commander in army.commanders])
    for army in armies:
        _check_army(army, {profile.key for profile in setup.profiles})
    used = {horde.profile for army in armies for horde in army.hordes}
    profiles = tuple(profile for profile in setup.profiles if profile.key in used)
    red, blue = (_side(army, profiles) for army in armies)
    trace = () if setup.traced else None
    return State(setup.scenario, profiles, setup.house_rules, red, blue, trace=trace)


def _check_keys(keys: list[int]) -> None:
    if len(set(keys)) < len(keys):
        raise Illegal("Two hordes or two commanders of this battle have the same key.", clause="BF-01", field="key")


def _check_army(army: ArmySheet, profiles: Iterable[str]) -> None:
    if len(army.commanders) < 2:
        raise Illegal(
            "%(army)s has fewer than two commanding characters: an Air Marshal and a General are needed.",
            clause="BF-02",
            field="commanders",
            army=army.title,
        )
    for horde in army.hordes:
        if horde.profile not in profiles:
            raise Illegal(
                "%(name)s is of a type that this battle does not know.",
                clause="BF-01",
                field="profile",
                name=horde.name,
            )
        if horde.magnitude > horde.squads * SQUAD_MAGNITUDE:
            raise Illegal(
                "%(name)s has more Magnitude than its Squads hold: %(most)s at most.",
                clause="BF-01",
                field="magnitude",
                name=horde.name,
                most=horde.squads * SQUAD_MAGNITUDE,
            )


def _side(army: ArmySheet, profiles: tuple[Profile, ...]) -> SideState:
    index = {profile.key: number for number, profile in enumerate(profiles)}
    hordes = tuple(_horde(sheet, index[sheet.profile]) for sheet in army.hordes)
    return SideState(army.title, army.commanders, hordes)


def _horde(sheet: HordeSheet, profile: int) -> Horde:
    return Horde(sheet.key, sheet.name, profile, sheet.squads, sheet.magnitude, sheet.magnitude)
