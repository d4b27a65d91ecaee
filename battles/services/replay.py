"""A battle's past step by step, as one audience saw it: never more than it was shown then."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Any

import msgspec
from django.utils import timezone

from battles.models import Battle, HandOver, Seat, Step
from battles.rules.dice import commitment
from battles.rules.ruleset import AUDIENCES, Message
from battles.services import boards, records, seats
from battles.services.boards import Board, Entry, Facts
from battles.services.gm import conduct, looks, spectators, standing

# Steps of the GM's alone: what waits for his ruling is as it was, for everybody.
SILENT = ("drafted", "settled")
TURNS = Message("Turns")


@dataclass(frozen=True)
class Mark:
    """A step that brought the audience something new. version: of its view from then on, dense from 1; people know
    the step by it, because the step's own number would tell how often the rival has moved. undone: by a rewind.
    """

    version: int
    number: int
    moment: str
    undone: bool

    @property
    def phase(self) -> str:
        return self.moment.partition(".")[0]

    @property
    def round(self) -> int:
        return int(self.moment.partition(".")[2] or 0)


@dataclass(frozen=True)
class Past:
    """What an audience may look back on. over: it may know that the battle has ended. until: the last step that late
    spectators know of; None for everybody else.
    """

    battle: Battle
    audience: str
    over: bool
    marks: tuple[Mark, ...]
    until: int | None = None

    def shown(self, *, undone: bool) -> tuple[Mark, ...]:
        """What was undone is left out unless it is asked for; the newest step always counts."""
        return tuple(mark for mark in self.marks if undone or not mark.undone)


@dataclass(frozen=True)
class Jump:
    """Where a round begins; a phase without rounds has 0."""

    round: int
    version: int


@dataclass(frozen=True)
class Part:
    """Rounds that belong together, under the title of their phase; a phase without rounds by itself."""

    title: Message
    jumps: tuple[Jump, ...]


@dataclass(frozen=True)
class Around:
    """Where one can go from a step; None where there is nothing further that way."""

    first: int | None
    previous: int | None
    next: int | None
    last: int | None


@dataclass(frozen=True)
class Frame:
    """One step of the past. board: as it was, with nothing to command. here: the jump that it belongs to."""

    board: Board
    mark: Mark
    entry: Entry
    around: Around
    parts: tuple[Part, ...]
    here: int | None
    newest: int


def of_seat(seat: Seat) -> Past:
    """In the seat's own rights. Late spectators look back on what they may see by now; who has taken over a side
    without its secret choices looks back on his own time until the battle is over.
    """
    battle, last = seat.battle, records.last_step(seat.battle_id)
    if seat.role == Seat.Role.GM:
        looks.note(battle=battle, person=seat.user, what="control", moment=last.moment)
    if seat.role == Seat.Role.SPECTATOR:
        return _public(battle, last)
    audience, over = seats.viewer(seat).audience, battle.finished_at is not None
    marks = _marks(battle.pk, audience, last.number)
    return Past(battle, audience, over, marks if over else _since_he_has_it(battle, seat.role, marks))


def of_public(battle: Battle) -> Past:
    """As spectators may see it now."""
    return _public(battle, records.last_step(battle.pk))


def _public(battle: Battle, last: Step) -> Past:
    late = spectators.late(battle, last, conduct.of(battle))
    until = min(step.number for step in late.values()) if late else None
    over = spectators.knows_the_end(battle, timezone.now())
    marks = _marks(battle.pk, "public", last.number if until is None else until)
    return Past(battle, "public", over, marks, until)


def _marks(battle_id: int, audience: str, until: int) -> tuple[Mark, ...]:
    """One pass over the battle's steps, without their states. A rewind that comes later undoes nothing yet."""
    names = ("number", f"versions__{audience}", "moment", "kind", "act__to_step")
    found = Step.objects.filter(battle_id=battle_id, number__lte=until).order_by("number")
    rows = list(found.values_list(*names))
    gone = {number for last, _, _, kind, to in rows if kind == records.REWOUND for number in range(to + 1, last)}
    fresh = [(None, 0, "", "", None), *rows]
    return tuple(
        Mark(now[1], now[0], now[2], now[0] in gone)
        for before, now in pairwise(fresh)
        if now[1] != before[1] and now[3] not in SILENT
    )


def _since_he_has_it(battle: Battle, role: str, marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """What the last holder chose was taken back, so that the new one does not know it."""
    taken = HandOver.objects.filter(battle=battle, role=role, drafts=False).order_by("-pk").first()
    if taken is None or role not in seats.SIDES:
        return marks
    before = Step.objects.filter(battle=battle, at__lte=taken.at).order_by("-number").values_list("number", flat=True)
    first = before.first() or 0
    return marks[max(bisect_left(marks, first + 1, key=lambda mark: mark.number) - 1, 0) :]


def frame(past: Past, *, wanted: int | None, undone: bool) -> Frame:
    """The step with this version, or the next that is shown. Without a wish: the beginning of what is over, else the
    newest.
    """
    shown = past.shown(undone=undone)
    at = _index(shown, wanted, over=past.over)
    mark = shown[at]
    rules = records.ruleset_of(past.battle)
    step = Step.objects.get(battle=past.battle, number=mark.number)
    state = records.state_of(rules, step)
    view = msgspec.structs.replace(rules.view(state, AUDIENCES[past.audience]), options=())
    stands = standing.for_late_spectators(past.battle)
    board = Board(_facts(past, mark), past.audience, view, mark.version, "", stands)
    entry = boards.entry(board, step, records.events_of(rules, step), state, undone=mark.undone)
    parts = tuple(_parts(shown, dict(rules.phases)))
    here = max((jump.version for part in parts for jump in part.jumps if jump.version <= mark.version), default=None)
    return Frame(board, mark, entry, _around(shown, at), parts, here, shown[-1].version)


def context(found: Frame) -> dict[str, Any]:
    """What the regions' templates are given: a view, and nothing that could be commanded."""
    return {
        "battle": found.board.battle,
        "view": found.board.view,
        "board_view": found.board.view,
        "standing": found.board.standing,
        "version": found.mark.version,
        "seen": "",
        "offers": {},
        "pick": None,
        "late": False,
        "looks": [],
    }


def _index(shown: tuple[Mark, ...], wanted: int | None, *, over: bool) -> int:
    if wanted is None:
        return 0 if over else len(shown) - 1
    return min(bisect_left(shown, wanted, key=lambda mark: mark.version), len(shown) - 1)


def _around(shown: tuple[Mark, ...], at: int) -> Around:
    versions = [mark.version for mark in shown]
    before, after = (versions[at - 1] if at else None), (versions[at + 1] if at + 1 < len(versions) else None)
    return Around(versions[0] if at else None, before, after, versions[-1] if after else None)


def _facts(past: Past, mark: Mark) -> Facts:
    """Under a secret that was shown at an earlier end the dice fell until the GM rewound it."""
    known = boards.facts(past.battle, over=past.over, until=past.until)
    old = next((text for until, text in known.old_secrets if mark.number <= until), None)
    if old is None:
        return known
    return replace(known, proof=commitment(bytes.fromhex(old)), secret=old)


def _parts(shown: tuple[Mark, ...], titles: dict[str, Message]) -> Iterator[Part]:
    """Where rounds lie in one phase it names them; where a round has phases of its own they are turns."""
    run: list[list[Mark]] = []
    for _, group in groupby(
        (mark for mark in shown if mark.phase in titles), key=lambda mark: mark.round or mark.phase
    ):
        marks = list(group)
        if run and not marks[0].round > run[-1][0].round > 0:
            yield _part(run, titles)
            run = []
        run.append(marks)
    if run:
        yield _part(run, titles)


def stretches(shown: tuple[Mark, ...]) -> list[list[Mark]]:
    """The steps of one round after the other, and between them those of a phase without rounds."""
    return [list(group) for _, group in groupby(shown, key=lambda mark: mark.round or mark.phase)]


def _part(run: list[list[Mark]], titles: dict[str, Message]) -> Part:
    phases = {mark.phase for marks in run for mark in marks}
    title = titles[run[0][0].phase] if len(phases) == 1 else TURNS
    return Part(title, tuple(Jump(marks[0].round, marks[0].version) for marks in run))
