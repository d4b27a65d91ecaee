"""services.catalogue: rows that a GM edits without code, checked by the rules' own structs."""

from typing import Any

import pytest

from battles.models import Campaign, CatalogueEntry
from battles.rules.battlefront.catalogue import PROFILES, TERRAINS, Advantage, Profile, Weapon
from battles.rules.battlefront.setup import Reward
from battles.services import catalogue, openings, rows
from battles.services.refusals import Refused
from tests.services.planning import plan
from tests.table import Table

pytestmark = pytest.mark.django_db
PROFILE: dict[str, Any] = {
    "name": "Marines",
    "domain": "land",
    "squads": "4",
    "armour": "4",
    "tactics_per_squad": "",
    "weapons": "Rifles | 1d10+2 | penetration 0 | rate 3 | blast 0\n\nKnife|d5|1|2",
    "traits": ["infantry", "fearless"],
    "advantages": "Landing | your turn | A squad arrives | by boat.\nBeachhead | Passive | It stays yours.",
}
TERRAIN: dict[str, Any] = {"name": "Swamp", "invader": "-4", "defender": "+1"}
SCENARIO: dict[str, Any] = {
    "name": "Landing",
    "terrain": "river",
    "base_width": "6",
    "invader": "blue",
    "red_air": "3",
    "red_land": "5",
    "blue_air": "4",
    "blue_land": "7",
    "red_morale": "-1",
    "blue_morale": "",
    "linked": True,
    "rewards": "land | decisive victory | red | The bridge stands.\nair | stalemate | either | 2 tech teams.",
}
GIVEN = {"profile": PROFILE, "terrain": TERRAIN, "scenario": SCENARIO}


@pytest.fixture
def campaign(table: Table) -> Campaign:
    return table.battle.campaign


def load(campaign: Campaign) -> catalogue.Catalogue:
    return catalogue.load(campaign, "battlefront")


def save(campaign: Campaign, kind: str, key: str = "", **otherwise: Any) -> str:
    return catalogue.save(campaign=campaign, kind=kind, key=key, given=GIVEN[kind] | otherwise)


def refused(campaign: Campaign, kind: str, key: str = "", **otherwise: Any) -> Refused:
    """The refusal; nothing may have been stored."""
    before = list(CatalogueEntry.objects.values())
    with pytest.raises(Refused) as error:
        save(campaign, kind, key, **otherwise)
    assert list(CatalogueEntry.objects.values()) == before
    return error.value


def test_a_campaign_shows_the_bundled_rows_until_it_changes_one(campaign: Campaign) -> None:
    shown = load(campaign)
    assert not shown.own
    assert tuple(shown.of("profile").values()) == PROFILES
    assert tuple(shown.of("terrain").values()) == TERRAINS
    assert CatalogueEntry.objects.count() == 0
    save(campaign, "terrain")
    own = load(campaign)
    assert own.own
    assert own.of("profile") == shown.of("profile") and own.scenarios == shown.scenarios
    assert list(own.of("terrain")) == [*shown.of("terrain"), "swamp"]


def test_another_campaign_keeps_its_rows(campaign: Campaign, table: Table) -> None:
    other = Campaign.objects.create(name="Elsewhere", gm=table.gm)
    save(campaign, "terrain")
    assert "swamp" not in load(other).of("terrain")


@pytest.mark.parametrize("kind", list(GIVEN))
def test_every_bundled_row_is_the_same_after_a_form_showed_it_and_sent_it_back(campaign: Campaign, kind: str) -> None:
    found = load(campaign)
    for key, row in found.of(kind).items():
        catalogue.save(campaign=campaign, kind=kind, key=key, given=rows.texts(kind, row))
    assert load(campaign).of(kind) == found.of(kind)


def test_a_horde_types_weapons_traits_and_advantages_are_read_from_its_lines(campaign: Campaign) -> None:
    key = save(campaign, "profile")
    assert load(campaign).row("profile", key) == Profile(
        key="marines",
        name="Marines",
        domain="land",
        squads=4,
        armour=4,
        weapons=(
            Weapon(name="Rifles", faces=10, flat=2, penetration=0, rate=3),
            Weapon(name="Knife", faces=5, flat=0, penetration=1, rate=2),
        ),
        traits=("infantry", "fearless"),
        advantages=(
            Advantage(name="Landing", kind="your_turn", effect="A squad arrives | by boat."),
            Advantage(name="Beachhead", kind="passive", effect="It stays yours."),
        ),
    )


def test_bf_46_a_scenarios_rewards_are_read_from_its_lines(campaign: Campaign) -> None:
    key = save(campaign, "scenario")
    scenario = load(campaign).row("scenario", key)
    assert scenario.rewards == (
        Reward(contest="land", result="decisive_victory", side="red", text="The bridge stands."),
        Reward(contest="air", result="stalemate", side=None, text="2 tech teams."),
    )
    assert (scenario.terrain.key, scenario.invader, scenario.red_morale, scenario.blue_morale) == (
        "river",
        "blue",
        -1,
        0,
    )


def test_d_32_a_changed_terrain_changes_its_scenarios_and_no_battle_that_is_open(campaign: Campaign) -> None:
    battle = openings.open_planned(campaign=campaign, plan=plan(campaign, scenario="crossing-the-meuse"))
    save(campaign, "terrain", "rough", name="Rough", invader="-5", defender="0")
    assert load(campaign).scenarios["crossing-the-meuse"].terrain.invader == -5
    battle.refresh_from_db()
    assert battle.setup["scenario"]["terrain"]["invader"] == -2


def test_a_battle_is_fought_with_the_campaigns_own_horde_types(campaign: Campaign) -> None:
    save(campaign, "profile", "infantry", name="Foot", armour="9")
    battle = openings.open_planned(campaign=campaign, plan=plan(campaign))
    foot = next(profile for profile in battle.setup["profiles"] if profile["key"] == "infantry")
    assert (foot["name"], foot["armour"]) == ("Foot", 9)


@pytest.mark.parametrize(
    ("kind", "field", "value", "words"),
    [
        ("profile", "name", "", "Name: a text of 1 to 100"),
        ("profile", "name", "x" * 101, "Name: a text of 1 to 100"),
        ("profile", "name", "tank", "another row"),
        ("profile", "domain", "sea", "Domain: one of air, land"),
        ("profile", "squads", "0", "Squads: a whole number from 1 to 5"),
        ("profile", "squads", "6", "Squads: a whole number from 1 to 5"),
        ("profile", "squads", "", "Squads: a whole number from 1 to 5"),
        ("profile", "squads", "3.5", "Squads: a whole number from 1 to 5"),
        ("profile", "squads", "9" * 5000, "Squads: a whole number from 1 to 5"),
        ("profile", "squads", "٣", "Squads: a whole number from 1 to 5"),
        ("profile", "armour", "101", "Armour: a whole number from 0 to 100"),
        ("profile", "tactics_per_squad", "-1", "Tactics per Squad: a whole number from 0 to 10"),
        ("profile", "traits", ["infantry", "flying"], "Traits: one of maneuver, artillery, infantry, fearless"),
        ("profile", "weapons", "Rifles", "Weapons, line 1: “Rifles” is not understood. Write it like: Rifles | 1d10+2"),
        ("profile", "weapons", "\n\nGun | 2x6 | 0 | 1", "Weapons, line 3: “2x6”"),
        ("profile", "weapons", "A | 1d10 | 0 | 1\nB | 1d10-3 | 0 | 1", "Weapons, line 2: “1d10-3”"),
        ("profile", "weapons", "A | 1d10 | 0 | 1 | 0 | 7", "Weapons, line 1"),
        ("profile", "weapons", "A | 1d1000 | 0 | 1", "Weapons, line 1, faces: a whole number from 1 to 100"),
        ("profile", "weapons", "A | 11d10 | 0 | 1", "Weapons, line 1, dice: a whole number from 1 to 10"),
        ("profile", "weapons", "\nA | 1d10 | 0 | 0", "Weapons, line 2, rate: a whole number from 1 to 100"),
        ("profile", "weapons", "A | 1d10 | rate 3 | penetration 0", "Weapons, line 1: “rate 3”"),
        ("profile", "weapons", "x" * 101 + " | 1d10 | 0 | 1", "Weapons, line 1"),
        ("profile", "weapons", " | 1d10 | 0 | 1", "Weapons, line 1"),
        ("profile", "weapons", "A | 1d10 | 0 | 1\n" * 21, "Weapons: at most 20 lines"),
        ("profile", "advantages", "Landing | sometimes | x", "Advantages, line 1, kind: one of passive, your turn"),
        ("profile", "advantages", "Landing | passive", "Advantages, line 1"),
        ("profile", "advantages", "Landing | passive | " + "x" * 500, "Advantages, line 1"),
        ("terrain", "invader", "-16", "Invader's Width: a whole number from -15 to 15"),
        ("terrain", "defender", "16", "Defender's Width: a whole number from -15 to 15"),
        ("scenario", "terrain", "moon", "Terrain: one of the catalogue's is needed: Open, Rough"),
        ("scenario", "base_width", "0", "Base Width: a whole number from 1 to 15"),
        ("scenario", "base_width", "16", "Base Width: a whole number from 1 to 15"),
        ("scenario", "invader", "green", "Invader: one of red, blue"),
        ("scenario", "red_air", "100", "Red's air hordes: a whole number from 0 to 99"),
        ("scenario", "blue_morale", "100", "Blue's Morale modifier: a whole number from -99 to 99"),
        ("scenario", "rewards", "sea | victory | red | x", "Rewards, line 1, contest: one of air, land"),
        (
            "scenario",
            "rewards",
            "land | draw | red | x",
            "Rewards, line 1, result: one of decisive defeat, ",
        ),
        ("scenario", "rewards", "land | victory | green | x", "Rewards, line 1, side: one of red, blue, either"),
        ("scenario", "rewards", "land | victory | red |", "Rewards, line 1"),
        ("scenario", "rewards", "land | victory | red | " + "x" * 301, "Rewards, line 1, text: a text of 1 to 300"),
    ],
)
def test_a_bad_row_is_a_sentence_with_field_line_and_what_is_wanted(
    campaign: Campaign, kind: str, field: str, value: Any, words: str
) -> None:
    error = refused(campaign, kind, **{field: value})
    assert error.field == field
    assert words in str(error.message)
    assert len(str(error.message)) < 400


def test_a_horde_type_in_use_by_an_army_is_not_deleted(campaign: Campaign) -> None:
    with pytest.raises(Refused, match=r"“Artillery” is in use: .*Army\) is of this type"):
        catalogue.delete(campaign=campaign, kind="profile", key="artillery")
    assert not load(campaign).own
    key = save(campaign, "profile")
    catalogue.delete(campaign=campaign, kind="profile", key=key)
    assert key not in load(campaign).of("profile")


def test_a_terrain_in_use_by_a_scenario_is_not_deleted(campaign: Campaign) -> None:
    with pytest.raises(Refused, match="“Rough” is in use. Scenarios: Crossing the Meuse"):
        catalogue.delete(campaign=campaign, kind="terrain", key="rough")
    catalogue.delete(campaign=campaign, kind="terrain", key="urban")
    assert "urban" not in load(campaign).of("terrain")


def test_the_last_scenario_is_not_deleted(campaign: Campaign) -> None:
    first, *others = load(campaign).scenarios
    for key in others:
        catalogue.delete(campaign=campaign, kind="scenario", key=key)
    with pytest.raises(Refused, match="last row"):
        catalogue.delete(campaign=campaign, kind="scenario", key=first)
    assert list(load(campaign).scenarios) == [first]


def test_a_row_that_does_not_exist_is_neither_changed_nor_deleted(campaign: Campaign) -> None:
    with pytest.raises(catalogue.NoSuchRow):
        save(campaign, "terrain", "moon")
    with pytest.raises(catalogue.NoSuchRow):
        catalogue.delete(campaign=campaign, kind="terrain", key="moon")


@pytest.mark.parametrize(("name", "key"), [("New", "new-2"), ("Болото", "terrain"), ("Open!", "open-2")])
def test_a_new_rows_key_is_its_own(campaign: Campaign, name: str, key: str) -> None:
    assert save(campaign, "terrain", name=name) == key
