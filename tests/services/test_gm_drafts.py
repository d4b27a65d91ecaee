"""A round that is decided and not yet published: the GM rules on it, or its dice are thrown at the table."""

from datetime import timedelta

import pytest
from django.utils import timezone

from battles.models import Battle, Step
from battles.rules.battlefront.commands import Resolve
from battles.rules.ruleset import Illegal
from battles.services import boards, recording, reseating, seats
from battles.services.gm import chair, drafts, votes
from battles.services.refusals import Refused
from tests.services.ruling import draft_of, present, publish, resolved
from tests.table import Table

pytestmark = pytest.mark.django_db
OTHERS = ("ann", "bob", "sue")


def frames(table: Table) -> dict[str, str]:
    return {name: boards.full_frame(table.board(getattr(table, name))) for name in OTHERS}


def test_a_draft_is_the_gms_alone_until_he_publishes_it_once() -> None:
    table = resolved(draft_first=True)
    before = frames(table)
    gm = table.board(table.gm).standing.draft
    assert gm is not None and gm.ready and gm.tests and gm.lines
    for name, frame in before.items():
        board = table.board(getattr(table, name))
        assert str(board.standing.halt) == "The GM is ruling.", name
        assert board.standing.draft is None and board.view.round == 1, name
        told = [str(line.message) for line in gm.lines if line.kind != "heading"]  # the round's own name is no secret
        assert told and not any(text in frame for text in told), name
    publish(table)
    assert table.board(table.ann).view.round != 1 or table.board(table.ann).view.stage != "orders"
    with pytest.raises(Refused):
        publish(table)


def test_nobody_commands_while_the_gm_rules() -> None:
    table = resolved(draft_first=True)
    for person in (table.ann, table.bob, table.gm):
        with pytest.raises(Illegal, match="ruling"):
            table.issue(person, Resolve())


def test_an_overruled_test_counts_as_the_gm_says_and_is_told_with_its_reason() -> None:
    table = resolved(draft_first=True)
    first = draft_of(table).tests[0]
    value = 1 if first.value != 1 else 2
    drafts.overrule(
        battle_id=table.battle.pk, actor=table.gm, number=1, was=first.value, value=str(value), reason="Mist"
    )
    assert draft_of(table).tests[0].value == value
    publish(table)
    told = [str(line.message) for entry in boards.entries(table.board(table.sue))[0] for line in entry.lines]
    assert f"{first.name}: the GM rules {value} instead of {first.value}." in told
    assert "Reason: Mist" in told
    assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1


def test_a_test_rolled_again_is_drawn_and_both_numbers_are_told() -> None:
    table = resolved(draft_first=True)
    for times in (1, 2):
        test = draft_of(table).tests[0]
        drafts.roll_again(battle_id=table.battle.pk, actor=table.gm, number=1, was=test.value, reason="A cocked die")
        settled = draft_of(table).tests[0].settled
        assert settled is not None and settled.times == times
    publish(table)
    assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"reason": " "}, "Reason"),
        ({"value": "0"}, "Value: a whole number from 1 to 100"),
        ({"value": "101"}, "Value: a whole number from 1 to 100"),
        ({"value": "x"}, "Value"),
        ({"number": 9999}, "no such test"),
    ],
)
def test_a_ruling_that_cannot_be_is_a_sentence_and_changes_nothing(given: dict[str, str], sentence: str) -> None:
    table = resolved(draft_first=True)
    first, steps = draft_of(table).tests[0], Step.objects.count()
    usual = {"number": 1, "was": first.value, "value": "7", "reason": "Mist"}
    with pytest.raises(Refused, match=sentence):
        drafts.overrule(battle_id=table.battle.pk, actor=table.gm, **usual | given)  # type: ignore[arg-type]
    assert Step.objects.count() == steps


def test_two_gms_who_rule_on_one_test_the_second_is_told() -> None:
    table = resolved(draft_first=True)
    first = draft_of(table).tests[0]
    given = {"number": 1, "was": first.value, "reason": "Mist"}
    other = 1 if first.value != 1 else 2
    drafts.overrule(battle_id=table.battle.pk, actor=table.gm, value=str(other), **given)
    with pytest.raises(chair.Stale):
        drafts.overrule(battle_id=table.battle.pk, actor=table.gm, value="9", **given)


def test_a_draft_that_is_dropped_comes_again_with_the_same_dice() -> None:
    table = resolved(draft_first=True)
    before = [test.value for test in draft_of(table).tests]
    token = drafts.token_of(present(table))
    drafts.drop(battle_id=table.battle.pk, actor=table.gm, token=token, reason="Too early")
    assert table.board(table.ann).standing.halt is None
    table.issue(table.gm, Resolve())
    assert [test.value for test in draft_of(table).tests] == before


def test_dice_thrown_at_the_table_are_waited_for_named_checked_and_marked_for_ever() -> None:
    table = resolved(table_dice=True)
    thrown = 0
    while (wanted := table.board(table.gm).standing.wanted) is not None:
        thrower = {"red": table.ann, "blue": table.bob}.get(str(wanted.side or ""), table.gm)
        assert table.board(thrower).standing.wanted == wanted
        for text in ("0", str(wanted.faces + 1), "3.5", ""):
            with pytest.raises(Refused):
                drafts.throw(battle_id=table.battle.pk, actor=thrower, number=wanted.number, text=text)
        drafts.throw(battle_id=table.battle.pk, actor=thrower, number=wanted.number, text=str(wanted.faces))
        thrown += 1
    assert thrown
    told = [str(line.message) for entry in boards.entries(table.board(table.sue))[0] for line in entry.lines]
    assert any(line.startswith("Dice thrown at the table: ") for line in told)
    assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1


def test_a_side_throws_for_its_own_tests_alone() -> None:
    table = resolved(table_dice=True)
    wanted = table.board(table.gm).standing.wanted
    assert wanted is not None and wanted.side is not None
    other = table.bob if wanted.side == "red" else table.ann
    assert table.board(other).standing.wanted is None
    with pytest.raises(Refused, match="not yours"):
        drafts.throw(battle_id=table.battle.pk, actor=other, number=wanted.number, text="5")


def rule(table: Table, number: int, value: int, reason: str = "Mist") -> None:
    was = draft_of(table).tests[number - 1].value
    drafts.overrule(battle_id=table.battle.pk, actor=table.gm, number=number, was=was, value=str(value), reason=reason)


def again(table: Table, number: int, reason: str) -> int:
    was = draft_of(table).tests[number - 1].value
    drafts.roll_again(battle_id=table.battle.pk, actor=table.gm, number=number, was=was, reason=reason)
    return draft_of(table).tests[number - 1].value


def newest(table: Table) -> list[str]:
    return [str(line.message) for entry in boards.entries(table.board(table.sue))[0][:1] for line in entry.lines]


def test_every_ruling_on_a_test_is_told_with_its_reason_not_the_last_one_alone() -> None:
    table = resolved(draft_first=True)
    reasons = ("A cocked die", "It fell from the table", "So be it")
    for reason in reasons[:2]:
        again(table, 1, reason)
    rule(table, 1, 3, reasons[2])
    publish(table)
    assert [line for line in newest(table) if line.startswith("Reason: ")] == [f"Reason: {each}" for each in reasons]


def test_a_roll_that_was_drawn_once_does_not_come_again_after_an_overruling() -> None:
    table = resolved(draft_first=True)
    drawn = [again(table, 1, "A cocked die")]
    rule(table, 1, 1)
    drawn.append(again(table, 1, "A cocked die"))
    settled = draft_of(table).tests[0].settled
    assert settled is not None and settled.times == 2
    assert drawn[0] != drawn[1], "these dice were chosen so that the two draws differ"


def test_a_ruling_is_on_a_test_and_not_on_whatever_is_rolled_under_its_number() -> None:
    """An earlier ruling turns the round, and other hordes take the Break tests."""
    table = resolved("air", draft_first=True)
    tests = draft_of(table).tests
    winner = tests[0].side if tests[0].value <= tests[1].value else tests[1].side
    mine = [test for test in tests if "Break test" in str(test.name)]
    assert mine
    for test in mine:
        rule(table, test.number, 1 if test.value != 1 else 2, f"about {test.name}")
    for test in tests[:2]:
        wanted = 100 if test.side == winner else 1
        if draft_of(table).tests[test.number - 1].value != wanted:
            rule(table, test.number, wanted)
    turned = {str(test.name) for test in draft_of(table).tests if test.settled}
    assert turned.isdisjoint({str(test.name) for test in mine}), "the other side takes the Break tests now"
    publish(table)
    assert newest(table).count("That ruling no longer holds: the test was not taken.") >= len(mine)
    assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1


@pytest.mark.parametrize("phase", ["air", "land"])
@pytest.mark.parametrize("value", [1, 99])
def test_whatever_is_thrown_each_die_is_asked_for_once(phase: str, value: int) -> None:
    """Two failures that are rolled again, a horde that breaks: what a roll brings does not change what it was for."""
    table, asked = resolved(phase, table_dice=True), []
    while (wanted := table.board(table.gm).standing.wanted) is not None and len(asked) < 300:
        asked.append(wanted.number)
        thrown = min(value, wanted.faces) if len(asked) < 5 else 1 + len(asked) % wanted.faces
        drafts.throw(battle_id=table.battle.pk, actor=table.gm, number=wanted.number, text=str(thrown))
    assert asked == list(range(1, len(asked) + 1)) and len(asked) < 300


def test_a_ruling_that_changes_what_comes_of_its_own_test_holds() -> None:
    table = resolved("air", draft_first=True)
    for number in (1, 2):
        if draft_of(table).tests[number - 1].value != 100:
            rule(table, number, 100)
        assert draft_of(table).tests[number - 1].value == 100


def test_a_side_types_one_number_at_a_time_so_that_no_answer_tells_what_another_would_do() -> None:
    table = resolved(table_dice=True)
    wanted = table.board(table.gm).standing.wanted
    assert wanted is not None
    thrower = {"red": table.ann, "blue": table.bob}[str(wanted.side)]
    for text in ("7 999", "7 7", "7,999"):
        with pytest.raises(Refused, match="one number is needed"):
            drafts.throw(battle_id=table.battle.pk, actor=thrower, number=wanted.number, text=text)


def test_spectators_throw_nothing_and_learn_nothing_by_trying() -> None:
    for table in (resolved(table_dice=True), resolved(draft_first=True)):
        with pytest.raises(seats.NotSeated):
            drafts.throw(battle_id=table.battle.pk, actor=table.sue, number=1, text="5")
        table.battle.delete()


def test_while_the_battle_is_paused_no_dice_are_thrown() -> None:
    table = resolved(table_dice=True)
    chair.pause(battle_id=table.battle.pk, actor=table.gm)
    assert str(table.board(table.ann).standing.halt) == "The GM has paused the battle."
    assert table.board(table.gm).standing.wanted is None
    with pytest.raises(Refused, match="paused"):
        drafts.throw(battle_id=table.battle.pk, actor=table.gm, number=1, text="5")


def test_nothing_else_that_is_done_meanwhile_loses_the_round_that_waits() -> None:
    table = resolved(draft_first=True)
    rule(table, 1, 7)
    waiting = present(table).step.pending
    chair.pause(battle_id=table.battle.pk, actor=table.gm)
    chair.resume(battle_id=table.battle.pk, actor=table.gm)
    chair.put(battle_id=table.battle.pk, actor=table.gm, changes={"gm_gone": 7})
    assert present(table).step.pending == waiting
    seat = table.battle.seats.get(user=table.ann)
    with pytest.raises(Refused, match="publish it or drop it first"):
        reseating.free(battle_id=table.battle.pk, seat=seat.pk, by=table.gm, keep_drafts=False)
    reseating.free(battle_id=table.battle.pk, seat=seat.pk, by=table.gm, keep_drafts=True)
    assert present(table).step.pending == waiting


def test_both_sides_together_publish_a_round_whose_gm_is_gone() -> None:
    table = resolved(draft_first=True)
    with pytest.raises(Refused, match="the GM is here"):
        votes.vote(battle_id=table.battle.pk, actor=table.ann, wish="go_on")
    Battle.objects.update(waiting_since=timezone.now() - timedelta(minutes=16))
    for person in (table.ann, table.bob):
        assert present(table).step.pending
        votes.vote(battle_id=table.battle.pk, actor=person, wish="go_on")
    assert present(table).step.pending is None
    assert present(table).step.command == {"type": "Resolve"}
