"""kill -9 of the servers: what was answered is kept, what was not is whole or absent, the dice are the same."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

import httpx
import pytest

from tests.live.inside import (
    all_dice_follow_from_the_secret,
    one_battle_in_each,
    seated,
    steps,
    what_it_would_give,
)
from tests.live.people import Crew, Person
from tests.processes import wait_until
from tests.sites import Site


def half_done_muster(crew: Crew) -> None:
    for command in (*crew.red.offered("ChooseHorde")[:3], crew.red.offered("NameCommander")[0]):
        crew.red.do(**kind_and_fields(command))
    crew.blue.do("FillIn").do("Ready")


def one_side_ready_in_the_air(crew: Crew) -> None:
    crew.red.do("Ready")
    crew.blue.do("Retreat")


def one_advantage_drawn(crew: Crew) -> None:
    """By whoever may; after a clear result that is one side only."""
    drawing = next(player for player in (crew.red, crew.blue) if player.offered("DrawAdvantage"))
    drawing.do(**kind_and_fields(drawing.offered("DrawAdvantage")[1]))


def half_placed(crew: Crew) -> None:
    for _ in range(3):
        crew.red.do(**kind_and_fields(crew.red.offered("Place")[-1]))
    crew.red.do(**kind_and_fields(crew.red.offered("HoldBack")[0]))
    crew.blue.do("FillIn")


def orders_given_and_one_side_ready(crew: Crew) -> None:
    for command in crew.red.offered("OrderAttack")[:2]:
        crew.red.do(**kind_and_fields(command))
    crew.blue.do("FillIn").do("Ready")


def forces_weighed(crew: Crew) -> None:
    crew.gm.do("Assess", side="blue", headcount=4321, arms=90, training=80).do("SetBase", points=77)


def ticks_and_a_general(crew: Crew) -> None:
    first, *_, last = crew.gm.offered("GiveSource")
    for command in (first, last):
        crew.gm.do(**kind_and_fields(command))
    crew.red.do(**kind_and_fields(crew.red.offered("NameGeneral")[1]))
    crew.blue.do("FillIn").do("Ready")


def challenged_and_one_side_ready(crew: Crew) -> None:
    crew.red.do(**kind_and_fields(crew.red.offered("Challenge")[0])).do("Ready")
    crew.blue.do(**kind_and_fields(crew.blue.offered("Challenge")[-1]))


def actions_chosen_and_one_side_ready(crew: Crew) -> None:
    for kind in ("Declare", "UseFortune"):
        crew.red.do(**kind_and_fields(crew.red.offered(kind)[-1]))
    crew.blue.do("FillIn").do("Ready")


Doing = dict[str, Callable[[Crew], object]]
DONE: dict[str, Doing] = {
    "battlefront": {
        "briefing": lambda crew: None,
        "muster": half_done_muster,
        "air": one_side_ready_in_the_air,
        "air_result": one_advantage_drawn,
        "deployment": half_placed,
        "land": orders_given_and_one_side_ready,
        "result": lambda crew: None,
    },
    "bataille": {
        "evaluation": forces_weighed,
        "pre_battle": ticks_and_a_general,
        "challenges": challenged_and_one_side_ready,
        "declarations": actions_chosen_and_one_side_ready,
    },
}
# ruleset -> a phase, and how it then goes on: nothing there waits for what was lost.
GOES_ON = {"battlefront": ("air", "Resolve"), "bataille": ("declarations", "Resolve")}


def kind_and_fields(command: dict[str, Any]) -> dict[str, Any]:
    return {"kind": command["type"]} | {name: value for name, value in command.items() if name != "type"}


def shown(crew: Crew) -> dict[str, Any]:
    """All that each person sees and the token that his next command will carry."""
    return {person.role: (person.frame(), person.seen) for person in crew}


@pytest.mark.parametrize("ruleset", DONE)
def test_f17_after_a_crash_in_any_phase_every_page_token_draft_and_readiness_is_as_before(
    any_live_site: Site, ruleset: str
) -> None:
    crews = one_battle_in_each(any_live_site, *DONE[ruleset], ruleset=ruleset)
    for phase, crew in crews.items():
        DONE[ruleset][phase](crew)
    before = {phase: shown(crew) for phase, crew in crews.items()}
    any_live_site.kill()
    any_live_site.restart()
    for phase, crew in crews.items():
        assert shown(crew) == before[phase], phase
        assert f'data-phase="{phase}"' in crew.spectator.frame().regions["board"]
    phase, act = GOES_ON[ruleset]
    waited_for = next(player for player in (crews[phase].red, crews[phase].blue) if player.offered("Ready"))
    waited_for.do("Ready")
    crews[phase].gm.do(act)
    assert all_dice_follow_from_the_secret(any_live_site, crews[phase].gm.battle)


def test_f17_a_round_resolved_after_a_crash_has_the_dice_that_it_would_have_had(any_live_site: Site) -> None:
    crews = one_battle_in_each(any_live_site, "air", "land").values()
    for crew in crews:
        crew.red.do("Ready")
        crew.blue.do("Ready")
    twins = [what_it_would_give(any_live_site, crew.gm.battle, "gm", "Resolve") for crew in crews]
    any_live_site.kill()
    any_live_site.restart()
    for crew, twin in zip(crews, twins, strict=True):
        crew.gm.do("Resolve")
        assert steps(any_live_site, crew.gm.battle)[-1][3] == twin
        assert all_dice_follow_from_the_secret(any_live_site, crew.gm.battle)


def test_f17_a_round_that_waits_for_stratagems_goes_on_after_a_crash_as_it_would_have(any_live_site: Site) -> None:
    crew = seated(any_live_site, "land")
    for player in (crew.red, crew.blue):
        player.do("FillIn").do("Ready")
    crew.gm.do("Resolve")
    crew.red.do(**kind_and_fields(crew.red.offered("PlayStratagem")[0])).do("Ready")
    twin = what_it_would_give(any_live_site, crew.gm.battle, "blue", "Ready")
    before = shown(crew)
    any_live_site.kill()
    any_live_site.restart()
    assert shown(crew) == before
    crew.blue.do("Ready")
    events = steps(any_live_site, crew.gm.battle)[-1][3]
    assert events == twin and '"StratagemPlayed"' in events
    assert all_dice_follow_from_the_secret(any_live_site, crew.gm.battle)


@dataclass
class Editor:
    """Takes one horde in and out again until he is stopped or the server dies under him."""

    person: Person
    horde: int = 0
    answered: int = 0  # commands with an answer: an odd number means that the horde is in
    stopped: bool = False
    died: bool = False
    failures: list[str] = field(default_factory=list)

    def begin(self) -> Thread:
        if not self.horde:
            self.horde = self.person.offered("ChooseHorde")[0]["horde"]
        self.person.frame()
        self.stopped = self.died = False
        thread = Thread(target=self.edit)
        thread.start()
        return thread

    def edit(self) -> None:
        while not self.stopped:
            kind = "LeaveHorde" if self.answered % 2 else "ChooseHorde"
            try:
                answer = self.person.post({"type": kind, "horde": self.horde})
            except httpx.TransportError:
                self.died = True
                return
            if answer.status_code != 200:
                self.failures.append(f"{kind} {answer.status_code} {answer.text[:200]}")
                return
            self.answered += 1

    def chosen(self) -> bool:
        return {"type": "LeaveHorde", "horde": self.horde} in self.person.offered("LeaveHorde")

    def nothing_answered_is_lost(self) -> bool:
        """The one command that died without an answer was carried out wholly or not at all."""
        found = self.chosen()
        if self.died and found != bool(self.answered % 2):
            self.answered += 1
        return found == bool(self.answered % 2)


def editors(site: Site, *urls: str) -> list[Editor]:
    crews = [seated(site, "muster") for _ in range(2)]
    players = [(player, url) for crew in crews for player, url in zip((crew.red, crew.blue), urls, strict=True)]
    return [Editor(player.apart(url)) for player, url in players]


def answered(people: list[Editor], more: int) -> None:
    goal = sum(one.answered for one in people) + more
    wait_until(lambda: sum(one.answered for one in people) >= goal, what=f"{more} more commands are answered")


def test_f17_no_answered_command_is_lost_by_a_crash_in_the_middle_of_many(any_live_site: Site) -> None:
    people = editors(any_live_site, any_live_site.urls[0], any_live_site.urls[-1])
    for number in (9, 23):
        threads = [one.begin() for one in people]
        answered(people, number)
        any_live_site.kill()
        for thread in threads:
            thread.join()
        any_live_site.restart()
        assert all(one.nothing_answered_is_lost() for one in people)
        assert not any(one.failures for one in people)
    red, blue = people[0].person, people[1].person
    for player in (red, blue):
        player.do("FillIn").do("Ready")
    assert all_dice_follow_from_the_secret(any_live_site, red.battle)


def test_f15_who_talks_to_the_other_process_notices_nothing_of_a_crash(full_live_site: Site) -> None:
    people = editors(full_live_site, *full_live_site.urls)
    threads = [one.begin() for one in people]
    answered(people, 12)
    full_live_site.kill(0)
    here, there = people[::2], people[1::2]
    answered(there, 12)
    for one in people:
        one.stopped = True
    for thread in threads:
        thread.join()
    full_live_site.restart(0)
    assert all(one.nothing_answered_is_lost() for one in people)
    assert [one.died for one in here] == [True, True]
    assert not any(one.died or one.failures for one in there)
