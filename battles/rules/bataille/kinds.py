"""What a campaign's catalogue holds for a pitched battle: all its numbers are rows (BD-20)."""

from __future__ import annotations

from collections.abc import Mapping

from battles.rules.bataille.catalogue import (
    ACTIONS,
    BANDS,
    BATTLEFIELDS,
    CHARACTERISTICS,
    CRITICALS,
    SKILLS,
    SOURCES,
    Action,
    Band,
    Battlefield,
    Critical,
    Skill,
    Source,
)
from battles.rules.bataille.testing import LABELS
from battles.rules.described import Described
from battles.rules.ruleset import Illegal, RowKind, row_text
from battles.rules.ruleset import Message as M

NAME = M("Name")
SUCCESS = M("a formula such as %(example)s", {"example": "1d6+SB"})
FAILURE = M("a formula such as %(example)s", {"example": "-1d3"})
DAMAGE = M("a formula such as %(example)s", {"example": "1d10+5"})
LOSERS = M("a formula such as %(example)s", {"example": "2d10kh+foe SB+3"})
EFFECTS = M("ten numbers from 1 to 10 such as %(example)s", {"example": "3 5 7 8 8 9 9 10 10 10"})
TESTS: Mapping[str, M] = {key.value: label for key, label in LABELS.items()} | {"tactics": M("Tactics")}


class Actions(Described):
    titles = {
        "name": NAME,
        "tests": M("Tests"),
        "mounted": M("Test when mounted"),
        "success": M("Success"),
        "failure": M("Failure"),
        "damage": M("Damage"),
        "loser_damage": M("Loser's damage"),
        "duel": M("Duel"),
        "stabilises": M("Stabilises"),
        "scouts": M("Scouts"),
    }
    hints = {
        "tests": M("The hero chooses one of them; without any the action succeeds without a test."),
        "success": M("Victory points. SB, TB: Strength and Toughness Bonus of the hero, Mag: Magic, -: nothing."),
        "failure": M("Victory points, such as -1d3; what a dash means is a house rule."),
        "damage": M("What the hero suffers either way; kh keeps the highest die."),
        "loser_damage": M("In a duel: instead, for the loser."),
        "duel": M("An opposed test against somebody who accepts the challenge."),
        "stabilises": M("On a success one friend out of action bleeds no more."),
        "scouts": M("On a success the side's next tactics roll has +10."),
    }
    examples = {"success": SUCCESS, "failure": FAILURE, "damage": DAMAGE, "loser_damage": LOSERS}
    nothing = {"mounted": M("the same as on foot")}
    words = TESTS

    def check(self, rows: Mapping[str, Action]) -> None:
        for row in rows.values():
            if row.duel and not row.tests:
                _refuse("tests", M("Tests: a duel needs one (%(name)s).", {"name": row_text(row.name)}))
            for field in ("success", "failure", "damage", "loser_damage"):
                if not row.duel and _needs_a_foe(getattr(row, field)):
                    text = M(
                        "%(title)s: there is a foe in a duel only (%(name)s).",
                        {"title": self.titles[field], "name": row_text(row.name)},
                    )
                    _refuse(field, text)


class Sources(Described):
    titles = {
        "name": NAME,
        "points": M("Points"),
        "most": M("At most"),
        "group": M("Group"),
        "repeats": M("May be given several times"),
    }
    hints = {
        "most": M("0 where the points are fixed, more than the points where the GM chooses."),
        "group": M("Of the sources of a group a side receives one at most."),
    }

    nothing = {"most": M("fixed")}

    def check(self, rows: Mapping[str, Source]) -> None:
        for row in rows.values():
            if row.most and row.most <= row.points:
                values: dict[str, str | int | M] = {"points": row.points, "name": row_text(row.name)}
                _refuse("most", M("At most: 0 or more than %(points)s is needed (%(name)s).", values))


class Bands(Described):
    titles = {
        "name": NAME,
        "least": M("Fighters from"),
        "value": M("Per cent of the base"),
        "small": M("For small battles"),
    }
    hints = {
        "value": M("The threshold is that share of the base."),
        "small": M("Used only where the house rule on sizes adds rows for small battles."),
    }

    def check(self, rows: Mapping[str, Band]) -> None:
        first = [row for row in rows.values() if not row.small and row.least == 0]
        if not first:
            _refuse("least", M("Fighters from: one row that is not for small battles has to begin at 0."))
        for small in (False, True):
            starts = [row.least for row in rows.values() if row.small is small]
            _refuse_twins("least", self.titles["least"], starts)


class Criticals(Described):
    titles = {"name": NAME, "first": M("From"), "effects": M("Effects")}
    hints = {
        "first": M("The lowest roll of the row; it reaches to the next row."),
        "effects": M("For a critical value of 1, 2 and so on to 10 and more: effects 1 to 10, 9 and 10 are death."),
    }
    examples = {"effects": EFFECTS}

    def check(self, rows: Mapping[str, Critical]) -> None:
        starts = [row.first for row in rows.values()]
        if 1 not in starts:
            _refuse("first", M("From: one row has to begin at 1."))
        _refuse_twins("first", self.titles["first"], starts)


class Skills(Described):
    titles = {"name": NAME, "characteristic": M("Characteristic")}
    hints = {"characteristic": M("The tactics roll is made on it where the house rules leave that to the catalogue.")}
    words = TESTS

    def check(self, rows: Mapping[str, Skill]) -> None:
        if any(row.characteristic not in CHARACTERISTICS for row in rows.values()):
            _refuse("characteristic", M("Characteristic: one of the eight is needed, not a skill."))


class Battlefields(Described):
    titles = {
        "name": NAME,
        "text": M("Description"),
        "base": M("Threshold"),
        "defender": M("Defender"),
        "red_escape": M("Red has a way out"),
        "blue_escape": M("Blue has a way out"),
        "minutes": M("Minutes a turn"),
        "rolled": M("A turn's minutes are rolled"),
    }
    hints = {
        "base": M("Before strategic points; 0 for what the size table says."),
        "rolled": M("20 + 10 × 1d4 minutes instead."),
    }
    nothing = {"defender": M("nobody"), "base": M("by size")}
    words = {"red": M("red"), "blue": M("blue")}


def _needs_a_foe(formula: str) -> bool:
    return "foe SB" in formula or "BF adverse" in formula


def _refuse_twins(field: str, title: M, starts: list[int]) -> None:
    twin = next((start for start in starts if starts.count(start) > 1), None)
    if twin is not None:
        _refuse(field, M("%(title)s: two rows begin at %(start)s.", {"title": title, "start": twin}))


def _refuse(field: str, message: M) -> None:
    raise Illegal(message.text, clause="BD-20", field=field, **message.values)


KINDS: tuple[RowKind, ...] = (
    Actions("action", M("Action"), M("Actions"), Action, tuple((row.key, row) for row in ACTIONS)),
    Sources(
        "source",
        M("Source of strategic points"),
        M("Sources of strategic points"),
        Source,
        tuple((row.key, row) for row in SOURCES),
        least=0,
    ),
    Bands("band", M("Size band"), M("Size bands"), Band, tuple((row.key, row) for row in BANDS)),
    Criticals(
        "critical", M("Critical wound"), M("Critical wounds"), Critical, tuple((row.key, row) for row in CRITICALS)
    ),
    Skills("skill", M("Tactics skill"), M("Tactics skill"), Skill, tuple((row.key, row) for row in SKILLS), most=1),
    Battlefields("battlefield", M("Battlefield"), M("Battlefields"), Battlefield, tuple(BATTLEFIELDS.items())),
)
