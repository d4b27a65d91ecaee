"""The rule text's illustration, German against French, as a drawn grid (BF-47..49)."""

from __future__ import annotations

from battles.rules.battlefront import commands as c
from battles.rules.battlefront.commands import Line
from battles.rules.battlefront.state import Square
from tests.rules.table import ANN, BLUE, BOB, Play, label, setup

# The illustration. The upper half is the Germans', Rear above Front; # is a square outside a Width.
# T tank, I infantry, S AC Suit, A artillery.
ILLUSTRATION = """
    #   -   -   A   -   -   #
    #   T   I   S   I   T   #
    S   I   I   I   I   I   T
    -   -   A   -   A   -   -
"""
SPECS = {"T": ("assault_tank", 4), "I": ("infantry", 5), "S": ("ac_suit", 3), "A": ("artillery", 3)}


def halves(picture: str) -> tuple[dict[Square, str], dict[Square, str]]:
    """A drawn grid as (upper half, lower half): what stands on which square; empty and greyed squares are left out."""
    rows = [line.split() for line in picture.strip().splitlines()]
    lines = (Line.REAR, Line.FRONT, Line.FRONT, Line.REAR)
    held = [
        {Square(line, column): letter for column, letter in enumerate(row, 1) if letter not in "-#"}
        for line, row in zip(lines, rows, strict=True)
    ]
    return held[0] | held[1], held[2] | held[3]


def greyed(picture: str) -> set[tuple[int, int]]:
    """(row, column) of the greyed squares of a drawn grid, from the top left."""
    rows = [line.split() for line in picture.strip().splitlines()]
    return {(row, column) for row, line in enumerate(rows) for column, letter in enumerate(line, 1) if letter == "#"}


def illustrated() -> tuple[Play, dict[str, int], dict[str, int]]:
    """The French are red and defend, the Germans blue; each half's labels with its hordes' keys."""
    german, french = halves(ILLUSTRATION)
    hordes = [[SPECS[letter] for letter in half.values()] for half in (french, german)]
    play = Play(setup(*hordes, width=7, terrain="rough", invader=BLUE)).to("deployment")
    keys = []
    for viewer, half, first in ((ANN, french, 1000), (BOB, german, 5000)):
        keys.append({label(square): key for key, square in enumerate(half, first)})
        play.place(viewer, **keys[-1])
    play.seal().gm(c.Advance())
    return play, *keys
