"""One site for each file of browser tests; each test lays a battle of its own there."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.people import Crew, Opener
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
