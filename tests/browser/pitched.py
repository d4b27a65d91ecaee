"""The people of a pitched battle at their pages: by ids and numbers, so in any language.

Everybody is brought to the same version by each act, and by nothing else: a page that hears of a secret, or misses what
is public, is a version off at the next act.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from playwright.sync_api import Locator, expect

from tests.browser.crew import ROLES, Crew, Opener
from tests.browser.people import Person
from tests.live.inside import ask
from tests.sites import Site

SIDES = ("red", "blue")
LAID = """
from tests.browser import fated
answer(fated.lay(FATE, URL, SHEETS))
"""
Sheets = Mapping[str, Mapping[str, Any]]


def lay(site: Site, fate: str, sheets: Sheets | None = None) -> dict[str, str]:
    """A battle as `tests.browser.fated` knows it: role -> link, and the addresses `battle` and `campaign`."""
    links: dict[str, str] = ask(site, LAID, FATE=fate, URL=site.url, SHEETS=sheets)
    return links


@dataclass(frozen=True)
class Pitched(Crew):
    campaign: str = ""  # its address
    versions: dict[str, int] = field(default_factory=dict)  # of each page, as it must be

    @classmethod
    def fated(cls, site: Site, open_context: Opener, fate: str, sheets: Sheets | None = None, **options: Any) -> Self:
        return cls.gathered(lay(site, fate, sheets), open_context, **options)

    @classmethod
    def gathered(cls, links: Mapping[str, str], open_context: Opener, **options: Any) -> Self:
        crew = cls.with_links(links, open_context, **options)
        versions = {person.role: person.version() for person in crew}
        return replace(crew, campaign=links["campaign"], versions=versions)

    # Acts

    def secretly(self, person: Person, *buttons: str) -> None:
        """An act that only he and the GM can hear of."""
        for button in buttons:
            press(person, button)
            self._moved(*{person.role, "gm"})

    def typed(self, form: str, **values: object) -> None:
        """The GM's, in secret."""
        for name, value in values.items():
            self.gm.page.locator(f"#{form}-{name}").fill(str(value))
        self.secretly(self.gm, f"{form}-save")

    def openly(self, person: Person, button: str) -> None:
        """An act that everybody hears of: one step, and all pages say the same, without being loaded anew."""
        press(person, button)
        self._moved(*ROLES)
        self.agree()

    def _moved(self, *roles: str) -> None:
        for role in roles:
            self.versions[role] += 1
        self.in_step(*roles)

    def in_step(self, *roles: str) -> None:
        for role in roles or ROLES:
            expect(self.people[role].page.locator("#battle")).to_have_attribute(
                "data-version", str(self.versions[role])
            )

    # A course of play

    def phase(self) -> str:
        return self.gm.phase()

    def asked(self) -> list[Person]:
        """The sides that are waited for."""
        chips = self.gm.page.locator("#status .side-chip:has(.ready-mark.no)")
        classes = chips.evaluate_all("all => all.map((e) => e.className)")
        return [self.people[side] for side in SIDES if any(f"of-{side}" in name for name in classes)]

    def seal(self, *people: Person) -> None:
        """These, or whoever is asked, fill in what is open, and Ready."""
        for person in people or self.asked():
            if person.page.locator("#fill-in").count():
                self.secretly(person, "fill-in")
                expect(person.page.locator("#fill-in")).to_have_count(0)
            self.openly(person, "ready")

    def go_on(self) -> None:
        """Everybody's part, then the GM's, if it waits for him."""
        self.seal()
        for button in ("advance", "resolve"):
            if self.gm.page.locator(f"#{button}").count():
                self.openly(self.gm, button)

    def play_until(self, *phases: str) -> None:
        while self.phase() not in (*phases, "result"):
            self.go_on()

    # What all pages show

    def everywhere(self, selector: str) -> list[str]:
        """The text of it, the same on all four pages: read aloud once."""
        told = [self._texts(person, selector) for person in self]
        assert all(texts == told[0] for texts in told), f"{selector} differs: {told}"
        return told[0]

    def _texts(self, person: Person, selector: str) -> list[str]:
        return [plain(text) for text in person.page.locator(selector).all_text_contents()]

    def points(self) -> dict[str, int]:
        """Each side's victory points, the same on all pages."""
        figures = self.everywhere("#status .side-chip .figure b")
        return dict(zip(SIDES, map(int, figures), strict=True))

    def dice_are_proved(self) -> None:
        """The secret that is shown with the result is the one whose digest was shown all the time."""
        (secret,) = self.everywhere("#board .digest")
        (proof,) = self.everywhere("#dice-proof .digest")
        assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == proof

    def heroes(self, side: str) -> list[str]:
        """Their keys, by rank."""
        blocks = self.gm.page.locator(f"#board .side-block.of-{side} .hero")
        return [str(name).removeprefix("hero-") for name in blocks.evaluate_all("all => all.map((e) => e.id)")]


def plain(text: str) -> str:
    return " ".join(text.split())


def press(person: Person, button: str) -> None:
    """In whatever it is folded away in."""
    control = person.page.locator(f"#{button}:not([disabled])")
    expect(control).to_have_count(1)
    unfold(control)
    person.use(control)


def unfold(inner: Locator) -> None:
    """Clicks each closed list open that it lies in, from the outside."""
    page = inner.page
    while closed := inner.evaluate(
        """element => {
            const closed = [];
            for (let each = element.parentElement; each; each = each.parentElement)
                if (each.localName === "details" && !each.open) closed.unshift(each.id);
            return closed[0];
        }"""
    ):
        page.locator(f"#{closed} > summary").click()
        expect(page.locator(f"#{closed}")).to_have_attribute("open", "")


def numbers(text: str) -> list[int]:
    """Whole ones; a sign counts, whatever dash it is written with."""
    return [int(found.replace("−", "-")) for found in re.findall(r"[-−]?\d+", text)]


def held(people: Iterable[Person], button: str) -> None:
    """The choice is marked as made on its own page."""
    for person in people:
        expect(person.page.locator(f"#{button}")).to_have_attribute("aria-pressed", "true")
