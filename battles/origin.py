"""Only this site's own pages may open its sockets: a browser sends cookies along from any page."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

PORTS = {"http": 80, "https": 443}


def own_page(scope: dict[str, Any]) -> bool:
    """Whether the handshake's Origin is the very scheme, host and port it was sent to."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    try:
        origin = urlsplit(headers.get(b"origin", ""))
        there = urlsplit(f"{_scheme(scope, headers)}://{headers.get(b'host', '')}")
        return origin.hostname is not None and _place(origin) == _place(there)
    except ValueError:
        return False


def _scheme(scope: dict[str, Any], headers: dict[bytes, str]) -> str:
    if settings.SECURE_PROXY_SSL_HEADER:
        return headers.get(b"x-forwarded-proto", "http")
    return "https" if scope.get("scheme") == "wss" else "http"


def _place(url: Any) -> tuple[str, str | None, int | None]:
    return url.scheme, url.hostname, url.port or PORTS.get(url.scheme)


class OwnPagesOnly:
    """Refuses a foreign, missing, `null`, wrong-port or wrong-scheme Origin before the handshake is accepted."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if own_page(scope):
            await self.application(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 4403})
