"""A person with a browser: what he does goes through the page alone, by clicks, keys and drags."""

import re

from playwright.sync_api import Locator, Page, Request, expect

SECONDS = 15  # longer than anything takes that is not stuck
SOON = SECONDS * 1000
expect.set_options(timeout=SOON)


class Person:
    def __init__(self, page: Page, role: str) -> None:
        self.page, self.role = page, role
        page.set_default_timeout(SOON)
        self.answers: list[int] = []  # the status of every command's answer, in order
        page.on("requestfinished", self._note_answer)

    def _note_answer(self, request: Request) -> None:
        response = request.response()
        if response and request.method == "POST" and "/commands/" in request.url:
            self.answers.append(response.status)

    def enter(self, link: str) -> None:
        """By a one-time sign-in link and the button on its page."""
        self.page.goto(link)
        self.page.locator("#enter").click()
        self.page.wait_for_url(lambda url: "/enter/" not in url)

    # Looking

    def board(self) -> Locator:
        return self.page.locator("#board")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def square(self, spot: str) -> Locator:
        """`red F3`: red's Front Line, column 3."""
        side, name = spot.split()
        line = {"F": "front", "R": "rear"}[name[0]]
        return self.page.locator(f"#square-{side}-{line}-{name[1:]}")

    def free_squares(self, line: str = "") -> list[str]:
        """Names of the own squares that a horde can be placed on, from the left."""
        lines = f'[data-line="{line}"]' if line else ""
        ids = self.page.locator(f"[data-places]{lines}:not([data-horde])").evaluate_all("all => all.map(e => e.id)")
        return [_spot(each) for each in ids]

    def waiting(self) -> Locator:
        """The hordes beside the grid."""
        return self.page.locator("a.pick[data-pick]")

    def names(self, locator: Locator) -> list[str]:
        return locator.evaluate_all("all => all.map(e => e.dataset.name)")

    def newest(self) -> Locator:
        """The lines of the newest entry of the report."""
        return self.page.locator("#log-entries > .entry").first.locator(".line")

    def sees_phase(self, phase: str) -> None:
        expect(self.board()).to_have_attribute("data-phase", phase)

    def phase(self) -> str:
        return self.board().get_attribute("data-phase") or ""

    def stage(self) -> str:
        """Of the land round, in the page's words; empty elsewhere."""
        told = self.page.locator("#status .round").all_inner_texts()
        return told[0].partition(" · ")[2] if told else ""

    def sees_stage(self, stage: str) -> None:
        expect(self.page.locator("#status .phase")).to_have_text(re.compile(rf" · {stage}$" if stage else "^[^·]+$"))

    def version(self) -> int:
        return int(self.page.locator("#battle").get_attribute("data-version") or 0)

    def notes_page(self) -> None:
        """From here on `on_same_page` tells whether the page was loaded anew, `was_told` what its line has said."""
        self.page.evaluate(
            """() => {
                const line = document.getElementById("connection");
                window.testHeard = [];
                new MutationObserver(() => line.hidden || window.testHeard.push(line.textContent))
                    .observe(line, {attributes: true, childList: true});
            }"""
        )

    def on_same_page(self) -> bool:
        return bool(self.page.evaluate("!!window.testHeard"))

    def was_told(self, text: str) -> None:
        """Also what was said for a moment only."""
        self.page.wait_for_function("text => window.testHeard?.includes(text)", arg=text, timeout=5_000)

    def offline_line(self) -> Locator:
        return self.page.locator("#connection")

    def is_connected(self) -> None:
        """Its socket is open, and it does not say otherwise."""
        self.page.wait_for_function(
            """async () => {
                // By the name that the page has it under: a hosted site's changes with its content.
                const names = performance.getEntriesByType("resource").map((each) => each.name);
                const name = names.find((each) => /\\/live(\\.\\w+)?\\.js$/.test(each));
                return name && (await import(name)).isLive();
            }"""
        )
        expect(self.offline_line()).to_be_hidden()

    def is_still(self) -> None:
        """Nothing on its board moves any more."""
        expect(self.board()).not_to_have_class(re.compile(r"\bplaying\b"))

    # Choosing

    def choose(self, horde: str) -> None:
        self.button(f"Choose {horde}").click()
        expect(self.button(f"Leave {horde}")).to_be_visible()

    def leave(self, horde: str) -> None:
        self.button(f"Leave {horde}").click()
        expect(self.button(f"Choose {horde}")).to_be_visible()

    def name_commander(self, commander: str, post: str) -> None:
        self.button(f"Name {commander} {post}").click()
        expect(self.button(f"Dismiss {commander} as {post}")).to_be_visible()

    def pick(self, horde: str) -> None:
        self.waiting_horde(horde).click()
        expect(self.page.locator(".unit.picked")).to_contain_text(horde)

    def waiting_horde(self, horde: str) -> Locator:
        return self.page.locator(f'a.pick[data-name="{horde}"]')

    def place(self, horde: str, spot: str) -> None:
        self.pick(horde)
        self.square(spot).click()
        self.stands(horde, spot)

    def move(self, horde: str, spot: str) -> None:
        """A horde that is placed already: click it, then its new square."""
        self.page.locator(f'[data-square][data-name="{horde}"]').click()
        self.square(spot).click()
        self.stands(horde, spot)

    def place_by_drag(self, horde: str, spot: str) -> None:
        self.waiting_horde(horde).drag_to(self.square(spot))
        self.stands(horde, spot)

    def place_by_keys(self, horde: str, spot: str) -> None:
        """Tab to the horde, Enter; Tab to the grid, arrows to the square, Enter."""
        self.tab_to(self.waiting_horde(horde))
        self.page.keyboard.press("Enter")
        self.tab_to(self.page.locator("[data-square][tabindex='0']"), back=True)
        self.walk_to(spot)
        self.page.keyboard.press("Enter")
        self.stands(horde, spot)

    def hold_back(self, horde: str) -> None:
        self.button(f"Hold back {horde}").click()
        expect(self.button(f"Bring back {horde}")).to_be_visible()

    def stands(self, horde: str, spot: str) -> None:
        expect(self.square(spot)).to_have_attribute("data-name", horde)

    def tab_to(self, target: Locator, back: bool = False) -> None:
        for _ in range(150):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"{self.role} cannot reach {target} by the Tab key")

    def walk_to(self, spot: str) -> None:
        goal = self.square(spot)
        for _ in range(60):
            step = goal.evaluate(
                """goal => {
                    const [a, b] = [document.activeElement, goal].map((e) => e.getBoundingClientRect());
                    const [x, y] = [b.x - a.x, b.y - a.y].map((d) => (Math.abs(d) < 2 ? 0 : d));
                    return y ? (y > 0 ? "ArrowDown" : "ArrowUp") : x ? (x > 0 ? "ArrowRight" : "ArrowLeft") : "";
                }"""
            )
            if not step:
                return
            self.page.keyboard.press(step)
        raise AssertionError(f"{self.role} cannot walk to {spot} by the arrow keys")

    def attackers(self) -> list[str]:
        """Spots of the own hordes that may attack this round."""
        ids = self.page.locator("[data-targets]").evaluate_all("all => all.map(e => e.id)")
        return [_spot(each) for each in ids]

    def aim(self, spot: str) -> list[str]:
        """Click the attacker; its targets light up."""
        self.square(spot).click()
        targets = self.page.locator(".square.target")
        expect(targets).not_to_have_count(0)
        return [_spot(each) for each in targets.evaluate_all("all => all.map(e => e.id)")]

    def order(self, spot: str, target: str, weapon: int = 0) -> None:
        """Click the attacker (already picked), then the target; with several weapons, the weapon."""
        attacker = self.square(spot).get_attribute("data-horde")
        aimed_at = self.square(target).get_attribute("data-horde")
        shots = self.page.locator(f"#orders-of-{attacker} [data-target='{aimed_at}']")
        several = shots.count() > 1
        self.square(target).click()
        if several:
            shots.nth(weapon).click()
        expect(self.square(spot).locator(".order-mark")).to_be_visible()

    # Sealing

    def use(self, control: Locator) -> None:
        """Press it, the way this person presses things."""
        control.click()

    def ready(self) -> None:
        self.use(self.page.locator("#ready:enabled"))
        expect(self.button("Take Ready back")).to_be_visible()

    def unready(self) -> None:
        self.use(self.button("Take Ready back"))
        expect(self.button("Ready")).to_be_visible()

    def open_orders(self) -> None:
        """On a narrow screen they are a sheet, behind a bar."""
        handle = self.page.locator("#sheet-handle[aria-expanded='false']")
        if handle.is_visible():
            handle.click()
            expect(self.page.locator("#sheet-handle")).to_have_attribute("aria-expanded", "true")

    def fill_in(self) -> None:
        if self.page.locator("#fill-in").count():
            self.open_orders()
            self.use(self.page.locator("#fill-in"))
            expect(self.page.locator("#fill-in")).to_have_count(0)

    def fill_in_and_ready(self) -> None:
        self.fill_in()
        self.ready()

    def retreat(self) -> None:
        self.open_orders()
        self.use(self.page.locator("#retreat-more > summary"))
        self.use(self.page.locator("#retreat"))
        expect(self.page.get_by_text("You retreat when this round is resolved.")).to_be_visible()


def _spot(square_id: str) -> str:
    _, side, line, column = square_id.split("-")
    return f"{side} {line[0].upper()}{column}"
