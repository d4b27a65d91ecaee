"""The people of one battle, and what the GM's acts must bring to each of them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from playwright.sync_api import BrowserContext, expect

from tests.browser.people import Person
from tests.sites import Site

ROLES = ("gm", "red", "blue", "spectator")
PHASES = (
    "briefing",
    "muster",
    "air",
    "air_result",
    "first_deployment",
    "deployment",
    "land",
    "land_result",
    "result",
)
ORDERS = "orders"  # the stage of a land round that the GM's Resolve ends
Opener = Callable[..., BrowserContext]


@dataclass(frozen=True)
class Crew:
    """Who has come to one battle, of the four."""

    people: dict[str, Person]
    battle: str  # its address

    @classmethod
    def at(
        cls,
        site: Site,
        open_context: Opener,
        phase: str = "",
        who: Iterable[str] = ROLES,
        prepare: Callable[[Person], None] = lambda person: None,
        **options: Any,
    ) -> Self:
        """A new demo battle in that phase, and a browser for each of them that came in by its link."""
        return cls.with_links(new_demo(site, phase), open_context, who, prepare, **options)

    @classmethod
    def with_links(
        cls,
        links: Mapping[str, str],
        open_context: Opener,
        who: Iterable[str] = ROLES,
        prepare: Callable[[Person], None] = lambda person: None,
        kind: type[Person] = Person,
        **options: Any,
    ) -> Self:
        people = {role: kind(open_context(**options).new_page(), role) for role in who}
        for role, person in people.items():
            prepare(person)
            person.enter(links[role])
            person.is_connected()
            person.notes_page()
        return cls(people, links["battle"])

    gm = property(lambda self: self.people["gm"])
    red = property(lambda self: self.people["red"])
    blue = property(lambda self: self.people["blue"])
    spectator = property(lambda self: self.people["spectator"])

    def __iter__(self) -> Iterator[Person]:
        return iter(self.people.values())

    def others_than(self, side: Person) -> tuple[Person, ...]:
        """The rival and the spectators; the GM knows everything."""
        return tuple(person for person in self if person not in (side, self.gm))

    def advance(self) -> None:
        self._go_on("advance")

    def resolve(self) -> None:
        """A whole round: the Generals are asked for Stratagems of its stages and play none."""
        self.roll()
        while self.asked():
            self.seal_both()

    def roll(self) -> None:
        """The GM's part of a round."""
        self._go_on("resolve")

    def asked(self) -> bool:
        """Whether both Generals are asked after the rolls or the Break tests. Everybody's page says the same of it."""
        stage = self.gm.stage()
        for person in self:
            person.sees_stage(stage)
        return stage not in ("", ORDERS)

    def seal_both(self) -> None:
        """The second Ready makes the round go on without the GM; every page shows it, none is loaded anew."""
        status, before = self.gm.page.locator("#status"), self.gm.version()
        told = status.locator(".phase").inner_text()
        assert self.gm.page.locator("#advance, #resolve").count() == 0, "the GM has nothing to do with it"
        expect(status.locator(".ready-mark.no")).to_have_count(2)
        self.red.ready()
        expect(status.locator(".ready-mark.yes")).to_have_count(1)
        self.blue.use(self.blue.page.locator("#ready:enabled"))
        expect(self.gm.page.locator("#battle")).to_have_attribute("data-version", str(before + 2))
        expect(status.locator(".phase")).not_to_have_text(told, use_inner_text=True)
        self.agree()

    def _go_on(self, button: str) -> None:
        """The GM's act; every page shows what it brought, and none was loaded anew for it."""
        before = {person.role: person.version() for person in self}
        self.gm.use(self.gm.page.locator(f"#{button}"))
        expect(self.gm.page.locator("#battle")).not_to_have_attribute("data-version", str(before["gm"]))
        self.agree()
        assert all(person.version() == before[person.role] + 1 for person in self), "not one step for everybody"

    def agree(self) -> None:
        """All show the same state and the same news as the GM's page, which they had without being loaded anew."""
        phase, status = self.gm.phase(), self.gm.page.locator("#status .phase").inner_text()
        news = self.gm.newest().all_text_contents()
        for person in self:
            person.sees_phase(phase)
            expect(person.page.locator("#status .phase")).to_have_text(status, use_inner_text=True)
            expect(person.newest()).to_have_text(news)
        assert all(person.on_same_page() for person in self), "a page was loaded anew"

    def fill_in(self) -> None:
        """Whoever is waited for chooses quickly and seals, so that the GM can go on."""
        for person in (self.red, self.blue):
            if person.page.locator(f".side-chip.of-{person.role} .ready-mark.no").count():
                person.fill_in_and_ready()
        expect(self.gm.page.locator("#advance, #resolve")).to_be_visible()

    def play_until(self, *phases: str) -> None:
        while self.gm.phase() not in phases:
            self.fill_in()
            if self.gm.phase() in ("air", "land"):
                self.resolve()
            else:
                self.advance()


def new_demo(site: Site, phase: str = "") -> dict[str, str]:
    forward = ["--fast-forward", phase] if phase else []
    return json.loads(site.manage("demo", "--json", *forward, "--url", site.url))


def forgive(errors: list[str], *statuses: int) -> None:
    """Chromium calls every refusal an error in its console; these were wanted."""
    wanted = tuple(f"status of {status}" for status in statuses)
    errors[:] = [text for text in errors if not any(words in text for words in wanted)]
