"""Programs that tests start: found or named as missing, waited for by a condition, and never left behind."""

import contextlib
import ctypes
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

# Below the ports that the kernel gives to clients: nobody's connection takes a port between a stop and a restart.
PORTS = range(20_000, 32_000)
LOOPBACK = "127.0.0.1"
PR_SET_PDEATHSIG = 1


def find_program(names: Iterable[str], package: str, folders: Iterable[Path] = ()) -> str:
    """The first of these programs in the folders or on the PATH. None fails the test: a skip would pass for green."""
    path = os.pathsep.join([*map(str, folders), os.environ.get("PATH", "")])
    for name in names:
        if found := shutil.which(name, path=path):
            return found
    pytest.fail(
        f"{' or '.join(names)} is not installed. On Debian: apt-get install {package} (or: tests/install-services)",
        pytrace=False,
    )


def free_port() -> int:
    for port in random.sample(PORTS, 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((LOOPBACK, port))
            return port
    raise RuntimeError(f"No free port among 100 tried from {PORTS}")


def listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((LOOPBACK, port)) == 0


def wait_until(condition: Callable[[], object], *, what: str, seconds: float = 30) -> None:
    """Polls the condition: no test sleeps for a guessed time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"Not after {seconds} s: {what}")
        time.sleep(0.02)


class Process:
    """One program with its log file. It dies with the tests even when they are killed (on Linux)."""

    def __init__(
        self,
        command: list[str],
        *,
        log: Path,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        user: str | None = None,
        stop_signal: signal.Signals = signal.SIGTERM,
    ) -> None:
        self.command, self.log, self.stop_signal = command, log, stop_signal
        with log.open("ab") as output:
            self.popen = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=env,
                cwd=cwd,
                user=user,
                group=_group_of(user),
                extra_groups=[] if user else None,
                # A group of its own: Ctrl-C is for the tests, which then stop their programs in order.
                process_group=0,
                preexec_fn=dying_with_parent(stop_signal),
            )

    def wait_until_ready(self, condition: Callable[[], object], *, what: str, seconds: float = 60) -> None:
        def ready_or_dead() -> bool:
            return self.popen.poll() is not None or bool(condition())

        try:
            wait_until(ready_or_dead, what=what, seconds=seconds)
        except TimeoutError:
            self.kill()
            raise
        if self.popen.poll() is not None:
            raise RuntimeError(f"{' '.join(self.command)} ended with {self.popen.returncode}:\n{self.log.read_text()}")

    def stop(self) -> None:
        if self.popen.poll() is None:
            self.popen.send_signal(self.stop_signal)
            try:
                self.popen.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def kill(self) -> None:
        self.popen.kill()
        self.popen.wait()


def _group_of(user: str | None) -> int | None:
    if user is None:
        return None
    import pwd

    return pwd.getpwnam(user).pw_gid


def dying_with_parent(stop_signal: signal.Signals) -> Callable[[], None] | None:
    """For Popen's preexec_fn."""
    if sys.platform != "linux":
        return None
    # Looked up before the fork: the child must not load anything.
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(PR_SET_PDEATHSIG, int(stop_signal))
