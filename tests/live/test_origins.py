"""Who may open a socket. All others are refused before the handshake is accepted."""

from collections.abc import Callable

import pytest
from websockets.exceptions import InvalidStatus

from tests.live.inside import seated
from tests.live.people import Person, dial
from tests.sites import Site

REFUSED = (400, 403)  # 400: by its form not even an origin
FOREIGN = [
    None,
    "null",
    "",
    "http://evil.example",
    "http://{host}.evil.example:{port}",
    "http://evil.{host}:{port}",
    "http://{host}:{port}@evil.example",
    "http://{host}",
    "http://{host}:1",
    "http://{host}:0",
    "http://{host}:99999",
    "https://{host}:{port}",
    "ws://{host}:{port}",
    "//{host}:{port}",
    "{host}:{port}",
    "file://",
]
OWN = ["http://localhost:{port}", "HTTP://LOCALHOST:{port}", "http://LocalHost:{port}/"]
UNKNOWN = ["0", "999999", "1" * 30, "-1", "red", "1/more", ""]


def answer(url: str, battle: int | str, *, origin: str | None, cookie: str) -> int:
    """The status of the handshake; 101 when the socket was opened."""
    try:
        with dial(url, battle, origin=origin, cookie=cookie):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.fixture(scope="module")
def red(kept_site: Callable[[str], Site]) -> Person:
    return seated(kept_site("embedded")).red


@pytest.mark.parametrize("origin", FOREIGN)
def test_f24_a_foreign_page_is_refused(live_site: Site, red: Person, origin: str | None) -> None:
    there = origin and origin.format(host="127.0.0.1", port=live_site.ports[0])
    assert answer(red.url, red.battle, origin=there, cookie=red.cookie) in REFUSED


@pytest.mark.parametrize("origin", OWN)
def test_f24_the_sites_own_page_is_let_in_however_it_writes_its_host(live_site: Site, red: Person, origin: str) -> None:
    port = live_site.ports[0]
    there = origin.format(port=port)
    assert answer(f"http://localhost:{port}", red.battle, origin=there, cookie=red.cookie) == 101


def test_f24_the_other_process_is_another_origin(full_live_site: Site) -> None:
    red = seated(full_live_site).red
    here, there = full_live_site.urls
    assert answer(here, red.battle, origin=here, cookie=red.cookie) == 101
    assert answer(here, red.battle, origin=there, cookie=red.cookie) == 403


def test_who_is_not_signed_in_or_has_no_seat_is_refused(any_live_site: Site) -> None:
    red, stranger = seated(any_live_site).red, seated(any_live_site).red
    for url in any_live_site.urls:
        assert answer(url, stranger.battle, origin=url, cookie=stranger.cookie) == 101
        assert answer(url, red.battle, origin=url, cookie=stranger.cookie) == 403
        assert answer(url, red.battle, origin=url, cookie="") == 403
        assert answer(url, red.battle, origin=url, cookie="sessionid=nobody") == 403


@pytest.mark.parametrize("battle", UNKNOWN)
def test_an_unknown_battle_or_address_is_refused(live_site: Site, red: Person, battle: str) -> None:
    assert answer(red.url, battle, origin=red.url, cookie=red.cookie) == 403


def test_after_signing_out_the_old_cookie_opens_nothing(any_live_site: Site) -> None:
    red = seated(any_live_site).red
    cookie = red.cookie
    red.sign_out()
    for url in any_live_site.urls:
        assert answer(url, red.battle, origin=url, cookie=cookie) == 403
