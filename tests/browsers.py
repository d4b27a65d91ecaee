"""Chromium by Playwright, and what its pages complain about.

Playwright's synchronous API keeps an event loop running in the tests' thread, where Django refuses its ORM. So browser
tests reach the database by `site.manage(...)` alone, and conftest.py runs them last.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, sync_playwright

from tests.processes import find_program

HEIGHT = 900
# A hidden page for each window's address bar costs more than a page of ours. The last list of such switches counts
# alone, so Playwright's own are among them.
OFF = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    # Or a page that could not be loaded is loaded again whenever Chromium thinks fit.
    "--disable-auto-reload",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(OFF)}",
]
# What Chromium says of a server that is away, in the console.
OUTAGE = ("net::ERR_", "WebSocket connection to")
Opener = Callable[..., BrowserContext]


class PageErrors(list[str]):
    """Console errors and uncaught exceptions of every page. A test may look at them and clear() what it wanted."""

    outage_expected = False

    def expect_outage(self) -> None:
        """For a test that kills the server: the complaints come when they like, also after a clear()."""
        self.outage_expected = True

    def unexpected(self) -> list[str]:
        return [text for text in self if not (self.outage_expected and any(words in text for words in OUTAGE))]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = find_program(["chromium", "chromium-browser", "google-chrome"], package="chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def page_errors() -> Iterator[PageErrors]:
    errors = PageErrors()
    yield errors
    assert not errors.unexpected(), "The pages complained:\n" + "\n".join(errors.unexpected())


@pytest.fixture
def new_context(browser: Browser, page_errors: PageErrors, start_site: object) -> Iterator[Opener]:
    """`new_context(width=1280, **options)`: another person's browser, with cookies of its own.

    It asks for start_site only to be set up after it: so browsers close before their server stops, without complaint.
    """
    contexts: list[BrowserContext] = []

    def open_one(width: int = 1280, **options: Any) -> BrowserContext:
        context = browser.new_context(viewport={"width": width, "height": HEIGHT}, **options)
        contexts.append(context)
        context.on("console", lambda message: _note_console(message, page_errors))
        context.on("weberror", lambda error: page_errors.append(str(error.error)))
        return context

    yield open_one
    for context in contexts:
        context.close()


def _note_console(message: ConsoleMessage, errors: PageErrors) -> None:
    # Chromium asks for an icon by itself where no page of ours names one: when it shows an error of its own.
    if message.type == "error" and not message.location["url"].endswith("/favicon.ico"):
        errors.append(f"{message.text} ({message.location['url']})")
