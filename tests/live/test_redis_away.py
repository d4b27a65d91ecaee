"""Redis killed in the middle: everything works by POST and GET, and live again when it is back."""

import time
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed

from tests.live.inside import seated
from tests.live.people import Crew, Listener, Person
from tests.processes import wait_until
from tests.sites import Site

PATIENCE = 5  # seconds that a command may take while Redis is away


def hears(crew: Crew, person: Person, ear: Listener) -> bool:
    """Whether a public act just now is pushed to this person's socket."""
    crew.red.do("Unready" if crew.red.offered("Unready") else "Ready")
    try:
        while ear.next(0.3).version != person.frame().version:
            pass
    except TimeoutError:
        return False
    return True


def test_f19_without_redis_commands_succeed_and_when_it_is_back_open_sockets_hear_again(
    start_site: Callable[[str], Site],
) -> None:
    site = start_site("full")
    assert site.redis
    crew = seated(site, "land")
    ears = [crew.blue.elsewhere(url).listen() for url in site.urls]
    site.redis.kill()

    for number, kind in enumerate(("Ready", "Unready", "Ready", "Unready")):
        begun = time.monotonic()
        answer = crew.red.elsewhere(site.urls[number % 2]).post({"type": kind}, live=False)
        assert answer.status_code == 200
        assert {'id="status"', 'id="board"', 'id="orders"'} <= set(answer.text.split(" ")) | set(answer.text.split())
        assert time.monotonic() - begun < PATIENCE
    assert crew.blue.frame().version == ears[0].hello.version + crew.blue.version
    with pytest.raises((ConnectionClosed, OSError)):
        crew.spectator.listen()
    assert crew.spectator.sign_out().status_code == 200
    assert "500" not in {line.split()[-1] for line in site.log_text().splitlines() if line}

    site.redis.start()
    for ear in ears:
        wait_until(lambda ear=ear: hears(crew, crew.blue, ear), what="an open socket hears again")
    for url in site.urls:
        ear = crew.gm.elsewhere(url).listen()
        assert hears(crew, crew.gm, ear)
    site.forget_log()  # it tells of the failed pushes, with their tracebacks
