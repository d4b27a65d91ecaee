"""Set up the database, create a demo battle, serve it, and print its four sign-in links once the server answers."""

from __future__ import annotations

import json
import threading
import time
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from battles.management.commands import demo
from battles.management.commands.serve import add_address, check_free, run

WAIT_SECONDS = 30


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        add_address(parser)
        demo.add_options(parser)
        parser.add_argument("--url", help="what the links begin with, where others reach this machine by another name")

    def handle(self, *args: Any, **options: Any) -> None:
        demo.check(options["ruleset"], options["fast_forward"])
        check_free(options["host"], options["port"])
        call_command("migrate", verbosity=0)
        own = f"http://{_reachable(options['host'])}:{options['port']}"
        base = (options["url"] or own).rstrip("/")
        links = demo.create(base, options["fast_forward"], options["ruleset"])
        text = json.dumps(links) if options["json"] else demo.as_text(links) + "\nStop with Ctrl-C.\n"
        run(options["host"], options["port"], lambda: self._announce(own, text))

    def _announce(self, base: str, text: str) -> None:
        """From a thread: the server's own must be free to answer."""

        def speak() -> None:
            _await(f"{base}{reverse('battles:healthz')}")
            self.stdout.write(text)
            self.stdout.flush()

        threading.Thread(target=speak, daemon=True).start()


def _reachable(host: str) -> str:
    """The host as a link names it: a browser cannot open the address that stands for all of them."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"[{host}]" if ":" in host else host


def _await(address: str) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            with urlopen(address, timeout=5):
                return
        except (URLError, OSError) as error:
            if time.monotonic() > end:
                raise CommandError(f"The server did not answer at {address}: {error}") from error
            time.sleep(0.1)
