"""Sites that are kept for the whole folder: each test lays a battle of its own there and leaves the site healthy.

A test that stops, starves or measures a site takes `start_site` instead.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest

from tests.sites import BACKENDS, Site

# A line for each request would bury what a failing test says.
logging.getLogger("httpx").setLevel(logging.WARNING)
Keeper = Callable[[str], Site]


@pytest.fixture(scope="session")
def kept_site() -> Iterator[Keeper]:
    with ExitStack() as sites:
        yield cache(lambda backend: sites.enter_context(Site.running(backend)))


@pytest.fixture(params=list(BACKENDS))
def any_live_site(kept_site: Keeper, request: pytest.FixtureRequest) -> Iterator[Site]:
    """One process with SQLite, or two with PostgreSQL and Redis: urls[0] and urls[-1] are as far apart as can be."""
    yield from _watched(kept_site(request.param))


@pytest.fixture
def live_site(kept_site: Keeper) -> Iterator[Site]:
    yield from _watched(kept_site("embedded"))


@pytest.fixture
def full_live_site(kept_site: Keeper) -> Iterator[Site]:
    yield from _watched(kept_site("full"))


def _watched(site: Site) -> Iterator[Site]:
    """Each test answers for its own part of the log."""
    yield site
    try:
        site.check_log()
    finally:
        site.forget_log()
