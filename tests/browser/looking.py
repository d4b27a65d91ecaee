"""Somebody who goes through all pages, as one person after the other and in one language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.every_page import NOWHERE, SHOWN
from tests.browser.every_page import Page as Wanted
from tests.browser.people import SOON, Person
from tests.live.inside import ask
from tests.sites import Site

SIGN_IN = "/sign-in/"
LAID = """
from tests.browser import everywhere
answer(everywhere.lay())
"""
# On the page's own form, whatever it asks for.
SEND = """() => {
    const form = document.querySelector("main form[method=post]");
    form.noValidate = true;
    form.requestSubmit();
}"""
FORGE = """() => {
    const form = document.querySelector("main form[method=post]");
    form.querySelector("[name=csrfmiddlewaretoken]").value = "";
    form.submit();
}"""
OVERLOAD = """() => {
    const form = document.querySelector("main form[method=post]");
    form.insertAdjacentHTML("beforeend", '<input type="hidden" name="much" value="1">'.repeat(5000));
    form.submit();
}"""
PASTED = """10x Termagants - Fleshborer [100 pts]
3 Infantry
Chars Bayard (Tank)"""


class Looker:
    def __init__(self, browser: Browser, site: Site, world: dict[str, Any], language: str, **options: Any) -> None:
        self.site, self.world, self.language = site, world, language
        context = browser.new_context(locale=language, reduced_motion="reduce", **options)
        self.page = context.new_page()
        self.page.set_default_timeout(SOON)
        self.page.route("**/broken/", lambda route: route.fulfill(body=world["broken"][language], status=500))

    def open(self, wanted: Wanted) -> Page:
        """The page, all that it loads being there, in his language."""
        self._become(wanted.person)
        answer = self.page.goto(self.site.url + self._address(wanted.address))
        assert answer and (answer.status in SHOWN) != (wanted.address == NOWHERE), f"{answer and answer.status}"
        assert wanted.address == SIGN_IN or SIGN_IN not in answer.url
        if wanted.act:
            ACTS[wanted.act](self)
        if self.page.locator("#battle[data-version]").count():
            Person(self.page, wanted.person).is_connected()
        expect(self.page.locator(f"html[lang|={self.language}]")).to_be_attached()
        return self.page

    def _become(self, person: str) -> None:
        # The page before says goodbye as who it was, and does not load itself anew on losing its cookie.
        self.page.goto("about:blank")
        self.page.context.clear_cookies()
        if person in self.world["sessions"]:
            session = {"name": self.world["cookie"], "value": self.world["sessions"][person], "url": self.site.url}
            self.page.context.add_cookies([session])

    def _address(self, address: str) -> str:
        """`pk` is the battle's or the campaign's, as in the permission matrix."""
        places = self.world["places"]
        pk = places["campaign" if address.startswith("/campaigns/") else "battle"]
        return address.format(**places, pk=pk)


def lay(site: Site) -> dict[str, Any]:
    world: dict[str, Any] = ask(site, LAID)
    return world


def _submit(looker: Looker, script: str, *statuses: int) -> None:
    with looker.page.expect_navigation() as answer:
        looker.page.evaluate(script)
    assert answer.value.status in statuses


def _send(looker: Looker) -> None:
    _submit(looker, SEND, 200, 422)
    expect(looker.page.locator("main").locator(".errors, .notice").first).to_be_visible()


def _break(looker: Looker) -> None:
    looker.page.goto(f"{looker.site.url}/broken/")


def _click(looker: Looker, selector: str, shows: str) -> None:
    looker.page.locator(selector).first.click()
    expect(looker.page.locator(shows).first).to_be_visible()


def _paste(looker: Looker) -> None:
    looker.page.locator("main form [name=text]").fill(PASTED)
    _submit(looker, SEND, 200)


def _edit(looker: Looker) -> None:
    """A row that is being edited, and rows that could not be added."""
    _click(looker, "#part-hordes .edit-row", "tr.editing")
    looker.page.locator("#add-commanders [name=count]").fill("0")
    _click(looker, "#add-commanders-button", "#part-commanders .errors")


def _keys(looker: Looker) -> None:
    Person(looker.page, "").is_connected()
    looker.page.keyboard.press("?")
    expect(looker.page.locator("dialog#keys")).to_be_visible()


ACTS: dict[str, Callable[[Looker], None]] = {
    "send": _send,
    "forge": lambda looker: _submit(looker, FORGE, 403),
    "overload": lambda looker: _submit(looker, OVERLOAD, 400),
    "break": _break,
    "paste": _paste,
    "pick": lambda looker: _click(looker, "a.pick[data-pick]", "[data-places]"),
    "aim": lambda looker: _click(looker, "[data-targets]", ".square.target"),
    "edit": _edit,
    "keys": _keys,
}
