"""The hub by itself, with a channel layer as slow or as broken as Redis can be."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from autobahn.exception import Disconnected
from channels.layers import InMemoryChannelLayer

from battles import consumers
from battles.services import hub as hubs
from battles.services import live

CROWD = 50


class SlowLayer(InMemoryChannelLayer):
    """Each call takes a turn of the loop, as one over the network does. broken: the groups that cannot be joined."""

    def __init__(self) -> None:
        super().__init__(capacity=1000)
        self.broken: set[str] = set()

    async def new_channel(self, prefix: str = "specific.") -> str:
        await asyncio.sleep(0)
        return str(await super().new_channel(prefix))

    async def group_add(self, group: str, channel: str) -> None:
        await asyncio.sleep(0)
        if group in self.broken:
            raise ConnectionError("away")
        await super().group_add(group, channel)


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> SlowLayer:
    made = SlowLayer()
    monkeypatch.setattr(hubs, "get_channel_layer", lambda: made)
    return made


def run(scene: Callable[[hubs.Hub], Awaitable[None]]) -> None:
    async def whole() -> None:
        hub = hubs.Hub()
        await asyncio.wait_for(scene(hub), 20)
        if hub._listener:
            hub._listener.cancel()

    asyncio.run(whole())


def viewer(group: str, heard: list[Any], session: str = "1") -> hubs.Viewer:
    async def send(event: dict[str, Any]) -> None:
        heard.append(event)

    return hubs.Viewer(session, 1, group, send)


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0)


def frame(group: str) -> dict[str, Any]:
    return {"type": "hub.frame", "group": group, "frame": "a frame"}


def hang_up(session: str) -> dict[str, Any]:
    return {"type": "hub.hang_up", "group": live.EVERY_HUB, "session": session, "person": 0}


def test_a_crowd_that_joins_a_fresh_hub_at_one_instant_hears_each_frame_once(layer: SlowLayer) -> None:
    async def scene(hub: hubs.Hub) -> None:
        heard: list[Any] = []
        await asyncio.gather(*(hub.join(viewer("red", heard)) for _ in range(CROWD)))
        for _ in range(3):
            await layer.group_send("red", frame("red"))
        await layer.group_send(
            live.EVERY_HUB, {"type": "hub.hang_up", "group": live.EVERY_HUB, "session": "1", "person": 0}
        )
        await until(lambda: len(heard) >= 4 * CROWD)
        assert [event["type"] for event in heard].count("websocket.send") == 3 * CROWD
        assert {len(channels) for channels in layer.groups.values()} == {1}

    run(scene)


def test_f20_the_hub_and_the_layer_forget_all_who_left(layer: SlowLayer) -> None:
    async def scene(hub: hubs.Hub) -> None:
        crowd = [viewer(f"group{count % 7}", []) for count in range(5000)]
        await asyncio.gather(*map(hub.join, crowd))
        await asyncio.gather(*map(hub.leave, crowd), *map(hub.leave, crowd))
        assert dict(hub.viewers) == {}
        assert set(layer.groups) == {live.EVERY_HUB}

    run(scene)


def test_one_who_comes_while_the_last_one_leaves_hears(layer: SlowLayer) -> None:
    async def scene(hub: hubs.Hub) -> None:
        for _ in range(20):
            heard: list[Any] = []
            old, new = viewer("red", []), viewer("red", heard)
            await hub.join(old)
            await asyncio.gather(hub.leave(old), hub.join(new))
            await layer.group_send("red", frame("red"))
            await until(lambda heard=heard: heard)
            await hub.leave(new)

    run(scene)


def test_a_broken_socket_does_not_keep_the_frame_from_the_others(layer: SlowLayer) -> None:
    async def broken(event: dict[str, Any]) -> None:
        raise OSError("gone")

    async def scene(hub: hubs.Hub) -> None:
        heard: list[Any] = []
        for _ in range(10):
            await hub.join(hubs.Viewer("1", 1, "red", broken))
            await hub.join(viewer("red", heard))
        await layer.group_send("red", frame("red"))
        await until(lambda: len(heard) == 10)

    run(scene)


def test_f20_a_socket_that_could_not_join_is_forgotten(layer: SlowLayer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*arguments: Any) -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def admitted(**_: Any) -> hubs.Viewer:
        return viewer("red", [])

    async def scene(hub: hubs.Hub) -> None:
        monkeypatch.setattr(consumers, "hub", hub)
        monkeypatch.setattr(consumers, "_admit", admitted)
        layer.broken.add("red")
        scope: dict[str, Any] = {"session": None, "url_route": {"kwargs": {"pk": 1}}}
        with pytest.raises(ConnectionError):
            await consumers.battle_socket(scope, nothing, nothing)
        assert dict(hub.viewers) == {}

    run(scene)


def test_writing_to_a_socket_that_its_browser_is_just_closing_is_no_error(
    layer: SlowLayer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The server's own greeting, and a frame: that it is closed comes next."""

    async def closing(event: dict[str, Any]) -> None:
        if event["type"] == "websocket.send":
            raise Disconnected("Attempt to send on a closed protocol")

    async def admitted(send: hubs.Send, **_: object) -> hubs.Viewer:
        return hubs.Viewer("1", 1, "red", send)

    async def scene(hub: hubs.Hub) -> None:
        monkeypatch.setattr(consumers, "hub", hub)
        monkeypatch.setattr(consumers, "_admit", admitted)
        scope: dict[str, Any] = {"session": None, "url_route": {"kwargs": {"pk": 1}}}
        comes: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        comes.put_nowait({"type": "websocket.connect"})
        socket = asyncio.create_task(consumers.battle_socket(scope, comes.get, closing))
        await until(lambda: hub.viewers["red"])
        await hub._write(list(hub.viewers["red"]), {"type": "websocket.send", "text": "a frame"})
        comes.put_nowait({"type": "websocket.disconnect"})
        await socket
        assert dict(hub.viewers) == {}

    run(scene)
    assert not caplog.records


def test_a_socket_that_was_being_opened_when_its_session_ended_is_not_let_in(layer: SlowLayer) -> None:
    async def scene(hub: hubs.Hub) -> None:
        await hub.start()
        await layer.group_send(live.EVERY_HUB, hang_up("ended"))
        await until(lambda: "ended" in hub._ended)
        assert not await hub.join(viewer("red", [], "ended"))
        assert await hub.join(viewer("red", [], "another"))

    run(scene)


def rotate(old: str, new: str) -> dict[str, Any]:
    return {"type": "hub.rotate", "group": live.EVERY_HUB, "old": old, "new": new}


def test_viewers_are_moved_to_the_new_name_and_the_old_one_is_heard_by_nobody(layer: SlowLayer) -> None:
    async def scene(hub: hubs.Hub) -> None:
        heard, elsewhere = [], []  # type: ignore[var-annotated]
        mine, other = viewer("battle.1.red.en.old", heard), viewer("battle.2.red.en.kept", elsewhere)
        await hub.join(mine)
        await hub.join(other)
        await layer.group_send(live.EVERY_HUB, rotate("old", "new"))
        await until(lambda: "battle.1.red.en.old" not in layer.groups)
        for group in ("battle.1.red.en.old", "battle.1.red.en.new", "battle.2.red.en.kept"):
            await layer.group_send(group, frame(group))
        await until(lambda: heard and elsewhere)
        assert (len(heard), len(elsewhere)) == (1, 1)
        await hub.leave(mine)
        await hub.leave(other)
        assert set(layer.groups) == {live.EVERY_HUB}

    run(scene)


def test_a_socket_admitted_under_a_name_that_is_given_up_meanwhile_does_not_join(layer: SlowLayer) -> None:
    async def scene(hub: hubs.Hub) -> None:
        await hub.start()
        await layer.group_send(live.EVERY_HUB, rotate("old", "new"))
        await until(lambda: hub._old_keys)
        assert not await hub.join(viewer("battle.1.red.en.old", []))
        assert await hub.join(viewer("battle.1.red.en.new", []))

    run(scene)
