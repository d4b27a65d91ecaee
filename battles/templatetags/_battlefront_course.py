"""The course of a Battlefront battle round by round, read off the public views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from battles.rules.battlefront.view import BattlefrontView, HordeView, SideView
from battles.services.reports import Report, Round
from battles.templatetags._course import turning

GONE = ("broken", "destroyed")


class Share(NamedTuple):
    """A side's part of a round. lost: points of Magnitude. side: as it was afterwards."""

    side: SideView
    lost: int


class Row(NamedTuple):
    """fallen: who broke or was destroyed. swing: how far the balance of Magnitude moved; `to` gained by it.

    turns: one of the battle's turning points.
    """

    round: Round
    view: BattlefrontView
    shares: tuple[Share, Share]
    fallen: tuple[HordeView, ...]
    swing: int
    to: SideView
    turns: bool


def course_of(report: Report) -> tuple[Row, ...]:
    rounds = [each for each in report.rounds if cast(BattlefrontView, each.before).contest]
    swings = [_swing(each) for each in rounds]
    turns = turning(swings)
    return tuple(
        _row(each, swing, place in turns) for place, (each, swing) in enumerate(zip(rounds, swings, strict=True))
    )


def _views(one: Round) -> tuple[BattlefrontView, BattlefrontView]:
    return cast(BattlefrontView, one.before), cast(BattlefrontView, one.after)


def _swing(one: Round) -> int:
    """To red if positive. Counted as the result counts it: who broke or left is no longer on the field."""
    before, after = (_difference(view) for view in _views(one))
    return after - before


def _difference(view: BattlefrontView) -> int:
    red, blue = (side.total or 0 for side in view.sides)
    return red - blue


def _row(one: Round, swing: int, turns: bool) -> Row:
    before, after = _views(one)
    shares = tuple(Share(now, _lost(then, now)) for then, now in zip(before.sides, after.sides, strict=True))
    fallen = (horde for then, now in zip(before.sides, after.sides, strict=True) for horde in _fallen(then, now))
    gained = after.sides[0 if swing >= 0 else 1]
    return Row(one, after, cast(tuple[Share, Share], shares), tuple(fallen), abs(swing), gained, turns)


def _lost(before: SideView, after: SideView) -> int:
    left = {horde.key: horde.magnitude for horde in after.hordes}
    return sum(max(0, horde.magnitude - left.get(horde.key, horde.magnitude)) for horde in before.hordes)


def _fallen(before: SideView, after: SideView) -> Iterator[HordeView]:
    stood = {horde.key for horde in before.hordes if horde.status not in GONE}
    return (horde for horde in after.hordes if horde.status in GONE and horde.key in stood)
