"""Everything a person is shown of a battle: the only reader of state for people."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

import msgspec
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from msgspec.structs import replace

from battles.models import Battle, Seat, Step
from battles.rules import by_key
from battles.rules.dice import commitment
from battles.rules.ruleset import AUDIENCES, Command, Event, Line, Ruleset, View
from battles.services import records, seats, undoing
from battles.services.gm import acts, conduct, looks, spectators, standing
from battles.services.gm.spectators import Late
from battles.services.gm.standing import Standing
from battles.services.undoing import Offered

REGIONS = ("status", "board", "orders")
ENTRIES = 6  # shown at first; earlier ones are fetched


@dataclass(frozen=True)
class Entry:
    """One step's part of the report as one audience may read it. version: of that audience's view.

    undone: the GM has rewound the battle to before it.
    """

    version: int
    at: datetime
    lines: tuple[Line, ...]
    undone: bool = False


@dataclass(frozen=True)
class Facts:
    """What everybody at a battle's table may know of its row. Templates get this, never the row with its secret.

    proof: the secret's hash, public from the first step. secret: the dice's secret, empty until the battle has ended.
    old_secrets: those of earlier ends that were rewound, each with the last step it is for.
    """

    pk: int
    title: str
    campaign: str
    ruleset: str
    proof: str
    secret: str
    old_secrets: tuple[tuple[int, str], ...] = ()


def facts(battle: Battle, *, over: bool = True, until: int | None = None) -> Facts:
    """over, until: whether it has ended and up to which step, as far as this viewer may know."""
    shown = [(last, text) for last, text in battle.old_secrets if until is None or last < until]
    promised = battle.old_secrets[len(shown) :]  # for him an old secret is still the one that holds
    secret = bytes.fromhex(promised[0][1]) if promised else bytes(battle.secret)
    return Facts(
        pk=battle.pk,
        title=battle.title,
        campaign=battle.campaign.name,
        ruleset=battle.ruleset,
        proof=commitment(secret),
        secret=secret.hex() if battle.finished_at and over and not promised else "",
        old_secrets=tuple(shown),
    )


@dataclass(frozen=True)
class Board:
    """A battle as one audience sees it. seen: the view's token, to be sent along with a command.

    view: where the GM rules on a round, his is as it would be once it is published. late: the steps as of which
    spectators see it, where that is later than the table; board_view: then the board's, of another step than the view.
    undo: the viewer's last edit, if it can be taken back now.
    """

    battle: Facts
    audience: str
    view: View
    version: int
    seen: str
    standing: Standing
    late: Late | None = None
    board_view: View | None = None
    undo: Offered | None = None


def token(view: View, acts: int) -> str:
    """A digest of what this viewer decides on: a rival's move, his Ready or a spectator's coming leaves it alone.

    acts: how many commands this audience has given, so that an act taken back does not bring an old token back.
    """
    return hashlib.blake2b(msgspec.json.encode((view.decision, acts)), digest_size=9).hexdigest()


def load(*, battle_id: int, person: seats.Person) -> Board:
    """The person's board. Raises NotSeated."""
    return of_seat(seats.find(battle_id=battle_id, person=person))


def of_seat(seat: Seat) -> Board:
    rules, step = records.ruleset_of(seat.battle), records.last_step(seat.battle_id)
    if seat.role == Seat.Role.GM:
        looks.note(battle=seat.battle, person=seat.user, what="control", moment=step.moment)
    if seat.role == Seat.Role.SPECTATOR and (late := spectators.late(seat.battle, step, conduct.of(seat.battle))):
        return _late_board(seat.battle, rules, late)
    state = records.state_of(rules, step)
    return of_view(seat.battle, rules.view(state, seats.viewer(seat)), step, state)


def _late_board(battle: Battle, rules: Ruleset, late: Late) -> Board:
    """What spectators see: each kind of information as of a step of its own, and of the table's time nothing."""
    shown = late["status"], late["board"]
    views = [rules.view(records.state_of(rules, step), AUDIENCES["public"]) for step in shown]
    stands = standing.for_late_spectators(battle)
    status = _with_figures_of(views[1], views[0])
    over = views[0].finished and spectators.knows_the_end(battle, timezone.now())
    known = facts(battle, over=over, until=late["status"].number)
    return Board(known, "public", status, spectators.version(late), "", stands, late, views[1])


def _with_figures_of(board: View, status: Any) -> View:
    """Phase, round and who is ready of the one; the sides' figures, which belong to the board, of the other."""
    both = zip(getattr(board, "sides"), status.sides, strict=True)  # noqa: B009 (every ruleset's view has them)
    shown = tuple(replace(side, ready=now.ready, waited_for=now.waited_for) for side, now in both)
    view: View = replace(status, sides=shown)
    return view


def of_view(battle: Battle, view: View, step: Step, state: Any) -> Board:
    """The board of a view made from this step's state."""
    rules, seen = records.ruleset_of(battle), token(view, step.acts.get(view.audience, 0))
    stands = standing.of(battle, rules, step, state, view.audience)
    shown = stands.draft.preview if stands.draft else None
    edit = None if stands.halt else undoing.last_edit(battle, rules, step, state, view)
    undo = edit.offered(rules, state) if edit else None
    return Board(facts(battle), view.audience, shown or view, step.versions[view.audience], seen, stands, undo=undo)


def etag(board: Board) -> str:
    # That the GM is missed comes with time alone, and so does what late spectators may see, and that a deadline is over
    # at which nothing was to be done.
    late = [step.number for step in board.late.values()] if board.late else []
    stands = board.standing
    told = map(int, (stands.may_vote, stands.voided, stands.deadline is None))
    shown = "-".join(map(str, (board.version, *told, board.battle.proof[:8], *late)))
    return f'"{board.battle.pk}-{board.audience}-{get_language()}-{shown}-{_release()}"'


@cache
def _release() -> str:
    """Of the templates and translations that this process renders: after an update no page keeps what the old made."""
    templates, words = settings.BASE_DIR / "templates" / "battles", settings.BASE_DIR / "battles" / "locale"
    digest = hashlib.blake2b(digest_size=6)
    for path in (*sorted(templates.rglob("*.html")), *sorted(words.rglob("*.mo"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def context(board: Board) -> dict[str, Any]:
    """What the templates of the regions are given: one viewer's view and what follows from it, nothing else."""
    offers: dict[str, list[Command]] = {}
    for command in () if board.standing.halt else board.view.options:
        offers.setdefault(type(command).__name__, []).append(command)
    return {
        "standing": board.standing,
        "late": board.late is not None,
        "looks": looks.of_battle(board.battle.pk) if board.battle.secret and board.audience != "public" else [],
        "battle": board.battle,
        "view": board.view,
        "board_view": board.board_view or board.view,
        "seen": board.seen,
        "version": board.version,
        "offers": offers,
        "undo": board.undo,
    }


def regions(board: Board) -> dict[str, str]:
    """DOM id -> HTML of each swappable region, ready to be swapped out of band."""
    given = context(board) | {"oob": True}
    views = {"board": {"view": given["board_view"]}}
    return {name: render_to_string(html, given | views.get(name, {})) for name, html in templates(board).items()}


def templates(board: Board) -> dict[str, str]:
    """DOM id -> template of each swappable region. While nobody may command there are no orders to give."""
    own = {name: f"battles/{board.battle.ruleset}/_{name}.html" for name in REGIONS}
    halted = {"orders": "battles/_halted.html"} if board.standing.halt else {}
    return {"standing": "battles/_standing.html"} | own | halted


def entry(board: Board, step: Step, events: Iterable[Event], state: Any, *, undone: bool = False) -> Entry:
    """What the audience may read of one step."""
    rules, viewer = by_key(board.battle.ruleset), AUDIENCES[board.audience]
    heard = (event for event in events if event.narrated and board.audience in event.audience)
    lines = (rules.narrate(state, event, viewer) for event in heard)
    told = (*(line for line in lines if line is not None), *acts.lines(step, board.audience))
    return Entry(step.versions[board.audience], step.at, told, undone)


def entries(board: Board, *, before: int | None = None) -> tuple[list[Entry], bool]:
    """The newest entries of the report (older than version `before`, if given), and whether there are earlier ones."""
    steps = Step.objects.filter(battle_id=board.battle.pk, narrated=True, readers__contains=board.audience[0])
    steps = steps.order_by("-number")
    if before is not None:
        steps = steps.filter(**{f"versions__{board.audience}__lt": before})
    if board.late:
        steps = steps.filter(number__lte=board.late["report"].number)
    known = board.late["report"].number if board.late else None
    found, undone = list(steps[: ENTRIES + 1]), records.undone(board.battle.pk, until=known)
    made = (_entry_of(board, step, any(step.number in each for each in undone)) for step in found[:ENTRIES])
    return [each for each in made if each.lines], len(found) > ENTRIES


def _entry_of(board: Board, step: Step, undone: bool) -> Entry:
    rules = by_key(board.battle.ruleset)
    events, state = records.events_of(rules, step), records.state_of(rules, step)
    return entry(board, step, events, state, undone=undone)


def full_frame(board: Board) -> str:
    """Every region of the board as it is now: for healing, and with an answer where the socket is down."""
    newest, more = entries(board)
    log = render_to_string("battles/_log.html", {"battle": board.battle, "entries": newest, "more": more, "oob": True})
    return f"<!--frame version={board.version} kind=full-->" + "".join(regions(board).values()) + log
