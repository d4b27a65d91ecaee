"""A chat on this machine that a webhook leads to: it keeps what it is sent and answers as it is told."""

import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

SECRET = "AbC-secret-token"


@dataclass
class Chat:
    """heard: each message as (path, headers, JSON). answer: what it writes back, byte for byte."""

    address: str = ""
    answer: bytes = b"HTTP/1.1 204 No Content\r\n\r\n"
    heard: list[tuple[str, dict[str, str], Any]] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        return [message["content"] for _, _, message in self.heard]


@contextmanager
def chatting(tls: ssl.SSLContext | None = None) -> Iterator[Chat]:
    chat = Chat()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            chat.heard.append((self.path, dict(self.headers), json.loads(body)))
            self.wfile.write(chat.answer)
            self.close_connection = True

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # who hangs up early is part of the tests
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    chat.address = f"{'https' if tls else 'http'}://localhost:{server.server_address[1]}/hooks/7/{SECRET}?wait=1"
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield chat
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
