"""Fixtures for every test.

What starts programs lies beside this file: processes, servers, database, sites, browsers.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from whitenoise.middleware import WhiteNoiseMiddleware

from battles.management import translations
from tests.browsers import browser, new_context, page_errors  # noqa: F401  (fixtures)
from tests.database import postgresql
from tests.servers import PostgreSQL, Redis
from tests.sites import BACKENDS, Site
from tests.table import Table


def pytest_sessionstart() -> None:
    """Compiled translations are no part of the repository; the tests, and the servers they start, read them."""
    for language in translations.outdated():
        translations.compile_one(language)


# Last, because pytest-django orders the tests too, by what they do to the database.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: from the first of them on this thread has an event loop, where Django refuses its ORM."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Hashed as everywhere, in one round. The servers that tests start make all of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PBKDF2PasswordHasher, "iterations", 1)
        yield


@pytest.fixture(scope="session", autouse=True)
def static_files_found_once() -> Iterator[None]:
    """Each test client builds the middleware anew, which then looks for every static file."""
    found: dict[str, object] = {}
    look = WhiteNoiseMiddleware.add_files_from_finders

    def look_once(middleware: WhiteNoiseMiddleware) -> None:
        if not found:
            look(middleware)
            found.update(middleware.files)
        middleware.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", look_once)
        yield


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    server = Redis()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgresql_server() -> PostgreSQL:
    """Stopped at the end of the run by tests/database.py, which may have needed it before any fixture."""
    return postgresql()


@pytest.fixture
def start_site() -> Iterator[Callable[..., Site]]:
    """`start_site("embedded" or "full", **environment)`; at the end its log must be clean."""
    with ExitStack() as sites:
        yield lambda backend="embedded", **environment: sites.enter_context(Site.running(backend, **environment))


@pytest.fixture
def site(start_site: Callable[..., Site]) -> Site:
    return start_site("embedded")


@pytest.fixture
def full_site(start_site: Callable[..., Site]) -> Site:
    return start_site("full")


@pytest.fixture(params=list(BACKENDS))
def any_site(start_site: Callable[..., Site], request: pytest.FixtureRequest) -> Site:
    """The same test on both: one process with SQLite, and two with PostgreSQL and Redis."""
    return start_site(request.param)


# The cast: gm, ann (red), bob (blue), sue (spectator).


@pytest.fixture
def table(db: None) -> Table:
    """A battle at its briefing with everybody seated."""
    return Table.laid()


@pytest.fixture
def lay_table(db: None) -> Callable[[str], Table]:
    """`lay_table("land")`: the same at a later phase, sensible choices made."""
    return Table.laid
