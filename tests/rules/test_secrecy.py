"""What stays secret, and until when (BF-29, BF-30, D-24, D-30)."""

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront.commands import Role
from tests.rules.playing import encoded
from tests.rules.table import ANN, BOB, GAME_MASTER, SUE, Play, setup

RED_HORDES = [("bomber", 5), ("bomber", 5), ("infantry", 5), ("tank", 4), ("artillery", 3), ("ac_suit", 3)]
BLUE_HORDES = [("bomber", 4), ("infantry", 5), ("tank", 4)]


def mustering(*choices: c.BattlefrontCommand) -> Play:
    play = Play(setup(RED_HORDES, BLUE_HORDES))
    play.gm(c.Advance())
    marshal = c.NameCommander(Role.AIR_MARSHAL, 1900)
    return play.red(c.ChooseHorde(1000), marshal, *choices)


def two_musters() -> tuple[Play, Play]:
    """Red differs in land hordes, General, Supreme Commander; its aircraft and Air Marshal are the same."""
    few = mustering(c.NameCommander(Role.GENERAL, 1901), c.ChooseHorde(1002))
    many = mustering(
        c.NameCommander(Role.GENERAL, 1902),
        c.NameCommander(Role.SUPREME_COMMANDER, 1901),
        *(c.ChooseHorde(key) for key in (1005, 1003, 1004)),
    )
    return few, many


def same_for_others(one: Play, other: Play) -> None:
    for viewer in (BOB, SUE):
        assert encoded(BATTLEFRONT.view(one.state, viewer)) == encoded(BATTLEFRONT.view(other.state, viewer))


def test_the_land_muster_and_the_general_stay_secret_until_the_reveal():
    plays = two_musters()
    same_for_others(*plays)
    for play in plays:
        play.red(c.Ready()).seal().gm(c.Advance())
    same_for_others(*plays)
    for number in range(1, 9):
        if plays[0].state.phase == "deployment":
            break
        for play in plays:
            play.ready() if play.state.phase == "air" else play.seal()
            play.steps = 100 * number  # the same dice for both
            play.gm(BATTLEFRONT.options(play.state, GAME_MASTER)[0])
        assert len(plays[0].events) == len(plays[1].events)
        same_for_others(*plays)
    for play in plays:
        play.seal()
    same_for_others(*plays)
    for play in plays:
        play.gm(c.Advance())
    assert BATTLEFRONT.view(plays[0].state, BOB).sides[0] != BATTLEFRONT.view(plays[1].state, BOB).sides[0]


def test_the_chosen_air_hordes_and_air_marshals_are_shown_when_the_air_contest_opens():
    play = mustering(c.NameCommander(Role.GENERAL, 1901), c.ChooseHorde(1002)).red(c.Ready()).seal()
    assert BATTLEFRONT.view(play.state, BOB).sides[0].hordes == ()
    play.gm(c.Advance())
    side = BATTLEFRONT.view(play.state, BOB).sides[0]
    assert ([horde.key for horde in side.hordes], side.air_marshal.key, side.general) == ([1000], 1900, None)


def test_a_side_and_the_gm_know_the_sides_own_compartment_and_nobody_else():
    play = mustering()
    owners = {
        name: [own.side for own in BATTLEFRONT.view(play.state, viewer).own]
        for name, viewer in {"gm": GAME_MASTER, "red": ANN, "blue": BOB, "public": SUE}.items()
    }
    assert owners == {"gm": ["red", "blue"], "red": ["red"], "blue": ["blue"], "public": []}


@pytest.mark.parametrize("held", [(1004,), (1005,), ()])
def test_held_back_hordes_and_their_number_are_never_shown(held: tuple[int, ...]):
    """The twin left those hordes at home: to the others the battle is the same to its end."""
    chosen = {1002, 1003, *held}
    twin = placed(mustered({1002, 1003}), ())
    play = placed(mustered(chosen), held)
    while play.state.phase != "result":
        same_for_others(play, twin)
        for one in (play, twin):
            one.forward()
    same_for_others(play, twin)


def mustered(chosen: set[int]) -> Play:
    play = mustering(c.NameCommander(Role.GENERAL, 1901), *(c.ChooseHorde(key) for key in sorted(chosen)))
    play.red(c.Ready()).seal().gm(c.Advance())
    play.blue(c.Retreat()).ready().gm(c.Resolve())
    play.seal().gm(c.Advance())
    if play.state.phase == "first_deployment":
        play.seal().gm(c.Advance())
    return play


def placed(play: Play, held: tuple[int, ...]) -> Play:
    play.place(ANN, F3=1002, F4=1003).red(*(c.HoldBack(key) for key in held), c.Ready())
    play.steps = 100
    return play


def test_orders_and_their_sequence_stay_secret():
    plays = [mustered({1002, 1003}) for _ in range(2)]
    for play in plays:
        placed(play, ()).seal().gm(c.Advance())
    offered = [one for one in BATTLEFRONT.options(plays[0].state, ANN) if isinstance(one, c.OrderAttack)]
    first = {order.horde: order for order in offered}
    assert len(first) == 2
    plays[0].red(*first.values())
    plays[1].red(*reversed(first.values()))
    same_for_others(*plays)
    for play in plays:
        play.ready()
        play.steps = 200
        play.gm(c.Resolve())
    assert plays[0].events == plays[1].events


def test_the_fingerprint_is_of_the_sealed_choices_and_its_owners_alone():
    play = mustering(c.NameCommander(Role.GENERAL, 1901))
    assert BATTLEFRONT.view(play.state, ANN).own[0].fingerprint is None
    play.red(c.Ready())
    sealed = BATTLEFRONT.view(play.state, ANN).own[0].fingerprint
    assert sealed is not None
    play.red(c.ChooseHorde(1002), c.Ready())
    assert BATTLEFRONT.view(play.state, ANN).own[0].fingerprint not in (None, sealed)
    assert sealed.encode() not in encoded(BATTLEFRONT.view(play.state, BOB))
