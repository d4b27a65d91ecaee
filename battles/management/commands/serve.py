"""Serve the site: HTTP and websockets by Daphne, in this process; embedded also the clock of `manage.py clock`."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from battles.management.commands import clock as clocks
from battles.services.gm import clock

# Daphne's own default of 50 refuses browsers when a crowd arrives at once.
BACKLOG = 4096
# What is received, in bytes: browsers only listen. (The limit of a whole message holds for what is sent too.)
LONGEST_RECEIVED = 4096
# Daphne's 5 s turn most of a crowd away that comes back at one instant.
HANDSHAKE_SECONDS = 60


def add_address(parser: CommandParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")


def check_free(host: str, port: int) -> None:
    """Raises CommandError where the server could not listen: Daphne would only log it and end as if all were well."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise CommandError(f"Cannot listen on {host}, port {port}: {error}. Choose another with --port.") from None


def run(host: str, port: int, when_ready: Callable[[], None] | None = None) -> None:
    """Serve until interrupted. when_ready is called once the port is open."""
    from daphne.server import Server  # installs Twisted's reactor, so only where it is to run

    from battlefront_site.asgi import application

    def ready() -> None:
        if not settings.PRODUCTION:
            _start_clock()
        if when_ready:
            when_ready()

    address = host.replace(":", r"\:")
    endpoint = f"tcp:port={port}:interface={address}:backlog={BACKLOG}"
    Server(
        application,
        endpoints=[endpoint],
        ready_callable=ready,
        server_name="battlefront",
        websocket_max_frame_size=LONGEST_RECEIVED,
        websocket_handshake_timeout=HANDSHAKE_SECONDS,
    ).run()


def _start_clock() -> None:
    """In this process, whose own memory the channel layer and the cache are. Daphne has made its event loop by now.

    What strikes is pushed by that loop, so it runs as a request does, in a thread that the loop waits for: it stops
    before the loop, or it would wait for ever. What is told needs no loop.
    """
    from twisted.internet import defer, reactor

    stop, thread = Event(), ThreadPoolExecutor(1)
    keep = sync_to_async(clock.keep, thread_sensitive=False, executor=thread)
    task = asyncio.get_event_loop().create_task(keep(clock.striking(), stop))
    clocks.start(clock.telling(), stop)

    def end() -> defer.Deferred[None]:
        stop.set()
        return defer.Deferred.fromFuture(task)

    reactor.addSystemEventTrigger("before", "shutdown", end)  # type: ignore[arg-type]  # its interface has no self


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        add_address(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        check_free(options["host"], options["port"])
        run(options["host"], options["port"])
