"""The battle's page and fragments: complete, light, and the same cost late as early."""

import json
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from battles.models import Step
from battles.rules.battlefront.commands import ChooseHorde, LeaveHorde
from tests.table import Table, signed_in
from tests.web.test_commands import HTMX

pytestmark = pytest.mark.django_db
PHASES = ["briefing", "muster", "air", "air_result", "deployment", "land", "result"]
HEAL_LIMIT = 200_000


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_has_a_page_for_every_viewer(lay_table: Callable[[str], Table], phase: str) -> None:
    table = lay_table(phase)
    for person in (table.ann, table.bob, table.sue):
        assert signed_in(person).get(table.address()).status_code == 200
    assert signed_in(table.gm).get(f"/gm/battles/battle/{table.battle.pk}/change/").status_code == 200


@pytest.mark.parametrize("phase", PHASES)
def test_the_page_and_the_healing_frame_show_the_same_regions(lay_table: Callable[[str], Table], phase: str) -> None:
    table = lay_table(phase)
    client = signed_in(table.ann)
    page = client.get(table.address()).content.decode()
    frame = client.get(table.address("frame/")).content.decode()
    for region in ("status", "board", "orders", "log"):
        assert f'id="{region}"' in page
        assert f'id="{region}"' in frame
    assert len(frame) < HEAL_LIMIT


def test_a_board_that_did_not_change_is_not_sent_again(table: Table) -> None:
    client = signed_in(table.ann)
    first = client.get(table.address("frame/"))
    again = client.get(table.address("frame/"), headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    table.play_until("muster")
    assert client.get(table.address("frame/"), headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_a_board_that_is_compressed_on_the_way_is_known_as_the_same(table: Table) -> None:
    client = signed_in(table.ann)
    first = client.get(table.address("frame/"), headers={"Accept-Encoding": "gzip"})
    assert (first.headers["Content-Encoding"], first.headers["ETag"][:2]) == ("gzip", "W/")
    known = {"Accept-Encoding": "gzip", "If-None-Match": first.headers["ETag"]}
    assert client.get(table.address("frame/"), headers=known).status_code == 304


def test_the_page_names_the_board_that_it_shows(table: Table) -> None:
    """So that its first question, what it has missed since, is answered by nothing."""
    client = signed_in(table.ann)
    tag = client.get(table.address("frame/")).headers["ETag"]
    assert f'data-etag="{escape(tag)}"' in client.get(table.address()).content.decode()


def test_the_report_can_be_read_back_to_its_beginning(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    client = signed_in(table.sue)
    narrated = [step.versions["public"] for step in table.steps() if step.narrated]
    shown: list[int] = []
    before = narrated[-1] + 1
    while before:
        page = client.get(table.address(f"log/?before={before}")).content.decode()
        found = [version for version in narrated if f'id="entry-{version}"' in page]
        shown += found
        before = min(found, default=0)
    assert sorted(shown) == narrated


def test_a_command_takes_16_queries_a_page_12_and_a_board_10_at_most_the_same_at_step_5_and_at_500(
    table: Table,
) -> None:
    table.play_until("muster")
    early = costs(table)
    lengthen(table, 500)
    late = costs(table)
    assert early == late, late
    assert late[0] <= 16
    assert late[1] <= 12
    assert late[2] <= 10


def costs(table: Table) -> tuple[int, int, int]:
    """Queries of a command, of the page and of the healing frame."""
    client = signed_in(table.ann)
    client.get(table.address())  # a first visit is noted
    horde = table.offered(table.ann, ChooseHorde)[0].horde
    fields = {"command": json.dumps({"type": "ChooseHorde", "horde": horde}), "seen": table.board(table.ann).seen}
    counts = []
    for ask in (
        lambda: client.post(table.address("commands/"), fields, headers=HTMX),
        lambda: client.get(table.address()),
        lambda: client.get(table.address("frame/")),
    ):
        with CaptureQueriesContext(connection) as queries:
            assert ask().status_code == 200
        counts.append(len(queries))
    table.issue(table.ann, LeaveHorde(horde=horde))
    return counts[0], counts[1], counts[2]


def lengthen(table: Table, to: int) -> None:
    """Stretch the battle's list of steps by many secret moves that came to nothing."""
    last = table.steps()[-1]
    Step.objects.filter(pk=last.pk).update(number=to)
    Step.objects.bulk_create(
        Step(
            battle=table.battle,
            number=number,
            audience="red",
            command={"type": "FillIn"},
            events="[]",
            state=last.state,
            versions=last.versions,
            narrated=number % 3 == 0,
            readers="gr" if number % 3 == 0 else "",
        )
        for number in range(last.number, to)
    )
