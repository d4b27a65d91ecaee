"""services.battles.issue: the one shape of every change."""

from collections.abc import Callable
from unittest import mock

import pytest

from battles.models import Battle, Horde, Step
from battles.rules.battlefront.commands import Advance, ChooseHorde, Ready, Resolve, Unready
from battles.rules.ruleset import Illegal
from battles.services import battles, boards, live, recording, records, seats, steps
from tests.table import Table

pytestmark = pytest.mark.django_db


def test_a_command_becomes_exactly_one_step_with_its_actor_command_events_and_state(table: Table) -> None:
    before = len(table.steps())
    table.issue(table.gm, Advance())
    steps = table.steps()
    assert len(steps) == before + 1
    assert (steps[-1].actor, steps[-1].audience, steps[-1].command) == (table.gm, "gm", {"type": "Advance"})
    rules = records.ruleset_of(table.battle)
    folded = records.state_of(rules, steps[-2])
    for event in records.events_of(rules, steps[-1]):
        folded = rules.evolve(folded, event)
    assert folded == records.state_of(rules, steps[-1])


def test_a_command_decided_on_an_older_board_is_stale_and_changes_nothing(table: Table) -> None:
    seen = table.board(table.gm).seen
    table.issue(table.gm, Advance(), seen)
    before = table.steps()
    with pytest.raises(battles.Stale):
        table.issue(table.gm, Advance(), seen)
    assert table.steps() == before


@pytest.mark.parametrize("seen", ["", "0" * 18, "é"])
def test_a_token_that_was_never_given_is_stale(table: Table, seen: str) -> None:
    with pytest.raises(battles.Stale):
        table.issue(table.gm, Advance(), seen)


def test_an_illegal_command_is_a_sentence_and_changes_nothing(table: Table) -> None:
    before = table.steps()
    with pytest.raises(Illegal) as refused:
        table.issue(table.ann, Advance())
    assert refused.value.clause
    assert str(refused.value.message).endswith(".")
    assert table.steps() == before


def test_who_has_no_seat_finds_no_battle_and_the_answer_is_that_for_a_battle_that_does_not_exist(
    table: Table, django_user_model: type
) -> None:
    stranger = django_user_model.objects.create(username="stranger")
    for battle_id in (table.battle.pk, table.battle.pk + 1):
        with pytest.raises(seats.NotSeated):
            boards.load(battle_id=battle_id, person=stranger)
        with pytest.raises(seats.NotSeated):
            battles.issue(battle_id=battle_id, actor=stranger, command=Advance(), seen="")


def test_the_rivals_secret_moves_and_his_ready_never_make_a_board_stale(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("muster")
    seen = {person: table.board(person).seen for person in (table.ann, table.sue)}
    for choice in table.offered(table.bob, ChooseHorde)[:3]:
        table.issue(table.bob, choice)
    assert {person: table.board(person).seen for person in seen} == seen
    for command in records.ruleset_of(table.battle).suggest(_state(table), "blue"):
        table.issue(table.bob, command)
    assert {person: table.board(person).seen for person in seen} == seen


def test_nobody_elses_version_counts_a_secret_move(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("muster")
    before = {person: table.board(person).version for person in (table.ann, table.sue, table.gm, table.bob)}
    table.issue(table.bob, table.offered(table.bob, ChooseHorde)[0])
    grown = {person.username: table.board(person).version - version for person, version in before.items()}
    assert grown == {"ann": 0, "sue": 0, "gm": 1, "bob": 1}


def test_versions_of_every_audience_are_dense(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    for audience in ("gm", "red", "blue", "public"):
        versions = [step.versions[audience] for step in table.steps()]
        assert versions[0] == 1
        assert {later - earlier for earlier, later in zip(versions, versions[1:], strict=False)} <= {0, 1}


def test_an_error_in_the_middle_leaves_nothing_half_stored(table: Table) -> None:
    before = (table.steps(), Battle.objects.values().get(pk=table.battle.pk))
    with mock.patch.object(steps, "_finish", side_effect=RuntimeError), pytest.raises(RuntimeError):
        table.issue(table.gm, Advance())
    assert (table.steps(), Battle.objects.values().get(pk=table.battle.pk)) == before


@pytest.mark.django_db(transaction=True)
def test_nothing_is_pushed_before_the_commit_and_a_push_that_fails_undoes_nothing() -> None:
    table = Table.laid()
    seen_by_push: list[int] = []

    def fail(present: steps.Present, *_: object) -> None:
        seen_by_push.append(Step.objects.filter(battle=present.battle).count())
        raise ConnectionError("Redis is down")

    with mock.patch.object(live, "publish", side_effect=fail):
        table.issue(table.gm, Advance())
    assert seen_by_push == [2]
    assert table.board(table.gm).view.phase == "muster"


def test_the_same_step_decided_again_from_the_battles_secret_gives_the_stored_events(
    lay_table: Callable[[str], Table],
) -> None:
    table = lay_table("result")
    assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1


def test_losses_are_written_back_to_the_armies_once_in_the_same_transaction(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    before = dict(Horde.objects.values_list("pk", "magnitude"))
    table.play_until("result")
    table.battle.refresh_from_db()
    outcome = records.ruleset_of(table.battle).outcome(_state(table))
    lost = {table.battle.sources[str(loss.horde)]: loss.magnitude for loss in outcome.losses}
    assert any(lost.values())
    after = dict(Horde.objects.values_list("pk", "magnitude"))
    assert after == {pk: magnitude - lost.get(pk, 0) for pk, magnitude in before.items()}
    assert table.battle.finished_at is not None


def test_an_armys_later_edits_never_touch_a_battle_in_progress(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("muster")
    before = table.board(table.ann).view
    table.battle.red_army.hordes.update(name="Renamed", magnitude=1)
    table.battle.red_army.commanders.update(name="Renamed", intelligence=1)
    assert table.board(table.ann).view == before
    table.battle.red_army.hordes.all().delete()
    table.play_until("result")
    assert table.board(table.ann).view.finished


def test_f_08_an_act_taken_back_does_not_let_its_late_double_in(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("air")
    seen = table.board(table.ann).seen
    table.issue(table.ann, Ready(), seen)
    table.issue(table.ann, Unready())
    with pytest.raises(battles.Stale):
        table.issue(table.ann, Ready(), seen)


def test_ready_and_taking_it_back(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("air")
    table.issue(table.ann, Ready())
    table.issue(table.ann, Unready())
    table.issue(table.bob, Ready())
    with pytest.raises(Illegal) as refused:
        table.issue(table.gm, Resolve())
    assert "German" in str(refused.value.message)


def _state(table: Table) -> object:
    return records.state_of(records.ruleset_of(table.battle), records.last_step(table.battle.pk))
