"""The worked example of the rule text, section 5: its armies and its three turns with their dice."""

from __future__ import annotations

from typing import Any

from battles.rules.bataille import commands as c
from battles.rules.bataille.catalogue import Battlefield
from battles.rules.bataille.catalogue import TestKey as K
from battles.rules.bataille.commands import Case
from battles.rules.bataille.house_rules import HouseRules
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, Play, hero, setup
from tests.rules.pitched import points, seal

WS = K.WEAPON_SKILL
OTTO, BRENNA, LUKAS, GRASHNAK, URZOG, MOKK = range(1, 7)
EMPIRE = (
    hero(
        OTTO,
        "Otto",
        intelligence=38,
        tactics=1,
        fellowship=41,
        command=1,
        weapon_skill=45,
        strength=30,
        toughness=30,
        wounds=14,
        armour=(2, 1, 1, 3, 1, 1),
    ),
    hero(BRENNA, "Brenna", weapon_skill=52, strength=40, toughness=30, wounds=13, armour=(2, 1, 1, 3, 0, 0)),
    hero(LUKAS, "Lukas", ballistic_skill=48, strength=30, toughness=30, wounds=12, armour=(0, 1, 1, 1, 0, 0)),
)
ORCS = (
    hero(
        GRASHNAK,
        "Grashnak",
        fellowship=33,
        command=1,
        weapon_skill=48,
        strength=40,
        toughness=50,
        wounds=18,
        armour=(3, 1, 1, 3, 1, 1),
    ),
    hero(URZOG, "Urzog", weapon_skill=41, fellowship=30, strength=40, toughness=40, wounds=13, armour=(1,) * 6),
    hero(MOKK, "Mokk", willpower=36, channelling=1, magic=1, strength=30, toughness=40, wounds=11),
)


def opened(rules: HouseRules, *, blue_escape: bool = True) -> Play:
    """Up to the first turn's start. base=60: the GM's own."""
    ground = Battlefield("Example", base=60, blue_escape=blue_escape)
    play = Play(setup(EMPIRE, ORCS, ground=ground, rules=rules, headcounts=(1400, 1600)))
    play.do(GM, c.ChooseCase(Case.SLIGHT, BLUE), c.Advance())
    for side, source, worth in (
        (RED, "ground-major", 4),
        (RED, "scouting", 2),
        (RED, "field-works", 3),
        (BLUE, "morale", 2),
        (BLUE, "weather", 1),
    ):
        play.do(GM, c.GiveSource(side, source, worth))
    play.do(ANN, c.NameGeneral(OTTO), c.Ready())
    play.do(BOB, c.NameGeneral(GRASHNAK), c.NameSecond(URZOG), c.Ready())
    play.do(GM, c.Advance())
    return play


class Turn:
    """The events of a turn's two rolls."""

    def __init__(self, play: Play, start: list[int], declared: list[tuple[Any, ...]], deeds: list[int]) -> None:
        self.start = play.do(GM, c.Resolve(), rolls=start, exact=True)
        self.after_start = points(play)
        seal(play)  # nobody challenges anybody
        for key, *action in declared:
            play.do(ANN if key <= LUKAS else BOB, c.Declare(key, *action))
        seal(play)
        self.deeds = play.do(GM, c.Resolve(), rolls=deeds, exact=True)


def first(play: Play) -> Turn:
    declared: list[tuple[Any, ...]] = [
        (OTTO, "ha-03", K.COMMAND),
        (BRENNA, "ha-10", WS),
        (LUKAS, "ha-05", K.BALLISTIC_SKILL),
        (GRASHNAK, "ha-08", WS),
        (URZOG, "ha-10", WS),
        (MOKK, "ha-06", K.CHANNELLING),
    ]
    deeds = [66, 3, 31, 5, 12, 3, 40, 6, 77, 20, 2]  # a d6 of 3 is a d3 of 2
    wounds = [62, 6, 8, 4, 10, 19, 3, 84, 95, 2, 40, 10, 61, 33, 7, 3, 70, 1]
    return Turn(play, [3, 4, 6, 1, 24, 57, 4], declared, deeds + wounds)


def second(play: Play) -> Turn:
    declared: list[tuple[Any, ...]] = [
        (OTTO, "ha-07", WS),
        (BRENNA, "ha-01"),
        (LUKAS, "ha-05", K.BALLISTIC_SKILL),
        (GRASHNAK, "ha-10", WS),
        (URZOG, "ha-08", WS),
        (MOKK, "ha-06", K.CHANNELLING),
    ]
    deeds = [44, 4, 48, 6, 22, 1, 90, 4, 50, 1]
    wounds = [17, 4, 56, 9, 3, 10, 10, 25, 10, 5, 15, 81, 3, 22, 5]
    return Turn(play, [2, 5, 3, 3, 35, 9, 5], declared, deeds + wounds)


def third(play: Play) -> Turn:
    declared: list[tuple[Any, ...]] = [
        (OTTO, "ha-03", K.COMMAND),
        (BRENNA, "ha-10", WS),
        (LUKAS, "ha-01"),
        (URZOG, "ha-01"),
        (MOKK, "ha-06", K.CHANNELLING),
    ]
    deeds = [5, 4, 42, 3, 36, 6]
    wounds = [100, 1, 60, 1, 2, 99, 50, 7, 64]
    return Turn(play, [4, 2, 1, 4, 80, 44], declared, deeds + wounds)


def example(*, blue_escape: bool = True) -> tuple[Play, Turn, Turn, Turn]:
    play = opened(HouseRules(), blue_escape=blue_escape)
    turns = first(play), second(play), third(play)
    return play, *turns
