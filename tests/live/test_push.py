"""What is pushed: to whom, how often, and that it is what a page would have fetched."""

import re

import pytest

from tests.live.inside import seated
from tests.live.people import Crew, Frame, Listener, Person
from tests.sites import Site


def listening(site: Site, crew: Crew) -> dict[str, Listener]:
    """Everybody hears by the process that is farthest from the one that he and the others command."""
    return {person.role: person.elsewhere(site.urls[-1]).listen() for person in crew}


def fetched(crew: Crew) -> dict[str, Frame]:
    return {person.role: person.frame() for person in crew}


def sealed(*people: Person) -> None:
    for person in people:
        if person.offered("FillIn"):
            person.do("FillIn")
        person.do("Ready")


def test_everybody_hears_of_a_gm_act_by_one_frame_with_the_version_after_his_page(any_live_site: Site) -> None:
    crew = seated(any_live_site)
    ears, before = listening(any_live_site, crew), fetched(crew)
    crew.gm.do("Advance")
    for role, ear in ears.items():
        frame = ear.next()
        assert (frame.kind, frame.version) == ("push", before[role].version + 1)
        assert 'data-phase="muster"' in frame.regions["board"]
    sealed(crew.red)
    # A second frame for the Advance would come before this one.
    assert 'class="ready-mark yes"' in ears["blue"].next().regions["status"]
    assert crew.blue.frame().version == before["blue"].version + 2


def test_f02_a_secret_move_reaches_its_side_and_the_gm_only(any_live_site: Site) -> None:
    crew = seated(any_live_site, "muster")
    ears, before = listening(any_live_site, crew), fetched(crew)
    horde = crew.red.offered("ChooseHorde")[0]["horde"]
    crew.red.do("ChooseHorde", horde=horde).do("LeaveHorde", horde=horde).do("FillIn").do("Ready")
    for role in ("red", "gm"):
        frames = [ears[role].next() for _ in range(4)]
        assert [frame.version for frame in frames] == [before[role].version + n for n in (1, 2, 3, 4)]
    for role in ("blue", "spectator"):
        frame = ears[role].next()  # the very next one is of Ready, which is public
        assert frame.version == before[role].version + 1
        assert frame.regions["status"].count('class="ready-mark yes"') == 1


def test_each_language_of_an_audience_hears_its_own_frames_and_all_have_the_same_versions(any_live_site: Site) -> None:
    crew = seated(any_live_site)
    red = crew.red.elsewhere(any_live_site.urls[-1])
    ears = {language: red.listen(language) for language in ("fr", "en", "tlh", "")}
    before = red.version
    for step in (1, 2):
        crew.gm.do("Advance") if step == 1 else crew.red.do("FillIn")
        fetched = {language: crew.red.frame(language) for language in ("fr", "en")}
        heard = {language: ear.next() for language, ear in ears.items()}
        assert {frame.version for frame in heard.values()} == {before + step}
        for language, frame in heard.items():
            page = fetched["fr" if language == "fr" else "en"]
            assert frame.regions["board"] == page.regions["board"]
        assert heard["fr"].regions["board"] != heard["en"].regions["board"]


@pytest.mark.parametrize(("phase", "lines"), [("air", 6), ("land", 3)])
def test_a_round_is_one_frame(any_live_site: Site, phase: str, lines: int) -> None:
    """On land as far as both rolls, after which the Generals are asked for Stratagems."""
    crew = seated(any_live_site, phase)
    sealed(crew.red, crew.blue)
    ears, before = listening(any_live_site, crew), fetched(crew)
    crew.gm.do("Resolve")
    for role, ear in ears.items():
        frame = ear.next()
        assert frame.version == before[role].version + 1
        assert frame.regions["news"].count('class="line') >= lines
    assert {role: frame.version - before[role].version for role, frame in fetched(crew).items()} == dict.fromkeys(
        ears, 1
    )


def test_a_round_that_goes_on_by_itself_is_one_frame_and_a_secret_stratagem_is_none(any_live_site: Site) -> None:
    crew = seated(any_live_site, "land")
    sealed(crew.red, crew.blue)
    crew.gm.do("Resolve")
    ears, before = listening(any_live_site, crew), fetched(crew)
    assert crew.red.post(crew.red.offered("PlayStratagem")[0]).status_code == 200
    sealed(crew.red, crew.blue)
    for role in ("red", "gm"):
        assert "news" not in ears[role].next().regions
    for role, ear in ears.items():
        assert "news" not in ear.next().regions  # red's Ready
        frame = ear.next()
        assert frame.regions["news"].count('class="line') > 5
        assert frame.version == before[role].version + (3 if role in ("red", "gm") else 2)


def test_a_region_that_did_not_change_is_not_sent_again(live_site: Site) -> None:
    crew = seated(live_site, "land")
    ears = listening(live_site, crew)
    crew.red.do("Ready").do("Unready")
    ears["blue"].next()  # the first push of a battle has every region
    assert "orders" not in ears["blue"].next().regions
    assert {"status", "orders"} <= {*ears["red"].next().regions, *ears["red"].next().regions}


def test_a_page_that_swaps_in_every_push_shows_what_it_would_fetch(any_live_site: Site) -> None:
    """From the briefing into the land contest."""
    crew = seated(any_live_site)
    ears, frames = listening(any_live_site, crew), fetched(crew)
    shown = {role: (frame.version, frame.regions) for role, frame in frames.items()}
    while 'data-phase="land"' not in frames["spectator"].regions["board"]:
        _one_act(crew, frames)
        frames = fetched(crew)
        shown = {role: _swapped(shown[role], ears[role], frame) for role, frame in frames.items()}
    assert frames["gm"].version > 15


def _one_act(crew: Crew, frames: dict[str, Frame]) -> None:
    """The first that any of them is offered."""
    offers = ((person, kind) for person in crew for kind in ("FillIn", "Ready", "Advance", "Resolve"))
    person, kind = next((person, kind) for person, kind in offers if frames[person.role].offered(kind))
    assert person.post({"type": kind}).status_code == 200


def _swapped(shown: tuple[int, dict[str, str]], ear: Listener, fetched: Frame) -> tuple[int, dict[str, str]]:
    """The page after all that was pushed until the fetched version; the two must agree."""
    version, regions = shown
    while version < fetched.version:
        push = ear.next()
        assert push.version == version + 1
        version, regions = push.version, regions | push.regions
    told = regions.pop("news", "")
    for name in ("status", "board", "orders"):
        assert regions[name] == fetched.regions[name]
    for entry in re.findall(r"<li id=.*</li>", told, re.DOTALL):
        assert entry in fetched.regions["log"]
    return version, regions
