"""The picture that a chat shows beside a report's link: no words, so that it suits every reader and every script."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from battles.rules.bataille.view import BatailleView
from battles.rules.battlefront.view import BattlefrontView, HordeView
from battles.rules.ruleset import Side, View

SIZE = (1200, 630)
PAPER, SHEET, SUNK, INK, RULE = "#f3eee1", "#fbf8f0", "#e9e2d0", "#25231c", "#cfc6b0"
COLOURS = {Side.RED: "#9c2419", Side.BLUE: "#1c4b88"}
WASHES = {Side.RED: "#f6e1da", Side.BLUE: "#dee7f2"}
LEFT, TOP, RIGHT, BOTTOM = 60, 170, 1140, 580
Box = tuple[float, float, float, float]


def png(view: View) -> bytes:
    """Of a battle's public view at its end."""
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    match view:
        case BattlefrontView():
            _figures(draw, [side.total for side in view.sides])
            _grid(draw, view)
        case BatailleView():
            _figures(draw, [side.points for side in view.sides])
            _track(draw, view)
    file = BytesIO()
    image.quantize(32).save(file, "PNG", optimize=True)
    return file.getvalue()


def _text(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], words: str, size: float, anchor: str, fill: str = INK
) -> None:
    draw.text(at, words, font=ImageFont.load_default(size), fill=fill, anchor=anchor)


def _mark(draw: ImageDraw.ImageDraw, x: float, y: float, side: Side, size: float) -> None:
    """Red is a diamond, blue a rectangle, as everywhere."""
    if side is Side.RED:
        draw.polygon([(x, y - size), (x + size, y), (x, y + size), (x - size, y)], fill=COLOURS[side])
    else:
        draw.rectangle((x - size, y - size * 0.68, x + size, y + size * 0.68), fill=COLOURS[side])


def _figures(draw: ImageDraw.ImageDraw, figures: Sequence[int | None]) -> None:
    """Red's at the left, blue's at the right, and between them whose picture it is."""
    for side, figure, x, anchor, away in zip(
        Side, figures, (LEFT + 30, RIGHT - 30), ("lm", "rm"), (60, -60), strict=True
    ):
        _mark(draw, x, 95, side, 30)
        if figure is not None:
            _text(draw, (x + away, 95), str(figure), 84, anchor, COLOURS[side])
    _text(draw, (600, 95), "Battlefront", 52, "mm")


def _grid(draw: ImageDraw.ImageDraw, view: BattlefrontView) -> None:
    """The four rows as spectators have them, each square with what is left of its horde."""
    if not view.grid:
        return
    hordes = {horde.key: horde for side in view.sides for horde in side.hordes}
    wide, high = (RIGHT - LEFT) / view.columns, (BOTTOM - TOP) / len(view.grid)
    for row, squares in enumerate(view.grid):
        for column, square in enumerate(squares):
            left, top = LEFT + column * wide, TOP + row * high
            box = (left + 3, top + 3, left + wide - 3, top + high - 3)
            draw.rectangle(box, fill=SUNK if square.greyed else SHEET, outline=RULE, width=2)
            if square.horde is not None:
                _horde(draw, box, hordes[square.horde])


def _horde(draw: ImageDraw.ImageDraw, box: Box, horde: HordeView) -> None:
    """Filled as high as it is strong."""
    left, top, right, bottom = box
    level = bottom - (bottom - top) * horde.magnitude / max(1, horde.start)
    draw.rectangle(box, fill=SHEET)
    draw.rectangle((left, level, right, bottom), fill=WASHES[horde.side])
    draw.rectangle(box, outline=COLOURS[horde.side], width=3)
    size = min((right - left) / 2.6, (bottom - top) / 2.6)
    _mark(draw, (left + right) / 2, top + (bottom - top) * 0.3, horde.side, size / 2)
    _text(draw, ((left + right) / 2, top + (bottom - top) * 0.72), str(horde.magnitude), size, "mm")


def _track(draw: ImageDraw.ImageDraw, view: BatailleView) -> None:
    """Victory points over the turns, with what wins."""
    rows = [(each.turn, {Side.RED: each.red, Side.BLUE: each.blue}) for each in view.track]
    goals = {side.side: side.threshold for side in view.sides if side.threshold is not None}
    values = [0, 10, *goals.values(), *(points for _, both in rows for points in both.values())]
    low, high = min(values), max(values)
    turns = max([1, *(turn for turn, _ in rows)])

    def place(turn: int, points: int) -> tuple[float, float]:
        return LEFT + (RIGHT - LEFT) * turn / turns, BOTTOM - (BOTTOM - TOP) * (points - low) / (high - low)

    draw.rectangle((LEFT - 20, TOP - 20, RIGHT + 20, BOTTOM + 20), fill=SHEET, outline=RULE, width=2)
    for side, goal in goals.items():
        _dashes(draw, place(0, goal), place(turns, goal), COLOURS[side])
    for side in Side:
        line = [place(turn, both[side]) for turn, both in rows]
        if len(line) > 1:
            draw.line(line, fill=COLOURS[side], width=6, joint="curve")
        for x, y in line:
            _mark(draw, x, y, side, 13)


def _dashes(draw: ImageDraw.ImageDraw, start: tuple[float, float], end: tuple[float, float], fill: str) -> None:
    for x in range(round(start[0]), round(end[0]), 24):
        draw.line((x, start[1], x + 12, end[1]), fill=fill, width=3)
