"""Rewinding: everything is as it was then, what came since stays in the record, and nothing counts twice."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import Sum
from django.utils import timezone

from battles.models import Battle, Hero, Horde, LedgerEntry, Seat, Step
from battles.rules import RULESETS
from battles.rules.battlefront.commands import Ready, Unready
from battles.rules.ruleset import AUDIENCES, Side
from battles.services import boards, bookings, members, recording, records, reseating
from battles.services.gm import chair, conduct, rewinding
from battles.services.refusals import Refused
from tests.rules.playing import any_offered
from tests.services.ruling import choose, onward, present, resolved, run, seal
from tests.table import Table

pytestmark = pytest.mark.django_db
PEOPLE = {"gm": "gm", "red": "ann", "blue": "bob"}
RULES = [ruleset.key for ruleset in RULESETS]


def rewind(table: Table, to: int, *, same_dice: bool = False, reason: str = "A slip") -> None:
    last = table.steps()[-1].number
    rewinding.rewind(battle_id=table.battle.pk, actor=table.gm, to=to, last=last, same_dice=same_dice, reason=reason)


def standing(table: Table) -> dict[str, Any]:
    """The state, what every viewer sees and may do, and what the campaign has."""
    now = present(table)
    armies = [list(model.objects.order_by("pk").values()) for model in (Horde, Hero)]
    booked = LedgerEntry.objects.order_by().values_list("army", "subject", "field", "horde", "hero")
    return {
        "state": now.state,
        "views": now.views,
        "options": {name: now.rules.options(now.state, each) for name, each in AUDIENCES.items()},
        "armies": armies,
        "booked": {tuple(entry[:-1]): entry[-1] for entry in booked.annotate(Sum("amount")) if entry[-1]},
        "unbalanced": bookings.unbalanced(),
        "over": now.battle.finished_at is not None,
    }


def play(table: Table, random: Random, steps: int) -> None:
    """Random commands of random people, as far as the battle goes."""
    for _ in range(steps):
        now = present(table)
        chosen = any_offered(now.rules, now.state, random)
        if chosen is None:
            return
        viewer, command = chosen
        table.issue(getattr(table, PEOPLE[viewer.audience]), command)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("ruleset", RULES)
def test_after_any_commands_and_a_rewind_all_is_as_it_was_at_that_step(ruleset: str, seed: int) -> None:
    random, table = Random(seed), Table.laid(ruleset=ruleset)
    play(table, random, random.randint(0, 40))
    before, at = standing(table), table.steps()[-1].number
    play(table, random, random.randint(1, 40))
    rewind(table, at, same_dice=False)
    assert standing(table) == before
    play(table, random, 10)
    rewind(table, at, same_dice=True)
    assert standing(table) == before
    assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1


@pytest.mark.parametrize("ruleset", RULES)
def test_a_rewind_to_before_the_end_takes_the_bookings_back_and_the_next_end_books_once(ruleset: str) -> None:
    table = Table.laid("result", ruleset)
    over, end = standing(table), table.steps()[-1].number
    assert over["over"]
    rewind(table, end - 1)
    before = standing(table)
    assert not before["over"]
    seal(table)
    onward(table)
    table.play_until("result")
    rewind(table, end - 1)
    assert standing(table) == before
    assert bookings.unbalanced() == []


def test_the_same_dice_come_again_and_new_ones_do_not() -> None:
    table = resolved()
    at = table.steps()[-2].number
    rolled = present(table).state
    rewind(table, at, same_dice=True)
    onward(table)
    assert present(table).state == rolled
    rewind(table, at, same_dice=False)
    onward(table)
    assert present(table).state != rolled


def test_secret_edits_do_not_change_which_dice_come() -> None:
    """How often somebody changes his mind is no way to roll again."""
    table = resolved()
    rolled, at = present(table).state, table.steps()[-2].number
    rewind(table, at, same_dice=True)
    for _ in range(3):
        table.issue(table.ann, Unready())
        table.issue(table.ann, Ready())
    onward(table)
    assert present(table).state == rolled


def test_after_a_shown_secret_there_is_another_and_both_can_be_checked() -> None:
    table = Table.laid("result")
    old = table.board(table.sue).battle
    assert old.secret
    with pytest.raises(Refused, match="new ones"):
        rewind(table, table.steps()[-2].number, same_dice=True)
    rewind(table, table.steps()[-2].number)
    new = table.board(table.sue).battle
    assert new.secret == "" and new.proof != old.proof
    assert [secret for _, secret in new.old_secrets] == [old.secret]
    table.play_until("result")
    assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1


def test_what_was_undone_stays_in_the_report_and_says_so() -> None:
    table = resolved()
    rewind(table, table.steps()[-2].number, reason="Wrong orders")
    entries, _ = boards.entries(table.board(table.sue))
    assert [entry.undone for entry in entries[:3]] == [False, True, False]
    told = [str(line.message) for line in entries[0].lines]
    assert told[0].startswith("The GM rewinds the battle to ") and told[1] == "Reason: Wrong orders"


def test_a_rewind_cannot_be_rewound_to_a_step_that_was_undone() -> None:
    table = resolved()
    undone = table.steps()[-1].number
    rewind(table, undone - 1)
    for step in (undone, table.steps()[-1].number, table.steps()[-1].number + 1, -1, 2**40):
        with pytest.raises(Refused, match="Step: one of those shown"):
            rewind(table, step)


def test_who_rewinds_on_an_older_page_is_told() -> None:
    table = resolved()
    seen = table.steps()[-1].number
    seal(table)
    with pytest.raises(chair.Stale):
        rewinding.rewind(battle_id=table.battle.pk, actor=table.gm, to=1, last=seen, same_dice=False, reason="A slip")


def test_the_clock_has_as_much_time_left_as_it_had() -> None:
    table = Table.laid("land")
    run(table, limits={"land": {"minutes": 60}})
    first = table.steps()[-1]
    assert first.seconds_left == 3600
    seal(table)
    Battle.objects.update(deadline=None)
    onward(table)
    rewind(table, first.number)
    left = present(table).battle.deadline
    assert left is not None
    assert table.steps()[-1].seconds_left in (3599, 3600)


def test_the_plan_says_what_will_be_undone_and_what_was_seen() -> None:
    table = resolved()
    plan = rewinding.plan(battle_id=table.battle.pk, to=0)
    assert [point.number for run in plan.undone for point in run.points] == [step.number for step in table.steps()[1:]]
    assert 0 < plan.seen < plan.number == len(table.steps()) - 1
    assert not plan.booked and not plan.shown
    assert Step.objects.count() == records.last_step(table.battle.pk).number + 1


def test_a_rewind_gives_nobody_the_secret_choices_of_who_sat_there_before() -> None:
    table = Table.laid("deployment")
    fresh = present(table).state
    choose(table, table.ann, Side.RED)
    chosen = table.steps()[-1].number
    seat, new = Seat.objects.get(battle=table.battle, user=table.ann), User.objects.create(username="new")
    members.admit(campaign=table.battle.campaign, person=new, role="player")
    reseating.free(battle_id=table.battle.pk, seat=seat.pk, by=table.gm, keep_drafts=False, person=new.pk)
    rewind(table, chosen)
    assert present(table).state.red.draft == fresh.red.draft
    rewound = next(step for step in table.steps() if step.kind == "rewound")
    rewind(table, rewound.number)
    assert present(table).state.red.draft == fresh.red.draft, "nor by another rewind, to the first one"


def test_late_spectators_learn_of_an_end_and_its_rewind_as_late_as_of_all_else() -> None:
    table = Table.laid("result")
    run(table, delays=dict.fromkeys(conduct.KINDS, conduct.Delay(seconds=60)))
    Step.objects.update(at=timezone.now() - timedelta(seconds=61))
    Battle.objects.update(finished_at=timezone.now() - timedelta(seconds=61))
    before = table.board(table.sue)
    assert before.battle.secret
    rewind(table, table.steps()[-3].number)
    late = table.board(table.sue)
    assert (late.battle.proof, boards.entries(late)) == (before.battle.proof, boards.entries(before))
    Step.objects.update(at=timezone.now() - timedelta(seconds=61))
    seen = table.board(table.sue)
    assert seen.battle.proof != before.battle.proof
    assert boards.etag(seen) != boards.etag(late)
