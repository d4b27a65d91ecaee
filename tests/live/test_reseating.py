"""A seat changes hands while everybody listens: who is out hears nothing more, in any process; the others go on."""

import re

import httpx

from battles.services.hub import SIGNED_OUT
from tests.live.inside import seated
from tests.live.people import Crew, Person, browser
from tests.live.together import at_once, statuses
from tests.sites import Site


def posted(person: Person, page: str, **fields: str) -> httpx.Response:
    return person.client.post(f"{person.url}{page}", data=fields, headers={"X-CSRFToken": person.csrf})


def seats_page(crew: Crew) -> str:
    answer = crew.gm.client.get(crew.gm.address("seats/"))
    assert answer.status_code == 200
    return answer.text


def freed(crew: Crew, role: str, **fields: str) -> httpx.Response:
    """The GM frees the only seat of that role."""
    found = re.search(rf'class="card bench of-{role}.*?id="seat-(\d+)"', seats_page(crew), re.DOTALL)
    assert found
    return posted(crew.gm, f"/battles/{crew.gm.battle}/seats/{found[1]}/replace/", **({"to": "nobody"} | fields))


def link_for(crew: Crew, role: str) -> str:
    posted(crew.gm, f"/battles/{crew.gm.battle}/seats/links/", role=role, days="7")
    found = re.search(r"/invites/[\w-]+/", seats_page(crew))
    assert found
    return found[0]


def guest(crew: Crew, url: str, link: str, name: str) -> Person:
    """Somebody at that process who has opened the link and not joined yet."""
    person = Person(name, url, crew.gm.battle, browser())
    person.client.get(url + link)
    return person


def test_the_old_holders_sockets_close_at_once_in_every_process_and_the_others_hear_on(any_live_site: Site) -> None:
    crew = seated(any_live_site)
    urls = any_live_site.urls
    out = [crew.red.elsewhere(url).listen() for url in (*urls, *urls)]
    others = [person.elsewhere(url).listen() for person in (crew.gm, crew.blue, crew.spectator) for url in urls]
    assert freed(crew, "red").status_code == 200
    assert [ear.close_code() for ear in out] == [SIGNED_OUT] * len(out)
    for page in ("", "frame/", "log/?before=9"):
        assert crew.red.client.get(crew.red.address(page)).status_code == 404
    crew.gm.do("Advance")
    assert [ear.next().version for ear in others] == [2] * len(others)


def test_a_guest_by_link_takes_the_seat_and_hears_what_its_side_hears(any_live_site: Site) -> None:
    crew = seated(any_live_site, "muster")
    crew.red.do("FillIn")
    assert freed(crew, "red").status_code == 200
    link = link_for(crew, "red")
    newcomer = guest(crew, any_live_site.urls[-1], link, "Zoë")
    answer = posted(newcomer, link, name=f"Zoë {crew.gm.battle}")
    assert answer.status_code == 200 and 'data-viewer="red"' in answer.text
    assert not newcomer.offered("LeaveHorde"), "something of the old holder's choices is left"
    ear, rival = newcomer.listen(), crew.blue.listen()
    newcomer.do("FillIn")
    assert ear.next().offered("LeaveHorde")
    crew.blue.do("FillIn")
    assert 'data-viewer="blue"' not in "".join(rival.next().regions.values())


def test_f06_of_many_who_press_join_on_one_seats_link_at_one_instant_one_gets_the_seat(any_live_site: Site) -> None:
    crew, urls = seated(any_live_site), any_live_site.urls
    link = link_for(crew, "red")
    crowd = [guest(crew, urls[count % len(urls)], link, str(count)) for count in range(8)]
    names = [f"Guest {count} of {crew.gm.battle}" for count in range(8)]
    answers = at_once(
        [lambda one=one, name=name: posted(one, link, name=name) for one, name in zip(crowd, names, strict=True)]
    )
    assert statuses(answers) == [200] + [410] * 7
    assert sum(name in seats_page(crew) for name in names) == 1


def test_f22_many_guests_come_by_the_spectators_link_at_one_instant_and_all_watch(any_live_site: Site) -> None:
    crew, urls = seated(any_live_site), any_live_site.urls
    link = link_for(crew, "public")
    crowd = [guest(crew, urls[count % len(urls)], link, str(count)) for count in range(12)]
    answers = at_once(
        [
            lambda one=one: posted(one, link, name=f"Watcher {one.role} of {crew.gm.battle}")  # type: ignore[misc]
            for one in crowd
        ]
    )
    assert statuses(answers) == [200] * 12
    assert all('data-viewer="public"' in answer.text for answer in answers)
