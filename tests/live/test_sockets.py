"""What an open socket does with what comes in, and when the server closes it."""

import json

import pytest
from websockets.exceptions import ConnectionClosed

from tests.live.inside import seated
from tests.sites import Site

SIGNED_OUT = 4401
SENT = ("", "garbage", b"\x00\xff" * 50, json.dumps({"type": "Advance"}), "<!--frame version=9 kind=push-->")


def test_what_a_browser_sends_is_ignored_and_its_socket_still_hears(any_live_site: Site) -> None:
    crew = seated(any_live_site)
    ear = crew.red.listen()
    for message in SENT:
        ear.socket.send(message)
    crew.gm.do("Advance")
    assert 'data-phase="muster"' in ear.next().regions["board"]
    assert crew.red.frame().version == 2  # nothing else was done


def test_a_huge_or_broken_message_closes_its_own_socket_only(any_live_site: Site) -> None:
    crew = seated(any_live_site)
    loud, ill, calm = crew.red.listen(), crew.red.listen(), crew.red.listen()
    loud.socket.send(b"x" * 2**21)
    ill.socket.socket.sendall(b"\xff" * 64)  # no frame of the protocol
    for ear in (loud, ill):
        with pytest.raises(ConnectionClosed):
            ear.next()
    crew.gm.do("Advance")
    assert calm.next().version == 2


def test_signing_out_closes_that_persons_sockets_in_every_process_and_no_others(any_live_site: Site) -> None:
    crew = seated(any_live_site)
    ears = [crew.red.elsewhere(url).listen() for url in (*any_live_site.urls, *any_live_site.urls)]
    others = [crew.blue.elsewhere(url).listen() for url in any_live_site.urls]
    crew.red.sign_out()
    assert [ear.close_code() for ear in ears] == [SIGNED_OUT] * len(ears)
    crew.gm.do("Advance")
    assert [ear.next().version for ear in others] == [2] * len(others)
