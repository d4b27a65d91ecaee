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
from django.utils.translation import get_language

from battles.models import Battle, Seat, Step
from battles.rules import by_key
from battles.rules.dice import commitment
from battles.rules.ruleset import AUDIENCES, Command, Event, Line, View
from battles.services import records, seats

REGIONS = ("status", "board", "orders")
ENTRIES = 6  # shown at first; earlier ones are fetched


@dataclass(frozen=True)
class Entry:
    """One step's part of the report as one audience may read it. version: of that audience's view."""

    version: int
    at: datetime
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Facts:
    """What everybody at a battle's table may know of its row. Templates get this, never the row with its secret.

    proof: the secret's hash, public from the first step. secret: the dice's secret, empty until the battle has ended.
    """

    pk: int
    title: str
    campaign: str
    ruleset: str
    proof: str
    secret: str


def facts(battle: Battle) -> Facts:
    secret = bytes(battle.secret)
    return Facts(
        pk=battle.pk,
        title=battle.title,
        campaign=battle.campaign.name,
        ruleset=battle.ruleset,
        proof=commitment(secret),
        secret=secret.hex() if battle.finished_at else "",
    )


@dataclass(frozen=True)
class Board:
    """A battle as one audience sees it. seen: the view's token, to be sent along with a command."""

    battle: Facts
    audience: str
    view: View
    version: int
    seen: str


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
    view = rules.view(records.state_of(rules, step), seats.viewer(seat))
    return of_view(seat.battle, view, step)


def of_view(battle: Battle, view: View, step: Step) -> Board:
    """The board of a view made from this step's state."""
    seen = token(view, step.acts.get(view.audience, 0))
    return Board(facts(battle), view.audience, view, step.versions[view.audience], seen)


def etag(board: Board) -> str:
    return f'"{board.battle.pk}-{board.audience}-{get_language()}-{board.version}-{_release()}"'


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
    for command in board.view.options:
        offers.setdefault(type(command).__name__, []).append(command)
    return {
        "battle": board.battle,
        "view": board.view,
        "seen": board.seen,
        "version": board.version,
        "offers": offers,
    }


def regions(board: Board) -> dict[str, str]:
    """DOM id -> HTML of each swappable region, ready to be swapped out of band."""
    given = context(board) | {"oob": True}
    folder = f"battles/{board.battle.ruleset}"
    return {name: render_to_string(f"{folder}/_{name}.html", given) for name in REGIONS}


def entry(board: Board, events: Iterable[Event], state: Any, version: int, at: datetime) -> Entry:
    """What the audience may read of one step's events; `version` is that of its view after the step."""
    rules, viewer = by_key(board.battle.ruleset), AUDIENCES[board.audience]
    heard = (event for event in events if event.narrated and board.audience in event.audience)
    lines = (rules.narrate(state, event, viewer) for event in heard)
    return Entry(version, at, tuple(line for line in lines if line is not None))


def entries(board: Board, *, before: int | None = None) -> tuple[list[Entry], bool]:
    """The newest entries of the report (older than version `before`, if given), and whether there are earlier ones."""
    steps = Step.objects.filter(battle_id=board.battle.pk, narrated=True).order_by("-number")
    if before is not None:
        steps = steps.filter(**{f"versions__{board.audience}__lt": before})
    found = list(steps[: ENTRIES + 1])
    made = (_entry_of(board, step) for step in found[:ENTRIES])
    return [each for each in made if each.lines], len(found) > ENTRIES


def _entry_of(board: Board, step: Step) -> Entry:
    rules = by_key(board.battle.ruleset)
    events, state = records.events_of(rules, step), records.state_of(rules, step)
    return entry(board, events, state, step.versions[board.audience], step.at)


def full_frame(board: Board) -> str:
    """Every region of the board as it is now: for healing, and with an answer where the socket is down."""
    newest, more = entries(board)
    log = render_to_string("battles/_log.html", {"battle": board.battle, "entries": newest, "more": more, "oob": True})
    return f"<!--frame version={board.version} kind=full-->" + "".join(regions(board).values()) + log


@dataclass(frozen=True)
class Person:
    """Who sits at the table."""

    name: str
    role: str


def people(battle_id: int) -> list[Person]:
    found = Seat.objects.filter(battle_id=battle_id).select_related("user")
    return [Person(seat.user.get_username(), seat.get_role_display()) for seat in found]
