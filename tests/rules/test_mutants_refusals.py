"""Every refusal to the letter: its sentence, its clause and the field it is about."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront.commands import Line, Role, StratagemKey
from battles.rules.battlefront.house_rules import HouseRules
from battles.rules.ruleset import Commander, Illegal, Side
from tests.rules.grid import GUNS, INFANTRY, NOVICE, SUIT, TANK, drawn_up, plays
from tests.rules.table import ANN, BOB, GAME_MASTER, SUE, Play, ScriptedDice, setup

HORDES = [("interceptor", 4), ("bomber", 3), ("infantry", 5), ("tank", 4)]
Expected = tuple[str, str, str]


def said(play: Play, viewer: Any, command: c.BattlefrontCommand) -> Expected:
    refusal = play.refused(viewer, command)
    return str(refusal), refusal.clause, refusal.field


def check(play: Play, viewer: Any, cases: dict[Any, Expected]) -> None:
    assert {command: said(play, viewer, command) for command in cases} == cases


def test_bf_01_bf_02_refusals_of_the_muster():
    play = Play(setup(HORDES, HORDES, caps=(1, 2, 1, 1))).to("muster")
    play.red(c.ChooseHorde(1000), c.NameCommander(Role.GENERAL, 1900)).blue(c.ChooseHorde(5002))
    check(
        play,
        ANN,
        {
            c.ChooseHorde(1000): ("Reds 1000 is already chosen.", "BF-01", "horde"),
            c.ChooseHorde(1001): ("Too many air hordes: you may bring 1.", "BF-01", "horde"),
            c.ChooseHorde(5000): ("That is not a horde of your army.", "BF-01", "horde"),
            c.LeaveHorde(1002): ("Reds 1002 is not chosen.", "BF-01", "horde"),
            c.NameCommander(Role.AIR_MARSHAL, 1900): (
                "Officer 1900 already holds a post: one character, one post.",
                "BF-02",
                "commander",
            ),
            c.NameCommander(Role.AIR_MARSHAL, 5900): (
                "That is not a commanding character of your army.",
                "BF-02",
                "commander",
            ),
            c.DismissCommander(Role.AIR_MARSHAL): ("That post is empty.", "BF-02", "role"),
            c.Ready(): ("Name an Air Marshal.", "BF-02", ""),
            c.Unready(): ("Your choices are not sealed.", "BF-03", ""),
            c.Advance(): ("Only the GM opens phases and resolves rounds.", "BF-03", ""),
            c.Resolve(): ("Only the GM opens phases and resolves rounds.", "BF-03", ""),
        },
    )
    check(play, BOB, {c.ChooseHorde(5003): ("Too many land hordes: you may bring 1.", "BF-01", "horde")})
    play.red(c.DismissCommander(Role.GENERAL), c.NameCommander(Role.AIR_MARSHAL, 1900))
    check(play, ANN, {c.Ready(): ("Name a General.", "BF-02", "")})


def test_d_01_off_refusal_of_a_third_commander():
    play = Play(setup(HORDES, HORDES, rules=HouseRules(supreme_commander="off"))).to("muster")
    refusal = ("This battle has no Supreme Commander.", "D-01", "role")
    check(play, ANN, {c.NameCommander(Role.SUPREME_COMMANDER, 1900): refusal})


@pytest.mark.clause("BF-01", "BF-03", "BF-29", "BF-31", "BF-37", "D-21", "D-24", "D-27")
def test_refusals_out_of_season():
    muster = ("Hordes and commanders are chosen in the muster only.", "BF-01", "")
    place = ("Hordes are placed during the deployment only.", "BF-29", "")
    order = ("Attacks are ordered in a round of the Land Contest only.", "BF-31", "")
    trick = ("Stratagems are played in a round of the Land Contest only.", "BF-37", "")
    draw = ("Advantages are drawn at the result of a contest only.", "D-27", "")
    leave = ("A side retreats in a round of a contest only.", "D-21", "")
    hold = ("Hordes are held back in the common deployment only.", "D-24", "")
    play = Play(setup(HORDES, HORDES)).to("muster")
    check(
        play,
        ANN,
        {c.Place(1002, Line.FRONT, 1): place, c.TakeUp(1002): place, c.HoldBack(1002): hold}
        | {c.OrderAttack(1002, 5002, 0): order, c.CancelAttack(1002): order, c.MoveUp(1002): order}
        | {c.StayBack(1002): order, c.PlayStratagem(StratagemKey.HOLD_THE_LINE): trick, c.DropStratagem(): trick}
        | {c.DrawAdvantage(1002, 0): draw, c.ReturnAdvantage(1002): draw, c.Retreat(): leave, c.FightOn(): leave},
    )
    play.to("air")
    check(
        play,
        ANN,
        {c.ChooseHorde(1000): muster, c.LeaveHorde(1000): muster, c.NameCommander(Role.GENERAL, 1900): muster}
        | {c.DismissCommander(Role.GENERAL): muster},
    )
    nothing = ("There is nothing to choose now.", "BF-03", "")
    check(Play(setup(HORDES, HORDES)), ANN, {c.FillIn(): nothing, c.Ready(): nothing, c.Unready(): nothing})


@pytest.mark.clause("BF-03", "BF-12", "BF-39")
def test_refusals_to_the_gm_and_to_spectators():
    play = Play(setup(HORDES, HORDES)).to("muster")
    both = ("Reds and Blues have not sealed their choices yet.", "BF-03", "")
    rounds = ("There is no round to resolve now.", "BF-03", "")
    check(play, GAME_MASTER, {c.Advance(): both, c.Resolve(): rounds})
    check(play, GAME_MASTER, {c.Ready(): ("That is for the commander of a side to choose.", "BF-01", "")})
    check(play, SUE, {c.Ready(): ("Spectators watch, they command nothing.", "BF-03", "")})
    play.to("air").blue(c.Ready())
    one = ("Reds has not sealed its choices yet.", "BF-03", "")
    goes_on = ("The contest goes on: resolve its round.", "BF-12", "")
    check(play, GAME_MASTER, {c.Resolve(): one, c.Advance(): goes_on})
    check(play, BOB, {c.Ready(): ("Your choices are sealed already.", "BF-03", "")})
    play.to("result")
    over = ("The battle is over.", "BF-39", "")
    check(play, GAME_MASTER, {c.Advance(): over, c.Resolve(): over})


def test_d_21_bf_03_refusals_about_retreats_and_filling_in():
    play = Play(setup(HORDES, HORDES)).to("air")
    check(play, ANN, {c.FightOn(): ("You have not ordered a retreat.", "D-21", "")})
    check(play, ANN, {c.FillIn(): ("There is no choice left to fill in.", "BF-03", "")})
    play.red(c.Retreat())
    check(play, ANN, {c.Retreat(): ("You have ordered the retreat already.", "D-21", "")})


def test_bf_21_bf_23_bf_29_d_24_refusals_of_the_deployment():
    hordes = [("bomber", 5), *[("tank", 4)] * 3]
    play = Play(setup(hordes, hordes, width=1)).to("deployment").place(ANN, F1=1001)
    check(
        play,
        ANN,
        {
            c.Place(1000, Line.FRONT, 1): (
                "Reds 1000 is not one of the land hordes that you chose.",
                "BF-21",
                "horde",
            ),
            c.Place(1002, Line.FRONT, 1): ("Reds 1001 stands on that square: one horde per square.", "BF-21", "square"),
            c.Place(1002, Line.FRONT, 2): (
                "That column is outside your Width: you have columns 1 to 1.",
                "BF-23",
                "column",
            ),
            c.TakeUp(1002): ("Reds 1002 is still beside the grid.", "BF-21", "horde"),
            c.Ready(): ("More hordes than squares: 1 must be held back.", "D-24", ""),
        },
    )
    play.red(c.HoldBack(1002))
    check(
        play,
        ANN,
        {
            c.HoldBack(1002): ("Reds 1002 is already held back.", "D-24", "horde"),
            c.Ready(): ("Hordes still to be placed or held back: 1.", "BF-29", ""),
        },
    )


@pytest.mark.parametrize(("side", "name", "first"), [(Side.RED, "Reds", 1000), (Side.BLUE, "Blues", 5000)])
def test_bf_29_d_30_refusals_of_the_first_deployment(side: Side, name: str, first: int):
    """For either side: the one whose enemy alone has an aircraft."""
    hordes = {side: [("tank", 4)] * 4, side.rival: [("bomber", 5)]}
    play, own, other = Play(setup(hordes[Side.RED], hordes[Side.BLUE], width=5)), Commander(side), Commander(side.rival)
    play.to("first_deployment")
    waits = ("The other side places its hordes first: you deploy after it.", "BF-29", "")
    check(play, other, {c.Ready(): waits, c.FillIn(): waits})
    check(play, own, {c.Ready(): ("Hordes still to be placed first: 2.", "BF-29", "")})
    check(play, own, {c.HoldBack(first): ("Hordes are held back in the common deployment only.", "D-24", "")})
    play.place(own, F3=first, F4=first + 1)
    check(play, own, {c.Place(first + 2, Line.FRONT, 5): ("Hordes you place first: 2, no more.", "BF-29", "horde")})
    check(play, own, {c.FillIn(): ("There is no choice left to fill in.", "BF-03", "")})
    assert len([one for one in BATTLEFRONT.options(play.state, own) if isinstance(one, c.Place)]) == 2 * 8
    play.do(own, c.Ready())
    play.gm(c.Advance())
    fixed = (f"{name} {first} was placed first and seen by all: it stays where it is.", "D-30", "horde")
    check(play, own, {c.Place(first, Line.FRONT, 5): fixed, c.TakeUp(first): fixed, c.HoldBack(first): fixed})
    shown = BATTLEFRONT.view(play.state, SUE).sides[side is Side.BLUE].hordes
    assert [one.key for one in shown if one.domain == "land"] == [first, first + 1]


def test_bf_22_bf_25_bf_31_bf_33_d_14_never_refusals_of_orders():
    play = drawn_up({"F2": INFANTRY, "R2": TANK}, {"F2": TANK, "F3": SUIT})
    check(
        play,
        ANN,
        {
            c.CancelAttack(1000): ("Reds 1000 has no order to cancel.", "BF-31", "horde"),
            c.OrderAttack(1001, 5000, 0): ("Reds 1001 cannot attack anybody this round.", "BF-22", "horde"),
            c.OrderAttack(1000, 5001, 0): (
                "Reds 1000 may not attack that: it is not a legal target from its square.",
                "BF-25",
                "target",
            ),
            c.OrderAttack(1000, 5000, 2): ("Reds 1000 has no such weapon.", "BF-33", "weapon"),
            c.OrderAttack(5000, 1000, 0): ("That is not a horde of your army.", "BF-01", "horde"),
            c.MoveUp(1001): ("No horde moves up from the Rear Line in this battle.", "D-14", "horde"),
            c.StayBack(1001): ("Reds 1001 is not ordered to move up.", "D-14", "horde"),
            c.DropStratagem(): ("You have chosen no stratagem.", "BF-37", "stratagem"),
        },
    )


def test_d_14_step_up_refusals():
    rules = HouseRules(moving_up="step_up")
    play = drawn_up({"F2": INFANTRY, "R2": TANK, "R3": TANK}, {"F2": TANK}, rules=rules).red(c.MoveUp(1002))
    where = "Reds 1001 cannot move up: only from the Rear Line into the empty Front square of its column."
    check(
        play,
        ANN,
        {
            c.MoveUp(1001): (where, "D-14", "horde"),
            c.MoveUp(1002): ("Reds 1002 is ordered to move up already.", "D-14", "horde"),
        },
    )


def test_bf_37_bf_38_refusals_of_stratagems():
    play = drawn_up({"F2": INFANTRY, "R2": GUNS}, {"F2": INFANTRY})
    wrong_time = "It is played after the rolls, before the attacks."
    check(
        play,
        ANN,
        {
            plays(StratagemKey.HOLD_THE_LINE): (wrong_time, "BF-37", "stratagem"),
            plays(StratagemKey.RALLY_THE_COLOURS): ("It is played after the Break tests.", "BF-37", "stratagem"),
            plays(StratagemKey.SMOKE_AND_MIRRORS, 5000): (
                "That stratagem can't be played on that horde.",
                "BF-37",
                "horde",
            ),
            plays(StratagemKey.REFUSE_FLANK, 1000, "R2"): (
                "That stratagem can't be played with that square.",
                "BF-37",
                "square",
            ),
        },
    )
    play.red(plays(StratagemKey.REFUSE_FLANK, 1000, "F3"))
    play.roll(ScriptedDice(10, 99))
    assert play.state.stage == "during"
    rolled = ("The dice have rolled: orders are given before.", "D-20", "")
    check(play, ANN, {c.Retreat(): rolled, c.CancelAttack(1000): rolled})
    once = "You have played a stratagem this round: one a round."
    check(play, ANN, {plays(StratagemKey.HOLD_THE_LINE): (once, "BF-37", "stratagem")})
    check(
        play,
        BOB,
        {plays(StratagemKey.SMOKE_AND_MIRRORS, 5000): ("It is played before the rolls.", "BF-37", "stratagem")},
    )
    nothing = ("There is nothing to play it on.", "BF-37", "stratagem")
    silent = drawn_up({"F2": INFANTRY, "R2": GUNS}, {"F2": INFANTRY})
    silent.roll(ScriptedDice(10, 99))
    check(silent, ANN, {plays(StratagemKey.COUNTER_BATTERY, 5000): nothing})
    silent.red(plays(StratagemKey.SEIZE_THE_INITIATIVE)).pass_stage(ScriptedDice(10, *[1] * 9))
    while silent.state.stage != "during":
        silent.roll(ScriptedDice(10, 99)) if silent.state.stage == "orders" else silent.pass_stage()
    spent = ("It is played once a contest, and was.", "BF-37", "stratagem")
    check(silent, ANN, {plays(StratagemKey.SEIZE_THE_INITIATIVE): spent})


NEEDS = {
    plays(StratagemKey.REFUSE_FLANK, 1000, "F3"): "It needs a General trained in Tactics.",
    plays(StratagemKey.CONCENTRATED_FIRE, 1000): "It needs a General with Tactics at +10.",
    plays(StratagemKey.SMOKE_AND_MIRRORS, 1000): "It needs a General with an Intelligence bonus of 4.",
    plays(StratagemKey.SEIZE_THE_INITIATIVE): "It needs a General with Tactics at +20.",
    plays(StratagemKey.COUNTER_BATTERY, 5000): "It needs an unbroken Artillery of yours on the grid.",
    plays(StratagemKey.HOLD_THE_LINE): "It needs a General trained in Command.",
    plays(StratagemKey.FEIGNED_ROUT, 1000): "It needs a General with a Fellowship bonus of 5.",
    plays(StratagemKey.RALLY_THE_COLOURS): "It needs a General with Command at +20.",
}


def test_bf_38_what_each_stratagem_needs():
    play = drawn_up({"F2": INFANTRY}, {"F2": INFANTRY}, red_skill=NOVICE)
    check(play, ANN, {command: (sentence, "BF-38", "stratagem") for command, sentence in NEEDS.items()})


def test_d_27_refusals_of_drawing():
    hordes = [("bomber", 5), ("bomber", 5), ("bomber", 5), ("tank", 4)]
    play = Play(setup(hordes, [("bomber", 1, 1), ("bomber", 2), ("bomber", 5), ("tank", 4)])).to("air")
    play.resolve(40, 99, 100, 1)
    play.blue(c.Retreat())
    play.resolve()
    assert play.state.phase == "air_result"
    play.red(c.DrawAdvantage(1000, 0))
    check(
        play,
        ANN,
        {
            c.DrawAdvantage(1000, 1): ("Reds 1000 has supplied an Advantage already: one a horde.", "D-27", "horde"),
            c.DrawAdvantage(1001, 2): ("Reds 1001 has no such Advantage.", "D-27", "advantage"),
            c.DrawAdvantage(1003, 0): (
                "Reds 1003 supplies no Advantage here: it did not fight, or its type has none.",
                "D-27",
                "horde",
            ),
            c.ReturnAdvantage(1001): ("Reds 1001 has supplied no Advantage.", "D-27", "horde"),
        },
    )
    check(play, BOB, {c.DrawAdvantage(5002, 0): ("You have no Advantage to draw here.", "D-27", "")})


def test_d_27_refusals_of_drawing_from_broken_and_destroyed_hordes_and_beyond_the_count():
    play = Play(setup([("bomber", 1)], [("bomber", 1, 1), ("bomber", 1), ("bomber", 1), ("bomber", 1)])).to("air")
    play.resolve(40, 99, 100, 1, 1)
    for side in (ANN, BOB):
        play.do(side, c.Retreat())
    play.resolve()
    play.blue(c.DrawAdvantage(5002, 0))
    check(
        play,
        BOB,
        {
            c.DrawAdvantage(5000, 0): (
                "Blues 5000 is destroyed: only surviving hordes supply Advantages.",
                "D-27",
                "horde",
            ),
            c.DrawAdvantage(5001, 0): ("Blues 5001 is broken: it supplies no Advantage.", "D-27", "horde"),
            c.DrawAdvantage(5003, 0): ("You have drawn all the Advantages of this result: 1.", "D-27", "horde"),
        },
    )


def refused_at_the_start(opened: Any) -> Expected:
    with pytest.raises(Illegal) as refusal:
        BATTLEFRONT.open(opened)
    return str(refusal.value), refusal.value.clause, refusal.value.field


def test_bf_01_bf_02_refusals_at_the_start():
    twins = "Two hordes or two commanders of this battle have the same key."
    opened = setup(HORDES, HORDES)
    same_hordes = msgspec.structs.replace(opened.blue, hordes=opened.red.hordes)
    same_people = msgspec.structs.replace(opened.blue, commanders=opened.red.commanders)
    lone = msgspec.structs.replace(opened.red, commanders=opened.red.commanders[:1])
    few = "Reds has fewer than two commanding characters: an Air Marshal and a General are needed."
    pair = msgspec.structs.replace(opened.red, commanders=opened.red.commanders[:2])
    assert refused_at_the_start(msgspec.structs.replace(opened, blue=same_hordes)) == (twins, "BF-01", "key")
    assert refused_at_the_start(msgspec.structs.replace(opened, blue=same_people)) == (twins, "BF-01", "key")
    assert refused_at_the_start(msgspec.structs.replace(opened, red=lone)) == (few, "BF-02", "commanders")
    assert BATTLEFRONT.open(msgspec.structs.replace(opened, red=pair)).phase == "briefing"
    unknown = ("Reds 1000 is of a type that this battle does not know.", "BF-01", "profile")
    assert refused_at_the_start(setup([("dragon", 3)], HORDES)) == unknown
    heavy = ("Reds 1000 has more Magnitude than its Squads hold: 40 at most.", "BF-01", "magnitude")
    assert refused_at_the_start(setup([("tank", 2, 41)], HORDES)) == heavy
