"""A start that could not work is refused with a sentence."""

import os
import subprocess
import sys

import pytest

from tests.processes import LOOPBACK, free_port
from tests.sites import ROOT

WHOLE = {
    "BATTLEFRONT_MODE": "production",
    "SECRET_KEY": "a key for tests only",
    "ALLOWED_HOSTS": LOOPBACK,
    "DATABASE_URL": f"postgresql://nobody@{LOOPBACK}:1/nothing",
    "REDIS_URL": f"redis://{LOOPBACK}:1/0",
}


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL"])
def test_f20_a_production_start_without_a_needed_value_is_refused_with_a_sentence_naming_it(missing: str) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", str(free_port())],
        env=os.environ | WHOLE | {missing: ""},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode != 0
    sentence = done.stderr.strip().splitlines()[-1]
    assert f"{missing} is not set: a production start needs " in sentence
    assert sentence.endswith(".")
