"""Management commands of one site without starting Python for each: a process that has everything imported forks.

So every command still runs in a process of its own, that begins where a fresh one would be after its imports: nothing
one of them changes in memory is there for the next.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from tests.processes import dying_with_parent

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 120  # seconds


class Standby:
    """The tests' end: one line of JSON each way for a command."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._one_at_a_time = threading.Lock()
        self._popen = subprocess.Popen(
            [sys.executable, "-m", "tests.standby"],
            env=environment,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            process_group=0,
            preexec_fn=dying_with_parent(signal.SIGTERM),
        )

    def run(self, *arguments: str) -> str:
        """What it prints."""
        assert self._popen.stdin and self._popen.stdout
        with self._one_at_a_time:
            print(json.dumps(arguments), file=self._popen.stdin, flush=True)
            answer = self._popen.stdout.readline()
        assert answer, f"the process that runs the commands ended with {self._popen.wait()}"
        code, out, err = json.loads(answer)
        assert code == 0, f"manage.py {' '.join(arguments)} ended with {code}:\n{out}{err}"
        return str(out)

    def stop(self) -> None:
        self._popen.communicate()  # at the end of its input it ends


def serve() -> None:
    """The other end: a fork for each command."""
    import django
    from django.urls import get_resolver

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "battlefront_site.settings")
    django.setup()
    get_resolver().url_patterns  # noqa: B018  (imports the views, and with them all services)
    for line in sys.stdin:
        print(json.dumps(_forked(json.loads(line))), flush=True)


def _forked(arguments: list[str]) -> tuple[int, str, str]:
    """Exit code, standard output and standard error."""
    with ExitStack() as files:
        out, err = (files.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8")) for _ in range(2))
        child = os.fork()
        if not child:
            _run(arguments, out.fileno(), err.fileno())
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return code, *(file.seek(0) or file.read() for file in (out, err))


def _run(arguments: list[str], out: int, err: int) -> None:
    """In the fork, which ends here."""
    from django.core.management import execute_from_command_line

    signal.alarm(LONGEST)
    for target, source in enumerate((os.open(os.devnull, os.O_RDONLY), out, err)):
        os.dup2(source, target)
    code = 1
    try:
        execute_from_command_line(["manage.py", *arguments])
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    serve()
