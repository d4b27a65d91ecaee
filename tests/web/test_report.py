"""The report of a battle that is over: what spectators saw and nothing else, the same for all, shareable by a link."""

import re
import struct
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from battles.models import Battle, Campaign
from battles.rules import RULESETS
from battles.services import reports, seats
from battles.services.gm import chair
from battles.services.gm.conduct import Delay
from battles.templatetags import _bataille_course, _battlefront_course
from battles.templatetags._course import MOST, turning
from battles.views.report_picture import SIZE
from tests.services.looking_back import row
from tests.services.ruling import run
from tests.services.test_gm_rewinding import rewind
from tests.table import Table, signed_in
from tests.web.test_battle_page import lengthen
from tests.web.test_commands import HTMX

pytestmark = pytest.mark.django_db
RULES = [ruleset.key for ruleset in RULESETS]
COURSES: dict[str, Callable[[reports.Report], Any]] = {
    "battlefront": _battlefront_course.course_of,
    "bataille": _bataille_course.course_of,
}


def report(table: Table) -> reports.Report:
    return reports.of(row(table))


def page(table: Table, who: Any) -> str:
    response = signed_in(who).get(table.address("report/"))
    assert response.status_code == 200
    return str(response.content.decode())


def words(text: str) -> list[str]:
    return text.split()


def crew(table: Table) -> dict[str, Any]:
    return {"gm": table.gm, "ann": table.ann, "bob": table.bob, "sue": table.sue}


def answers(table: Table, method: str, address: str) -> dict[str, int]:
    return {name: signed_in(who).generic(method, address).status_code for name, who in crew(table).items()}


def shared(table: Table, who: Any = None) -> str:
    """The link's address, made by this person."""
    reports.share(battle_id=table.battle.pk, actor=who or table.ann)
    return f"/reports/{row(table).report_token}/"


@pytest.mark.parametrize("ruleset", RULES)
def test_there_is_a_report_for_everybody_with_a_seat_from_the_end_on_and_not_before(ruleset: str) -> None:
    table = Table.laid(ruleset=ruleset)
    assert set(answers(table, "GET", table.address("report/")).values()) == {404}
    table.play_until("result")
    assert set(answers(table, "GET", table.address("report/")).values()) == {200}


@pytest.mark.parametrize("ruleset", RULES)
def test_the_report_is_the_same_for_all(ruleset: str) -> None:
    table = Table.laid("result", ruleset)

    def body(who: Any) -> str:
        text = page(table, who).split('<header class="report-head"')[1]
        return words(re.sub(r'<section class="card screen-only" id="share".*?</section>', "", text, flags=re.DOTALL))

    assert all(body(who) == body(table.sue) for who in crew(table).values())
    inside = Client().get(shared(table)).content.decode().split('<header class="report-head"')[1]
    assert words(re.sub(r"/reports/[\w-]+/replay/", table.address("replay/"), inside)) == body(table.sue)


def test_what_the_rounds_took_adds_up_to_what_each_horde_lost() -> None:
    table = Table.laid("result")
    found = report(table)
    course = _battlefront_course.course_of(found)
    for place, side in enumerate(found.view.sides):
        lost = sum(horde.start - horde.magnitude for horde in side.hordes)
        assert sum(one.shares[place].lost for one in course) == lost
        fallen = {horde.key for one in course for horde in one.fallen if horde.side is side.side}
        assert fallen == {horde.key for horde in side.hordes if horde.status in ("broken", "destroyed")}


def test_what_the_turns_brought_adds_up_to_the_points_at_the_end() -> None:
    table = Table.laid("result", "bataille")
    found = report(table)
    course = _bataille_course.course_of(found)
    for place, side in enumerate(found.view.sides):
        assert sum(one.shares[place].gained for one in course) == side.points - side.start
        assert [one.shares[place].side.points for one in course] == [
            (turn.red, turn.blue)[place] for turn in found.view.track[1:]
        ]
    down = {hero.key for one in course for hero in one.down}
    assert down == {hero.key for side in found.view.sides for hero in side.heroes if hero.condition != "fit"}


@pytest.mark.parametrize("ruleset", RULES)
def test_rounds_that_were_undone_are_not_told(ruleset: str) -> None:
    table = Table.laid("result", ruleset)
    before = [(str(one.title), one.number) for one in report(table).rounds]
    rewind(table, table.steps()[len(table.steps()) // 2].number)
    table.play_until("result")
    after = [(str(one.title), one.number) for one in report(table).rounds]
    assert len(after) == len(set(after)), "each round once"
    assert after[0] == before[0]


@pytest.mark.parametrize("ruleset", RULES)
def test_turning_points_are_the_few_rounds_that_moved_the_balance_most(ruleset: str) -> None:
    course = COURSES[ruleset](report(Table.laid("result", ruleset)))
    chosen = [one.swing for one in course if one.turns]
    others = [one.swing for one in course if not one.turns]
    assert 0 < len(chosen) <= MOST
    assert min(chosen) >= max(others, default=0)


def test_a_round_that_moved_nothing_is_no_turning_point_and_not_all_of_a_short_battle_are() -> None:
    assert turning([0, 0, 0]) == set()
    assert turning([5]) == {0}
    assert turning([1, -9, 2]) == {1, 2}
    assert turning([1, -1, 1, -1, 1, 7, 0, 0]) == {5, 0, 1}


@pytest.mark.parametrize("ruleset", RULES)
def test_the_report_costs_the_same_for_a_short_battle_and_a_long_one(ruleset: str) -> None:
    table = Table.laid("result", ruleset)
    client = signed_in(table.sue)

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(table.address("report/")).status_code == 200
        return len(queries)

    early = cost()
    lengthen(table, 500)
    assert cost() == early <= 10


# The GM's part


def test_rulings_stand_in_the_report_with_their_reasons() -> None:
    table = Table.laid("land")
    run(table)
    chair.stop(battle_id=table.battle.pk, actor=table.gm, reason="Thunder <b>and</b> hail")
    text = page(table, table.sue)
    assert "Thunder &lt;b&gt;and&lt;/b&gt; hail" in text
    assert "Rulings of the GM" in text


def test_a_battle_that_is_void_says_so() -> None:
    table = Table.laid("land")
    chair.void(battle_id=table.battle.pk, actor=table.gm, reason="A mistake from the start")
    text = page(table, table.bob)
    assert "declared this battle void" in text and "A mistake from the start" in text
    assert Client().get(shared(table) + "picture.png").status_code == 200


@pytest.mark.parametrize("ruleset", RULES)
def test_a_battle_that_ends_before_its_first_round_has_a_report_too(ruleset: str) -> None:
    table = Table.laid(ruleset=ruleset)
    chair.void(battle_id=table.battle.pk, actor=table.gm, reason="Nobody came")
    assert "No round moved the balance" in page(table, table.sue)
    assert Client().get(shared(table) + "picture.png").status_code == 200


def test_the_proof_of_the_dice_has_every_secret_that_was_shown() -> None:
    table = Table.laid("result")
    old = table.board(table.sue).battle
    rewind(table, table.steps()[-2].number)
    table.play_until("result")
    text = page(table, table.sue)
    for shown in (old.secret, table.board(table.sue).battle.secret, table.board(table.sue).battle.proof):
        assert shown in text


# The link


def test_both_sides_and_the_gm_may_share_and_the_gm_alone_takes_it_back(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    assert answers(table, "POST", table.address("report/share/")) == {"gm": 302, "ann": 302, "bob": 302, "sue": 404}
    assert answers(table, "POST", table.address("report/revoke/")) == {"gm": 302, "ann": 404, "bob": 404, "sue": 404}


def test_the_link_is_one_long_secret_that_spectators_are_not_told(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    link = shared(table, table.gm)
    assert shared(table, table.bob) == link
    assert len(row(table).report_token) == 32
    assert {name: link in page(table, who) for name, who in crew(table).items()} == {
        "gm": True,
        "ann": True,
        "bob": True,
        "sue": False,
    }


PARTS = ["", "picture.png", "replay/", "replay/board/"]


@pytest.mark.parametrize("part", PARTS)
def test_whoever_has_the_link_reads_it_without_signing_in_until_it_is_taken_back(
    lay_table: Callable[[str], Table], part: str
) -> None:
    table = lay_table("result")
    link = shared(table)
    response = Client().get(link + part, headers=HTMX)
    assert response.status_code == 200
    assert response.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in response.headers["Cache-Control"]
    reports.revoke(battle_id=table.battle.pk, actor=table.gm)
    assert Client().get(link + part).status_code == 404
    assert shared(table) != link, "a new link has a new secret"


@pytest.mark.parametrize("part", PARTS)
def test_a_rewound_battle_hides_its_report_until_it_is_over_again(lay_table: Callable[[str], Table], part: str) -> None:
    table = lay_table("result")
    link = shared(table)
    rewind(table, table.steps()[-2].number)
    assert Client().get(link + part, headers=HTMX).status_code == 404
    table.play_until("result")
    assert Client().get(link + part, headers=HTMX).status_code == 200


def test_a_battle_without_a_link_is_reached_by_no_token(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    assert row(table).report_token == ""
    for token in ("0", "x" * 32, "-"):
        assert Client().get(f"/reports/{token}/").status_code == 404
    with pytest.raises(reports.Gone):
        reports.find(token="")


def test_neither_seat_nor_link_tells_spectators_the_end_before_they_may_know(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    link = shared(table)
    Battle.objects.update(conduct={"delays": {"report": {"seconds": 600}}})
    assert Delay(seconds=600) == reports.conduct.of(row(table)).delays["report"]
    assert answers(table, "GET", table.address("report/")) == {"gm": 200, "ann": 200, "bob": 200, "sue": 404}
    assert Client().get(link).status_code == 404
    refused = signed_in(table.ann).post(table.address("report/share/"), follow=True).content.decode()
    assert "share the report later" in refused
    Battle.objects.update(finished_at=timezone.now() - timedelta(seconds=601))
    assert signed_in(table.sue).get(table.address("report/")).status_code == 200
    assert Client().get(link).status_code == 200


def test_a_battle_closed_to_spectators_is_shared_by_its_gm_alone(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    run(table, spectators=False)
    got = answers(table, "POST", table.address("report/share/"))
    assert got == {"gm": 302, "ann": 404, "bob": 404, "sue": 404}


def test_in_an_archived_campaign_no_link_is_made_or_taken_back(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    link = shared(table)
    Campaign.objects.update(archived_at=timezone.now())
    for act in ("share", "revoke"):
        assert signed_in(table.gm).post(table.address(f"report/{act}/")).status_code == 403
    assert Client().get(link).status_code == 200


@pytest.mark.parametrize("ruleset", RULES)
def test_a_pasted_link_shows_a_title_and_a_picture(ruleset: str) -> None:
    table = Table.laid("result", ruleset)
    Battle.objects.update(title='"Fire" & <i>smoke</i>')
    link = shared(table)
    text = Client().get(link, headers={"Host": "battle.example"}, secure=True).content.decode()
    found = dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)"', text))
    assert found["og:title"] == "Report of &quot;Fire&quot; &amp; &lt;i&gt;smoke&lt;/i&gt;"
    assert found["og:description"].strip() and "\n" not in found["og:description"]
    assert found["og:url"] == f"https://battle.example{link}"
    assert found["og:image"] == f"https://battle.example{link}picture.png"
    picture = Client().get(link + "picture.png")
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture.content[16:24]) == SIZE
    assert (found["og:image:width"], found["og:image:height"]) == tuple(map(str, SIZE))
    assert len(picture.content) < 60_000


def test_a_link_shows_the_replay_as_spectators_saw_it(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    link = shared(table)
    for step in (1, 12, 9999):
        theirs = Client().get(f"{link}replay/board/?step={step}", headers=HTMX).content.decode()
        sues = signed_in(table.sue).get(table.address(f"replay/board/?step={step}"), headers=HTMX).content.decode()
        assert theirs.replace(f"{link}replay/", table.address("replay/")) == sues


def test_the_report_reached_by_a_seat_needs_the_seat(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    assert Client().get(table.address("report/")).status_code == 302
    seat = seats.find(battle_id=table.battle.pk, person=table.sue)
    assert reports.is_open(seat) and not reports.may_share(seat)
