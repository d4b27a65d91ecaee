"""What axe-core finds on a page that is open, and what it does not look for."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

HEIGHT = 900
# Every rule that is on by default, best practices too, and the least size of what is tapped. `preload` is for a rule
# about landscape views that nothing here concerns, and fetches all style sheets anew.
OPTIONS: dict[str, Any] = {
    "resultTypes": ["violations"],
    "reporter": "no-passes",
    "preload": False,
    "rules": {"target-size": {"enabled": True}},
}
RUN = """async (options) => (await axe.run(options)).violations.flatMap(({id, help, nodes}) =>
    nodes.map(({target, any, all, none}) =>
        `${id} (${help}): ${target.join(" ")}: ${[...any, ...all, ...none].map((each) => each.message).join(" ")}`))"""
# All that is folded away is shown, and nothing is on its way from one colour to another.
UNFOLD = """() => {
    for (const each of document.querySelectorAll("details")) each.open = true;
    const still = new CSSStyleSheet();
    still.replaceSync("*, ::before, ::after { transition: none !important; animation: none !important; }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
}"""
WITHOUT_AXE = """() => {
    const found = [];
    const skip = document.querySelector("body a[href]");
    const target = skip && document.querySelector(skip.getAttribute("href").replace(/^[^#]*$/, "#none"));
    if (document.querySelectorAll("h1").length !== 1) found.push("not one heading of the first level");
    if (!document.querySelector("header") || document.querySelector("dialog:modal")) return found;
    if (!target) found.push("the first link is none to the content");
    else if (target.focus() || document.activeElement !== target) found.push("the content takes no focus");
    return found;
}"""
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


def prepare(page: Page) -> None:
    """Content security policy forbids the page's own inline scripts, not what is evaluated from here."""
    page.evaluate(UNFOLD)
    page.evaluate(AXE_SCRIPT)


def look(page: Page, width: int, scheme: str) -> list[str]:
    """One line for each violation."""
    page.set_viewport_size({"width": width, "height": HEIGHT})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    found: list[str] = page.evaluate(RUN, OPTIONS)
    if page.evaluate(TOO_WIDE):
        found.append("wider than its window")
    return found


def look_once(page: Page) -> list[str]:
    """What neither size nor scheme changes, and axe does not ask."""
    found: list[str] = page.evaluate(WITHOUT_AXE)
    return found
