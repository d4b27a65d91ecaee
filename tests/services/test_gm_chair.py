"""What the GM does with a battle as it stands, and that nothing else comes of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from battles.models import Battle, Horde, LedgerEntry, Member, Step
from battles.rules import RULESETS
from battles.rules.battlefront.commands import Unready
from battles.rules.ruleset import AUDIENCES, Illegal, Side
from battles.services import boards, bookings, recording, records, reseating, seats
from battles.services.gm import absence, chair, conduct, looks, presence, spectators, votes
from battles.services.refusals import Refused
from tests.services.ruling import choose, onward, present, resolved, run, seal
from tests.table import Table

pytestmark = pytest.mark.django_db
RULES = [ruleset.key for ruleset in RULESETS]
OTHERS = ("ann", "bob", "sue")


def told(table: Table, person: str = "sue") -> list[str]:
    """What the newest entry of the report says to him."""
    entries, _ = boards.entries(table.board(getattr(table, person)))
    return [str(line.message) for line in entries[0].lines]


def act(table: Table, what: Any, **given: Any) -> None:
    what(battle_id=table.battle.pk, actor=table.gm, **given)


ACTS: list[tuple[Any, dict[str, Any]]] = [
    (chair.pause, {}),
    (chair.extend, {"minutes": 5}),
    (chair.put, {"changes": {"by_itself": True}}),
    (chair.stop, {"reason": "Night falls"}),
    (chair.void, {"reason": "A test"}),
    (absence.force, {"side": "red", "how": "last", "reason": "Late"}),
]


@pytest.mark.parametrize(("what", "given"), ACTS)
def test_every_act_is_the_chairs_alone(lay_table: Any, what: Any, given: dict[str, Any]) -> None:
    table = lay_table("land")
    steps = Step.objects.count()
    for name in OTHERS:
        with pytest.raises(seats.NotSeated):
            what(battle_id=table.battle.pk, actor=getattr(table, name), **given)
    assert Step.objects.count() == steps
    act(table, what, **given)
    assert Step.objects.count() > steps


@pytest.mark.parametrize(("what", "given"), [each for each in ACTS if "reason" in each[1]])
@pytest.mark.parametrize("reason", ["", "  ", "\u200b", "x" * 301])
def test_a_reason_is_asked_for_and_nothing_changes_without_one(
    lay_table: Any, what: Any, given: dict[str, Any], reason: str
) -> None:
    table = lay_table("land")
    steps = Step.objects.count()
    with pytest.raises(Refused, match="Reason"):
        act(table, what, **given | {"reason": reason})
    assert Step.objects.count() == steps


def test_a_paused_battle_takes_no_command_and_keeps_what_was_saved(lay_table: Any) -> None:
    table = lay_table("land")
    choose(table, table.ann, Side.RED)
    state = present(table).state
    act(table, chair.pause, reason="Dinner")
    assert told(table) == ["The GM pauses the battle.", "Reason: Dinner"]
    for person in (table.ann, table.bob, table.gm):
        board = table.board(person)
        assert str(board.standing.halt) == "The GM has paused the battle."
        assert boards.context(board)["offers"] == {}
    with pytest.raises(Illegal, match="paused"):
        choose(table, table.bob, Side.BLUE)
    with pytest.raises(Refused, match="paused already"):
        act(table, chair.pause)
    act(table, chair.resume)
    assert present(table).state == state
    choose(table, table.bob, Side.BLUE)


def test_a_pause_keeps_the_rest_of_the_time(lay_table: Any) -> None:
    table = lay_table("land")
    run(table, limits={"land": conduct.Limit(minutes=10)})
    Battle.objects.update(deadline=timezone.now() + timedelta(seconds=90))
    act(table, chair.pause)
    battle = present(table).battle
    assert battle.deadline is None and battle.seconds_left in (89, 90)
    act(table, chair.extend, minutes=1)
    act(table, chair.resume)
    left = present(table).battle.deadline - timezone.now()
    assert timedelta(seconds=140) < left <= timedelta(seconds=150)


@pytest.mark.parametrize("minutes", [0, -1, 20161])
def test_an_extension_has_its_limits(lay_table: Any, minutes: int) -> None:
    table = lay_table("land")
    with pytest.raises(Refused, match="Minutes: a whole number from 1 to 20160"):
        act(table, chair.extend, minutes=minutes)


@pytest.mark.parametrize("ruleset", RULES)
def test_a_stopped_battle_is_over_books_what_was_lost_and_can_be_rewound(ruleset: str) -> None:
    table = Table.laid("land" if ruleset == "battlefront" else "declarations", ruleset)
    act(table, chair.stop, reason="Night falls")
    board = table.board(table.sue)
    assert board.view.finished and board.battle.secret
    assert "Reason: Night falls" in told(table)
    assert LedgerEntry.objects.filter(battle=table.battle, reason="battle").exists()
    assert bookings.unbalanced() == []
    assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1


def test_a_void_battle_counts_for_nothing_and_its_dice_can_be_checked(lay_table: Any) -> None:
    table = lay_table("land")
    before = dict(Horde.objects.values_list("pk", "magnitude"))
    table.play_until("result")
    assert dict(Horde.objects.values_list("pk", "magnitude")) != before
    act(table, chair.void, reason="Wrong armies")
    battle = present(table).battle
    assert battle.voided_at and battle.finished_at
    assert str(table.board(table.ann).standing.halt).startswith("The GM has declared this battle void")
    assert dict(Horde.objects.values_list("pk", "magnitude")) == before
    assert bookings.unbalanced() == []
    with pytest.raises(Refused, match="void already"):
        act(table, chair.void, reason="Again")


def test_forcing_a_side_seals_what_it_has_saved_or_nothing(lay_table: Any) -> None:
    for how in ("last", "hold"):
        table = lay_table("land")
        act(table, absence.force, side="red", how=how, reason="Asleep")
        now = present(table)
        assert Side.RED not in now.rules.waited_for(now.state)
        with pytest.raises(Refused, match="not waited for"):
            act(table, absence.force, side="red", how=how, reason="Asleep")
        assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1


@pytest.mark.parametrize("phase", ["muster", "air", "deployment", "land"])
@pytest.mark.parametrize("how", ["last", "hold"])
def test_a_side_can_be_sealed_for_in_every_phase(lay_table: Any, phase: str, how: str) -> None:
    table = lay_table(phase)
    for side in present(table).rules.waited_for(present(table).state):
        act(table, absence.force, side=side.value, how=how, reason="Asleep")
    onward(table)


@pytest.mark.parametrize("ruleset", RULES)
def test_a_battle_that_goes_on_by_itself_needs_no_gm(ruleset: str) -> None:
    table = Table.laid(ruleset=ruleset)
    run(table, by_itself=True)
    if ruleset == "battlefront":
        for person in (table.ann, table.bob):
            votes.vote(battle_id=table.battle.pk, actor=person, wish="go_on")
    else:
        onward(table)
    for _ in range(400):
        now = present(table)
        if now.battle.finished_at:
            break
        for side in now.rules.waited_for(now.state):
            choose(table, {"red": table.ann, "blue": table.bob}[side.value], side)
    assert present(table).battle.finished_at
    assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1


def test_both_sides_together_go_on_where_the_gm_is_gone_and_not_before(lay_table: Any) -> None:
    table = lay_table("land")
    seal(table)
    with pytest.raises(Refused, match="does not wait"):
        votes.vote(battle_id=table.battle.pk, actor=table.ann, wish="go_on")
    Battle.objects.update(waiting_since=timezone.now() - timedelta(minutes=16))
    presence.note(battle_id=table.battle.pk, person=table.gm.pk)
    with pytest.raises(Refused, match="the GM is here"):
        votes.vote(battle_id=table.battle.pk, actor=table.ann, wish="go_on")
    presence.forget(battle_id=table.battle.pk, person=table.gm.pk)
    before = present(table).state
    votes.vote(battle_id=table.battle.pk, actor=table.ann, wish="go_on")
    assert present(table).state == before
    with pytest.raises(seats.NotSeated):
        votes.vote(battle_id=table.battle.pk, actor=table.sue, wish="go_on")
    votes.vote(battle_id=table.battle.pk, actor=table.bob, wish="go_on")
    assert present(table).state != before


def test_a_side_that_takes_its_ready_back_has_the_rest_of_its_time_and_no_more(lay_table: Any) -> None:
    table = lay_table("land")
    run(table, limits={"land": conduct.Limit(minutes=60)})
    Battle.objects.update(deadline=timezone.now() + timedelta(seconds=90))
    seal(table)
    assert present(table).battle.deadline is None, "only the GM is waited for, who has no deadline"
    table.issue(table.ann, Unready())
    left = present(table).battle.deadline
    assert left is not None and left <= timezone.now() + timedelta(seconds=90)


def test_a_limit_set_while_all_are_ready_is_there_for_whoever_takes_it_back(lay_table: Any) -> None:
    table = lay_table("land")
    seal(table)
    run(table, limits={"land": conduct.Limit(minutes=30)})
    assert present(table).battle.deadline is None
    table.issue(table.ann, Unready())
    assert present(table).battle.deadline is not None


def test_a_wish_goes_with_whoever_had_it(lay_table: Any) -> None:
    table = lay_table("land")
    run(table, by_itself=True, draft_first=True)
    seal(table)
    Battle.objects.update(waiting_since=timezone.now() - timedelta(minutes=16))
    votes.vote(battle_id=table.battle.pk, actor=table.ann, wish="go_on")
    seat = table.battle.seats.get(user=table.ann)
    reseating.free(battle_id=table.battle.pk, seat=seat.pk, by=table.gm, keep_drafts=True)
    assert present(table).battle.votes == {}


def test_the_figures_of_the_sides_are_as_late_as_the_board(lay_table: Any) -> None:
    table = lay_table("land")
    run(table, delays={"board": conduct.Delay(a_round=True)})
    old = present(table).views["public"]
    while present(table).state.round == 1:
        seal(table)
        if present(table).rules.onward(present(table).state):
            onward(table)
    late, now = table.board(table.sue).view, present(table).views["public"]
    assert [side.total for side in now.sides] != [side.total for side in old.sides]
    assert [side.total for side in late.sides] == [side.total for side in old.sides]
    assert late.round == now.round


def test_both_sides_may_hold_instead(lay_table: Any) -> None:
    table = lay_table("land")
    seal(table)
    Battle.objects.update(waiting_since=timezone.now() - timedelta(minutes=16))
    for person in (table.ann, table.bob):
        votes.vote(battle_id=table.battle.pk, actor=person, wish="hold")
    assert present(table).battle.paused_at


def test_both_sides_together_let_a_battle_go_on_whose_gm_has_paused_it_and_left(lay_table: Any) -> None:
    table = lay_table("land")
    act(table, chair.pause)
    with pytest.raises(Refused, match="the GM is here"):
        votes.vote(battle_id=table.battle.pk, actor=table.ann, wish="go_on")
    Battle.objects.update(paused_at=timezone.now() - timedelta(minutes=16))
    assert table.board(table.ann).standing.may_vote
    for person in (table.ann, table.bob):
        assert present(table).battle.paused_at
        votes.vote(battle_id=table.battle.pk, actor=person, wish="go_on")
    assert present(table).battle.paused_at is None
    choose(table, table.ann, Side.RED)


def test_closed_to_spectators_it_does_not_exist_for_them(table: Table) -> None:
    run(table, spectators=False)
    with pytest.raises(seats.NotSeated):
        table.board(table.sue)
    watcher = type(table.sue).objects.create(username="watcher")
    Member.objects.create(campaign=table.battle.campaign, user=watcher, role="spectator")
    with pytest.raises(seats.NotSeated):
        table.board(watcher)
    run(table)
    assert table.board(watcher).view.phase == "briefing"


@pytest.mark.parametrize("kind", ["status", "board", "report"])
def test_each_kind_of_information_comes_to_spectators_as_late_as_it_shall(lay_table: Any, kind: str) -> None:
    table = lay_table("land")
    run(table, delays={kind: conduct.Delay(a_round=True)})
    old = table.board(table.sue)
    seal(table)
    onward(table)
    while present(table).state.round == 1:
        seal(table)
    now, board = present(table), table.board(table.sue)
    last = [step for step in table.steps() if step.moment != now.step.moment][-1]
    of_last = now.rules.view(records.state_of(now.rules, last), AUDIENCES["public"])
    of_now = now.views["public"]
    status, figures = of_last if kind == "status" else of_now, of_last if kind == "board" else of_now
    assert (board.view.round, board.view.waiting_for) == (status.round, status.waiting_for)
    assert [side.total for side in board.view.sides] == [side.total for side in figures.sides]
    assert board.board_view == (of_last if kind == "board" else of_now)
    newest = boards.entries(board)[0][0].version
    assert (newest <= last.versions["public"]) == (kind == "report")
    assert board.version > old.version


def test_late_by_seconds_means_as_it_was_then(lay_table: Any) -> None:
    table = lay_table("land")
    everything = dict.fromkeys(conduct.KINDS, conduct.Delay(seconds=60))
    run(table, delays=everything)
    Step.objects.update(at=timezone.now() - timedelta(seconds=61))
    before = table.board(table.sue)
    seal(table)
    onward(table)
    late = table.board(table.sue)
    assert (late.view, late.board_view, boards.entries(late)) == (
        before.view, before.board_view, boards.entries(before),
    )  # fmt: skip
    Step.objects.update(at=timezone.now() - timedelta(seconds=61))
    assert table.board(table.sue).view == present(table).views["public"]


def test_spectators_are_listed_by_name(table: Table) -> None:
    watcher = type(table.sue).objects.create(username="Watcher")
    Member.objects.create(campaign=table.battle.campaign, user=watcher, role="spectator")
    assert [name for _, name in spectators.people(table.battle)] == ["sue", "Watcher"]


def test_each_look_at_a_secret_is_kept_once_a_phase_and_shown_at_the_end(lay_table: Any) -> None:
    table = lay_table("muster")
    for _ in range(3):
        table.board(table.gm)
    assert looks.of_battle(table.battle.pk) == []
    table.play_until("result")
    shown = looks.of_battle(table.battle.pk)
    assert [(look.name, str(look.phase)) for look in shown if str(look.phase) == "Muster"] == [("gm", "Muster")]
    for person in (table.ann, table.bob):
        assert boards.context(table.board(person))["looks"] == shown


def test_a_resolved_round_stays_with_the_gm_whoever_asked_for_it(lay_table: Any) -> None:
    """A second Ready that makes the round go on by itself is ruled on like the GM's own act."""
    table = lay_table("land")
    run(table, by_itself=True, draft_first=True)
    seal(table)
    assert table.board(table.gm).standing.draft is not None
    assert str(table.board(table.ann).standing.halt) == "The GM is ruling."
    assert resolved
