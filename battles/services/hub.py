"""One subscription to the channel layer for all viewers of a server process.

Viewers are grouped by the channel layer's group names. The hub joins a group when its first viewer comes and leaves
it with its last, and writes each frame to all of the group's viewers. It does no ORM and renders nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from channels.layers import get_channel_layer

log = logging.getLogger(__name__)
EVERY_HUB = "hubs"
SIGNED_OUT = 4401
SHUT_OUT = 4404  # as where there is no such battle
YIELD_EVERY = 32  # writes, so that a crowd of viewers does not hold up the process
RETRY_SECONDS = 1.0
REMEMBERED = 1000  # sessions that ended last, for sockets of theirs that were still being opened

Send = Callable[[dict[str, Any]], Awaitable[None]]


@dataclass(eq=False)
class Viewer:
    """An accepted socket: of which session and person, what it listens to, how to write to it.

    group: ends with the battle's key, after a dot.
    """

    session: str
    person: int
    group: str
    send: Send


class Hub:
    """All of it runs in the server's one event loop, so plain dicts and sets do."""

    def __init__(self) -> None:
        self.viewers: dict[str, set[Viewer]] = defaultdict(set)
        self._channel = ""
        self._listener: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._ended: deque[str] = deque(maxlen=REMEMBERED)
        self._old_keys: deque[str] = deque(maxlen=REMEMBERED)

    async def join(self, viewer: Viewer) -> bool:
        """Let the viewer hear his group from now on. False if his session has ended meanwhile, or the group got another
        name: who was admitted under the old one has to be admitted anew.
        """
        await self.start()
        self.viewers[viewer.group].add(viewer)
        # Also where already joined: the in-memory layer forgets memberships that are not renewed.
        for group in (EVERY_HUB, viewer.group):
            await get_channel_layer().group_add(group, self._channel)
        return viewer.session not in self._ended and _key(viewer.group) not in self._old_keys

    async def leave(self, viewer: Viewer) -> None:
        left = self.viewers.get(viewer.group)
        if left is None:
            return
        left.discard(viewer)
        if not left:
            del self.viewers[viewer.group]
            await get_channel_layer().group_discard(viewer.group, self._channel)

    async def start(self) -> None:
        """Listen to the channel layer: once, also when all browsers come back at one instant."""
        async with self._starting:
            if self._listener is None or self._listener.done():
                layer = get_channel_layer()
                self._channel = self._channel or await layer.new_channel("hub")
                for group in (EVERY_HUB, *self.viewers):
                    await layer.group_add(group, self._channel)
                self._listener = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        layer = get_channel_layer()
        while True:
            try:
                await self._handle(await layer.receive(self._channel))
            except Exception:
                log.exception("The hub could not read a message from the channel layer; pages heal by fetching")
                await asyncio.sleep(RETRY_SECONDS)

    async def _handle(self, message: dict[str, Any]) -> None:
        if message["type"] == "hub.frame":
            frame = {"type": "websocket.send", "text": message["frame"]}
            await self._write(list(self.viewers.get(message["group"], ())), frame)
        elif message["type"] == "hub.hang_up":
            ended, person = message["session"], message["person"]
            self._ended.append(ended)
            viewers = (each for group in self.viewers.values() for each in group)
            gone = [each for each in viewers if each.session == ended or each.person == person]
            await self._write(gone, {"type": "websocket.close", "code": SIGNED_OUT})
        elif message["type"] == "hub.shut":
            shut = [
                each for name, group in self.viewers.items() if name.startswith(message["groups"]) for each in group
            ]
            await self._write(shut, {"type": "websocket.close", "code": SHUT_OUT})
        elif message["type"] == "hub.rotate":
            await self._rotate(message["old"], message["new"])

    async def _rotate(self, old: str, new: str) -> None:
        """The viewers of the old key's groups go on in those of the new one."""
        self._old_keys.append(old)
        layer = get_channel_layer()
        for group in [group for group in self.viewers if _key(group) == old]:
            fresh, moving = group.removesuffix(old) + new, self.viewers.pop(group)
            for viewer in moving:
                viewer.group = fresh
            self.viewers[fresh] |= moving
            await layer.group_add(fresh, self._channel)
            await layer.group_discard(group, self._channel)

    async def _write(self, viewers: list[Viewer], event: dict[str, Any]) -> None:
        for count, viewer in enumerate(viewers, start=1):
            try:
                await viewer.send(event)
            except Exception:  # one broken socket must not keep the frame from the others
                log.exception("A viewer's socket could not be written to; its page heals by fetching")
            if count % YIELD_EVERY == 0:
                await asyncio.sleep(0)


def _key(group: str) -> str:
    return group.rpartition(".")[2]


hub = Hub()
