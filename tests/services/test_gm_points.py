"""The list of steps to rewind to: all that count, choices folded, what happened by itself, everything named."""

from itertools import pairwise
from random import Random

import pytest

from battles.models import Step
from battles.rules.bataille.commands import Ready
from battles.rules.battlefront.commands import ChooseHorde
from battles.services import records
from battles.services.gm import chair, rewinding
from battles.services.gm.points import Point, Run
from tests.services.test_gm_rewinding import PEOPLE, RULES, play, rewind
from tests.services.test_undoing import undo
from tests.table import Table

pytestmark = pytest.mark.django_db


def played(ruleset: str, seed: int) -> Table:
    """By random people, who now and then take something back, as the GM does."""
    random, table = Random(seed), Table.laid(ruleset=ruleset)
    for _ in range(12):
        play(table, random, random.randint(1, 6))
        for name in PEOPLE.values():
            if random.random() < 0.6 and table.board(getattr(table, name)).undo:
                undo(table, getattr(table, name))
        if random.random() < 0.2:
            counting = [point.number for run in listed(table) for point in run.points]
            rewind(table, random.choice(counting[1:]))
    return table


def listed(table: Table) -> list[Run]:
    """On all pages."""
    runs: list[Run] = []
    more = True
    while more:
        before = runs[-1].oldest.number if runs else None
        page, more = rewinding.listed(battle_id=table.battle.pk, before=before)
        runs += page
    return runs


def points(table: Table) -> dict[int, Point]:
    return {point.number: point for run in listed(table) for point in run.points}


def counting(table: Table) -> list[Step]:
    gaps = records.undone(table.battle.pk)
    return [step for step in table.steps() if not any(step.number in gap for gap in gaps)]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ruleset", RULES)
def test_every_step_that_counts_is_listed_once_and_says_what_it_was(ruleset: str, seed: int) -> None:
    table = played(ruleset, seed)
    steps, runs = counting(table), listed(table)
    found = [point for run in runs for point in run.points]
    assert [point.number for point in found] == [step.number for step in reversed(steps)]
    for point in found[:-1]:
        told = [str(point.said)] if point.said else [str(line.message) for line in point.lines]
        assert all(told) and "%(" not in "".join(told)
        assert told or not Step.objects.get(battle=table.battle, number=point.number).readers


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ruleset", RULES)
def test_choices_of_one_moment_are_folded_and_nothing_else_is(ruleset: str, seed: int) -> None:
    table = played(ruleset, seed)
    steps = counting(table)
    runs = [[point.number for point in reversed(run.points)] for run in reversed(listed(table))]
    alone = {
        now.number for before, now in pairwise(steps) if now.readers or now.moment != before.moment
    } | {steps[0].number}  # fmt: skip
    assert all(not alone & {*run} for run in runs if len(run) > 1)
    assert all({before[0], now[0]} & alone for before, now in pairwise(runs)), "as long as they can be"


def test_a_choice_that_opens_a_phase_is_listed_by_itself() -> None:
    table = Table.laid("challenges", "bataille")
    for person in (table.ann, table.bob):
        table.issue(person, Ready())
    opener = table.steps()[-1]
    assert opener.moment.startswith("declarations.") and not opener.readers
    for _ in range(2):
        table.issue(table.ann, next(option for option in table.board(table.ann).view.options if option.draft))
    assert [len(run.points) for run in listed(table)[:2]] == [2, 1]


@pytest.mark.parametrize("ruleset", RULES)
def test_a_plan_lists_what_it_undoes_in_order_and_as_the_list_does(ruleset: str) -> None:
    table = played(ruleset, 5)
    steps = [step.number for step in counting(table)]
    to = steps[len(steps) // 2]
    plan = rewinding.plan(battle_id=table.battle.pk, to=to)
    each = [point for run in plan.undone for point in run.points]
    assert [point.number for point in each] == [number for number in steps if number > to]
    assert plan.number == len(each)
    assert [point.said for point in (*plan.to.points, *each)] == [points(table)[at].said for at in steps if at >= to]


def test_an_edit_that_was_undone_is_marked_until_its_undo_is_rewound() -> None:
    table = Table.laid("muster")
    table.issue(table.ann, table.offered(table.ann, ChooseHorde)[0])
    edit = table.steps()[-1].number
    undo(table, table.ann)
    found = points(table)
    assert found[edit].taken_back and not found[edit + 1].taken_back
    assert str(found[edit + 1].said) == f"Undo: {found[edit].said}" and str(found[edit].said).startswith("Choose ")
    rewind(table, edit)
    assert not points(table)[edit].taken_back


def test_a_run_says_whose_choices_it_holds() -> None:
    table = Table.laid("muster")
    for person in (table.ann, table.bob, table.ann):
        table.issue(person, table.offered(person, ChooseHorde)[0])
    newest = listed(table)[0]
    assert [(each.audience, each.number) for each in newest.choosers] == [("red", 2), ("blue", 1)]
    assert all(each.title for each in newest.choosers)
    chair.pause(battle_id=table.battle.pk, actor=table.gm)
    chair.resume(battle_id=table.battle.pk, actor=table.gm)
    table.issue(table.bob, table.offered(table.bob, ChooseHorde)[0])
    assert [len(run.points) for run in listed(table)[:4]] == [1, 1, 1, 3], "what comes between parts them"


def test_times_show_seconds_where_another_step_is_of_the_same_minute() -> None:
    table = Table.laid("muster")
    first, second, *_ = reversed(table.steps())
    at = first.at.replace(second=30)
    Step.objects.filter(battle=table.battle).exclude(pk=first.pk).update(at=at.replace(year=at.year - 1))
    Step.objects.filter(pk=first.pk).update(at=at)
    assert not points(table)[first.number].exact
    Step.objects.filter(pk=second.pk).update(at=at.replace(second=2))
    assert points(table)[first.number].exact and points(table)[second.number].exact
