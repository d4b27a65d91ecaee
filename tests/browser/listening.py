"""Records all that a browser is given: every response with its address and headers, every frame of its socket."""

from html import unescape
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from playwright.sync_api import BrowserContext, Response, WebSocket

from tests.browser.people import Person


class Heard(NamedTuple):
    where: str
    text: str


class Listening:
    """What this browser got since `tell` was last asked; but a sign-in link's page is gone before anybody could ask."""

    def __init__(self, context: BrowserContext) -> None:
        self._at_link = False
        self._responses: list[Response] = []
        self.frames: list[str] = []
        self.told: list[Heard] = []
        context.on("response", self._on_response)
        context.on("page", lambda page: page.on("websocket", self._on_socket))

    def _on_response(self, response: Response) -> None:
        if response.request.is_navigation_request():
            self._at_link = urlsplit(response.url).path == "/enter/"
        if not self._at_link or response.status >= 300:
            self._responses.append(response)

    def _on_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(data if isinstance(data, str) else data.decode()))

    def tell(self, person: Person) -> list[Heard]:
        """All of it so far, and what the page has become of it."""
        responses, self._responses = self._responses, []
        self.told += [heard for response in responses for heard in _of(response)]
        frames = [Heard("frame", _plain(frame)) for frame in self.frames]
        page = [Heard("page", _plain(person.page.content())), Heard("title", person.page.title())]
        return self.told + frames + page


def _of(response: Response) -> list[Heard]:
    """A redirect has no body, only headers, and so has what a page knows already."""
    where = f"{response.request.method} {unquote(response.url)}"
    head = Heard(f"head of {where}", _plain(str(response.headers)))
    if 300 <= response.status < 400 or response.status == 204:
        return [head]
    return [head, Heard(where, _plain(response.body().decode(errors="replace")))]


def _plain(text: str) -> str:
    return unescape(unquote(text))


def found(names: set[str], told: list[Heard]) -> dict[str, str]:
    """Each of these names that was told, with the first place."""
    return {name: heard.where for name in names for heard in reversed(told) if name in heard.where + heard.text}
