"""`manage.py play`: one command from nothing to a battle that four browsers can enter."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.live.people import ROLES, Crew, browser, enter, number_of
from tests.processes import LOOPBACK, free_port, listens
from tests.sites import ROOT

OWN_PAGE = {"gm": "/gm/battles/battle/{}/change/", "red": "/battles/{}/", "blue": "/battles/{}/"}
VIEWERS = {"gm": "gm", "red": "red", "blue": "blue", "spectator": "public"}


@dataclass
class Play:
    """The running command. out: all its standard output, once it has been stopped."""

    links: dict[str, str]
    process: subprocess.Popen[str]
    errors: Path
    out: str = ""


@contextmanager
def play(data: Path, port: int, *options: str) -> Iterator[Play]:
    """On a folder of its own, stopped by Ctrl-C."""
    embedded = dict.fromkeys(["DATABASE_URL", "REDIS_URL", "SECRET_KEY", "BATTLEFRONT_MODE"], "")
    embedded |= {"BATTLEFRONT_MODE": "embedded", "BATTLEFRONT_DATA": str(data)}
    command = [sys.executable, "manage.py", "play", "--json", "--port", str(port), *options]
    errors = data.parent / f"{data.name}-errors"
    with (
        errors.open("w") as stderr,
        subprocess.Popen(
            command, env=os.environ | embedded, cwd=ROOT, stdout=subprocess.PIPE, stderr=stderr, text=True
        ) as process,
    ):
        assert process.stdout
        try:
            line = process.stdout.readline()
            assert listens(port), errors.read_text()  # it speaks once it answers
            running = Play(json.loads(line), process, errors)
            yield running
        finally:
            process.send_signal(signal.SIGINT)
        running.out = line + process.stdout.read()
        process.wait(20)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("play") / "data"


def test_play_prints_one_line_of_json_with_five_addresses_and_ends_quietly(data: Path) -> None:
    port = free_port()
    with play(data, port) as running:
        assert list(running.links) == [*ROLES, "battle"]
        assert all(link.startswith(f"http://{LOOPBACK}:{port}/") for link in running.links.values())
        assert browser().get(running.links["battle"]).url.path == "/sign-in/"
    assert running.out == json.dumps(running.links) + "\n"
    assert "Traceback" not in running.errors.read_text()
    assert not listens(port)


def test_each_link_leads_once_to_that_persons_own_page(data: Path) -> None:
    with play(data, free_port()) as running:
        battle = number_of(running.links["battle"])
        for role in ROLES:
            client = browser()
            entered = enter(client, running.links[role])
            page = client.get(entered.url.join(entered.headers["Location"]))
            assert page.status_code == 200
            assert page.url.path == OWN_PAGE.get(role, "/battles/{}/").format(battle)
            assert f'data-viewer="{VIEWERS[role]}"' in page.text
            assert browser().get(running.links[role]).status_code == 404


@pytest.mark.parametrize("phase", ["air", "deployment", "land", "result"])
def test_fast_forward_opens_the_battle_in_that_phase(data: Path, phase: str) -> None:
    with play(data, free_port(), "--fast-forward", phase) as running:
        for person in Crew.entered(running.links):
            assert f'data-phase="{phase}"' in person.page()


def test_a_second_start_on_the_same_data_keeps_the_old_battle_and_who_was_signed_in(data: Path) -> None:
    port = free_port()
    with play(data, port, "--fast-forward", "muster") as first:
        red = Crew.entered(first.links).red.do("FillIn")
        before = red.frame()
    with play(data, port) as second:
        assert number_of(second.links["battle"]) == red.battle + 1
        assert red.frame() == before
        Crew.entered(second.links).gm.do("Advance")
        assert red.frame() == before
