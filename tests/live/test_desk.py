"""The socket of a GM's desk: it says that something has changed, to the battle's GMs alone, in every process."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.live.inside import seated
from tests.live.people import SECONDS, Person
from tests.sites import Site

HELLO = "<!--frame version=0 kind=hello-->"


def sit_down(person: Person) -> ClientConnection:
    """At his desk; it has said hello."""
    address = f"ws{person.url.removeprefix('http')}/ws/gm/"
    cookie = {"Cookie": person.cookie}
    opening = connect(address, origin=person.url, additional_headers=cookie, compression=None, proxy=None)  # type: ignore[arg-type]
    desk = ExitStack().enter_context(opening)
    assert desk.recv(timeout=SECONDS) == HELLO
    return desk


def heard(desk: ClientConnection) -> Iterator[str]:
    """Everything up to its end."""
    try:
        while True:
            yield str(desk.recv(timeout=SECONDS))
    except ConnectionClosed:
        return


def test_every_desk_is_told_of_what_everybody_may_know_and_of_no_secret_choice(any_live_site: Site) -> None:
    crew = seated(any_live_site)
    desks = [sit_down(crew.gm.elsewhere(url)) for url in any_live_site.urls]
    crew.gm.do("Advance")
    crew.red.frame()
    crew.red.do("FillIn")  # secret
    crew.red.do("Ready")
    crew.gm.sign_out()
    assert [list(heard(desk)) for desk in desks] == [["changed", "changed"]] * len(desks)


@pytest.mark.parametrize("role", ["red", "blue", "spectator"])
def test_who_runs_nothing_has_no_desk(any_live_site: Site, role: str) -> None:
    crew = seated(any_live_site)
    with pytest.raises(InvalidStatus):
        sit_down(getattr(crew, role))
