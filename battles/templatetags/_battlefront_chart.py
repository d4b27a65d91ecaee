"""Magnitude of both sides over the rounds of a contest."""

from __future__ import annotations

from typing import NamedTuple

from battles.rules.battlefront.view import BattlefrontView, Contest, RoundView, SideView
from battles.templatetags._chart import HEIGHT, Drawing, Row, Series, Tick

FEWEST_ROUNDS = 3


class Chart(NamedTuple):
    """told: each side with what it began with. running: the last row is of a round that still runs."""

    height: int
    contest: Contest
    rows: tuple[RoundView, ...]
    running: bool
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    series: tuple[Series, ...]
    told: tuple[tuple[SideView, int, int], ...]
    axis: int


def chart_of(view: BattlefrontView, contest: Contest) -> Chart | None:
    """None before a round was fought, and for a battle that keeps no trace of its rounds."""
    rows, running = _rows(view, contest)
    if len(rows) < 2:
        return None
    drawing = Drawing([Row(row.round, row.red, row.blue) for row in rows], fewest=FEWEST_ROUNDS)
    lines = tuple(drawing.series(side) for side in view.sides)
    starts = rows[0].red, rows[0].blue
    told = tuple((side, start, line.last) for side, start, line in zip(view.sides, starts, lines, strict=True))
    return Chart(HEIGHT, contest, rows, running, drawing.across, drawing.up, lines, told, drawing.axis)


def _rows(view: BattlefrontView, contest: Contest) -> tuple[tuple[RoundView, ...], bool]:
    """The ends of the rounds, and the figures as they are, where they have moved in the round that is being fought."""
    past = tuple(row for row in view.track if row.contest == contest)
    now = _now(view) if view.contest == contest and past else None
    moved = now is not None and now.round > past[-1].round and _figures(now) != _figures(past[-1])
    return ((*past, now) if now and moved else past), moved


def _now(view: BattlefrontView) -> RoundView:
    red, blue = view.sides
    return RoundView(
        view.contest or "air", view.round, red.total or 0, blue.total or 0, red.morale or 0, blue.morale or 0
    )


def _figures(row: RoundView) -> tuple[int, ...]:
    return row.red, row.blue, row.red_morale, row.blue_morale
