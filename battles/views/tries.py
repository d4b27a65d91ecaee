"""How often something may be tried: counted by address, in the cache that all server processes share."""

from __future__ import annotations

import ipaddress
import logging

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext
from django_ratelimit.core import is_ratelimited
from redis.exceptions import RedisError

from battles.services import names

log = logging.getLogger(__name__)
# By address alone the limits are wide: a whole table plays from behind one router.
BY_ADDRESS = {"sign_in": "100/10m", "sign_up": "20/h", "reset": "20/h", "guest": "60/h", "chat": "60/h"}
# For one name or e-mail from one address.
BY_NAME = {"sign_in": "10/10m", "reset": "5/h", "password": "10/10m", "chat": "10/10m"}


def too_many(request: HttpRequest, what: str, name: str = "") -> bool:
    """Count this try, and whether there were too many. With the cache away all may go on: the site must be usable."""
    where = address(request)
    counted = [(BY_ADDRESS.get(what), where), (BY_NAME.get(what), f"{where} {names.folded(name[:200])}")]
    try:
        over = [_over(request, what, rate, value) for rate, value in counted if rate]
    except RedisError:
        log.exception("Tries are not counted: the cache is away")
        return False
    return any(over)


def sentence() -> str:
    return gettext("That was tried too often from here. Wait some minutes, then try again.")


def address(request: HttpRequest) -> str:
    """Where the request comes from. Behind a proxy that is what the proxy itself has added last; what stands before it
    anybody can write. Of IPv6 the network, since one visitor has all of it.
    """
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_PROXY else ""
    given = forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")
    try:
        found = ipaddress.ip_address(given.partition("%")[0])
    except ValueError:
        return "0.0.0.0"
    return str(ipaddress.ip_network(f"{found}/64", strict=False)) if found.version == 6 else str(found)


def _over(request: HttpRequest, what: str, rate: str, value: str) -> bool:
    return bool(is_ratelimited(request, group=f"{what} {rate}", key=lambda *_: value, rate=rate, increment=True))
