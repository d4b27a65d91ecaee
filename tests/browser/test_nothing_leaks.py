"""F-01, F-02: until the reveal no browser is given a byte of the other side's secrets; never what stayed at home."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import BrowserContext, expect

from battles.services.demo import FRENCH, GERMANS
from tests.browser.crew import Crew, Opener
from tests.browser.listening import Listening, found
from tests.browser.people import Person
from tests.sites import Site

LAND = {
    "red": ("assault_tank", "infantry", "artillery", "ac_suit"),
    "blue": ("ac_suit", "infantry", "tank", "artillery"),
}
OTHERS = {"red": ("blue", "spectator"), "blue": ("red", "spectator")}


@dataclass
class Secrets:
    """The names of one side, by when others may read them."""

    land: set[str]
    air: set[str]
    commanders: set[str]
    known: set[str] = field(default_factory=set)  # of all of these, what is public by now

    @classmethod
    def of(cls, side: str) -> "Secrets":
        army = {"red": GERMANS, "blue": FRENCH}[side]
        hordes = dict(army["hordes"])
        land = {name for profile in LAND[side] for name in hordes.pop(profile)}
        air = {name for names in hordes.values() for name in names}
        return cls(land, air, {name for name, *_ in army["commanders"]})

    @property
    def hidden(self) -> set[str]:
        return (self.land | self.air | self.commanders) - self.known


@dataclass
class Watch:
    crew: Crew
    ears: dict[str, Listening]
    secrets: dict[str, Secrets]

    def person(self, role: str) -> Person:
        return getattr(self.crew, role)

    def nothing_leaked(self) -> None:
        """To the others; and the side itself has read all of it, so the search does find such names."""
        for side, secrets in self.secrets.items():
            for role in OTHERS[side]:
                told = self.ears[role].tell(self.person(role))
                assert not found(secrets.hidden, told), f"{role} knows of {side}"
        for side, secrets in self.secrets.items():
            own = self.ears[side].tell(self.person(side))
            assert secrets.land <= found(secrets.land, own).keys(), "the search is blind"

    def others_hear(self, side: str) -> list[int]:
        """How many frames came to each of the others."""
        return [len(self.ears[role].frames) for role in OTHERS[side]]


@pytest.fixture
def watch(shared_site: Site, new_context: Opener) -> Iterator[Watch]:
    ears: list[Listening] = []

    def open_and_listen(**options: object) -> BrowserContext:
        context = new_context(**options)
        ears.append(Listening(context))
        return context

    crew = Crew.at(shared_site, open_and_listen)
    by_role = {person.role: each for person, each in zip(crew, ears, strict=True)}
    yield Watch(crew, by_role, {side: Secrets.of(side) for side in OTHERS})


def test_no_response_and_no_frame_tells_a_secret_before_the_reveal(watch: Watch) -> None:
    crew, secrets = watch.crew, watch.secrets
    crew.advance()
    _choose_unheard(watch)
    watch.nothing_leaked()
    _open_the_air(watch)
    watch.nothing_leaked()
    crew.red.retreat()
    crew.fill_in()
    crew.resolve()
    crew.fill_in()
    crew.advance()
    crew.red.fill_in_and_ready()
    watch.nothing_leaked()  # what is placed first is a draft until the GM goes on
    crew.advance()
    secrets["red"].known |= _standing(crew.spectator, "red")
    assert len(secrets["red"].known & secrets["red"].land) == 4
    _deploy_unheard(watch)
    watch.nothing_leaked()
    crew.advance()
    _reveal_tells_what_stands_and_no_more(watch)


def _choose_unheard(watch: Watch) -> None:
    for side, names in (("red", ["Panzer Alpha", "Haubitzen Abteilung 2"]), ("blue", ["Chars Roland"])):
        person, before = watch.person(side), watch.others_hear(side)
        for name in names:
            person.choose(name)
        person.leave(names[0])
        person.fill_in()
        assert watch.others_hear(side) == before, "F-02: a draft was heard"
        person.ready()
        _one_frame_more(watch, side, before)


def _one_frame_more(watch: Watch, side: str, before: list[int]) -> None:
    """Ready is public, and it is all that the others hear."""
    for role in OTHERS[side]:
        expect(watch.person(role).page.locator(f".side-chip.of-{side} .ready-mark.yes")).to_be_visible()
    assert watch.others_hear(side) == [count + 1 for count in before], "F-02: not one frame for a Ready"


def _open_the_air(watch: Watch) -> None:
    """The chosen air hordes and the Air Marshals are public from here on."""
    crew = watch.crew
    crew.advance()
    for side, secrets in watch.secrets.items():
        block = crew.spectator.page.locator(f".side-block.of-{side}")
        text = block.inner_text()
        secrets.known |= {name for name in secrets.air | secrets.commanders if name in text}
        assert len(secrets.known) == 5, secrets.known


def _standing(person: Person, side: str) -> set[str]:
    return set(person.names(person.page.locator(f".grid-row.of-{side} [data-horde]")))


def _deploy_unheard(watch: Watch) -> None:
    for side in OTHERS:
        person, before = watch.person(side), watch.others_hear(side)
        horde = person.names(person.waiting())[0]
        spots = person.free_squares()
        person.place(horde, spots[0])
        person.square(spots[0]).click()
        person.square(spots[1]).click()
        person.stands(horde, spots[1])
        person.hold_back(person.names(person.waiting())[0])
        person.fill_in()
        assert watch.others_hear(side) == before, "F-02: a draft was heard"
        person.ready()
        _one_frame_more(watch, side, before)


def _reveal_tells_what_stands_and_no_more(watch: Watch) -> None:
    for side, secrets in watch.secrets.items():
        shown = _standing(watch.crew.spectator, side)
        assert len(shown) > 4
        secrets.known |= shown
        for role in OTHERS[side]:
            told = watch.ears[role].tell(watch.person(role))
            assert shown <= found(shown, told).keys()
            home = secrets.hidden - secrets.commanders
            if side == "red":
                assert len(home & secrets.land) >= 1 and len(home & secrets.air) == 1
            assert not found(home, told), f"{role} knows what {side} left at home"
