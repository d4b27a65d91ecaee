"""The victory points of both sides over the turns, and the thresholds they run for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from battles.rules.bataille.view import BatailleView, SideView, TurnView
from battles.rules.ruleset import Side
from battles.templatetags._chart import AXIS, HEIGHT, Drawing, Row, Series, Tick

FEWEST_TURNS = 3  # a battle's first turn already has room beside it


class Threshold(NamedTuple):
    """side: None where both have the same."""

    side: SideView | None
    value: int
    y: str
    label_y: str


class Chart(NamedTuple):
    """running: the last row is of a turn that still runs."""

    height: int
    rows: tuple[TurnView, ...]
    running: bool
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    series: tuple[Series, ...]
    thresholds: tuple[Threshold, ...]
    axis: int = AXIS


def chart_of(view: BatailleView) -> Chart:
    rows, running = _rows(view)
    goals = [side.threshold for side in view.sides if side.threshold is not None]
    drawing = Drawing([Row(row.turn, row.red, row.blue) for row in rows], fewest=FEWEST_TURNS, goals=goals)
    return Chart(
        height=HEIGHT,
        rows=rows,
        running=running,
        across=drawing.across,
        up=drawing.up,
        series=tuple(drawing.series(side) for side in view.sides),
        thresholds=tuple(_thresholds(view, drawing)),
        axis=drawing.axis,
    )


def _rows(view: BatailleView) -> tuple[tuple[TurnView, ...], bool]:
    """The ends of the turns and the points as they are, if they have moved since; and whether that turn still runs."""
    now = TurnView(view.round, *(side.points for side in view.sides))
    past = view.track or (TurnView(0, *(side.start or 0 for side in view.sides)),)
    moved = now.turn > past[-1].turn and (now.red, now.blue) != (past[-1].red, past[-1].blue)
    return ((*past, now) if moved else past), moved and not view.finished


def _thresholds(view: BatailleView, drawing: Drawing) -> Iterator[Threshold]:
    red, blue = view.sides
    if red.threshold is not None and red.threshold == blue.threshold:
        yield _threshold(drawing, None, red.threshold, above=True)
        return
    for side in view.sides:
        if side.threshold is not None:
            rival = blue if side is red else red
            yield _threshold(drawing, side, side.threshold, above=side.threshold >= (rival.threshold or 0))


def _threshold(drawing: Drawing, side: SideView | None, value: int, *, above: bool) -> Threshold:
    down = drawing.down(value)
    return Threshold(side, value, f"{down:.1f}", f"{down + (-5 if above else 13):.1f}")


def share(points: int, threshold: int | None) -> str:
    """How far a side has come, in per cent of its bar."""
    return f"{max(0, min(100, 100 * points / threshold)) if threshold else 0:.1f}%"


def last_loss(chart: Chart, side: Side) -> int:
    before, after = chart.rows[-2:] if len(chart.rows) > 1 else (chart.rows[-1],) * 2
    return before.red - after.red if side is Side.RED else before.blue - after.blue
