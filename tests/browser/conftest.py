"""One site for each file of browser tests; each test lays a battle of its own there."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.crew import Crew, Opener
from tests.browsers import PageErrors
from tests.sites import Site

Gatherer = Callable[..., Crew]


@pytest.fixture(scope="module")
def shared_site() -> Iterator[Site]:
    with Site.running() as site:
        yield site


@pytest.fixture
def gather(shared_site: Site, new_context: Opener) -> Gatherer:
    """`gather("land", width=360)`: a new battle in that phase and its four people, each in a browser of their own."""

    def gather(phase: str = "", **options: Any) -> Crew:
        return Crew.at(shared_site, new_context, phase, **options)

    return gather


# What htmx says of a server that is away, beyond what tests/browsers.py knows of.
OUTAGE = ("[object Event]", "htmx:sendError", "htmx:afterRequest", "htmx:timeout")


@pytest.fixture
def outage(page_errors: PageErrors) -> Iterator[None]:
    """For a test that cuts the line: complaints about that are no fault of the page."""
    page_errors.expect_outage()
    yield
    page_errors[:] = [text for text in page_errors if not any(words in text for words in OUTAGE)]
