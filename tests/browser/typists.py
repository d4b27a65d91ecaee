"""People who have no mouse: they play by Tab, arrows, Enter and letters alone."""

from playwright.sync_api import Locator, expect

from tests.browser.people import Person

# From here on the page counts what no keyboard sends, and writes down what a screen reader is given to say by itself.
WATCH = """() => {
    const live = "[aria-live], [role=status], [role=alert]";
    window.touched = 0;
    window.said = [];
    for (const name of ["pointerdown", "mousedown", "touchstart"])
        addEventListener(name, () => (window.touched += 1), true);
    const say = (region, text) => text.trim() && window.said.push([region.id, text.trim()]);
    const hear = ({target, addedNodes}) => {
        for (const node of addedNodes) {
            const home = target.closest(live);
            const brought = home || !node.querySelectorAll ? [] : [node, ...node.querySelectorAll(live)];
            if (home) say(home, node.textContent);
            for (const region of brought) if (region.matches(live)) say(region, region.textContent);
        }
    };
    new MutationObserver((all) => all.forEach(hear)).observe(document.body, {childList: true, subtree: true});
}"""
FOCUSED = """() => {
    const {id, localName} = document.activeElement;
    return localName === "body" ? "" : id || localName;
}"""


class Typist(Person):
    def enter(self, link: str) -> None:
        super().enter(link)
        self.page.evaluate(WATCH)

    def use(self, control: Locator) -> None:
        """By its letter, or by Tab from the beginning of the orders."""
        expect(control).to_be_enabled()
        letter = control.get_attribute("data-key")
        if not letter:
            self.page.keyboard.press("o")
            self.tab_to(control)
        self.page.keyboard.press(letter or "Enter")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self) -> str:
        """Id or tag of what has the focus; empty for none."""
        return str(self.page.evaluate(FOCUSED))

    def on(self) -> Locator:
        return self.page.locator(":focus")

    def touched(self) -> int:
        return int(self.page.evaluate("window.touched"))

    def said(self) -> list[str]:
        """What was announced since this was last asked, answers to his own acts apart."""
        told: list[list[str]] = self.page.evaluate("window.said.splice(0)")
        return [text for region, text in told if region not in ("notice", "board-hint")]
