"""The line between a page and its socket, to be cut in the ways that networks do it."""

from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute

from tests.browser.people import SECONDS

POLL = 20  # milliseconds


class Wire:
    """What stands between a page's socket and the server's. Put it up before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dropping = False
        self.dropped = 0
        self.greeted: list[WebSocketRoute] = []  # those that the page has heard something on
        page.route_web_socket("**/ws/**", self._on_open)

    def _on_open(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: self._pass_on(socket, message))

    def _pass_on(self, socket: WebSocketRoute, message: str | bytes) -> None:
        if self.dropping:
            self.dropped += 1
            return
        socket.send(message)
        if socket not in self.greeted:
            self.greeted.append(socket)

    def hang_up(self, code: int) -> None:
        """A clean close, as if the server had said so."""
        self.greeted[-1].close(code=code, reason="")

    def has_greeted(self, number: int) -> None:
        """Waits until the page has opened so many sockets, one after another, and hears on the last."""
        self._wait(lambda: len(self.greeted) >= number, f"a socket number {number}")

    def has_dropped_one(self) -> None:
        self._wait(lambda: self.dropped, "a lost frame")

    def _wait(self, condition: Callable[[], object], what: str) -> None:
        """The condition is on this side of the line, where the page's own waiting does not reach."""
        for _ in range(SECONDS * 1000 // POLL):
            if condition():
                return
            self.page.wait_for_timeout(POLL)
        raise AssertionError(f"there was not {what}")
