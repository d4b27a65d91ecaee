"""The websocket of a battle: it only listens. Who may hear what is decided once, at connect, by `seats`."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.conf import settings

from battles.services import live, seats
from battles.services.hub import SIGNED_OUT, hub
from battles.services.words import LANGUAGE, known_language

NO_SUCH_BATTLE = 4404
# Sent once this socket hears the battle: what happened between the page and now, the page fetches.
LISTENING = "<!--frame version=0 kind=hello-->"
# One trip to the database for each socket, a few at a time: when all browsers come back at one instant, the last must
# not wait longer than it gives the handshake, and the database not open a connection for each.
_admit = database_sync_to_async(live.admit, thread_sensitive=False, executor=ThreadPoolExecutor(4))


async def battle_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """An ASGI application for one socket. What a browser sends is ignored: commands go by POST."""
    await receive()  # websocket.connect
    await hub.start()
    battle = scope["url_route"]["kwargs"]["pk"]
    try:
        viewer = await _admit(session=scope["session"], battle_id=battle, language=_language(scope), send=send)
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
