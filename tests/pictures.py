"""The pictures of the main screens in `docs/pictures/`, taken anew: `make pictures`.

Each scene is a demo battle whose dice are always the same, so a picture changes only where the page has.
"""

import io
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.people import Person
from tests.browsers import ARGUMENTS
from tests.live.inside import ask
from tests.processes import find_program
from tests.sites import ROOT, Site

FOLDER = ROOT / "docs" / "pictures"
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 1000}},
    "phone": {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "has_touch": True},
}
# What is picked is in the middle of a phone's picture; otherwise the page's top is shown.
COMPOSE = """() => {
    const picked = innerWidth < 400 && document.querySelector(".square.picked, .square.free");
    if (picked) picked.scrollIntoView({block: "center", inline: "center"});
    else scrollTo(0, 0);
}"""
SCHEMES = ("light", "dark")
COLOURS = 256
LAY = """
from battles.management.commands import links
from battles.models import Battle
from battles.services import autopilot, demo, records
battle = demo.create(ruleset=RULESET).battle
Battle.objects.filter(pk=battle.pk).update(secret=SECRET.encode())
while (moment := records.last_step(battle.pk).moment) != MOMENT:
    assert not moment.startswith("result"), "the battle ended before"
    autopilot.play_on(battle)
seats = {seat.role: link for seat, link in links.of_seats(URL, battle.pk)}
answer(seats | {"battle": URL + battle.get_absolute_url()})
"""


class Scene(NamedTuple):
    """moment: phase and round. act: what the person does before the picture is taken; page: what of the battle's."""

    name: str
    ruleset: str
    moment: str
    role: str
    act: Callable[[Person], None] = lambda person: None
    page: str = ""


def aim(player: Person) -> None:
    """Everybody has orders, and one horde is picked again: arrows, and its targets lit."""
    player.fill_in()
    player.is_still()
    player.page.locator("[data-targets]").nth(1).click()
    player.page.locator(".square.target").first.wait_for()


def lay_out(player: Person) -> None:
    """All hordes but one stand, and that is picked."""
    while len(waiting := player.names(player.waiting())) > 1:
        player.pick(waiting[0])
        player.page.locator(".square.free").first.click()
        player.page.locator(f'[data-square][data-name="{waiting[0]}"]').wait_for()
    player.pick(waiting[0])


SCENES = (
    Scene("battlefront-deployment", "battlefront", "deployment.0", "red", lay_out),
    Scene("battlefront-player", "battlefront", "land.3", "red", aim),
    Scene("battlefront-gm", "battlefront", "land.3", "gm"),
    Scene("battlefront-spectator", "battlefront", "air.4", "public"),
    Scene("bataille-player", "bataille", "declarations.3", "red", lambda player: player.fill_in()),
    Scene("bataille-gm", "bataille", "declarations.3", "gm"),
    Scene("bataille-spectator", "bataille", "declarations.3", "public"),
)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="battlefront-pictures-") as folder:
        os.environ["BATTLEFRONT_DATA"] = folder
        take_all()


def take_all() -> None:
    FOLDER.mkdir(exist_ok=True)
    program = find_program(["chromium", "chromium-browser", "google-chrome"], package="chromium")
    with Site.running() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        for scene in SCENES:
            for name, picture in taken(site, browser, scene):
                (FOLDER / f"{name}.png").write_bytes(small(picture))
                print(f"docs/pictures/{name}.png")
        browser.close()


def taken(site: Site, browser: Browser, scene: Scene) -> Iterator[tuple[str, bytes]]:
    for size, options in SIZES.items():
        links = ask(
            site, LAY, RULESET=scene.ruleset, MOMENT=scene.moment, SECRET=f"the dice of {scene.name}", URL=site.url
        )
        with closing(browser.new_context(reduced_motion="reduce", **options)) as context:
            person = Person(context.new_page(), scene.role)
            person.enter(links[scene.role])
            person.page.goto(links["battle"] + scene.page)
            person.is_connected()
            scene.act(person)
            expect(person.page.locator("#notice .notice")).to_have_count(0)  # what was saved is said for a moment
            for scheme in SCHEMES:
                person.page.emulate_media(color_scheme=scheme)
                person.page.evaluate(COMPOSE)
                yield f"{scene.name}-{size}-{scheme}", person.page.screenshot()


def small(picture: bytes) -> bytes:
    """With a palette of its own: a fifth of the size, and no difference that the eye sees."""
    out = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS).save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    main()
