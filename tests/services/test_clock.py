"""Deadlines that strike: once, only where they are really over, each by the rule that was agreed."""

import logging
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command

from battles.models import Battle, Campaign, Step
from battles.rules import RULESETS, by_key
from battles.rules.battlefront.commands import Ready
from battles.rules.ruleset import AUDIENCES, Side
from battles.services import boards, recording
from battles.services.gm import absence, chair, clock, drafts
from battles.services.gm.conduct import Limit
from tests.services.hours import Hours
from tests.services.racing import needs_rows_that_lock, race
from tests.services.ruling import choose, draft_of, onward, present, run, seal
from tests.table import Table

pytestmark = pytest.mark.django_db
LIMIT = Limit(minutes=60)
LIMITS = {"land": LIMIT, "deployment": LIMIT}


def running(phase: str = "land", ruleset: str = "battlefront", **switches: Any) -> Table:
    """A battle in which the sides have an hour from now."""
    table = Table.laid(phase, ruleset)
    run(table, **{"limits": LIMITS} | switches)
    assert present(table).battle.deadline
    return table


def tick(hours: Hours) -> None:
    """What one look of the clock does, with its troubles not swallowed."""
    for battle in clock.due(hours.now):
        clock.strike(battle_id=battle)


def waited_for(table: Table) -> tuple[str, ...]:
    return table.board(table.gm).standing.waited_for


def told(table: Table) -> list[str]:
    """The whole report as a spectator reads it, the newest first."""
    entries, _ = boards.entries(table.board(table.sue))
    return [str(line.message) for entry in entries for line in entry.lines]


def saved(table: Table, side: Side) -> Any:
    """What the side has chosen, as its own view shows it."""
    now = present(table)
    return now.rules.view(now.state, AUDIENCES[side.value]).own


def save_orders(table: Table) -> None:
    """Red gives orders and does not press Ready."""
    now = present(table)
    for command in now.rules.suggest(now.state, Side.RED)[:-1]:
        table.issue(table.ann, command)


def order_count(table: Table, side: Side) -> int:
    return len(present(table).state.of(side).draft.orders)


# By the agreed rule


def test_nothing_strikes_before_its_time(hours: Hours) -> None:
    table = running()
    steps = Step.objects.count()
    hours.pass_(minutes=59, seconds=59)
    assert clock.due(hours.now) == []
    clock.strike(battle_id=table.battle.pk)
    assert Step.objects.count() == steps
    assert clock.due(hours.pass_(seconds=1)) == [table.battle.pk]


def test_by_the_rule_of_the_last_draft_what_was_saved_is_sealed(hours: Hours) -> None:
    table = running(absence="last")
    save_orders(table)
    given = order_count(table, Side.RED)
    hours.pass_(hours=1)
    tick(hours)
    assert given and order_count(table, Side.RED) == given
    assert (waited_for(table), present(table).battle.deadline) == ((), None)
    name = present(table).state.red.title
    assert f"{name} was not ready: what it had saved is sealed for it." in told(table)


def test_by_the_rule_to_hold_no_order_is_given_not_even_a_saved_one(hours: Hours) -> None:
    table = running(absence="hold")
    save_orders(table)
    assert order_count(table, Side.RED)
    hours.pass_(hours=1)
    tick(hours)
    assert (waited_for(table), order_count(table, Side.RED)) == ((), 0)
    name = present(table).state.red.title
    assert f"{name} was not ready: it chooses nothing it does not have to." in told(table)


@pytest.mark.parametrize("how", ["last", "hold"])
@pytest.mark.parametrize("ruleset", [ruleset.key for ruleset in RULESETS])
def test_a_battle_that_both_sides_have_left_comes_to_its_end_by_the_clock_alone(
    hours: Hours, ruleset: str, how: str
) -> None:
    """So in every phase what the rules demand is filled in, and no deadline is left out."""
    table = Table.laid("", ruleset)
    every = {key: LIMIT for key, _ in by_key(ruleset).phases}
    run(table, limits=every, absence=how, by_itself=True)
    onward(table)
    for _ in range(300):
        battle = present(table).battle
        if battle.finished_at:
            break
        assert battle.deadline == hours.now + timedelta(hours=1), battle.phase
        hours.pass_(hours=1)
        tick(hours)
    assert battle.finished_at
    assert recording.recompute(battle_id=battle.pk) == len(table.steps()) - 1


@pytest.mark.parametrize(
    ("rule", "ending"),
    [
        ("pause", ("the battle is paused until the GM goes on.",) * 2),
        (
            "gm",
            ("the battle is paused, and the GM chooses for it.", "the battle is paused, and the GM chooses for both."),
        ),
    ],
)
@pytest.mark.parametrize("red_is_ready", [True, False])
def test_by_the_other_rules_it_pauses_and_nothing_is_chosen(
    hours: Hours, rule: str, ending: tuple[str, str], red_is_ready: bool
) -> None:
    table = running(absence=rule)
    if red_is_ready:
        choose(table, table.ann, Side.RED)
    before = present(table).state
    hours.pass_(hours=1)
    tick(hours)
    now = present(table)
    assert (now.state, now.battle.paused_at) == (before, hours.now)
    who = f"{now.state.blue.title} was not ready" if red_is_ready else "neither side was ready"
    assert told(table)[0] == f"Time is up and {who}: {ending[0 if red_is_ready else 1]}"
    assert str(table.board(table.ann).standing.halt) == "The GM has paused the battle."


@pytest.mark.parametrize("rule", ["pause", "gm"])
def test_after_such_a_pause_the_gm_goes_on_and_it_does_not_pause_again(hours: Hours, rule: str) -> None:
    table = running(absence=rule)
    hours.pass_(hours=1)
    tick(hours)
    chair.resume(battle_id=table.battle.pk, actor=table.gm)
    hours.pass_(days=1)
    tick(hours)
    assert present(table).battle.paused_at is None
    absence.force(battle_id=table.battle.pk, actor=table.gm, side="red", how="last", reason="Away")
    assert waited_for(table) == ("blue",)


def test_only_who_is_waited_for_is_dealt_with(hours: Hours) -> None:
    table = running()
    choose(table, table.ann, Side.RED)
    red = saved(table, Side.RED)
    hours.pass_(hours=1)
    tick(hours)
    assert saved(table, Side.RED) == red
    forced = Step.objects.filter(kind="forced").values_list("act__side", flat=True)
    assert list(forced) == ["blue"]


# Afterwards


def test_where_it_goes_on_by_itself_the_round_is_resolved_and_the_next_one_has_its_own_time(hours: Hours) -> None:
    table = running(by_itself=True)
    hours.pass_(hours=1)
    tick(hours)
    now = present(table)
    assert (now.state.round, now.state.stage) != (1, "orders")
    assert now.battle.deadline == hours.now + timedelta(hours=1)
    assert Step.objects.filter(kind="forced").count() == 2, "nobody is sealed for what has just begun"


def test_otherwise_it_waits_for_the_gm(hours: Hours) -> None:
    table = running(by_itself=False)
    hours.pass_(hours=1)
    tick(hours)
    now = present(table)
    assert now.rules.onward(now.state) is not None and now.battle.deadline is None
    onward(table)


def test_f11_a_deadline_strikes_once_however_often_the_clock_looks(hours: Hours) -> None:
    table = running()
    hours.pass_(hours=1)
    tick(hours)
    steps = Step.objects.count()
    for _ in range(3):
        clock.strike(battle_id=table.battle.pk)
        hours.pass_(hours=1)
        tick(hours)
    assert Step.objects.count() == steps
    assert mail.outbox == []


def test_f11_a_legal_empty_order_is_not_absence(hours: Hours) -> None:
    table = running()
    for person in (table.ann, table.bob):
        table.issue(person, Ready())
    steps = Step.objects.count()
    hours.pass_(hours=2)
    assert clock.due(hours.now) == []
    tick(hours)
    assert (Step.objects.count(), waited_for(table)) == (steps, ())


# Where it must not


def test_an_extension_three_seconds_before_expiry_wins(hours: Hours) -> None:
    table = running()
    steps = Step.objects.count()
    hours.pass_(minutes=59, seconds=57)
    chair.extend(battle_id=table.battle.pk, actor=table.gm, minutes=10)
    hours.pass_(seconds=3)
    assert clock.due(hours.now) == []
    clock.strike(battle_id=table.battle.pk)
    assert Step.objects.count() == steps + 1, "the GM's own act"
    hours.pass_(minutes=10)
    tick(hours)
    assert waited_for(table) == ()


def test_a_clock_that_looked_before_the_extension_finds_nothing_to_do_after_it(hours: Hours) -> None:
    table = running()
    hours.pass_(hours=1)
    found = clock.due(hours.now)
    chair.extend(battle_id=table.battle.pk, actor=table.gm, minutes=10)
    steps = Step.objects.count()
    assert found == [table.battle.pk]
    clock.strike(battle_id=table.battle.pk)
    assert Step.objects.count() == steps and waited_for(table) == ("red", "blue")


@pytest.mark.parametrize("field", ["paused_at", "finished_at", "voided_at", "archived_at", "deleted"])
def test_a_battle_that_stands_still_is_left_alone(hours: Hours, field: str) -> None:
    table = running()
    hours.pass_(hours=1)
    if field == "deleted":
        table.battle.delete()
    else:
        model = Campaign if field == "archived_at" else Battle
        model.objects.update(**{field: hours.now})
    steps = Step.objects.count()
    assert clock.due(hours.now) == []
    clock.strike(battle_id=table.battle.pk or 1)
    assert Step.objects.count() == steps


def test_while_the_gm_rules_nothing_strikes_and_after_it_nobody_is_sealed_at_once(hours: Hours) -> None:
    table = running(draft_first=True)
    seal(table)
    onward(table)
    assert draft_of(table)
    Battle.objects.update(deadline=hours.now)
    steps = Step.objects.count()
    tick(hours)
    assert (Step.objects.count(), clock.due(hours.now)) == (steps, [])
    token = drafts.token_of(present(table))
    drafts.drop(battle_id=table.battle.pk, actor=table.gm, token=token, reason="Not yet")
    tick(hours)
    assert Step.objects.count() == steps + 1


def test_a_deadline_that_is_over_without_a_step_goes_from_the_pages_that_ask(hours: Hours) -> None:
    """They are pushed nothing, since nothing was done."""
    table = running(draft_first=True)
    seal(table)
    onward(table)
    Battle.objects.update(deadline=hours.now)
    before = {person: boards.etag(table.board(person)) for person in (table.gm, table.ann, table.sue)}
    tick(hours)
    for person, etag in before.items():
        board = table.board(person)
        assert board.standing.deadline is None and boards.etag(board) != etag


# The clock itself


def test_trouble_in_one_battle_is_logged_with_its_number_and_keeps_no_other_waiting(
    hours: Hours, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = running(), running("deployment")
    broken, calls = first.battle.pk, []
    seal = absence.seal

    def seal_or_break(now: Any, *given: Any) -> Any:
        calls.append(now.battle.pk)
        if now.battle.pk == broken:
            raise RuntimeError("broken")
        return seal(now, *given)

    monkeypatch.setattr(absence, "seal", seal_or_break)
    look = clock.striking()
    steps = Step.objects.filter(battle=broken).count()
    with caplog.at_level(logging.ERROR):
        look(hours.pass_(hours=1))
    assert [waited_for(table) for table in (first, second)] == [("red", "blue"), ()]
    assert Step.objects.filter(battle=broken).count() == steps, "wholly or not at all"
    assert [record.getMessage() for record in caplog.records] == [
        f"Battle {broken}: what was due could not be done",
    ]
    for _ in range(50):
        look(hours.pass_(seconds=1))
    assert calls.count(broken) == 1, "it is left alone for a while"
    monkeypatch.setattr(absence, "seal", seal)
    look(hours.pass_(seconds=10))
    assert waited_for(first) == ()


def test_a_look_that_fails_altogether_is_logged_and_not_the_end(caplog: pytest.LogCaptureFixture) -> None:
    looks: list[int] = []

    def find(now: Any) -> list[int]:
        looks.append(1)
        if len(looks) == 1:
            raise RuntimeError("the database is away")
        return []

    do = clock.Round(find, clock.strike)
    assert [clock.once(do), clock.once(do)] == [False, True]
    assert [record.getMessage() for record in caplog.records] == ["The clock could not look at the battles"]


def test_the_command_looks_once_if_told_so(hours: Hours) -> None:
    table = running()
    hours.pass_(hours=1)
    call_command("clock", "--once")
    assert waited_for(table) == ()


@needs_rows_that_lock
@pytest.mark.django_db(transaction=True)
def test_two_clocks_at_one_instant_strike_once() -> None:
    table = Table.laid("land")
    for _ in range(10):
        Battle.objects.update(deadline=table.battle.created_at)
        before = Step.objects.count()
        strike = partial(clock.strike, battle_id=table.battle.pk)
        assert race(strike, strike) == [None, None]
        steps = Step.objects.order_by("-pk")[: Step.objects.count() - before]
        assert sorted(step.act["side"] for step in steps if step.kind == "forced") == ["blue", "red"]
        assert present(table).battle.deadline is None
        while not waited_for(table):
            onward(table)
