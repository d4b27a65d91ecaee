"""`pytest --database=postgresql`: the same tests on a PostgreSQL of their own instead of SQLite.

A plugin (see addopts in pyproject.toml) and not part of conftest.py: pytest-django reads the settings before any
conftest.py is loaded, and the environment must be set by then.
"""

import os
import tempfile
from collections.abc import Generator

import pytest

from tests.servers import PostgreSQL

_running: list[PostgreSQL] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database", choices=["sqlite", "postgresql"], default="sqlite", help="database of the tests")


# A wrapper runs before everybody's plain hook, pytest-django's tryfirst one included.
@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    # What a developer's shell is set to must neither change the tests nor be touched by them.
    for name in ("DATABASE_URL", "REDIS_URL", "BATTLEFRONT_MODE", "ALLOWED_HOSTS", "DEBUG"):
        os.environ.pop(name, None)
    folder = tempfile.TemporaryDirectory(prefix="battlefront-data-")
    early_config.add_cleanup(folder.cleanup)
    os.environ["BATTLEFRONT_DATA"] = folder.name
    os.environ["SECRET_KEY"] = "a key for tests only"
    # Empty but there: WhiteNoise warns of a missing one in every test.
    os.environ["STATIC_ROOT"] = tempfile.mkdtemp(prefix="static-", dir=folder.name)
    if early_config.known_args_namespace.database == "postgresql":
        os.environ["DATABASE_URL"] = _url_or_usage_error()
    return (yield)


def _url_or_usage_error() -> str:
    try:
        return postgresql().url("battlefront")
    except pytest.fail.Exception as missing:
        raise pytest.UsageError(str(missing)) from None


def pytest_report_header(config: pytest.Config) -> str:
    return f"database: {config.getoption('database')}"


def pytest_unconfigure() -> None:
    while _running:
        _running.pop().stop()


def postgresql() -> PostgreSQL:
    """The one cluster of this run, started when first asked for."""
    if not _running:
        _running.append(PostgreSQL())
    return _running[0]
