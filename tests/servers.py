"""Redis and PostgreSQL of the tests' own: on a free port, in a temporary folder, gone at the end."""

import os
import shutil
import signal
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

from tests.processes import LOOPBACK, Process, find_program, free_port, listens

USER = "battlefront"


class Redis:
    """A Redis that keeps nothing. One for each group of server processes: its pub/sub knows no database numbers."""

    def __init__(self) -> None:
        program = find_program(["redis-server"], package="redis-server")
        self.folder = Path(tempfile.mkdtemp(prefix="battlefront-redis-"))
        self.port = free_port()
        self.url = f"redis://{LOOPBACK}:{self.port}/0"
        self._command = [program, "--port", str(self.port), "--bind", LOOPBACK]
        self._command += ["--save", "", "--appendonly", "no", "--dir", str(self.folder)]
        self.start()

    def start(self) -> None:
        """Also for a test that had stopped or killed it: on the same port again, empty."""
        self.process = Process(self._command, log=self.folder / "redis.log")
        self.process.wait_until_ready(lambda: listens(self.port), what="Redis listens")

    def kill(self) -> None:
        self.process.kill()

    def stop(self) -> None:
        self.process.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class PostgreSQL:
    """A cluster with fsync off. It refuses to run as root, so root lends it to a user without rights."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="battlefront-postgresql-"))
        self.port = free_port()
        self._user = _unprivileged_user()
        self._names = (f"site_{number}" for number in count(1))
        try:
            self._initialise()
            self._start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def _initialise(self) -> None:
        if self._user:
            shutil.chown(self.folder, self._user)
        options = ["--auth=trust", f"--username={USER}", "--encoding=UTF8", "--locale=C", "--no-sync"]
        initdb = Process(
            [_binary("initdb"), f"--pgdata={self.folder / 'data'}", *options],
            log=self.folder / "initdb.log",
            cwd=self.folder,
            user=self._user,
        )
        if initdb.popen.wait(120):
            raise RuntimeError(f"initdb failed:\n{initdb.log.read_text()}")

    def _start(self) -> None:
        settings = [f"listen_addresses={LOOPBACK}", f"unix_socket_directories={self.folder}"]
        settings += ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"]
        self.process = Process(
            [_binary("postgres"), "-D", str(self.folder / "data"), "-p", str(self.port)]
            + [part for setting in settings for part in ("-c", setting)],
            log=self.folder / "postgresql.log",
            cwd=self.folder,
            user=self._user,
            # SIGINT is PostgreSQL's fast shutdown: it waits for no client.
            stop_signal=signal.SIGINT,
        )
        self.process.wait_until_ready(self._accepts, what="PostgreSQL accepts connections")

    def _accepts(self) -> bool:
        command = [_binary("pg_isready"), "-q", "-h", LOOPBACK, "-p", str(self.port)]
        return subprocess.run(command, stdin=subprocess.DEVNULL).returncode == 0

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@{LOOPBACK}:{self.port}/{database}"

    def create_database(self, template: str = "template0") -> str:
        """The URL of a fresh database; `template`, a database's URL or name, is copied."""
        name = next(self._names)
        source = urlsplit(template).path.lstrip("/")
        command = [_binary("createdb"), "-h", LOOPBACK, "-p", str(self.port), "-U", USER, "-T", source, name]
        subprocess.run(command, stdin=subprocess.DEVNULL, check=True, timeout=60)
        return self.url(name)

    def stop(self) -> None:
        self.process.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def _binary(name: str) -> str:
    # Debian keeps the server's programs off the PATH, a folder for each version: the newest first.
    folders = sorted(Path("/usr/lib/postgresql").glob("[0-9]*/bin"), key=lambda path: -int(path.parent.name))
    return find_program([name], package="postgresql", folders=folders)


def _unprivileged_user() -> str | None:
    if os.geteuid():
        return None
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"
