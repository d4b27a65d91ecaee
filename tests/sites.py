"""A running Battlefront: real server processes, with a database and a channel layer of their own.

The fixtures `site`, `full_site`, `any_site` and `start_site` give one to a test; `with Site.running("full") as site:`
does so to a fixture of a wider scope. Then `site.urls[1]`, `site.manage("check")`, `site.kill(0)`, `site.restart(0)`.
"""

import http.client
import json as json_module
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Self

from tests.database import postgresql
from tests.processes import LOOPBACK, Process, free_port
from tests.servers import Redis
from tests.standby import Standby

ROOT = Path(__file__).resolve().parent.parent
DATABASE_FILE = "battlefront.sqlite3"
NEVER_IN_A_LOG = ("Traceback", "Internal Server Error", "database is locked", " 500 ")
BACKENDS = {"embedded": 1, "full": 2}  # how many server processes


class Site:
    def __init__(
        self, folder: Path, environment: Mapping[str, str | None], processes: int, redis: Redis | None = None
    ) -> None:
        self.folder, self.redis = folder, redis
        self.environment = {name: value for name, value in (os.environ | environment).items() if value is not None}
        self.ports = [free_port() for _ in range(processes)]
        self.urls = [f"http://{LOOPBACK}:{port}" for port in self.ports]
        self.processes: list[Process] = []
        self._standby: Standby | None = None

    @classmethod
    def start(cls, backend: str = "embedded", **environment: str | None) -> Self:
        """`embedded`: SQLite and the in-memory layer, one process. `full`: PostgreSQL and Redis, two processes.

        None takes a variable away.
        """
        folder = Path(tempfile.mkdtemp(prefix="battlefront-site-"))
        values = _full() if backend == "full" else _embedded(folder)
        redis = Redis() if backend == "full" else None
        if redis:
            values["REDIS_URL"] = redis.url
        site = cls(folder, values | environment, BACKENDS[backend], redis)
        try:
            site.processes = [site._launch(index) for index in range(len(site.ports))]
            site._wait_until_healthy(*range(len(site.ports)))
        except BaseException:
            site.stop()
            raise
        return site

    @classmethod
    @contextmanager
    def running(cls, backend: str = "embedded", **environment: str | None) -> Iterator[Self]:
        """Stops at the end, and then looks through the logs."""
        site = cls.start(backend, **environment)
        try:
            yield site
            site.check_log()
        finally:
            site.stop()

    @property
    def url(self) -> str:
        return self.urls[0]

    def manage(self, *arguments: str, json: bool = False) -> Any:
        """A management command in this site's environment: what it prints, or the value that it prints as JSON."""
        self._standby = self._standby or Standby(self.environment)
        done = self._standby.run(*arguments)
        return json_module.loads(done) if json else done

    def kill(self, *which: int) -> None:
        """SIGKILL, as by the kernel or a power cut; of all processes unless told which."""
        for index in self._chosen(which):
            self.processes[index].kill()

    def restart(self, *which: int) -> None:
        """On the same ports, so that browsers find it again. What still runs is stopped in order."""
        for index in self._chosen(which):
            self.processes[index].stop()
            self.processes[index] = self._launch(index)
        self._wait_until_healthy(*self._chosen(which))

    def stop(self) -> None:
        for process in self.processes:
            process.stop()
        if self._standby:
            self._standby.stop()
        if self.redis:
            self.redis.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def log_text(self) -> str:
        return "".join(path.read_text(errors="replace") for path in sorted(self.folder.glob("*.log")))

    def forget_log(self) -> None:
        """For a test that caused trouble on purpose and has looked at what the server said of it."""
        for path in self.folder.glob("*.log"):
            os.truncate(path, 0)

    def check_log(self) -> None:
        text = self.log_text()
        found = [words for words in NEVER_IN_A_LOG if words in text]
        assert not found, f"The server's log has {found}:\n{text[-8000:]}"

    def _chosen(self, which: tuple[int, ...]) -> tuple[int, ...]:
        return which or tuple(range(len(self.ports)))

    def _launch(self, index: int) -> Process:
        command = [sys.executable, "manage.py", "serve", "--host", LOOPBACK, "--port", str(self.ports[index])]
        return Process(command, log=self.folder / f"server-{index}.log", env=self.environment, cwd=ROOT)

    def _wait_until_healthy(self, *which: int) -> None:
        for index in which:
            port = self.ports[index]
            self.processes[index].wait_until_ready(lambda port=port: _healthy(port), what=f"port {port} is healthy")


def _healthy(port: int) -> bool:
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=5)
    try:
        connection.request("GET", "/healthz/")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def _manage(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(
        command, env=environment, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
    return done.stdout


# Both backends migrate once a run and copy the empty tables from then on.


def _embedded(folder: Path) -> dict[str, str]:
    shutil.copyfile(_migrated_file() / DATABASE_FILE, folder / DATABASE_FILE)
    return _embedded_values(folder)


def _embedded_values(folder: Path) -> dict[str, str]:
    return {
        "BATTLEFRONT_MODE": "embedded",
        "BATTLEFRONT_DATA": str(folder),
        "DATABASE_URL": "",
        "REDIS_URL": "",
        # Empty: the key is generated and kept in the folder, as on a first start at home.
        "SECRET_KEY": "",
    }


@cache
def _migrated_file() -> Path:
    folder = _data_folder("embedded")
    _manage(os.environ | _embedded_values(folder), "migrate", "--verbosity=0")
    return folder


def _full() -> dict[str, str]:
    return _full_values(postgresql().create_database(_migrated_database()))


def _full_values(database: str) -> dict[str, str]:
    return {
        "BATTLEFRONT_MODE": "production",
        "DATABASE_URL": database,
        # Until the site has its own: migrating needs none, but a production start without one is refused.
        "REDIS_URL": f"redis://{LOOPBACK}:1/0",
        "SECRET_KEY": "a key for tests only, shared by both processes",
        "ALLOWED_HOSTS": LOOPBACK,
        # The tests speak plain HTTP.
        "INSECURE_COOKIES": "1",
        "STATIC_ROOT": str(_data_folder("static")),
    }


@cache
def _migrated_database() -> str:
    database = postgresql().create_database()
    environment = os.environ | _full_values(database)
    _manage(environment, "migrate", "--verbosity=0")
    _manage(environment, "collectstatic", "--no-input", "--verbosity=0")
    return database


def _data_folder(name: str) -> Path:
    """Inside the folder that tests/database.py made for this run and removes at its end."""
    folder = Path(os.environ["BATTLEFRONT_DATA"]) / name
    folder.mkdir(exist_ok=True)
    return folder
