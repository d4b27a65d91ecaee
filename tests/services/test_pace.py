"""How long the sides have: over nights in which clocks change, through pauses, with more time given."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from battles.models import Battle
from battles.services.gm import chair, pace
from battles.services.gm.conduct import Limit
from tests.services.hours import Hours
from tests.services.ruling import present, run
from tests.table import Table

PARIS, NEW_YORK, LORD_HOWE = (
    "Europe/Paris",
    "America/New_York",
    "Australia/Lord_Howe",
)  # the last shifts by half an hour
# Zone, the instant asked at, time of day, and when it comes. The eve is nine in the evening there.
EVES = {
    (PARIS, "spring"): "2026-03-28T20:00",
    (PARIS, "autumn"): "2026-10-24T19:00",
    (NEW_YORK, "spring"): "2026-03-08T02:00",
    (NEW_YORK, "autumn"): "2026-11-01T01:00",
    (LORD_HOWE, "spring"): "2026-10-03T10:30",
    (LORD_HOWE, "autumn"): "2026-04-04T10:00",
}
OVERNIGHT = {
    (PARIS, "spring"): "2026-03-29T18:00",
    (PARIS, "autumn"): "2026-10-25T19:00",
    (NEW_YORK, "spring"): "2026-03-09T00:00",
    (NEW_YORK, "autumn"): "2026-11-02T01:00",
    (LORD_HOWE, "spring"): "2026-10-04T09:00",
    (LORD_HOWE, "autumn"): "2026-04-05T09:30",
}
SKIPPED = {
    PARIS: ("02:30", "2026-03-29T01:30", "03:30"),
    NEW_YORK: ("02:30", "2026-03-08T07:30", "03:30"),
    LORD_HOWE: ("02:15", "2026-10-03T15:45", "02:45"),
}
TWICE = {
    PARIS: ("02:30", "2026-10-25T00:30", "2026-10-26T01:30"),
    NEW_YORK: ("01:30", "2026-11-01T05:30", "2026-11-02T06:30"),
    LORD_HOWE: ("01:45", "2026-04-04T14:45", "2026-04-05T15:15"),
}


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(("zone", "night"), EVES)
def test_a_time_of_day_is_what_the_clocks_of_its_zone_show_also_after_they_changed(zone: str, night: str) -> None:
    eve = at(EVES[zone, night])
    assert f"{eve.astimezone(ZoneInfo(zone)):%H:%M}" == "21:00"
    found = pace.due(Limit(at="20:00", zone=zone), eve)
    assert found == at(OVERNIGHT[zone, night])
    assert f"{found.astimezone(ZoneInfo(zone)):%H:%M}" == "20:00"


@pytest.mark.parametrize(("zone", "night"), EVES)
def test_minutes_are_as_long_in_such_a_night_as_in_any_other(zone: str, night: str) -> None:
    eve = at(EVES[zone, night])
    assert pace.due(Limit(minutes=600, zone=zone), eve) == eve + timedelta(hours=10)


@pytest.mark.parametrize("zone", SKIPPED)
def test_a_time_of_day_that_is_skipped_comes_later_by_what_is_skipped(zone: str) -> None:
    time, instant, shown = SKIPPED[zone]
    found = pace.due(Limit(at=time, zone=zone), at(EVES[zone, "spring"]))
    assert found == at(instant)
    assert f"{found.astimezone(ZoneInfo(zone)):%H:%M}" == shown


@pytest.mark.parametrize("zone", TWICE)
def test_a_time_of_day_that_comes_twice_counts_the_first_time_and_not_again_that_night(zone: str) -> None:
    time, first, next_day = TWICE[zone]
    limit = Limit(at=time, zone=zone)
    assert pace.due(limit, at(EVES[zone, "autumn"])) == at(first)
    assert pace.due(limit, at(first)) == at(next_day)


@pytest.mark.parametrize("zone", [PARIS, NEW_YORK, LORD_HOWE])
def test_a_time_of_day_always_comes_within_a_day_and_a_clock_change(zone: str) -> None:
    for hour in range(0, 366 * 24, 7):
        now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=hour)
        found = pace.due(Limit(at="02:15", zone=zone), now)
        assert found and timedelta(0) < found - now <= timedelta(hours=25), now


@pytest.mark.parametrize(("zone", "night"), EVES)
@pytest.mark.django_db
def test_a_pause_over_such_a_night_keeps_the_rest_of_the_time(hours: Hours, zone: str, night: str) -> None:
    hours.now = at(EVES[zone, night])
    table = Table.laid("land")
    run(table, limits={"land": Limit(minutes=90)})
    hours.pass_(minutes=31)
    chair.pause(battle_id=table.battle.pk, actor=table.gm)
    battle = present(table).battle
    assert (battle.deadline, battle.seconds_left) == (None, 59 * 60)
    resumed = hours.pass_(hours=10)
    chair.resume(battle_id=table.battle.pk, actor=table.gm)
    battle = present(table).battle
    assert (battle.deadline, battle.seconds_left) == (resumed + timedelta(minutes=59), None)


@pytest.mark.django_db
def test_time_given_in_a_pause_is_added_to_what_was_left(hours: Hours) -> None:
    table = Table.laid("land")
    run(table, limits={"land": Limit(minutes=90)})
    chair.pause(battle_id=table.battle.pk, actor=table.gm)
    chair.extend(battle_id=table.battle.pk, actor=table.gm, minutes=30)
    later = hours.pass_(days=2)
    chair.resume(battle_id=table.battle.pk, actor=table.gm)
    assert present(table).battle.deadline == later + timedelta(minutes=120)


def test_time_that_was_up_does_not_run_out_again_when_the_battle_is_rewound_to_that_step() -> None:
    battle = Battle()
    pace.restore(battle, 0, waiting=True)
    assert (battle.deadline, battle.seconds_left) == (None, None)
