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


def start(**environment: str) -> str:
    """The last line of what a server says that does not start."""
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", str(free_port())],
        env=os.environ | WHOLE | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode != 0
    return done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL"])
def test_f20_a_production_start_without_a_needed_value_is_refused_with_a_sentence_naming_it(missing: str) -> None:
    sentence = start(**{missing: ""})
    assert f"{missing} is not set: a production start needs " in sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize("mode", ["production", "embedded"])
def test_a_site_that_sends_mail_must_know_its_own_address(mode: str) -> None:
    sentence = start(BATTLEFRONT_MODE=mode, EMAIL_HOST="mail.example.org", SITE_URL="")
    assert "SITE_URL is not set" in sentence and sentence.endswith(".")


@pytest.mark.parametrize(
    "url", ["battles.example.org", "ftp://battles.example.org", "https://a.example/path", "https://"]
)
def test_an_address_that_no_link_could_begin_with_is_refused(url: str) -> None:
    assert "SITE_URL is to be such as https://battles.example.org" in start(SITE_URL=url)
