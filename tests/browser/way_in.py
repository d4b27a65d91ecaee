"""What a GM and his friends do before the first battle, page by page, as they find it: from links and buttons alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.crew import Opener
from tests.browser.people import Person
from tests.sites import Site

PASSWORD = "nine lamps over the weir"
SIDES = ("red", "blue")
SPECTATORS = "public"  # the value of their seat in the forms


class Guest(Person):
    """Somebody with nothing but a link."""

    @classmethod
    def arrives(cls, open_context: Opener, role: str, **options: Any) -> Guest:
        return cls(open_context(**options).new_page(), role)

    def join(self, link: str, name: str) -> None:
        """The link asks for a name, and for nothing else."""
        self.page.goto(link)
        fits(self)
        expect(self.page.locator("#content input:not([type=hidden])")).to_have_count(1)
        self.page.get_by_label("Name", exact=True).fill(name)
        self.press("join")
        expect(self.page.locator("#account")).to_have_text(name)

    def press(self, button: str) -> None:
        """A button or a link that leads to a page, by its id."""
        self.page.locator(f"#{button}").click()
        self.page.wait_for_load_state()
        fits(self)

    def tab(self, name: str) -> None:
        """Of the campaign."""
        self.page.locator("nav.tabs").get_by_role("link", name=name, exact=True).click()
        self.page.wait_for_load_state()
        fits(self)

    def open_battle_page(self, title: str) -> None:
        """From the campaign's own page, as it is when it is loaded anew."""
        self.tab("Overview")
        self.page.locator(".battles").get_by_role("link", name=re.compile(rf"^{title}")).click()
        self.is_connected()


class Host(Guest):
    """The GM."""

    def sign_up(self, site: Site, name: str) -> None:
        self.page.goto(site.url)
        self.press("to-sign-up")
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_label("Password again", exact=True).fill(PASSWORD)
        self.press("sign-up")
        expect(self.page.locator("#account")).to_have_text(name)

    def start_campaign(self, name: str) -> None:
        self.press("new-campaign")
        self.page.get_by_label("Name", exact=True).fill(name)
        self.press("start-campaign")
        expect(self.steps()).to_have_count(3)

    def steps(self) -> Locator:
        """What an empty campaign says to do next."""
        return self.page.locator(".steps > li")

    def newest_link(self) -> str:
        return self.page.locator(".links .link").first.get_by_label("Address").input_value()

    def invite(self, faction: str) -> str:
        """A link into the campaign, for one player; on the page of the members."""
        self.page.get_by_label("Faction").first.fill(faction)
        self.press("make-link")
        expect(self.page.locator(".links .link").first).to_contain_text(faction)
        return self.newest_link()

    def invite_to_seat(self, seat: str) -> str:
        """On the page of the battle's seats."""
        links = self.page.locator(".links .link")
        before = links.count()
        self.page.locator("form:has(#make-link)").get_by_label("Seat").select_option(seat)
        self.press("make-link")
        expect(links).to_have_count(before + 1)
        return self.newest_link()

    def make_army(self, name: str, source: str = "") -> None:
        self.press("new-army")
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("Made from").select_option(source)
        self.press("make-army")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(name)

    def add_commanders(self, *names: str) -> None:
        for name in names:
            self.page.locator("#add-commanders").get_by_label("Name", exact=True).fill(name)
            self.page.locator("#add-commanders-button").click()
            expect(self.page.locator("#part-commanders tr.army-row").filter(has_text=name)).to_be_visible()
        fits(self)

    def add_hordes(self, hordes: Mapping[str, str]) -> None:
        """name -> type."""
        form = self.page.locator("#add-hordes")
        for name, profile in hordes.items():
            form.get_by_label("Type", exact=True).select_option(profile)
            form.get_by_label("Name", exact=True).fill(name)
            self.page.locator("#add-hordes-button").click()
            expect(self.page.locator("#part-hordes tr.army-row").filter(has_text=name)).to_be_visible()
        fits(self)

    def paste_army(self, name: str, text: str, hordes: Iterable[str]) -> None:
        """Shown first, and stored only once it is accepted."""
        self.press("import-army")
        self.page.get_by_label("Or a text to paste").fill(text)
        self.press("read-file")
        previewed = self.page.locator("#preview .import-table [name$=name]").evaluate_all(
            "all => all.map(e => e.value)"
        )
        assert previewed == list(hordes)
        self.page.locator("#preview .import-own").first.get_by_label("Name", exact=True).fill(name)
        self.press("accept-import")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(name)
        for horde in hordes:
            expect(self.page.locator("#part-hordes tr.army-row").filter(has_text=horde)).to_be_visible()

    def fill_in_battle(self, title: str, armies: Mapping[str, str], seats: Mapping[str, str]) -> None:
        """armies: side -> army. seats: member -> the value of his seat."""
        self.page.get_by_label("Title").fill(title)
        for side, army in armies.items():
            self.page.get_by_label(f"{side.capitalize()} army").select_option(label=army)
        for name, seat in seats.items():
            self.page.get_by_label(name, exact=True).select_option(seat)
        fits(self)

    def check(self) -> Locator:
        """What the form says of the battle before it is opened."""
        return self.page.locator("#opening-check")

    def open_battle(self) -> None:
        """Which leads to its control room."""
        self.page.locator("#open-battle").click()
        self.is_connected()


def fits(person: Person) -> None:
    """Nothing sticks out to the side of the window."""
    wide = person.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide[0] <= wide[1], f"{person.role} at {person.page.url}: {wide[0]} in {wide[1]}"
