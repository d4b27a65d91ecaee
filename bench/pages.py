"""What opening a battle's page costs after one round and after forty, as a table and as one line of JSON.

`python -m bench.pages [--runs N] [--seconds S]`; bench/README.md says what the numbers mean.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import django

from bench.rules import often

if TYPE_CHECKING:
    from django.http import HttpResponse

    from battles.models import Battle, Step
    from battles.services.demo import Demo

ROUNDS, LINES = 40, 2400
PAGES = {
    "red": "/battles/{}/",
    "gm": "/gm/battles/battle/{}/change/",
    "spectator": "/battles/{}/",
    "healing": "/battles/{}/frame/",
}


class Cost(NamedTuple):
    """Of one page. milliseconds: of processor time, a median."""

    milliseconds: float
    queries: int
    size: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="how many, of which the median counts (5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each takes at least (1)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="battlefront-bench-") as folder:
        _set_up(folder)
        (fresh, _), (long, before) = _fought(), _fought()
        battles = {"one round": fresh, f"{lengthen(long.battle, before)} lines": long}
        found = {page: _costs(battles, page, chosen.runs, chosen.seconds) for page in PAGES}
    print(f"{'page':>12}{'report':>14}{'ms':>10}{'queries':>10}{'bytes':>10}")
    for page, costs in found.items():
        for report, cost in costs.items():
            print(f"{page:>12}{report:>14}{cost.milliseconds:>10.1f}{cost.queries:>10}{cost.size:>10}")
    print(json.dumps(found))


def _set_up(folder: str) -> None:
    """A database of its own."""
    own = {"BATTLEFRONT_MODE": "embedded", "BATTLEFRONT_DATA": folder, "DATABASE_URL": "", "SECRET_KEY": "bench"}
    os.environ |= own | {"DJANGO_SETTINGS_MODULE": "battlefront_site.settings"}
    django.setup()
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    setup_test_environment()
    call_command("migrate", verbosity=0)


def _fought() -> tuple[Demo, int]:
    """The demo battle after its first land round, and the number of the step before that."""
    from battles.models import Battle
    from battles.services import autopilot, demo, records

    made = demo.create()
    Battle.objects.filter(pk=made.battle.pk).update(secret=b"the dice of the benchmark")
    autopilot.play_until(battle_id=made.battle.pk, phase="land")
    battle = Battle.objects.get(pk=made.battle.pk)
    before = records.last_step(battle.pk).number
    moment = records.last_step(battle.pk).moment
    while records.last_step(battle.pk).moment == moment:
        autopilot.play_on(battle)
    return made, before


def lengthen(battle: Battle, before: int) -> int:
    """Put what was fought after step `before` into the record again and again, before the newest step; returns the
    report's length in lines. The board, which is the newest step's, stays as it is: what differs is the past alone."""
    from battles.models import Step

    *steps, newest = Step.objects.filter(battle=battle).order_by("number")
    fought = [step for step in steps if step.number > before]
    copies, lines = 1, _lines(battle, [*steps, newest])
    while copies < ROUNDS or lines < LINES:
        copies, lines = copies + 1, lines + _lines(battle, fought)
    newest.delete()
    shift = fought[-1].number - fought[0].number + 1
    Step.objects.bulk_create(_later(step, copy * shift) for copy in range(1, copies) for step in fought)
    _later(newest, (copies - 1) * shift).save(force_insert=True)
    return lines


def _lines(battle: Battle, steps: list[Step]) -> int:
    """How many of the report's are theirs, for the GM."""
    from battles.rules import by_key
    from battles.services import records

    rules = by_key(battle.ruleset)
    return sum(event.narrated for step in steps for event in records.events_of(rules, step))


def _later(step: Step, by: int) -> Step:
    from battles.models import Step

    fields = {field.name: getattr(step, field.name) for field in Step._meta.concrete_fields}
    versions = {audience: version + by for audience, version in step.versions.items()}
    return Step(**fields | {"id": None, "number": step.number + by, "versions": versions})


def _costs(battles: Mapping[str, Demo], page: str, runs: int, seconds: float) -> dict[str, Cost]:
    """Of each battle; by turns, so that what else the machine does falls on all alike."""
    visits = {report: Visit(demo, page) for report, demo in battles.items()}
    rates = [[often(lambda _, visit=visit: visit.pay(), seconds) for visit in visits.values()] for _ in range(runs)]
    medians = map(statistics.median, zip(*rates, strict=True))
    return {report: Cost(1000 / rate, *visits[report].costs()) for report, rate in zip(visits, medians, strict=True)}


class Visit:
    """Somebody at one page."""

    def __init__(self, demo: Demo, page: str) -> None:
        from django.test import Client

        self.client, self.address = Client(), PAGES[page].format(demo.battle.pk)
        self.client.force_login(demo.people.get(page, demo.people["red"]))

    def pay(self) -> HttpResponse:
        answer = self.client.get(self.address)
        assert answer.status_code == 200, f"{self.address}: {answer.status_code}"
        return answer

    def costs(self) -> tuple[int, int]:
        """Queries and bytes."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as queries:
            size = len(self.pay().content)
        return len(queries), size


if __name__ == "__main__":
    main()
