"""What the rules cost in processor time: microseconds a round and battles a second, as a table and as one line of JSON.

`python -m bench.rules [--runs N] [--seconds S]`; bench/README.md says what the numbers mean.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from battles.rules import BATTLEFRONT
from battles.rules.armies import ArmySheet, CommanderSheet, HordeSheet
from battles.rules.battlefront import commands as c
from battles.rules.battlefront.catalogue import PROFILES, TERRAINS
from battles.rules.battlefront.setup import Scenario, Setup
from battles.rules.battlefront.state import State
from battles.rules.dice import SecretDice
from battles.rules.ruleset import AUDIENCES, GM, Commander, Side, fold

SECRET = b"the dice of the benchmark"
AIR, LAND = ("interceptor", "starfighter", "bomber"), ("infantry", "tank", "ac_suit", "artillery")
SIZES = (8, 40)


class Figures(NamedTuple):
    """Of one size. Microseconds for a round of each contest: the commands that seal and resolve it, its events folded
    and all four views; and random battles a second."""

    hordes: int
    air_round: float
    land_round: float
    battles: float


def army(title: str, first: int, hordes: int) -> ArmySheet:
    """Three of four hordes fight on land, one in the air."""
    kinds = [AIR[number // 4 % 3] if number % 4 == 3 else LAND[number % 4] for number in range(hordes)]
    sheets = tuple(HordeSheet(first + number, f"{title} {number}", kind, 5, 100) for number, kind in enumerate(kinds))
    people = (CommanderSheet(first + 900 + number, f"{title} {number}", 50, 50, 3, 3) for number in range(2))
    return ArmySheet(title, tuple(people), sheets)


def opened(hordes: int) -> State:
    """hordes: of both sides together."""
    scenario = Scenario("Bench", TERRAINS[0], 8, Side.BLUE, 99, 99, 99, 99)
    sides = army("Reds", 1000, hordes // 2), army("Blues", 5000, hordes // 2)
    return BATTLEFRONT.open(Setup(scenario, *sides, PROFILES))


def issue(state: State, by: Any, command: Any, number: int) -> State:
    return fold(BATTLEFRONT, state, BATTLEFRONT.decide(state, by, command, SecretDice(SECRET, number)))


def forward(state: State, number: int) -> State:
    """Both sides choose what is suggested and seal; then the GM goes on, unless the round went on by itself."""
    for side in Side:
        for command in BATTLEFRONT.suggest(state, side):
            state = issue(state, Commander(side), command, number)
    for command in BATTLEFRONT.options(state, GM())[:1]:
        state = issue(state, GM(), command, number)
    return state


def at(phase: str, hordes: int) -> State:
    state = opened(hordes)
    while state.phase != phase:
        state = forward(state, 1)
    return state


def fight(state: State) -> None:
    """One round, from sealed orders to its end, and what everybody is shown of it."""
    for number in range(1, 4):  # the stages of a round
        for side in Side:
            if c.Ready() in BATTLEFRONT.options(state, Commander(side)):
                state = issue(state, Commander(side), c.Ready(), number)
        if moves := BATTLEFRONT.options(state, GM()):
            state = issue(state, GM(), moves[0], number)
        for viewer in AUDIENCES.values():
            BATTLEFRONT.view(state, viewer)
        if state.stage == "orders":
            return


def ordered(state: State) -> State:
    """Everybody who can attack has his orders."""
    for side in Side:
        for command in BATTLEFRONT.suggest(state, side)[:-1]:
            state = issue(state, Commander(side), command, 1)
    return state


def random_battle(hordes: int, seed: int) -> None:
    """A battle to its end: what is suggested, and every third time anything that is offered."""
    random, state, number = Random(seed), opened(hordes), 0
    while state.phase != "result":
        number += 1
        if moves := BATTLEFRONT.options(state, GM()):
            state = issue(state, GM(), moves[0], number)
            continue
        side = random.choice([side for side in Side if BATTLEFRONT.suggest(state, side)])
        offered = [one for one in BATTLEFRONT.options(state, Commander(side)) if not isinstance(one, c.Retreat)]
        command = random.choice(offered) if random.random() < 1 / 3 else BATTLEFRONT.suggest(state, side)[0]
        state = issue(state, Commander(side), command, number)


def often(work: Callable[[int], None], seconds: float) -> float:
    """How often a second of processor time, over at least so many."""
    begun, done = time.process_time(), 0
    while (passed := time.process_time() - begun) < seconds:
        work(done)
        done += 1
    return done / passed


def measured(hordes: int, runs: int, seconds: float) -> Figures:
    """The medians of several runs."""
    air, land = at("air", hordes), ordered(at("land", hordes))
    work: tuple[Callable[[int], None], ...] = (
        lambda _: fight(air),
        lambda _: fight(land),
        lambda seed: random_battle(hordes, seed),
    )
    a, b, battles = (statistics.median(often(one, seconds) for _ in range(runs)) for one in work)
    return Figures(hordes, 1e6 / a, 1e6 / b, battles)


def table(found: list[Figures]) -> Iterator[str]:
    yield f"{'hordes':>8}{'air round, us':>16}{'land round, us':>16}{'battles a second':>18}"
    for one in found:
        yield f"{one.hordes:>8}{one.air_round:>16.0f}{one.land_round:>16.0f}{one.battles:>18.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="how many, of which the median counts (5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each takes at least (1)")
    chosen = parser.parse_args()
    found = [measured(hordes, chosen.runs, chosen.seconds) for hordes in SIZES]
    print("\n".join(table(found)))
    print(json.dumps([{name: round(value, 1) for name, value in one._asdict().items()} for one in found]))


if __name__ == "__main__":
    main()
