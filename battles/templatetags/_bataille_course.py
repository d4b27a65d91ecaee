"""The course of a pitched battle turn by turn, read off the public views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from battles.rules.bataille.view import BatailleView, HeroView, SideView
from battles.services.reports import Report, Round
from battles.templatetags._course import turning


class Share(NamedTuple):
    """A side's part of a turn. side: as it was afterwards. gained: victory points."""

    side: SideView
    gained: int


class Row(NamedTuple):
    """acted: the heroes with what they did. down: who was put out of action or died. swing: how far the balance of
    points moved; `to` gained by it. turns: one of the battle's turning points.
    """

    round: Round
    shares: tuple[Share, Share]
    acted: tuple[HeroView, ...]
    down: tuple[HeroView, ...]
    swing: int
    to: SideView
    turns: bool


def course_of(report: Report) -> tuple[Row, ...]:
    swings = [_swing(each) for each in report.rounds]
    turns = turning(swings)
    zipped = zip(report.rounds, swings, strict=True)
    return tuple(_row(each, swing, place in turns) for place, (each, swing) in enumerate(zipped))


def _views(one: Round) -> tuple[BatailleView, BatailleView]:
    return cast(BatailleView, one.before), cast(BatailleView, one.after)


def _swing(one: Round) -> int:
    """To red if positive."""
    before, after = (view.sides[0].points - view.sides[1].points for view in _views(one))
    return after - before


def _row(one: Round, swing: int, turns: bool) -> Row:
    before, after = _views(one)
    pairs = list(zip(before.sides, after.sides, strict=True))
    shares = tuple(Share(now, now.points - then.points) for then, now in pairs)
    acted = tuple(hero for side in after.sides for hero in side.heroes if hero.action)
    down = tuple(hero for then, now in pairs for hero in _down(then, now))
    gained = after.sides[0 if swing >= 0 else 1]
    return Row(one, cast(tuple[Share, Share], shares), acted, down, abs(swing), gained, turns)


def _down(before: SideView, after: SideView) -> Iterator[HeroView]:
    """Who is worse off than before: hurt so that he cannot go on, or dead."""
    was = {hero.key: hero.condition for hero in before.heroes}
    return (hero for hero in after.heroes if hero.condition not in ("fit", was.get(hero.key, "fit")))
