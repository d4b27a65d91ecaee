"""The chart of a contest's rounds: on the board, in the replay and in the report, the same for everybody."""

import re

import msgspec
import pytest

from battles.models import Battle, Step
from battles.rules.battlefront.view import BattlefrontView
from battles.templatetags import _battlefront_chart as charts
from battles.templatetags._chart import LABEL, MOST_LABELS
from tests.table import Table, signed_in
from tests.web.test_undo import page

pytestmark = pytest.mark.django_db


def drawn(text: str, contest: str) -> str:
    """The chart's card as it is on the page, empty where there is none."""
    found = re.search(rf'<section class="card track" id="track-{contest}".*?</section>', text, re.DOTALL)
    return found[0] if found else ""


def figures(text: str) -> list[int]:
    body = re.search(r"<tbody>(.*)</tbody>", text, re.DOTALL)
    return [int(number) for number in re.findall(r'<td class="number">(\d+)</td>', body[1] if body else "")]


def test_player_and_spectator_see_the_same_chart_with_every_round_in_numbers() -> None:
    table = Table.laid("air_result")
    view = table.board(table.sue).view
    shown = [drawn(page(table, who), "air") for who in (table.ann, table.bob, table.sue, table.gm)]
    assert shown[0] and len(set(shown)) == 1
    rows = [number for row in view.track for number in (row.red, row.red_morale, row.blue, row.blue_morale)]
    assert figures(shown[0]) == rows
    assert drawn(page(table, table.sue), "land") == ""


def test_the_two_sides_are_told_apart_without_colour_and_the_picture_has_a_name_and_words() -> None:
    shown = drawn(page(table := Table.laid("air_result"), table.sue), "air")
    assert shown.count('class="way') >= 4 and "series-red" in shown and "series-blue" in shown
    assert len(set(re.findall(r'class="dot" d="([^"]+)"', shown))) == 2
    assert 'role="img" aria-labelledby="track-air-title" aria-describedby="track-air-told"' in shown
    told = re.search(r'id="track-air-told">(.*?)</p>', shown)
    assert told and all(side.title in told[1] for side in table.board(table.sue).view.sides)


def test_the_result_the_report_and_the_replay_have_both_contests() -> None:
    table = Table.laid("result")
    client = signed_in(table.sue)
    report, last = client.get(table.address("report/")).content.decode(), table.board(table.sue).version
    replay = client.get(table.address(f"replay/?step={last}")).content.decode()
    for text in (page(table, table.sue), report, replay):
        assert drawn(text, "air") and drawn(text, "land")
    ids = re.findall(r'id="(track[^"]*)"', report)
    assert len(ids) == len(set(ids)) and len(ids) > 4


def test_the_replay_shows_no_round_that_had_not_been_fought() -> None:
    table = Table.laid("air_result")
    opened = next(step for step in table.steps() if step.moment == "air.2")
    text = signed_in(table.sue).get(table.address(f"replay/?step={opened.versions['public']}")).content.decode()
    assert len(figures(drawn(text, "air"))) == 2 * 4


def test_a_battle_opened_before_there_was_a_track_has_its_page_and_no_chart() -> None:
    table = Table.laid("air_result")
    battle = Battle.objects.get(pk=table.battle.pk)
    assert battle.setup.pop("traced") is True
    battle.save()
    for step in Step.objects.filter(battle=battle):
        step.state = re.sub(r',"trace":\[(\[[^]]*\],?)*\]', "", step.state)
        step.save()
    assert page(table, table.sue) and drawn(page(table, table.sue), "air") == ""
    table.play_until("land")
    assert drawn(page(table, table.sue), "land") == ""


def chart(rows: list[tuple[int, int]]) -> charts.Chart:
    track = [
        {"contest": "air", "round": at, "red": red, "blue": blue, "red_morale": 4, "blue_morale": 4}
        for at, (red, blue) in enumerate(rows)
    ]
    sides = [
        {
            "side": side,
            "title": side,
            "invader": False,
            "air_cap": 1,
            "land_cap": 1,
            "ready": False,
            "waited_for": False,
        }
        for side in ("red", "blue")
    ]
    view = {
        "type": "battlefront", "audience": "public", "phase": "air_result", "phase_title": {"text": ""}, "round": 0,
        "waiting_for": [], "finished": False, "scenario": "", "terrain": "", "base_width": 1, "sides": sides,
        "track": track,
    }  # fmt: skip
    found = charts.chart_of(msgspec.convert(view, BattlefrontView), "air")
    assert found
    return found


@pytest.mark.parametrize("rows", [[(280, 280), (120, 264)], [(5, 5), (5, 5)], [(2400, 1), (0, 0)], [(9, 9)] * 41])
def test_every_figure_is_within_the_picture_and_no_label_covers_another(rows: list[tuple[int, int]]) -> None:
    found = chart(rows)
    downs = [float(point.y) for line in found.series for point in line.points]
    assert all(0 < down < found.height for down in downs)
    assert all(0 <= float(point.x.rstrip("%")) <= 100 for line in found.series for point in line.points)
    red, blue = (float(line.label.y) for line in found.series)
    assert abs(red - blue) >= LABEL - 0.2
    assert len(found.across) <= MOST_LABELS + 1 and len(found.up) <= 8
