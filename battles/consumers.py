"""The websockets of a battle and of a GM's desk: they only listen. Who may hear what is decided once, at connect."""

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from autobahn.exception import Disconnected
from channels.db import database_sync_to_async
from django.conf import settings

from battles.services import live, seats
from battles.services.hub import SIGNED_OUT, Send, Viewer, hub
from battles.services.words import LANGUAGE, known_language

NO_SUCH_BATTLE = 4404
# Sent once this socket hears the battle: what happened between the page and now, the page fetches.
LISTENING = "<!--frame version=0 kind=hello-->"
# One trip to the database for each socket, a few at a time: when all browsers come back at one instant, the last must
# not wait longer than it gives the handshake, and the database not open a connection for each.
_few = ThreadPoolExecutor(4)
_admit = database_sync_to_async(live.admit, thread_sensitive=False, executor=_few)
_admit_to_desk = database_sync_to_async(live.admit_to_desk, thread_sensitive=False, executor=_few)


async def battle_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """An ASGI application for one socket. What a browser sends is ignored: commands go by POST."""
    battle, language, send = scope["url_route"]["kwargs"]["pk"], _language(scope), _while_open(send)
    await _listen(
        receive, send, lambda: _admit(session=scope["session"], battle_id=battle, language=language, send=send)
    )


async def desk_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """The same for a GM's desk, which is told no more than that something has changed."""
    send = _while_open(send)
    await _listen(receive, send, lambda: _admit_to_desk(session=scope["session"], send=send))


def _while_open(send: Send) -> Send:
    """What is written to a socket that its browser is just closing is lost, and nobody's fault: that it is closed comes
    next.
    """

    async def sent(event: dict[str, Any]) -> None:
        with suppress(Disconnected):
            await send(event)

    return sent


async def _listen(receive: Any, send: Any, admit: Callable[[], Awaitable[Viewer]]) -> None:
    await receive()  # websocket.connect
    await hub.start()
    try:
        viewer = await admit()
    except seats.NotSeated:
        await send({"type": "websocket.close", "code": NO_SUCH_BATTLE})
        return
    await send({"type": "websocket.accept"})
    try:
        if not await hub.join(viewer):
            await send({"type": "websocket.close", "code": SIGNED_OUT})
            return
        await send({"type": "websocket.send", "text": LISTENING})
        while (await receive())["type"] != "websocket.disconnect":
            pass
    finally:
        await hub.leave(viewer)


def _language(scope: dict[str, Any]) -> str:
    """The one that the page is in, which its socket's address names."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    return known_language(query.get(LANGUAGE, [""])[0]) or settings.LANGUAGE_CODE


async def nowhere(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Any other address: refused before the handshake is accepted."""
    await send({"type": "websocket.close", "code": NO_SUCH_BATTLE})
