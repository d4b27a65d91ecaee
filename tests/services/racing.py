"""Two threads at one instant, each with a connection to the database of its own.

On PostgreSQL only: the tests' SQLite lies in memory, where a second writer gets an error in place of a lock. A site's
own lies in a file; tests/live races there.
"""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

needs_rows_that_lock = pytest.mark.skipif(connection.vendor == "sqlite", reason="runs with --database=postgresql")


def race(*actions: Callable[[], Any]) -> list[Any]:
    """What each gave or raised, in their order."""
    start, got = Barrier(len(actions)), [None] * len(actions)

    def go(number: int) -> None:
        start.wait()
        try:
            got[number] = actions[number]()
        except Exception as error:
            got[number] = error
        finally:
            connection.close()

    threads = [Thread(target=go, args=(number,)) for number in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got
