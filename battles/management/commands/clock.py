"""Run the deadlines: what strikes, and whom to remind. In production as a service of its own; more than one is safe.

`manage.py serve` and `manage.py play` do it themselves where they are the only server process.
"""

from __future__ import annotations

import signal
from threading import Event, Thread
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from battles.services.gm import clock

STOPPING = {signal.SIGTERM, signal.SIGINT}
LONGEST_WAIT = 8.0  # seconds for what is under way; whoever stops it kills it after ten


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="look once and end")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["once"]:
            for do in (clock.striking(), clock.telling()):
                clock.once(do)
            return
        # Waited for here alone, and before there are threads: a handler would interrupt a battle's change half-way.
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
        stop = Event()
        threads = [start(do, stop) for do in (clock.striking(), clock.telling())]
        self.stderr.write("The clock runs.")
        signal.sigwait(STOPPING)
        stop.set()
        for thread in threads:
            thread.join(LONGEST_WAIT / len(threads))


def start(do: clock.Round, stop: Event) -> Thread:
    """A thread that ends with the process at the latest: a chat or a mail server may keep it waiting."""
    thread = Thread(target=clock.keep, args=(do, stop), daemon=True)
    thread.start()
    return thread
