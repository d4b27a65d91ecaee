"""The victory points of both sides over the turns, as a picture that fits any width.

Across, everything is in per cent of the plot, so that lines stretch while letters keep their size; down, in pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from battles.rules.bataille.view import BatailleView, SideView, TurnView
from battles.rules.ruleset import Side

HEIGHT, TOP, BOTTOM = 240, 16, 212  # of the picture; of the highest and the lowest value
LEFT, RIGHT = 4.0, 90.0  # per cent: the first turn and the last
FEWEST_TURNS = 3  # a battle's first turn already has room beside it
MOST_LABELS = 8
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
LABEL = 15  # pixels between two labels


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
    """A side's line. label: where its last value is written. now: the last point is of a turn that still runs."""

    side: SideView
    segments: tuple[Segment, ...]
    points: tuple[Point, ...]
    label: Point
    last: int


class Threshold(NamedTuple):
    """side: None where both have the same."""

    side: SideView | None
    value: int
    y: str
    label_y: str


class Chart(NamedTuple):
    height: int
    rows: tuple[TurnView, ...]
    running: bool
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    series: tuple[Series, ...]
    thresholds: tuple[Threshold, ...]


def chart_of(view: BatailleView) -> Chart:
    rows, running = _rows(view)
    return Drawing(view, rows, running).chart()


def _rows(view: BatailleView) -> tuple[tuple[TurnView, ...], bool]:
    """The ends of the turns and the points as they are, if they have moved since; and whether that turn still runs."""
    now = TurnView(view.round, *(side.points for side in view.sides))
    past = view.track or (TurnView(0, *(side.start or 0 for side in view.sides)),)
    moved = now.turn > past[-1].turn and (now.red, now.blue) != (past[-1].red, past[-1].blue)
    return ((*past, now) if moved else past), moved and not view.finished


class Drawing:
    """Turns turns and points into places; holds the scale."""

    def __init__(self, view: BatailleView, rows: tuple[TurnView, ...], running: bool) -> None:
        self.sides, self.rows, self.running = view.sides, rows, running
        goals = [side.threshold for side in view.sides if side.threshold is not None]
        values = [value for row in rows for value in (row.red, row.blue)]
        self.turns = max(FEWEST_TURNS, rows[-1].turn)
        reach = max(10, *values, *goals) - min(0, *values)
        self.step = next((step for step in STEPS if reach / step <= 6), STEPS[-1])
        self.low = min(0, *values) // self.step * self.step
        self.high = -(-max(10, *values, *goals) // self.step) * self.step

    def chart(self) -> Chart:
        return Chart(
            height=HEIGHT,
            rows=self.rows,
            running=self.running,
            across=tuple(Tick(turn, self.x(turn)) for turn in self._labelled_turns()),
            up=tuple(Tick(value, self.y(value)) for value in range(self.low, self.high + 1, self.step)),
            series=tuple(self._series(side) for side in self.sides),
            thresholds=tuple(self._thresholds()),
        )

    def x(self, turn: int) -> str:
        return f"{LEFT + (RIGHT - LEFT) * turn / self.turns:.2f}%"

    def y(self, value: int) -> str:
        return f"{self._down(value):.1f}"

    def _down(self, value: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low)

    def _labelled_turns(self) -> range:
        return range(0, self.turns + 1, -(-self.turns // MOST_LABELS))

    def _series(self, side: SideView) -> Series:
        values = [row.red if side.side is Side.RED else row.blue for row in self.rows]
        points = [Point(self.x(row.turn), self.y(value)) for row, value in zip(self.rows, values, strict=True)]
        segments = (Segment(*start, *end) for start, end in zip(points, points[1:], strict=False))
        label = Point(points[-1].x, f"{self._label_down(side):.1f}")
        return Series(side, tuple(segments), tuple(points), label, values[-1])

    def _label_down(self, side: SideView) -> float:
        """Beside the line's last point; two that are close to each other give way, up and down."""
        last = self.rows[-1]
        mine, other = (last.red, last.blue) if side.side is Side.RED else (last.blue, last.red)
        at, away = self._down(mine), self._down(other)
        if abs(at - away) >= LABEL:
            return at
        upper = mine > other or (mine == other and side.side is Side.RED)
        return (at + away) / 2 + (-LABEL / 2 if upper else LABEL / 2)

    def _thresholds(self) -> Iterator[Threshold]:
        red, blue = self.sides
        if red.threshold is not None and red.threshold == blue.threshold:
            yield self._threshold(None, red.threshold, above=True)
            return
        for side in self.sides:
            if side.threshold is not None:
                rival = blue if side is red else red
                yield self._threshold(side, side.threshold, above=side.threshold >= (rival.threshold or 0))

    def _threshold(self, side: SideView | None, value: int, *, above: bool) -> Threshold:
        down = self._down(value)
        return Threshold(side, value, f"{down:.1f}", f"{down + (-5 if above else 13):.1f}")


def share(points: int, threshold: int | None) -> str:
    """How far a side has come, in per cent of its bar."""
    return f"{max(0, min(100, 100 * points / threshold)) if threshold else 0:.1f}%"


def last_loss(chart: Chart, side: Side) -> int:
    before, after = chart.rows[-2:] if len(chart.rows) > 1 else (chart.rows[-1],) * 2
    return before.red - after.red if side is Side.RED else before.blue - after.blue
