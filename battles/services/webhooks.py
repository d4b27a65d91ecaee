"""Writing to a chat by its webhook: an address on the internet that a GM has typed in.

It is asked of this machine, so it could be an address that only this machine reaches: such a one is refused, and what
was looked at is what is connected to. Nothing of an answer is given to anybody but whether it was a good one.
"""

from __future__ import annotations

import json
import logging
import socket
import ssl
import time
from collections.abc import Callable
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from battles.models import Battle, Campaign
from battles.rules.ruleset import Message
from battles.services.refusals import Refused
from battles.services.words import sentence

log = logging.getLogger(__name__)
TITLE = Message("Webhook")
GREETING = Message("Battlefront tells this chat of the battles of %(campaign)s.")
LONGEST = 500  # of an address
LONGEST_TEXT = 2000  # what Discord takes
SECONDS = 5.0  # for all of it
MOST_READ = 1024  # bytes of an answer
PORTS = {"https": 443, "http": 80}
# Every address given out for the internet; the others are for networks of one's own, or lead to them by a detour.
INTERNET = IPv6Network("2000::/3")


class NotTold(Exception):
    """Nothing, or nobody knows whether something, has come to the chat. The text says why, and nothing of the address
    but its host.
    """


class Place(NamedTuple):
    """Where an address leads. target: the path with the query."""

    scheme: str
    host: str
    port: int
    target: str


def put(*, campaign: Campaign, address: str) -> None:
    """The campaign's chat from now on; an empty one for none. What was before is not told. Raises Refused."""
    address = address.strip()
    if address and _place(address) is None:
        raise Refused("webhook", "Webhook: an address that begins with https://, of an internet server, is needed.")
    Campaign.objects.filter(pk=campaign.pk).update(webhook=address)
    for battle in Battle.objects.filter(campaign=campaign).only("phase"):
        Battle.objects.filter(pk=battle.pk).update(told={"phase": battle.phase})


def greet(*, campaign: Campaign) -> None:
    """A first message, in the language of whoever asks for it. Raises Refused where it does not arrive."""
    try:
        post(address=campaign.webhook, text=sentence(Message(GREETING.text, {"campaign": campaign.name})))
    except NotTold as error:
        log.warning("Campaign %s: the chat was not told: %s", campaign.pk, error)
        raise Refused("webhook", "The chat has not taken the message. Is the address right?") from None


def post(*, address: str, text: str) -> None:
    """One message, in the shape that Discord takes; nobody is called by it. Raises NotTold."""
    place = _place(address)
    if place is None:
        raise NotTold("it is no address that may be written to")
    body = json.dumps({"content": text[:LONGEST_TEXT], "allowed_mentions": {"parse": []}}).encode()
    end = time.monotonic() + SECONDS
    try:
        status = _sent(place, body, lambda: _left(end))
    except (OSError, ValueError) as error:
        raise NotTold(f"{place.host}: {type(error).__name__}") from None
    if not 200 <= status < 300:
        raise NotTold(f"{place.host} answered {status}")


def _place(address: str) -> Place | None:
    """None for what is no such address. Judged by its letters alone; where the name leads is seen when it is used."""
    if len(address) > LONGEST or not address.isascii() or not address.isprintable() or " " in address:
        return None
    try:
        parts = urlsplit(address)
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        return None
    wanted = ("https", "http") if settings.WEBHOOKS_ANYWHERE else ("https",)
    if parts.scheme not in wanted or not parts.hostname or "@" in parts.netloc or _is_elsewhere(parts.hostname):
        return None
    return Place(parts.scheme, parts.hostname, port, _target(parts))


def _target(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _is_elsewhere(name: str) -> bool:
    """A number in place of a name that is not on the internet."""
    try:
        return not _is_public(ip_address(name))
    except ValueError:
        return False


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if settings.WEBHOOKS_ANYWHERE:
        return True
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return _is_public(address.ipv4_mapped)
        if address not in INTERNET or address.sixtofour or address.teredo:
            return False
    return address.is_global and not address.is_multicast


def _addresses(place: Place) -> list[str]:
    """Of the host, now. Raises NotTold where one of them is not on the internet."""
    found = [str(each[4][0]) for each in socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)]
    if not all(_is_public(ip_address(each.partition("%")[0])) for each in found):
        raise NotTold(f"{place.host} is not on the internet")
    return found


def _sent(place: Place, body: bytes, left: Callable[[], float]) -> int:
    """The status of the answer. left: how many seconds there are."""
    with _connected(place, left) as plain, _wrapped(plain, place, left) as sock:
        sock.settimeout(left())
        sock.sendall(_request(place, body))
        return _status(sock, left)


def _connected(place: Place, left: Callable[[], float]) -> socket.socket:
    """To the first of its addresses that can be reached: this machine may know IPv6 by name alone."""
    refused: OSError = ConnectionRefusedError()
    for address in _addresses(place):
        try:
            return socket.create_connection((address, place.port), timeout=left())
        except OSError as error:
            refused = error
    raise refused


def _wrapped(plain: socket.socket, place: Place, left: Callable[[], float]) -> socket.socket:
    if place.scheme != "https":
        return plain
    plain.settimeout(left())
    return _tls().wrap_socket(plain, server_hostname=place.host)


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _request(place: Place, body: bytes) -> bytes:
    name = f"[{place.host}]" if ":" in place.host else place.host
    head = (
        f"POST {place.target} HTTP/1.1",
        f"Host: {name}" + ("" if place.port == PORTS[place.scheme] else f":{place.port}"),
        "User-Agent: Battlefront",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Connection: close",
    )
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


def _status(sock: socket.socket, left: Callable[[], float]) -> int:
    """By the answer's first line; the rest is not read, and wherever it leads nobody goes. Raises ValueError."""
    read = b""
    while b"\r\n" not in read and len(read) < MOST_READ:
        sock.settimeout(left())
        more = sock.recv(MOST_READ - len(read))
        if not more:
            break
        read += more
    version, status, *_ = read.partition(b"\r\n")[0].split(b" ")
    if not version.startswith(b"HTTP/1."):
        raise ValueError
    return int(status)


def _left(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
