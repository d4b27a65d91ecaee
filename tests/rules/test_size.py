"""A step's JSON stays small: events and the state after, for forty hordes, at most 12 kB."""

from battles.rules.armies import ArmySheet, HordeSheet
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import PROFILES
from battles.rules.battlefront.setup import Setup
from tests.rules.playing import encoded
from tests.rules.table import Play, commanders, of, setup

LIMIT = 12_000
KINDS = ("infantry", "assault_tank", "ac_suit", "artillery")


def forty(land_only: bool) -> Setup:
    """Long names, eight-digit keys, every profile, and squares for all to fight."""
    kinds = KINDS if land_only else ("interceptor", "starfighter", "bomber", *KINDS, "tank")
    armies = []
    for first, title in ((10_000_000, "The Grand Army"), (50_000_000, "The Northern Host")):
        hordes = (
            HordeSheet(first + 7919 * n, f"{n}th Westmark Guards", kinds[n % len(kinds)], 5, 99) for n in range(20)
        )
        armies.append(ArmySheet(title, commanders(first + 900), tuple(hordes)))
    opened = setup(width=15)
    return Setup(opened.scenario, armies[0], armies[1], PROFILES)


def largest(play: Play) -> int:
    """The largest step of a battle played sensibly to its end."""
    most = 0
    while play.state.phase != "result":
        play.forward()
        most = max(most, len(encoded(play.events)) + len(encoded(play.state)))
    return most


def test_no_step_of_forty_hordes_of_all_types_is_large():
    assert largest(Play(forty(land_only=False))) <= LIMIT


def test_a_land_round_in_which_all_forty_fight_is_not_large():
    play = Play(forty(land_only=True)).to("land").seal()
    play.roll()
    play.pass_stage()
    assert len(of(play.events, e.AttackMade)) == 40
    assert len(encoded(play.events)) + len(encoded(play.state)) <= LIMIT
