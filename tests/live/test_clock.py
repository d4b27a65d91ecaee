"""The clock beside running servers: where there is one it is in it, else a process of its own, or several."""

import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests.live.inside import ask, seated
from tests.live.people import Crew, Listener
from tests.processes import Process, wait_until
from tests.sites import ROOT, Site

# What the GM does in the control room, and then its time is up.
TIME_IS_UP = """
from datetime import timedelta
from django.utils import timezone
from battles.models import Battle
battle = Battle.objects.get(pk=BATTLE)
battle.conduct = {"absence": "last", "by_itself": True, "limits": {"land": {"minutes": 60}}}
battle.deadline = timezone.now() - timedelta(seconds=1)
battle.save(update_fields=["conduct", "deadline"])
answer(True)
"""
FORCED = """
from battles.models import Step
answer(list(Step.objects.filter(battle=BATTLE, kind="forced").values_list("act__side", flat=True)))
"""


def clock(site: Site, number: int = 0) -> Process:
    command = [sys.executable, "manage.py", "clock"]
    log = site.folder / f"clock-{number}.log"
    process = Process(command, log=log, env=site.environment, cwd=ROOT)
    process.wait_until_ready(lambda: "The clock runs." in log.read_text(), what="the clock runs")
    return process


@contextmanager
def clocks(site: Site, number: int) -> Iterator[list[Process]]:
    with ExitStack() as stack:
        found = [clock(site, each) for each in range(number)]
        for process in found:
            stack.callback(process.stop)
        yield found


def heard_of_it(listener: Listener) -> bool:
    """Frame by frame, until one tells of it."""
    while True:
        if "was not ready: what it had saved is sealed for it." in "".join(listener.next().regions.values()):
            return True


def strikes_before_everybody(site: Site, crew: Crew) -> None:
    """On whichever server each of them listens."""
    far = site.urls[-1]
    listeners = [crew.gm.listen(), crew.red.elsewhere(far).listen(), crew.blue.listen(), crew.spectator.listen()]
    ask(site, TIME_IS_UP, BATTLE=crew.gm.battle)
    assert all(heard_of_it(listener) for listener in listeners)
    assert sorted(ask(site, FORCED, BATTLE=crew.gm.battle)) == ["blue", "red"]


def test_a_single_server_keeps_the_time_itself_and_pushes_what_comes_of_it(live_site: Site) -> None:
    strikes_before_everybody(live_site, seated(live_site, "land"))


def test_servers_in_production_leave_it_to_the_clock_of_which_two_strike_once(full_live_site: Site) -> None:
    crew = seated(full_live_site, "land")
    with clocks(full_live_site, 2):
        strikes_before_everybody(full_live_site, crew)


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_the_clock_ends_quietly_when_it_is_told_to(full_live_site: Site, ending: signal.Signals) -> None:
    with clocks(full_live_site, 1) as (process,):
        process.popen.send_signal(ending)
        assert process.popen.wait(20) == 0
    assert process.log.read_text().split("\n", 1)[1] == ""


def test_time_that_was_up_while_no_clock_ran_is_dealt_with_when_one_does(full_live_site: Site) -> None:
    crew = seated(full_live_site, "land")
    ask(full_live_site, TIME_IS_UP, BATTLE=crew.gm.battle)
    assert ask(full_live_site, FORCED, BATTLE=crew.gm.battle) == []
    with clocks(full_live_site, 1):
        wait_until(
            lambda: len(ask(full_live_site, FORCED, BATTLE=crew.gm.battle)) == 2, what="the clock has dealt with it"
        )
