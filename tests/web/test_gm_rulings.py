"""A round that waits for the GM, and dice that are thrown at the table: by the pages alone."""

import pytest

from battles.models import Step
from battles.services import boards
from battles.services.gm import chair, drafts
from tests.services.ruling import draft_of, present, resolved
from tests.table import Table, signed_in
from tests.web.gm_acts import NO_REASON, done, post, refused, room, stored

pytestmark = pytest.mark.django_db
OTHERS = ("ann", "bob", "sue")


def page(table: Table, name: str = "gm") -> str:
    where = room(table) if name == "gm" else table.address()
    return signed_in(getattr(table, name)).get(where).content.decode()


def test_the_gm_sees_every_test_by_name_and_the_others_that_he_is_ruling() -> None:
    table = resolved(draft_first=True)
    text, draft = page(table), draft_of(table)
    assert 'id="publish"' in text and "Only you see this" in text
    for test in draft.tests:
        assert f'id="test-{test.number}"' in text and str(test.name) in text
    for name in OTHERS:
        seen = page(table, name)
        assert "The GM is ruling." in seen and "act-form" not in seen.split('id="board"')[0]
        assert not any(str(test.name) in seen for test in draft.tests)


def test_a_test_is_overruled_with_a_reason_and_marked() -> None:
    table = resolved(draft_first=True)
    first = draft_of(table).tests[0]
    value = 1 if first.value != 1 else 2
    shown = done(table, "overrule/", number=1, was=first.value, value=str(value), reason="Mist <b>")
    assert f"Overruled by the GM; it was {first.value}." in shown
    assert "Mist &lt;b&gt;" in page(table)
    assert draft_of(table).tests[0].value == value


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"reason": " "}, NO_REASON),
        ({"value": ""}, "Value: a whole number from 1 to 100 is needed."),
        ({"value": "0"}, "Value: a whole number from 1 to 100 is needed."),
        ({"value": "101"}, "Value: a whole number from 1 to 100 is needed."),
        ({"value": "7\x00"}, "Value: a whole number from 1 to 100 is needed."),
        ({"number": "9999"}, "There is no such test in this round."),
        ({"number": "x"}, "There is no such test in this round."),
        ({"number": "9" * 40}, "There is no such test in this round."),
    ],
)
def test_a_ruling_that_cannot_be_is_a_sentence(given: dict[str, str], sentence: str) -> None:
    table = resolved(draft_first=True)
    usual = {"number": "1", "was": draft_of(table).tests[0].value, "value": "7", "reason": "Mist"}
    assert sentence in refused(table, "overrule/", **usual | given)


def test_a_test_is_rolled_again_and_needs_a_reason() -> None:
    table = resolved(draft_first=True)
    test = draft_of(table).tests[0]
    assert NO_REASON in refused(table, "again/", number=1, was=test.value)
    assert f"You had it rolled again; it was {test.value}." in done(
        table, "again/", number=1, was=test.value, reason="A cocked die"
    )


@pytest.mark.parametrize("act", ["overrule/", "again/"])
def test_who_ruled_on_what_is_no_longer_so_is_told_that_somebody_was_faster(act: str) -> None:
    table = resolved(draft_first=True)
    was = draft_of(table).tests[0].value
    drafts.overrule(
        battle_id=table.battle.pk, actor=table.gm, number=1, was=was, value="1" if was != 1 else "2", reason="Mist"
    )
    assert "Somebody was faster" in refused(table, act, 409, number=1, was=was, value="9", reason="Mist")


def test_a_round_is_published_once_and_by_the_token_of_what_was_seen() -> None:
    table = resolved(draft_first=True)
    token = draft_of(table).token
    for wrong in ("", "x", "0"):
        assert "Somebody was faster" in refused(table, "publish/", 409, token=wrong)
    was = draft_of(table).tests[0].value
    drafts.roll_again(battle_id=table.battle.pk, actor=table.gm, number=1, was=was, reason="Mist")
    assert "Somebody was faster" in refused(table, "publish/", 409, token=token)
    assert "Published: everybody sees it." in done(table, "publish/", token=draft_of(table).token)
    assert "The GM is ruling." not in page(table, "ann")
    assert "No round waits to be published." in refused(table, "publish/", token=token)


def test_a_round_is_dropped_with_a_reason() -> None:
    table = resolved(draft_first=True)
    token = draft_of(table).token
    assert NO_REASON in refused(table, "drop/", token=token, reason="")
    assert post(table, "gm/drop/", token="another", reason="Too early").status_code == 409
    assert "dropped" in done(table, "drop/", token=token, reason="Too early")
    assert present(table).step.pending is None


def test_by_the_script_s_way_a_ruling_is_a_notice() -> None:
    table = resolved(draft_first=True)
    first = draft_of(table).tests[0]
    given = {"number": 1, "was": first.value, "value": "1" if first.value != 1 else "2", "reason": "Mist"}
    answer = post(table, "gm/overrule/", live=True, **given)
    assert answer.status_code == 200 and "Overruled by the GM" in answer.content.decode()
    stale = post(table, "gm/overrule/", live=True, **given)
    assert stale.status_code == 409 and "notice-stale" in stale.content.decode()


# Table dice


def thrower(table: Table) -> str:
    wanted = table.board(table.gm).standing.wanted
    assert wanted is not None
    return {"red": "ann", "blue": "bob"}.get(str(wanted.side or ""), "gm")


def test_the_thrower_and_the_gm_have_a_field_for_the_die_and_nobody_else() -> None:
    table = resolved(table_dice=True)
    wanted, own = table.board(table.gm).standing.wanted, thrower(table)
    assert wanted is not None
    for name in ("gm", *OTHERS):
        assert (f'id="thrown-{wanted.number}"' in page(table, name)) is (name in ("gm", own)), name
    assert 'inputmode="numeric"' in page(table, own).split(f'id="thrown-{wanted.number}"')[0][-60:]
    assert f"{wanted.name}: d{wanted.faces}" in page(table, own)


@pytest.mark.parametrize("text", ["", " ", "0", "101", "3.5", "-1", "abc", "१२", "5\x00", "9" * 600])
def test_what_no_die_shows_is_refused_and_nothing_kept(text: str) -> None:
    table = resolved(table_dice=True)
    wanted, before = table.board(table.gm).standing.wanted, stored(table)
    assert wanted is not None
    for name in {"gm", thrower(table)}:
        answer = post(table, "throw/", getattr(table, name), number=wanted.number, thrown=text)
        assert answer.status_code == 422, name
    assert stored(table) == before


def test_a_side_does_not_throw_for_the_other_nor_spectators_at_all() -> None:
    table = resolved(table_dice=True)
    wanted, before = table.board(table.gm).standing.wanted, stored(table)
    assert wanted is not None
    for name in {"ann", "bob", "sue"} - {thrower(table)}:
        answer = post(table, "throw/", getattr(table, name), number=wanted.number, thrown="5")
        if name == "sue":
            assert answer.status_code == 404
        else:
            assert answer.status_code == 422 and b"not yours to throw" in answer.content, name
    assert stored(table) == before


def test_several_dice_are_taken_in_order_and_the_last_one_publishes_the_round() -> None:
    table = resolved(table_dice=True)
    while (wanted := table.board(table.gm).standing.wanted) is not None:
        before = Step.objects.count()
        answer = post(table, "throw/", table.gm, number=wanted.number, thrown="5 7" if wanted.number == 1 else "5")
        assert answer.status_code == 302 and Step.objects.count() > before
        stale = post(table, "throw/", table.gm, number=wanted.number, thrown="5")
        assert stale.status_code in (409, 422)
    told = [str(line.message) for entry in boards.entries(table.board(table.sue))[0] for line in entry.lines]
    assert any(line.startswith("Dice thrown at the table: 5, 7") for line in told)


def test_dice_thrown_at_the_table_count_as_they_are_unless_the_gm_rules_on_drafts() -> None:
    table = resolved(table_dice=True)
    assert 'id="rule-' not in page(table)
    assert "count as they are" in refused(table, "overrule/", number=1, was=5, value="7", reason="Mist")
    assert chair.figures(battle_id=table.battle.pk)
