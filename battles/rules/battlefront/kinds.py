"""What a campaign's catalogue holds for Battlefront: horde types, terrains, scenarios, and the bundled ones."""

from __future__ import annotations

from battles.rules.battlefront.catalogue import PROFILES, TERRAINS, Profile, Terrain
from battles.rules.battlefront.setup import Scenario
from battles.rules.described import Described
from battles.rules.ruleset import Message as M
from battles.rules.ruleset import RowKind, Side

NAME = M("Name")
SIDES = {"red": M("red"), "blue": M("blue")}


class Profiles(Described):
    titles = {
        "name": NAME,
        "domain": M("Domain"),
        "squads": M("Squads"),
        "armour": M("Armour"),
        "tactics_per_squad": M("Tactics per Squad"),
        "weapons": M("Weapons"),
        "traits": M("Traits"),
        "advantages": M("Advantages"),
    }
    hints = {"tactics_per_squad": M("What each Squad adds to the Air Marshal's target.")}
    words = {
        "air": M("air"),
        "land": M("land"),
        "maneuver": M("maneuver"),
        "artillery": M("artillery"),
        "infantry": M("infantry"),
        "fearless": M("fearless"),
        "passive": M("passive"),
        "your_turn": M("your turn"),
    }


class Terrains(Described):
    titles = {"name": NAME, "invader": M("Invader's Width"), "defender": M("Defender's Width")}


class Scenarios(Described):
    titles = {
        "name": NAME,
        "terrain": M("Terrain"),
        "base_width": M("Base Width"),
        "invader": M("Invader"),
        "red_air": M("Red's air hordes"),
        "red_land": M("Red's land hordes"),
        "blue_air": M("Blue's air hordes"),
        "blue_land": M("Blue's land hordes"),
        "red_morale": M("Red's Morale modifier"),
        "blue_morale": M("Blue's Morale modifier"),
        "linked": M("A mission follows"),
        "rewards": M("Rewards"),
    }
    hints = {
        "base_width": M("Columns of the Battle Grid before terrain."),
        "red_morale": M("Added to each of red's Morale Levels."),
        "blue_morale": M("Added to each of blue's Morale Levels."),
        "linked": M("Advantages can be spent in it; without one only the rewards are paid."),
        "rewards": M("Paid to a side at the result named."),
    }
    words = SIDES | {
        "air": M("air"),
        "land": M("land"),
        "decisive_victory": M("decisive victory"),
        "victory": M("victory"),
        "stalemate": M("stalemate"),
        "defeat": M("defeat"),
        "decisive_defeat": M("decisive defeat"),
    }


TERRAIN_ROWS = {terrain.key: terrain for terrain in TERRAINS}
SCENARIOS: dict[str, Scenario] = {
    # Base Width 7; rough terrain takes 2 off the invading Germans (BF-47).
    "crossing-the-meuse": Scenario(
        name="Crossing the Meuse",
        terrain=TERRAIN_ROWS["rough"],
        base_width=7,
        invader=Side.RED,
        red_air=4,
        red_land=6,
        blue_air=4,
        blue_land=9,
    ),
    "open-field": Scenario(
        name="Open field",
        terrain=TERRAIN_ROWS["open"],
        base_width=6,
        invader=Side.RED,
        red_air=4,
        red_land=8,
        blue_air=4,
        blue_land=8,
    ),
    "assault-on-a-fortress": Scenario(
        name="Assault on a fortress",
        terrain=TERRAIN_ROWS["fortified"],
        base_width=7,
        invader=Side.RED,
        red_air=5,
        red_land=10,
        blue_air=3,
        blue_land=7,
    ),
}
PROFILE, TERRAIN, SCENARIO = "profile", "terrain", "scenario"
# A scenario names its terrain, so terrains stand before scenarios.
KINDS: tuple[RowKind, ...] = (
    Profiles(PROFILE, M("Horde type"), M("Horde types"), Profile, tuple((row.key, row) for row in PROFILES)),
    Terrains(TERRAIN, M("Terrain"), M("Terrains"), Terrain, tuple(TERRAIN_ROWS.items())),
    Scenarios(SCENARIO, M("Scenario"), M("Scenarios"), Scenario, tuple(SCENARIOS.items())),
)
