"""People at a running site: each signs in by a link of his own, looks, commands and listens."""

import json
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from html import unescape
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

ROLES = ("gm", "red", "blue", "spectator")
HEAD = re.compile(r"<!--frame version=(\d+) kind=(\w+)-->")
REGION = re.compile(r'(?=<section id="(?:status|standing|board|orders|log)"|<ol hx-swap-oob=)')
SECONDS = 20  # longer than anything takes that is not stuck


def browser(cookies: httpx.Cookies | None = None) -> httpx.Client:
    # Nothing here speaks HTTPS; reading the machine's certificates takes longer than a request.
    return httpx.Client(follow_redirects=True, timeout=60, cookies=cookies, verify=False)


def enter(client: httpx.Client, link: str) -> httpx.Response:
    """Open a one-time sign-in link and press its button, if there is one: the answer before it leads anywhere."""
    page = client.get(link)
    if page.status_code != 200:
        return page
    return client.post(link, headers={"X-CSRFToken": client.cookies.get("csrftoken", "")}, follow_redirects=False)


@dataclass(frozen=True)
class Frame:
    """What a page swaps in: the audience's version, and region -> HTML (`news`: the report's new lines)."""

    version: int
    kind: str
    regions: dict[str, str]

    @classmethod
    def parse(cls, text: str) -> Self:
        head = HEAD.match(text)
        assert head, f"not a frame: {text[:200]!r}"
        parts = [part.strip() for part in REGION.split(text[head.end() :]) if part.strip()]
        return cls(int(head[1]), head[2], {_name(part): part for part in parts})

    def offered(self, kind: str) -> list[dict[str, Any]]:
        """What its buttons and squares would send."""
        html = "".join(self.regions.values())
        buttons = map(json.loads, map(unescape, re.findall(r'name="command" value="([^"]+)"', html)))
        return [command for command in (*buttons, *_places(html)) if command["type"] == kind]


def _name(html: str) -> str:
    found = re.match(r'<section id="(\w+)"', html)
    return found[1] if found else "news"


def _places(html: str) -> Iterator[dict[str, Any]]:
    for line, column, hordes in re.findall(r'data-line="(\w+)" data-column="(\d+)"[^>]* data-places="([\d ]+)"', html):
        for horde in hordes.split():
            yield {"type": "Place", "horde": int(horde), "line": line, "column": int(column)}


class Listener:
    """An open websocket of one person; it has said hello."""

    def __init__(self, opening: AbstractContextManager[ClientConnection]) -> None:
        self._open = ExitStack()
        self.socket = self._open.enter_context(opening)
        self.hello = self.next()
        assert (self.hello.kind, self.hello.version) == ("hello", 0)

    def next(self, seconds: float = SECONDS) -> Frame:
        return Frame.parse(str(self.socket.recv(timeout=seconds)))

    def close_code(self, seconds: float = SECONDS) -> int | None:
        """Of the close that must come next."""
        try:
            message = self.socket.recv(timeout=seconds)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
        raise AssertionError(f"not closed but: {message!r}")


@dataclass
class Person:
    """role: gm, red, blue or spectator. url: of the server process that this person talks to."""

    role: str
    url: str
    battle: int
    client: httpx.Client = field(default_factory=browser)
    version: int = 0
    seen: str = ""

    @classmethod
    def entered(cls, role: str, link: str, battle: int) -> Self:
        """Signed in by the link, with the board fetched."""
        person = cls(role, link.split("/enter/")[0], battle)
        response = enter(person.client, link)
        assert response.status_code == 302, f"{role}'s link: {response.status_code} {response.text[:300]}"
        person.frame()
        return person

    def elsewhere(self, url: str, battle: int = 0) -> "Person":
        """The same session at another server process, or at another battle."""
        other = Person(self.role, url, battle or self.battle, client=self.client)
        other.frame()
        return other

    def apart(self, url: str = "") -> "Person":
        """The same session on a connection of its own, for a thread."""
        return Person(self.role, url or self.url, self.battle, browser(self.client.cookies), self.version, self.seen)

    def address(self, page: str = "") -> str:
        return f"{self.url}/battles/{self.battle}/{page}"

    def page(self) -> str:
        response = self.client.get(self.address())
        assert response.status_code == 200, response.text[:500]
        self._note(response.text)
        return response.text

    def frame(self, language: str = "") -> Frame:
        """Fetched by GET: every region as it is now, in the language of the page that would ask."""
        response = self.client.get(self.address(f"frame/?language={language}" if language else "frame/"))
        assert response.status_code == 200, response.text[:500]
        self._note(response.text)
        return Frame.parse(response.text)

    def _note(self, html: str) -> None:
        version = re.search(r'data-version="(\d+)"', html) or HEAD.match(html)
        seen = re.search(r'name="seen" value="(\w+)"', html)
        assert version and seen, f"neither page nor frame: {html[:500]}"
        self.version, self.seen = int(version[1]), seen[1]

    def post(self, command: dict[str, Any], *, seen: str | None = None, live: bool = True) -> httpx.Response:
        """A command as the page sends it. After a success this person has seen its result."""
        headers = {"HX-Request": "true", "X-Live": "on" if live else "off", "X-CSRFToken": self.csrf}
        fields = {"command": json.dumps(command), "seen": self.seen if seen is None else seen}
        response = self.client.post(self.address("commands/"), data=fields, headers=headers)
        if response.status_code == 200:
            self.seen = response.headers["X-Seen"]
        return response

    def do(self, kind: str, **fields: Any) -> Self:
        """A command on the present board that must succeed."""
        self.frame()
        response = self.post({"type": kind, **fields})
        assert response.status_code == 200, f"{self.role} {kind} {fields}: {response.status_code} {response.text[:300]}"
        return self

    def offered(self, kind: str) -> list[dict[str, Any]]:
        return self.frame().offered(kind)

    def sign_out(self) -> httpx.Response:
        return self.client.post(f"{self.url}/sign-out/", data={"sure": "1"}, headers={"X-CSRFToken": self.csrf})

    @property
    def csrf(self) -> str:
        return self.client.cookies.get("csrftoken", "")

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    def listen(self, language: str = "") -> Listener:
        battle = f"{self.battle}/?language={language}" if language else self.battle
        return Listener(dial(self.url, battle, origin=self.url, cookie=self.cookie))


def dial(
    url: str, battle: int | str, *, origin: str | None, cookie: str = "", **more: Any
) -> AbstractContextManager[ClientConnection]:
    headers = {"Cookie": cookie} if cookie else {}
    address = f"ws{url.removeprefix('http')}/ws/battles/{battle}" + ("" if "?" in str(battle) else "/")
    return connect(address, origin=origin, additional_headers=headers, compression=None, proxy=None, **more)  # type: ignore[arg-type]


def number_of(battle: str) -> int:
    """The battle's, from the address of its page."""
    return int(battle.rstrip("/").rsplit("/", 1)[1])


@dataclass(frozen=True)
class Crew:
    """The four at one battle."""

    gm: Person
    red: Person
    blue: Person
    spectator: Person

    def __iter__(self) -> Iterator[Person]:
        return iter((self.gm, self.red, self.blue, self.spectator))

    @classmethod
    def entered(cls, links: dict[str, str]) -> Self:
        return cls(*(Person.entered(role, links[role], number_of(links["battle"])) for role in ROLES))

    def elsewhere(self, url: str) -> "Crew":
        return Crew(*(person.elsewhere(url) for person in self))

    def at_battle(self, battle: int) -> "Crew":
        return Crew(*(person.elsewhere(person.url, battle) for person in self))
