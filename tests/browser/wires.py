"""The line between a page and its socket, to be cut in the ways that networks do it."""

from playwright.sync_api import Page, WebSocketRoute


class Wire:
    """What stands between a page's socket and the server's. Put it up before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.dropping = False
        self.dropped = 0
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/ws/**", self._on_open)

    def _on_open(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        server = socket.connect_to_server()
        server.on_message(lambda message: self._pass_on(socket, message))

    def _pass_on(self, socket: WebSocketRoute, message: str | bytes) -> None:
        if self.dropping:
            self.dropped += 1
        else:
            socket.send(message)

    def hang_up(self, code: int) -> None:
        """A clean close, as if the server had said so."""
        self.sockets[-1].close(code=code, reason="")
