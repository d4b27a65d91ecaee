"""The websocket of a battle: it only listens. Who may hear what is decided once, at connect, by `seats`."""

from typing import Any

from channels.db import database_sync_to_async

from battles.services import live, seats
from battles.services.hub import SIGNED_OUT, Viewer, hub

NO_SUCH_BATTLE = 4404
# Sent once this socket hears the battle: what happened between the page and now, the page fetches.
LISTENING = "<!--frame version=0 kind=hello-->"


async def battle_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """An ASGI application for one socket. What a browser sends is ignored: commands go by POST."""
    await receive()  # websocket.connect
    person = scope["user"]
    try:
        group = await database_sync_to_async(live.group_of)(battle_id=scope["url_route"]["kwargs"]["pk"], person=person)
    except seats.NotSeated:
        await send({"type": "websocket.close", "code": NO_SUCH_BATTLE})
        return
    await send({"type": "websocket.accept"})
    session = scope["session"]
    viewer = Viewer(live.session_name(session.session_key), person.pk, group, send)
    try:
        await hub.join(viewer)
        if not await database_sync_to_async(session.exists)(session.session_key):
            await send({"type": "websocket.close", "code": SIGNED_OUT})  # while this socket was being opened
            return
        await send({"type": "websocket.send", "text": LISTENING})
        while (await receive())["type"] != "websocket.disconnect":
            pass
    finally:
        await hub.leave(viewer)


async def nowhere(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Any other address: refused before the handshake is accepted."""
    await send({"type": "websocket.close", "code": NO_SUCH_BATTLE})
