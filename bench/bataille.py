"""What a turn of Bataille rangée costs in processor time, as a table and as one line of JSON.

`python -m bench.bataille [--runs N] [--seconds S]`; bench/README.md says what the numbers mean.
"""

from __future__ import annotations

import argparse
import json
import statistics
from typing import Any, NamedTuple

from battles.rules import BATAILLE
from battles.rules.armies import ArmySheet, HeroSheet
from battles.rules.bataille import catalogue
from battles.rules.bataille.catalogue import Battlefield
from battles.rules.bataille.setup import Rows, Setup
from battles.rules.bataille.state import State
from battles.rules.dice import SecretDice
from battles.rules.ruleset import AUDIENCES, GM, Commander, Side, fold
from bench.rules import often

SECRET = b"the dice of the benchmark"
SIZES = (8, 24)
ROWS = Rows(catalogue.ACTIONS, catalogue.SOURCES, catalogue.BANDS, catalogue.CRITICALS, catalogue.SKILLS[0])


class Figures(NamedTuple):
    """Of one size. Microseconds: a whole turn with all four views after each command; one commander's view."""

    heroes: int
    turn: float
    view: float


def army(title: str, first: int, heroes: int) -> ArmySheet:
    sheets = (
        HeroSheet(first + number, f"{title} {number}", *[35 + number] * 8, 40, 40, channelling=1, heal=1, magic=1)
        for number in range(heroes)
    )
    return ArmySheet(title, heroes=tuple(sheets), headcount=20_000)


def opened(heroes: int) -> State:
    """heroes: of both sides together. Nobody wins before long."""
    ground = Battlefield("Bench", base=999)
    return BATAILLE.open(Setup(ground, army("Reds", 100, heroes // 2), army("Blues", 500, heroes // 2), ROWS))


def issue(state: State, by: Any, command: Any) -> State:
    state = fold(BATAILLE, state, BATAILLE.decide(state, by, command, SecretDice(SECRET, 1)))
    for viewer in AUDIENCES.values():
        BATAILLE.view(state, viewer)
    return state


def forward(state: State) -> State:
    """Both sides choose what is suggested and seal; then the GM goes on."""
    for side in Side:
        for command in BATAILLE.suggest(state, side):
            state = issue(state, Commander(side), command)
    moves = BATAILLE.options(state, GM())[:1]
    return issue(state, GM(), moves[0]) if moves else state


def at(phase: str, heroes: int) -> State:
    state = opened(heroes)
    while state.phase != phase:
        state = forward(state)
    return state


def fight(state: State) -> None:
    """From the start of a turn to the start of the next."""
    turn = state.turn
    while state.turn == turn and state.phase != "result":
        state = forward(state)


def measured(heroes: int, runs: int, seconds: float) -> Figures:
    """The medians of several runs."""
    start, choosing = at("start_of_turn", heroes), at("declarations", heroes)
    works = (lambda _: fight(start), lambda _: BATAILLE.view(choosing, Commander(Side.RED)))
    turn, view = (statistics.median(often(one, seconds) for _ in range(runs)) for one in works)
    return Figures(heroes, 1e6 / turn, 1e6 / view)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="how many, of which the median counts (5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each takes at least (1)")
    chosen = parser.parse_args()
    found = [measured(heroes, chosen.runs, chosen.seconds) for heroes in SIZES]
    print(f"{'heroes':>8}{'turn, us':>12}{'view, us':>12}")
    for one in found:
        print(f"{one.heroes:>8}{one.turn:>12.0f}{one.view:>12.0f}")
    print(json.dumps([{name: round(value, 1) for name, value in one._asdict().items()} for one in found]))


if __name__ == "__main__":
    main()
