"""A round that is decided and not yet published: the GM rules on it, or its dice are thrown at the table."""

import pytest

from battles.models import Step
from battles.rules.battlefront.commands import Resolve
from battles.rules.ruleset import Illegal
from battles.services import boards, recording
from battles.services.gm import chair, drafts
from battles.services.refusals import Refused
from tests.services.ruling import draft_of, publish, resolved
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
        assert not any(str(line.message) in frame for line in gm.lines), name
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
    drafts.drop(battle_id=table.battle.pk, actor=table.gm, reason="Too early")
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
