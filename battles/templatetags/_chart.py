"""Both sides' lines over turns or rounds, as a picture that fits any width.

Across, everything is in per cent of the plot, so that lines stretch while letters keep their size; down, in pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from battles.rules.ruleset import Side

HEIGHT, TOP, BOTTOM = 240, 16, 212  # of the picture; of the highest and the lowest value
LEFT, RIGHT = 4.0, 86.0  # per cent: the first turn and the last
LEAST = 10  # the scale reaches so far at least
MOST_LABELS = 8
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
LABEL = 15  # pixels between two labels
AXIS = 30


class Titled(Protocol):
    """A side as a view shows it."""

    @property
    def side(self) -> Side: ...

    @property
    def title(self) -> str: ...


class Row(NamedTuple):
    """Both values at one place across: at the end of that turn or round."""

    at: int
    red: int
    blue: int

    def of(self, side: Side) -> int:
        return self.red if side is Side.RED else self.blue


class Tick(NamedTuple):
    value: int
    at: str


class Segment(NamedTuple):
    x1: str
    y1: str
    x2: str
    y2: str


class Point(NamedTuple):
    x: str
    y: str


class Series(NamedTuple):
    """A side's line. label: where its last value is written."""

    side: Titled
    segments: tuple[Segment, ...]
    points: tuple[Point, ...]
    label: Point
    last: int


class Drawing:
    """Turns rows and values into places; holds the scale. goals: values that must be on it, too."""

    def __init__(self, rows: Sequence[Row], *, fewest: int, goals: Sequence[int] = ()) -> None:
        self.rows = tuple(rows)
        values = [value for row in rows for value in (row.red, row.blue)]
        self.most = max(fewest, rows[-1].at)
        reach = max(LEAST, *values, *goals) - min(0, *values)
        self.step = next((step for step in STEPS if reach / step <= 6), STEPS[-1])
        self.low = min(0, *values) // self.step * self.step
        self.high = -(-max(LEAST, *values, *goals) // self.step) * self.step

    @property
    def across(self) -> tuple[Tick, ...]:
        return tuple(Tick(at, self.x(at)) for at in range(0, self.most + 1, -(-self.most // MOST_LABELS)))

    @property
    def up(self) -> tuple[Tick, ...]:
        return tuple(Tick(value, self.y(value)) for value in range(self.low, self.high + 1, self.step))

    @property
    def axis(self) -> int:
        """How wide the scale's figures are, in pixels."""
        return max(AXIS, 8 * len(str(self.high)) + 6)

    def x(self, at: int) -> str:
        return f"{LEFT + (RIGHT - LEFT) * at / self.most:.2f}%"

    def y(self, value: int) -> str:
        return f"{self.down(value):.1f}"

    def down(self, value: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low)

    def series(self, side: Titled) -> Series:
        points = [Point(self.x(row.at), self.y(row.of(side.side))) for row in self.rows]
        segments = (Segment(*start, *end) for start, end in zip(points, points[1:], strict=False))
        label = Point(points[-1].x, f"{self._label_down(side.side):.1f}")
        return Series(side, tuple(segments), tuple(points), label, self.rows[-1].of(side.side))

    def _label_down(self, side: Side) -> float:
        """Beside the line's last point; two that are close to each other give way, up and down."""
        mine, other = self.rows[-1].of(side), self.rows[-1].of(side.rival)
        at, away = self.down(mine), self.down(other)
        if abs(at - away) >= LABEL:
            return at
        upper = mine > other or (mine == other and side is Side.RED)
        return (at + away) / 2 + (-LABEL / 2 if upper else LABEL / 2)
