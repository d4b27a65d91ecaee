"""The steps that a battle can be taken back to, as its GM reads them: what happened by itself, and what was only chosen
in between folded together. For the GM's chair alone: it names both sides' secret choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import msgspec
from django.db.models import QuerySet

from battles.models import Battle, Step
from battles.rules.ruleset import AUDIENCES, GM, Line, Message, Ruleset, Side
from battles.services import records
from battles.services.gm import acts

SHOWN = 30  # runs on a page
READ = 400  # steps looked through for them
NAMES = ("number", "at", "actor__username", "audience", "command", "kind", "act__to_step", "readers", "moment")
BACK = Message("Undo: %(what)s")


class Row(NamedTuple):
    """A step without its state and events. moment: phase and round after it."""

    number: int
    at: datetime
    actor: str | None
    audience: str
    command: Any
    kind: str
    to_step: int | None
    readers: str
    moment: str

    @property
    def quiet(self) -> bool:
        """A choice, or one taken back: the report says nothing of it to anybody."""
        return not self.readers and (self.kind == records.UNDONE or (not self.kind and self.command is not None))


@dataclass(frozen=True)
class Point:
    """A step that the battle can be taken back to. said: what a choice is called. lines: what happened, else.

    taken_back: its choice has been undone since. exact: another step is of the same minute.
    """

    number: int
    at: datetime
    actor: str
    audience: str
    said: Message | None
    lines: tuple[Line, ...]
    seen_by: tuple[str, ...]
    taken_back: bool
    exact: bool


@dataclass(frozen=True)
class Chooser:
    """Who made some of a run's choices. audience: a side or the GM. title: of the side."""

    audience: str
    title: str
    number: int


@dataclass(frozen=True)
class Run:
    """Choices of one moment that nothing came between, or a step by itself. points: in the order of the list."""

    points: tuple[Point, ...]
    phase: Message
    round: int
    choosers: tuple[Chooser, ...]

    @property
    def moment(self) -> tuple[Message, int]:
        return self.phase, self.round

    @property
    def choices(self) -> bool:
        return self.points[0].said is not None

    @property
    def taken_back(self) -> int:
        return sum(point.taken_back for point in self.points)

    @property
    def lasts(self) -> bool:
        """Whether its beginning and its end are told apart by the second."""
        return self.newest.at.replace(microsecond=0) != self.oldest.at.replace(microsecond=0)

    @property
    def oldest(self) -> Point:
        return min(self.points, key=lambda point: point.number)

    @property
    def newest(self) -> Point:
        return max(self.points, key=lambda point: point.number)


class History(NamedTuple):
    """What tells how the rows hang together. commands: what a step did or took back. back: the edits taken back.
    minutes: in which there is more than one step.
    """

    rules: Ruleset
    commands: Mapping[int, Any]
    back: frozenset[int]
    minutes: frozenset[int]


def newest(battle: Battle, *, before: int | None) -> tuple[list[Run], bool]:
    """The newest first, each run's own too, and whether there are earlier ones."""
    found = Step.objects.filter(battle=battle, pending__isnull=True)
    gaps = records.undone(battle.pk)
    rows = _rows(found if before is None else found.filter(number__lt=before), gaps, READ)
    runs = _grouped(rows)[::-1]
    more = len(runs) > SHOWN or (bool(rows) and rows[0].number > 0)
    return _told(battle, gaps, rows, [run[::-1] for run in runs[:SHOWN]]), more


def since(battle: Battle, to: int) -> tuple[Run, list[Run]]:
    """A step that counts, and all that has come after it, the oldest first."""
    gaps = records.undone(battle.pk)
    rows = _rows(Step.objects.filter(battle=battle, number__gte=to), gaps)
    later = ([row for row in run if row.number > to] for run in _grouped(rows))
    first, *others = _told(battle, gaps, rows, [rows[:1], *(run for run in later if run)])
    return first, others


def _rows(found: QuerySet[Step], gaps: list[range], most: int | None = None) -> list[Row]:
    """The newest of them that count, the oldest first."""
    for gap in gaps:
        found = found.exclude(number__range=(gap.start, gap.stop - 1))
    return [Row(*each) for each in found.order_by("-number").values_list(*NAMES)[:most]][::-1]


def _grouped(rows: Sequence[Row]) -> list[list[Row]]:
    """A quiet step that another phase or round begins with is told by itself, as all that is not quiet."""
    opens = {now.number for before, now in pairwise(rows) if now.moment != before.moment}

    def run(row: Row) -> tuple[str, int | None]:
        return row.moment, None if row.quiet and row.number not in opens else row.number

    return [list(group) for _, group in groupby(rows, run)]


def _told(battle: Battle, gaps: list[range], rows: Sequence[Row], runs: list[list[Row]]) -> list[Run]:
    """One state of each run is read: it knows the names that all of the run need."""
    wanted = {max(row.number for row in run) for run in runs}
    steps = {step.number: step for step in Step.objects.filter(battle=battle, number__in=wanted)}
    back = Step.objects.filter(battle=battle, kind=records.UNDONE).values_list("number", "act__to_step")
    history = History(
        records.ruleset_of(battle),
        _commands(battle, [row for run in runs for row in run]),
        # An undoing that has itself been rewound takes nothing back.
        frozenset(to + 1 for number, to in back if not any(number in gap for gap in gaps)),
        _shared_minutes(rows),
    )
    return [_run(history, run, steps[max(row.number for row in run)]) for run in runs]


def _commands(battle: Battle, rows: Sequence[Row]) -> dict[int, Any]:
    """By the number of the step: its own, or the one that it takes back."""
    edits = {row.number: row.to_step + 1 for row in rows if row.to_step is not None and row.kind == records.UNDONE}
    found = Step.objects.filter(battle=battle, number__in=edits.values()).values_list("number", "command")
    given = dict(found)
    return {row.number: given[edits[row.number]] if row.number in edits else row.command for row in rows}


def _shared_minutes(rows: Sequence[Row]) -> frozenset[int]:
    return frozenset(_minute(now) for before, now in pairwise(rows) if _minute(before) == _minute(now))


def _minute(row: Row) -> int:
    return int(row.at.timestamp()) // 60


def _run(history: History, rows: Sequence[Row], step: Step) -> Run:
    """step: its newest."""
    state = records.state_of(history.rules, step)
    view = history.rules.view(state, GM())
    made = [row.audience for row in rows]
    titles = {side.value: state.of(side).title for side in Side}
    choosers = tuple(Chooser(name, titles.get(name, ""), made.count(name)) for name in AUDIENCES if name in made)
    return Run(tuple(_point(history, row, step, state) for row in rows), view.phase_title, view.round, choosers)


def _point(history: History, row: Row, step: Step, state: Any) -> Point:
    return Point(
        number=row.number,
        at=row.at,
        actor=row.actor or "",
        audience=row.audience,
        said=_said(history, row, state) if row.quiet else None,
        lines=() if row.quiet else tuple(_lines(history.rules, step, state)),
        seen_by=tuple(name for name in AUDIENCES if name != "gm" and name[0] in row.readers),
        taken_back=row.number in history.back,
        exact=_minute(row) in history.minutes,
    )


def _said(history: History, row: Row, state: Any) -> Message:
    rules = history.rules
    name = rules.named(state, msgspec.convert(history.commands[row.number], rules.command_type))
    return Message(BACK.text, {"what": name}) if row.kind == records.UNDONE else name


def _lines(rules: Ruleset, step: Step, state: Any) -> Iterator[Line]:
    """Headings first: by them one finds a step again."""
    told = (rules.narrate(state, event, GM()) for event in records.events_of(rules, step))
    lines = (*(line for line in told if line is not None), *acts.lines(step, "gm"))
    yield from sorted(lines, key=lambda line: line.kind != "heading")
