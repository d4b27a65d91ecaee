"""Links as their maker is shown them: to be copied, or held up to a phone's camera."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

import segno
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse

from battles.services.invites import LinkLine

LOOPBACK = "localhost"


@dataclass(frozen=True)
class Shown:
    """address, picture: of a link that is good, else empty. picture: the QR code, as an image's source."""

    line: LinkLine
    address: str
    picture: str


def shown(request: HttpRequest, lines: list[LinkLine]) -> list[Shown]:
    return [_shown(request, line) for line in lines]


def reaches_others(request: HttpRequest) -> bool:
    """Not where the GM has opened the site by a name that every machine has for itself."""
    host = split_domain_port(request.get_host())[0].strip("[]")
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host != LOOPBACK and not host.endswith(f".{LOOPBACK}")


def _shown(request: HttpRequest, line: LinkLine) -> Shown:
    if not line.token:
        return Shown(line, "", "")
    address = request.build_absolute_uri(reverse("battles:invite", args=[line.token]))
    # On white with its margin in either colour scheme: many readers know no light on dark.
    code = segno.make(address, error="m", micro=False)
    return Shown(line, address, code.svg_data_uri(scale=4, dark="#000", light="#fff"))
