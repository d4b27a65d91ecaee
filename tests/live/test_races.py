"""Many at one instant: one of them wins, the others hear that it is done, and nothing is lost or done twice."""

from functools import partial

import pytest

from tests.live.inside import all_dice_follow_from_the_secret, seated, steps
from tests.live.people import Crew, Person
from tests.live.together import at_once, copies, statuses
from tests.sites import Site

TIMES = 25  # Ready and back, each pair at one instant
TURNS = 10


def press(kind: str, *people: Person) -> list[int]:
    answers = at_once(partial(person.post, {"type": kind}) for person in people)
    return [answer.status_code for answer in answers]


def apart(site: Site, crew: Crew) -> tuple[Person, Person, Person]:
    """gm, red and blue on connections of their own; blue and the GM at the other process, where there are two."""
    far = site.urls[-1]
    people = crew.gm.apart(far), crew.red.apart(), crew.blue.apart(far)
    for person in people:
        person.frame()
    return people


def phase(person: Person) -> str:
    return person.frame().regions["board"].split('data-phase="')[1].split('"')[0]


@pytest.mark.parametrize("number", [2, 20])
def test_f06_advances_at_one_instant_open_one_phase(any_live_site: Site, number: int) -> None:
    crew = seated(any_live_site)
    tabs = copies(crew.gm, number, any_live_site.urls)
    answers = at_once(partial(tab.post, {"type": "Advance"}) for tab in tabs)
    assert statuses(answers) == [200] + [409] * (number - 1)
    assert phase(crew.gm) == "muster"
    assert [step[2] for step in steps(any_live_site, crew.gm.battle)] == [None, "Advance"]


@pytest.mark.parametrize("number", [2, 20])
def test_f06_resolves_at_one_instant_roll_one_set_of_dice(any_live_site: Site, number: int) -> None:
    crew = seated(any_live_site, "land")
    crew.red.do("Ready"), crew.blue.do("Ready")
    version = crew.gm.frame().version
    tabs = copies(crew.gm, number, any_live_site.urls)
    answers = at_once(partial(tab.post, {"type": "Resolve"}) for tab in tabs)
    assert statuses(answers) == [200] + [409] * (number - 1)
    assert crew.gm.frame().version == version + 1
    assert [step[2] for step in steps(any_live_site, crew.gm.battle)][-2:] == ["Ready", "Resolve"]
    assert all_dice_follow_from_the_secret(any_live_site, crew.gm.battle)


def test_f07_both_press_ready_at_one_instant_and_both_are(any_live_site: Site) -> None:
    crew = seated(any_live_site, "air")
    gm, *players = apart(any_live_site, crew)
    for _ in range(TIMES):
        assert press("Ready", *players) == [200, 200]
        assert gm.offered("Resolve")  # only when both are
        assert press("Unready", *players) == [200, 200]
    assert press("Ready", *players) == [200, 200]
    assert gm.do("Resolve").frame().regions["status"].count('class="ready-mark yes"') == 0


def test_f07_both_generals_seal_at_one_instant_and_the_round_goes_on_once(any_live_site: Site) -> None:
    """After the rolls the second Ready makes it go on: one of the two does, whichever that is."""
    crew = seated(any_live_site, "land")
    gm, *players = apart(any_live_site, crew)
    for player in players:
        player.do("Ready")
    gm.do("Resolve")
    assert " · after the rolls</span>" in gm.frame().regions["status"]
    before, laid = gm.version, len(steps(any_live_site, gm.battle))
    assert all(player.offered("Ready") for player in players)
    assert press("Ready", *players) == [200, 200]
    assert gm.frame().version == before + 2
    assert " · after the rolls</span>" not in gm.frame().regions["status"]
    sealing = [step[3] for step in steps(any_live_site, gm.battle)[laid:]]
    assert ['"RoundDecided"' in events for events in sealing] == [False, True]
    assert all_dice_follow_from_the_secret(any_live_site, gm.battle)


def test_f07_both_seal_their_challenges_at_one_instant_and_the_turn_goes_on_once(any_live_site: Site) -> None:
    """A pitched battle, ten turns of it: the second Ready opens the declarations, whichever that is."""
    crew = seated(any_live_site, "evaluation", "bataille")
    crew.gm.do("SetBase", points=999).do("Advance")
    for player in (crew.red, crew.blue):
        player.do("FillIn").do("Ready")
    crew.gm.do("Advance")
    gm, *players = apart(any_live_site, crew)
    for _ in range(TURNS):
        before = gm.do("Resolve").version + 1  # what it has brought
        assert _press_fresh("Ready", *players) == [200, 200]
        assert 'data-phase="declarations"' in gm.frame().regions["board"]
        assert gm.version == before + 2
        assert _press_fresh("Ready", *players) == [200, 200]  # whoever has no action holds back
        gm.do("Resolve")
    opened = [step[3].count('["StageOpened","declarations"') for step in steps(any_live_site, gm.battle)]
    assert (sum(opened), max(opened)) == (TURNS, 1)
    assert all_dice_follow_from_the_secret(any_live_site, gm.battle)


def _press_fresh(kind: str, *people: Person) -> list[int]:
    for person in people:
        person.frame()
    return press(kind, *people)


@pytest.mark.parametrize("kind", ["ChooseHorde", "FillIn", "Ready"])
def test_f08_the_same_post_twenty_times_at_one_instant_is_done_once(any_live_site: Site, kind: str) -> None:
    crew = seated(any_live_site, "muster")
    red = crew.red
    if kind == "Ready":
        red.do("FillIn")
    command = red.offered(kind)[0]
    gm, before = crew.gm, crew.gm.frame().version
    answers = at_once(partial(tab.post, command) for tab in copies(red, 20, any_live_site.urls))
    assert statuses(answers) == [200] + [409] * 19
    assert gm.frame().version == before + 1  # the GM's view has a version for each step


def test_f08_a_command_sent_again_after_its_answer_is_refused_with_the_fresh_board(any_live_site: Site) -> None:
    red = seated(any_live_site, "muster").red
    seen, command = red.seen, red.offered("ChooseHorde")[0]
    assert red.post(command, seen=seen).status_code == 200
    again = red.post(command, seen=seen)
    assert again.status_code == 409
    assert (again.headers["X-Seen"], f'value="{red.seen}"' in again.text) == (red.seen, True)


def test_f08_ready_and_resolve_at_one_instant_never_meet_half_way(any_live_site: Site) -> None:
    crew = seated(any_live_site, "land")
    gm, red, blue = apart(any_live_site, crew)
    red.do("Ready")
    for _ in range(8):
        gm.frame()
        answers = at_once([partial(blue.post, {"type": "Ready"}), partial(gm.post, {"type": "Resolve"})])
        # The GM had seen a board on which blue was not ready: too early is illegal, too late is stale.
        assert answers[0].status_code == 200 and answers[1].status_code in (409, 422)
        blue.do("Unready")
    assert "round 1" in gm.frame().regions["status"]


@pytest.mark.parametrize("place", ["muster", "air"])
def test_f09_an_edit_and_the_gms_act_at_one_instant_one_of_them_counts(any_live_site: Site, place: str) -> None:
    """A saved edit is never overtaken by an act that did not know it, and no edit is saved after the reveal."""
    crew = seated(any_live_site, place)
    gm, red, blue = apart(any_live_site, crew)
    edit, act = ("LeaveHorde", "Advance") if place == "muster" else ("Retreat", "Resolve")
    outcomes = set()
    for count in range(6):
        for player in (red, blue):
            if player.offered("FillIn"):
                player.do("FillIn")
            if player.offered("Ready"):
                player.do("Ready")
        command = red.offered(edit)[0]
        gm.frame(), red.frame()
        pair = [partial(red.post, command), partial(gm.post, {"type": act})]
        answers = at_once(pair if count % 2 else pair[::-1])
        edited, acted = answers if count % 2 else answers[::-1]
        assert {edited.status_code, acted.status_code} == {200, 409}
        outcomes.add(edited.status_code)
        if acted.status_code == 200:
            break
        assert command not in red.offered(edit)
        assert red.offered("Ready") and not gm.offered(act)
        if edit == "Retreat":
            red.do("FightOn")
    assert outcomes <= {200, 409}


def toggles(person: Person, times: int) -> int:
    """One person's own edits, each on the answer to the one before. How many were saved."""
    horde = person.offered("ChooseHorde")[0]["horde"]
    kinds = ["ChooseHorde", "LeaveHorde"] * (times // 2) + ["ChooseHorde"]
    saved = [person.post({"type": kind, "horde": horde}).status_code for kind in kinds[:times]]
    assert saved == [200] * times
    return len(saved)


def test_f22_two_hundred_writes_of_different_people_at_one_time_are_all_saved(any_live_site: Site) -> None:
    crews = [seated(any_live_site, "muster") for _ in range(4)]
    before = [crew.gm.version for crew in crews]
    players = [player for crew in crews for player in apart(any_live_site, crew)[1:]]
    assert at_once(partial(toggles, player, 25) for player in players) == [25] * 8
    for crew, version in zip(crews, before, strict=True):
        assert crew.gm.frame().version == version + 50  # the GM's view has a version for each step
        # An odd number: the last one was a choice.
        assert len(crew.red.offered("LeaveHorde")) == len(crew.blue.offered("LeaveHorde")) == 1
