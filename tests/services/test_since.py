"""services.since: whoever comes back is told once, of his own boards alone, what happened while he was away."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from battles.models import HandOver, Seat, Seen, Step
from battles.rules import RULESETS
from battles.rules.ruleset import Side
from battles.services import reseating, seats, since
from battles.services.gm import chair
from battles.services.gm.conduct import KINDS, Delay
from tests.services.looking_back import PEOPLE, next_move
from tests.services.ruling import onward, present, resolved, run, seal
from tests.services.test_gm_rewinding import rewind
from tests.table import Table
from tests.web.test_battle_page import lengthen

pytestmark = pytest.mark.django_db
RULES = [ruleset.key for ruleset in RULESETS]
everybody = pytest.mark.parametrize("name", PEOPLE.values())


def look(table: Table, who: User) -> list[str] | None:
    """What he is told when he looks now."""
    told = since.look(seat=seats.find(battle_id=table.battle.pk, person=who))
    return [str(each) for each in told.sentences] if told else None


def leave(table: Table, who: User, minutes: float = 5) -> None:
    """He has looked, and then went away so long ago."""
    look(table, who)
    Seen.objects.filter(user=who).update(at=timezone.now() - timedelta(minutes=minutes))


def back(table: Table, who: User) -> list[str] | None:
    """After a while of which he has seen nothing: what his side or the GM's chair did was done by somebody else."""
    Step.objects.update(actor=None)
    Seen.objects.filter(user=who).update(at=timezone.now() - timedelta(minutes=5))
    return look(table, who)


def move_until(table: Table, moment: str) -> None:
    while table.steps()[-1].moment != moment:
        move = next_move(table)
        assert move, f"the battle never comes to {moment}"
        table.issue(*move)


@everybody
def test_who_comes_back_is_told_once_what_was_revealed_fought_and_lost(name: str) -> None:
    table = Table.laid("deployment")
    who = getattr(table, name)
    leave(table, who)
    table.play_until("land")
    assert back(table, who) == ["The deployment was revealed."]
    before = present(table).state
    move_until(table, "land.3")
    after = present(table).state
    told = back(table, who)
    assert told and told[0] == "Land Contest: rounds 1 and 2 were fought."
    lost = [_lost(before.of(side), after.of(side)) for side in Side]
    assert sum(loss for loss, _ in lost) > 0
    titles = ["German Army", "French Army"]
    if name in ("ann", "bob"):
        titles[name == "bob"] = "You"
    said = [_said(title, *each) for title, each in zip(titles, lost, strict=True)]
    assert told[1:] == (said[::-1] if name == "bob" else said)
    assert back(table, who) is None, "told once"


def _lost(before: Any, after: Any) -> tuple[int, int]:
    """Magnitude, and hordes that are out of it."""
    lost = sum(horde.magnitude for horde in before.hordes) - sum(horde.magnitude for horde in after.hordes)
    out = [sum(horde.broken or not horde.magnitude for horde in side.hordes) for side in (before, after)]
    return lost, out[1] - out[0]


def _said(title: str, lost: int, out: int) -> str:
    return f"{title} lost {lost} Magnitude" + (f"; hordes broken or destroyed: {out}." if out else ".")


def test_a_pitched_battles_turns_points_and_fallen_are_told() -> None:
    table = Table.laid("challenges", "bataille")
    leave(table, table.sue)
    before = [side.points for side in table.board(table.sue).view.sides]
    move_until(table, "challenges.2")
    sides = table.board(table.sue).view.sides
    told = back(table, table.sue)
    points = [f"{side.title} {old} → {side.points}" for side, old in zip(sides, before, strict=True)]
    assert told and told[:2] == ["Turn 1 was fought.", f"Victory points: {', '.join(points)}."]
    fallen = [hero.name for side in sides for hero in side.heroes if hero.condition != "fit"]
    assert fallen and all(name in "".join(told[2:]) for name in fallen)


@pytest.mark.parametrize("ruleset", RULES)
def test_of_a_whole_battle_its_end_comes_first_and_no_more_is_told_than_one_reads_at_once(ruleset: str) -> None:
    table = Table.laid(ruleset=ruleset)
    for name in PEOPLE.values():
        leave(table, getattr(table, name))
    table.play_until("result")
    for name in PEOPLE.values():
        told = back(table, getattr(table, name))
        assert told and len(told) <= since.MOST
        assert "is over" in told[0] or "wins the battle" in told[0]


@everybody
def test_nothing_is_told_on_a_first_visit_nor_to_who_was_here_nor_where_nothing_happened(name: str) -> None:
    table = Table.laid("deployment")
    who = getattr(table, name)
    assert look(table, who) is None, "a first visit"
    assert back(table, who) is None, "nothing happened"
    leave(table, who, minutes=0.5)
    table.play_until("land")
    assert look(table, who) is None, "he was here: the page has shown it to him"
    assert back(table, who) is None


def test_own_choices_of_the_rival_are_nothing_that_happened() -> None:
    table = Table.laid("muster")
    for who in (table.bob, table.sue):
        leave(table, who)
    table.issue(*(next_move(table) or pytest.fail("nobody is waited for")))
    for who in (table.bob, table.sue):
        assert back(table, who) is None


def test_acts_of_the_gm_that_only_the_report_tells_of_are_counted() -> None:
    table = Table.laid("land")
    leave(table, table.ann)
    chair.pause(battle_id=table.battle.pk, actor=table.gm)
    chair.resume(battle_id=table.battle.pk, actor=table.gm)
    assert back(table, table.ann) == ["New entries in the report: 2."]


@everybody
def test_a_rewind_is_told_and_what_is_told_beside_it_counts_from_there(name: str) -> None:
    table = Table.laid("land")
    who, at = getattr(table, name), table.steps()[-1].number
    start = present(table).state
    move_until(table, "land.3")
    leave(table, who)
    move_until(table, "land.4")
    rewind(table, at)
    move_until(table, "land.2")
    told = back(table, who)
    assert told and told[0] == "The GM has rewound the battle to Land Contest, round 1."
    assert told[1] == "Land Contest: round 1 was fought."
    lost = [_lost(start.of(side), present(table).state.of(side))[0] for side in Side]
    assert all(f" {loss} Magnitude" in "".join(told[2:]) for loss in lost if loss)


def test_a_rewind_of_what_he_never_saw_is_told_as_well() -> None:
    table = Table.laid("land")
    leave(table, table.ann)
    at = table.steps()[-1].number
    move_until(table, "land.2")
    rewind(table, at)
    assert back(table, table.ann) == ["The GM has rewound the battle to Land Contest, round 1."]


@pytest.mark.parametrize("ruleset", RULES)
def test_a_round_in_which_the_gm_ended_the_battle_was_not_fought(ruleset: str) -> None:
    table = Table.laid({"battlefront": "land", "bataille": "challenges"}[ruleset], ruleset)
    leave(table, table.ann)
    chair.stop(battle_id=table.battle.pk, actor=table.gm, reason="Late")
    assert back(table, table.ann) == ["Ended by the GM: nobody has won."]


def test_who_did_something_himself_is_not_told_of_it_nor_of_what_he_knew_by_then() -> None:
    """The GM's pages show no board, and what he does there he knows."""
    table = Table.laid("land")
    leave(table, table.gm)
    at = table.steps()[-1].number
    table.play_until("land")
    chair.pause(battle_id=table.battle.pk, actor=table.gm)
    chair.resume(battle_id=table.battle.pk, actor=table.gm)
    rewind(table, at)
    Seen.objects.update(at=timezone.now() - timedelta(minutes=5))
    assert look(table, table.gm) is None
    leave(table, table.ann)
    chair.pause(battle_id=table.battle.pk, actor=table.gm)
    assert back(table, table.ann)


# Whose eyes


def test_what_was_seen_from_another_seat_is_no_beginning(lay_table: Any) -> None:
    table = lay_table("deployment")
    leave(table, table.sue)
    Seat.objects.filter(battle=table.battle, user=table.sue).update(role="gm")
    table.play_until("land")
    assert back(table, table.sue) is None
    seal(table)
    onward(table)
    assert back(table, table.sue), "from then on he is told as the GM"


def test_who_was_put_out_of_a_seat_and_came_back_to_it_is_told_nothing_of_the_time_between(lay_table: Any) -> None:
    table = lay_table("deployment")
    leave(table, table.ann)
    seat = Seat.objects.get(battle=table.battle, user=table.ann)
    reseating.free(battle_id=table.battle.pk, seat=seat.pk, by=table.gm, keep_drafts=False)
    reseating.seat_member(battle_id=table.battle.pk, person=table.ann.pk, role="red")
    table.play_until("land")
    assert back(table, table.ann) is None
    HandOver.objects.update(at=timezone.now() - timedelta(hours=1))
    move_until(table, "land.2")
    assert back(table, table.ann)


def test_late_spectators_are_told_of_what_they_may_see_by_now_and_no_earlier() -> None:
    table = Table.laid("deployment")
    run(table, delays={"board": Delay(a_round=True)})
    leave(table, table.sue)
    table.play_until("land")
    assert "reveal" not in str(back(table, table.sue))
    move_until(table, "land.2")
    assert back(table, table.sue) == ["The deployment was revealed."]
    move_until(table, "land.3")
    told = back(table, table.sue)
    assert told and told[0] == "Land Contest: round 1 was fought."


def test_late_spectators_hear_of_a_rewind_as_late_as_of_all_else() -> None:
    table = Table.laid("land")
    run(table, delays=dict.fromkeys(KINDS, Delay(seconds=600)))
    Step.objects.filter(battle=table.battle).update(at=timezone.now() - timedelta(seconds=900))
    leave(table, table.sue)
    at = table.steps()[-2].number
    rewind(table, at)
    assert back(table, table.sue) is None
    Step.objects.filter(battle=table.battle).update(at=timezone.now() - timedelta(seconds=900))
    assert back(table, table.sue) == ["The GM has rewound the battle to Land Contest, round 1."]


def test_a_round_that_waits_for_the_gms_ruling_is_told_to_nobody() -> None:
    table = Table.laid("land")
    run(table, draft_first=True)
    for name in PEOPLE.values():
        leave(table, getattr(table, name))
    seal(table)
    onward(table)
    for name in PEOPLE.values():
        told = back(table, getattr(table, name))
        assert told is None, name


# What it costs


def test_coming_back_costs_the_same_however_long_the_battle_was(lay_table: Any) -> None:
    table, costs = lay_table("land"), []
    for moment, longer in (("land.2", 0), ("land.3", 300)):
        lengthen(table, table.steps()[-1].number + longer)
        leave(table, table.ann)
        move_until(table, moment)
        Seen.objects.filter(user=table.ann).update(at=timezone.now() - timedelta(minutes=5))
        with CaptureQueriesContext(connection) as queries:
            assert look(table, table.ann)
        costs.append(len(queries))
    assert costs[0] == costs[1]


def test_who_stays_writes_no_row_with_every_sign_of_life() -> None:
    table = resolved()
    look(table, table.ann)
    with CaptureQueriesContext(connection) as queries:
        look(table, table.ann)
    assert not [each for each in queries if each["sql"].startswith(("UPDATE", "INSERT"))]
