"""Who hears what: the only module that sends through the channel layer.

After the commit each audience whose view changed gets one message a language through the channel layer, which the hub
of every server process writes to its own viewers. Delivery is at most once: pages heal themselves by fetching.
"""

from __future__ import annotations

import hashlib
import logging
from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from typing import TYPE_CHECKING, Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import override

from battles.models import Battle
from battles.models.battle import new_key
from battles.rules.ruleset import AUDIENCES, Event
from battles.services import boards, seats
from battles.services.gm import conduct
from battles.services.hub import EVERY_HUB, Send, Viewer
from battles.services.records import REWOUND

if TYPE_CHECKING:
    from battles.services.steps import Present

log = logging.getLogger(__name__)


def group(battle: Battle, audience: str, language: str) -> str:
    """The channel layer's name of who reads in one language. A new key in it shuts out whoever knew the old name."""
    return f"battle.{battle.pk}.{audience}.{language}.{battle.live_key}"


def admit(*, session: SessionBase, battle_id: int, language: str, send: Send) -> Viewer:
    """The viewer whom a socket of this session makes in the battle, in a language that the site speaks.

    Raises NotSeated, also for nobody's session.
    """
    request = HttpRequest()
    request.session = session
    seat = seats.find(battle_id=battle_id, person=get_user(request))
    audience = group(seat.battle, seats.viewer(seat).audience, language)
    return Viewer(session_name(session.session_key or ""), seat.user_id, audience, send)


def publish(present: Present, news: Iterable[str], events: tuple[Event, ...]) -> None:
    """Push to each audience in `news` its own new board: one message a language. Called after the commit, never before.

    All is rendered here, in the request's own thread, before the event loop with its sockets is asked for anything.
    """
    messages = []
    late = conduct.of(present.battle).delayed
    for audience in news:
        if audience == "public" and late:  # their pages ask for what they may see by then
            continue
        board = present.board(AUDIENCES[audience])
        for language, _ in settings.LANGUAGES:
            with override(language):
                frame = _frame(present, board, language, events)
            name = group(present.battle, audience, language)
            messages.append({"type": "hub.frame", "group": name, "frame": frame})
    if "public" in news:  # all that a desk shows, everybody may know
        messages += [desk_news(person) for person in seats.gms(present.battle)]
    _send(messages)


def desk(person: int) -> str:
    """The channel layer's name of a GM's desk."""
    return f"desk.{person}.desk"


def desk_news(person: int) -> dict[str, Any]:
    """Something has changed on it: its page asks what."""
    return {"type": "hub.frame", "group": desk(person), "frame": "changed"}


def admit_to_desk(*, session: SessionBase, send: Send) -> Viewer:
    """The viewer whom a socket of this session makes at its person's own desk. Raises NotSeated."""
    request = HttpRequest()
    request.session = session
    person = get_user(request)
    if person.pk is None or not seats.is_gm(person):
        raise seats.NotSeated
    return Viewer(session_name(session.session_key or ""), person.pk, desk(person.pk), send)


def hang_up(*, session: str = "", person: int = 0) -> None:
    """Close every socket of a session that ends (or of a person), in every process. The ending itself never fails."""
    _tell_hubs({"type": "hub.hang_up", "group": EVERY_HUB, "session": session_name(session), "person": person})


def shut(battle: Battle, audience: str) -> None:
    """Close the sockets of everybody in one audience, in every process. In the transaction that shuts them out, before
    `rotate`.
    """
    message = {"type": "hub.shut", "group": EVERY_HUB, "groups": f"battle.{battle.pk}.{audience}."}
    transaction.on_commit(lambda: _tell_hubs(message), robust=True)


def rotate(battle: Battle) -> None:
    """Give the battle's groups new names, so that who knew the old ones hears nothing more; the sockets that stay are
    moved in every process. In the transaction that shuts somebody out, after his `hang_up`.
    """
    old, battle.live_key = battle.live_key, new_key()
    battle.save(update_fields=["live_key"])
    message = {"type": "hub.rotate", "group": EVERY_HUB, "old": old, "new": battle.live_key}
    transaction.on_commit(lambda: _tell_hubs(message), robust=True)


def _tell_hubs(message: dict[str, Any]) -> None:
    """What cannot be told must not undo what it is about."""
    try:
        _send([message])
    except Exception:
        log.exception("Sockets could not be told: the channel layer is away")


def session_name(session: str) -> str:
    """What a session is called in messages: its key itself would let whoever reads them sign in."""
    return hashlib.sha256(session.encode()).hexdigest()


def _frame(present: Present, board: boards.Board, language: str, events: tuple[Event, ...]) -> str:
    """The regions that differ from the audience's last frame in the language, and the report's new lines. After a
    rewind the whole board, whose report says what was undone.
    """
    parts = _sent.news((board.battle.pk, board.audience, language), board.version, boards.regions(board))
    if present.step.kind == REWOUND:
        return boards.full_frame(board)
    entry = boards.entry(board, present.step, events, present.state)
    if entry.lines:
        item = render_to_string("battles/_entry.html", {"battle": board.battle, "entry": entry})
        parts.append(f'<ol hx-swap-oob="afterbegin:#log-entries">{item}</ol>')
    return f"<!--frame version={board.version} kind=push-->" + "".join(parts)


class _Sent:
    """What this process last sent to each audience in each language: a region that did not change is not sent again.

    It counts only when it is of the version just before: another process may have sent what came between.
    """

    LIMIT = 1000

    def __init__(self) -> None:
        self._last: OrderedDict[tuple[int, str, str], tuple[int, dict[str, str]]] = OrderedDict()
        self._lock = Lock()

    def news(self, key: tuple[int, str, str], version: int, regions: dict[str, str]) -> list[str]:
        with self._lock:
            before, old = self._last.pop(key, (0, {}))
            self._last[key] = version, regions
            if len(self._last) > self.LIMIT:
                self._last.popitem(last=False)
        return [html for name, html in regions.items() if before != version - 1 or old.get(name) != html]


_sent = _Sent()


@async_to_sync
async def _send(messages: list[dict[str, Any]]) -> None:
    layer = get_channel_layer()
    for message in messages:
        await layer.group_send(message["group"], message)
