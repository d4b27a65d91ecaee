"""F-01, F-02 in a pitched battle: no browser is given what the GM weighs or a rival chooses before it is shown."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.crew import Opener
from tests.browser.listening import Listening
from tests.browser.people import Person
from tests.browser.pitched import SIDES, Pitched, lay
from tests.noise import without_noise
from tests.sites import Site

# Numbers that stand nowhere else. Each hero of a side has one of his side's in his sheet.
SHEETS = {"red": {"weapon_skill": 87, "willpower": 89}, "blue": {"weapon_skill": 86, "willpower": 88}}
HEROES = {
    "red": ("Marshal Irmgard Dorn", "Sir Aubrin the Tall", "Lisbet Kray, marksman", "Father Osmund"),
    "blue": ("Chief Ghazbul", "Morg the Boulder", "Old Skeeva, shaman", "Nazzik, wolf rider"),
}
HEADCOUNTS = {"red": 41_387, "blue": 32_719}
OTHERS = {"gm": ("red", "blue", "spectator"), "red": ("blue", "spectator"), "blue": ("red", "spectator")}


@dataclass
class Watch:
    crew: Pitched
    ears: dict[str, Listening]

    @contextmanager
    def unheard(self, person: Person) -> Iterator[None]:
        """Nothing comes to the others meanwhile, and no byte of their pages changes."""
        others = OTHERS[person.role]
        frames, pages = self._frames(others), self._pages(others)
        yield
        assert self._frames(others) == frames, f"a frame came of what {person.role} does in secret"
        assert self._pages(others) == pages, f"a page shows what {person.role} does in secret"

    def _frames(self, roles: tuple[str, ...]) -> list[int]:
        """Beyond the greeting of a socket, which may come late."""
        return [sum("kind=hello" not in frame for frame in self.ears[role].frames) for role in roles]

    def _pages(self, roles: tuple[str, ...]) -> list[str]:
        """How long a button rests after a click is the page's own affair, and so is a round that still plays; who is
        here everybody may see.
        """
        for role in roles:
            self.crew.people[role].is_still()
            # What a page said of its own last act goes by itself.
            expect(self.crew.people[role].page.locator("#notice .notice-ok")).to_have_count(0)
        pages = (self.crew.people[role].page.locator("#battle").inner_html() for role in roles)
        return [without_noise(page.replace(' aria-disabled="true"', "")) for page in pages]

    def seals(self, person: Person) -> None:
        """Ready is public: one frame for each of the others."""
        others = OTHERS[person.role]
        frames = self._frames(others)
        self.crew.openly(person, "ready")
        assert self._frames(others) == [count + 1 for count in frames]

    def told(self, role: str) -> str:
        """All of the battle that this person was ever given, and his page as it is."""
        heard = self.ears[role].tell(self.crew.people[role])
        return "\n".join(without_noise(each.where + each.text) for each in heard if "/static/" not in each.where)

    def knows(self, role: str, number: int) -> bool:
        """Whether it was ever told to him, however it is written."""
        grouped = f"{number:,}".replace(",", "[^0-9]?")
        return re.search(rf"(?<![\w.:-]){grouped}(?![\w.:%-])", self.told(role)) is not None

    def keeps(self, role: str, *numbers: int) -> None:
        """He alone knows them, and the GM; so the search is not blind."""
        for number in numbers:
            assert self.knows(role, number) and self.knows("gm", number)
            for other in OTHERS[role]:
                assert not self.knows(other, number), f"{other} knows {number} of {role}"


@pytest.fixture
def watch(shared_site: Site, new_context: Opener) -> Watch:
    ears: list[Listening] = []

    def open_and_listen(**options: object) -> BrowserContext:
        context = new_context(**options)
        ears.append(Listening(context))
        return context

    sheets = {name: SHEETS[side] for side, names in HEROES.items() for name in names}
    crew = Pitched.gathered(lay(shared_site, "whole_battle", sheets), open_and_listen)
    return Watch(crew, {person.role: each for person, each in zip(crew, ears, strict=True)})


def test_nobody_hears_of_figures_ticks_and_choices_before_they_are_announced(watch: Watch) -> None:
    crew = watch.crew
    _the_gm_weighs(watch)
    for side in SIDES:
        _leader_is_named(watch, crew.people[side])
    _the_gm_ticks(watch)
    for side in SIDES:
        watch.seals(crew.people[side])
    crew.openly(crew.gm, "advance")
    crew.openly(crew.gm, "resolve")
    _challenges(watch)
    for side in SIDES:
        _actions_are_chosen(watch, crew.people[side])
    for side in SIDES:
        watch.keeps(side, *SHEETS[side].values())
    crew.openly(crew.gm, "resolve")
    for side in SIDES:  # a test has a target, which its own hero's figure is
        assert watch.knows("spectator", SHEETS[side]["weapon_skill"])


def _the_gm_weighs(watch: Watch) -> None:
    crew = watch.crew
    with watch.unheard(crew.gm):
        for side, number in HEADCOUNTS.items():
            crew.typed(f"assess-{side}", headcount=number, arms=93)
        crew.typed("set-base", points=167)
        crew.secretly(crew.gm, "case-crushing-blue", "escape-red")
    watch.keeps("gm", *HEADCOUNTS.values(), 167)
    crew.openly(crew.gm, "advance")
    assert all(watch.knows(role, number) for role in OTHERS["gm"] for number in (*HEADCOUNTS.values(), 167))


def _the_gm_ticks(watch: Watch) -> None:
    crew = watch.crew
    with watch.unheard(crew.gm):
        crew.secretly(crew.gm, "tick-red-surprise", "tick-blue-walls", "give-red-mission-5", "tick-red-surprise")
        crew.secretly(crew.gm, "tick-red-surprise", "escape-blue")
    for role in OTHERS["gm"]:
        assert "Ambush" not in watch.told(role) and "Walls or a castle" not in watch.told(role)
    assert "Ambush" in watch.told("gm")


def _leader_is_named(watch: Watch, person: Person) -> None:
    crew = watch.crew
    first, second, third, _ = crew.heroes(person.role)
    with watch.unheard(person):
        crew.secretly(person, f"general-{third}", f"second-{first}", f"general-{second}", f"second-{third}")


def _challenges(watch: Watch) -> None:
    """Red's champion challenges; blue, asked, declines after all."""
    crew = watch.crew
    red, blue = crew.heroes("red"), crew.heroes("blue")
    with watch.unheard(crew.red):
        crew.secretly(crew.red, f"challenge-{red[1]}-{blue[0]}", f"challenge-{red[1]}-{blue[1]}")
        crew.secretly(crew.red, f"challenge-{red[2]}-{blue[0]}", f"call-off-{red[2]}")
    watch.seals(crew.red)
    expect(crew.spectator.page.locator("#duels")).to_have_count(0)  # not before blue has sealed, too
    watch.seals(crew.blue)
    with watch.unheard(crew.blue):
        crew.secretly(crew.blue, f"accept-{blue[1]}", f"decline-{blue[1]}")
    watch.seals(crew.blue)


def _actions_are_chosen(watch: Watch, person: Person) -> None:
    crew = watch.crew
    first, _, third, _ = crew.heroes(person.role)
    with watch.unheard(person):
        crew.secretly(person, f"declare-{first}-ha-10-weapon_skill", f"fortune-{first}", f"declare-{third}-ha-01")
        crew.secretly(person, f"declare-{third}-ha-10-weapon_skill", f"undeclare-{third}", "fill-in")
    for role in OTHERS[person.role]:
        assert f"declare-{first}" not in watch.told(role)
        assert f'"hero":{first},"action"' not in watch.told(role)
    assert "thick of the fight" not in watch.told("spectator")
    watch.seals(person)
