"""services.undoing: one's own edits taken back one after another, as far as the beginning of the secret stage."""

from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User

from battles.models import Battle, HandOver, Seat
from battles.rules import RULESETS
from battles.rules.bataille.commands import SetBase, WaiveChallenges
from battles.rules.battlefront.commands import ChooseHorde, FillIn, LeaveHorde, Place, Ready, TakeUp, Unready
from battles.rules.ruleset import Illegal, Side, Undo
from battles.services import battles, boards, recording, reseating, steps
from battles.services.gm import absence, chair, rewinding
from tests.rules.playing import one_of
from tests.services.ruling import present, run
from tests.services.test_invites import person
from tests.table import Table

pytestmark = pytest.mark.django_db
STAGES = {
    "battlefront": ("muster", "air", "deployment", "land"),
    "bataille": ("evaluation", "pre_battle", "start_of_turn", "challenges", "declarations"),
}
CASES = [(ruleset.key, phase) for ruleset in RULESETS for phase in STAGES[ruleset.key]]


def edit(table: Table, who: User, random: Random) -> bool:
    """One edit that changes something and leaves everybody where he is; False where there is none."""
    board = table.board(who)
    sealed = any(side.side == board.audience and side.ready for side in board.view.sides)
    offered = tuple(each for each in board.view.options if each.draft)
    if board.view.phase == "challenges":  # who waives them then is ready
        offered = tuple(each for each in offered if not isinstance(each, WaiveChallenges))
    if not offered or sealed:
        return False
    before = present(table).state
    table.issue(who, one_of(offered, random))
    return bool(present(table).state != before)


def undo(table: Table, who: User) -> boards.Board:
    offered = table.board(who).undo
    assert offered is not None
    return table.issue(who, offered.command)


def said(table: Table, who: User) -> str:
    offered = table.board(who).undo
    return str(offered.said) if offered else ""


def chosen(table: Table, who: User, number: int) -> list[Any]:
    """That many of his hordes are chosen in the muster, which was empty; what each view was before."""
    views = []
    for _ in range(number):
        views.append(present(table).views)
        table.issue(who, table.offered(who, ChooseHorde)[0])
    return views


@pytest.fixture
def muster(lay_table: Any) -> Table:
    table: Table = lay_table("muster")
    return table


@pytest.mark.parametrize(("ruleset", "phase"), CASES)
def test_after_any_edits_and_as_many_undos_everybody_sees_what_he_saw(ruleset: str, phase: str) -> None:
    """Edits of all at the table, mixed; then each takes back all of his own."""
    table, random = Table.laid(phase, ruleset), Random(phase)
    before, people = present(table), (table.gm, table.ann, table.bob)
    made = [who for _ in range(12) for who in [random.choice(people)] if edit(table, who, random)]
    assert made
    for who in random.sample(made, len(made)):
        undo(table, who)
    now = present(table)
    assert (now.state, now.views) == (before.state, before.views)
    assert [table.board(who).undo for who in people] == [None] * 3
    assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1


def test_undo_after_undo_goes_further_back_and_an_edit_in_between_is_the_next_to_go(muster: Table) -> None:
    views = chosen(muster, muster.ann, 4)
    undo(muster, muster.ann)
    undo(muster, muster.ann)
    assert present(muster).views == views[2]
    muster.issue(muster.ann, muster.offered(muster.ann, ChooseHorde)[-1])
    for number in (2, 1, 0):
        undo(muster, muster.ann)
        assert present(muster).views == views[number]
    assert muster.board(muster.ann).undo is None


def test_it_says_what_it_takes_back(muster: Table) -> None:
    name = {horde.key: horde.name for horde in muster.board(muster.ann).view.own[0].roster}
    choice = muster.offered(muster.ann, ChooseHorde)[0]
    muster.issue(muster.ann, choice)
    assert said(muster, muster.ann) == f"Choose {name[choice.horde]}"
    muster.issue(muster.ann, FillIn())
    assert said(muster, muster.ann) == "Fill in the rest"


def test_a_second_press_is_stale_and_takes_nothing_more_back(muster: Table) -> None:
    chosen(muster, muster.ann, 3)
    board = muster.board(muster.ann)
    assert board.undo
    muster.issue(muster.ann, board.undo.command, board.seen)
    once = muster.steps()
    for seen in (board.seen, muster.board(muster.ann).seen):  # late, and once more with the token of the answer
        with pytest.raises(battles.Stale):
            muster.issue(muster.ann, board.undo.command, seen)
    assert muster.steps() == once


def test_nothing_to_undo_is_a_sentence(muster: Table) -> None:
    before = muster.steps()
    for who in (muster.ann, muster.gm, muster.sue):
        with pytest.raises(Illegal, match="nothing of yours to undo"):
            muster.issue(who, Undo(1))
    assert muster.steps() == before


def test_what_is_sealed_is_undone_once_ready_is_taken_back(muster: Table) -> None:
    muster.issue(muster.ann, FillIn())
    offered = muster.board(muster.ann).undo
    assert offered
    muster.issue(muster.ann, Ready())
    assert muster.board(muster.ann).undo is None
    with pytest.raises(Illegal):
        muster.issue(muster.ann, offered.command)
    muster.issue(muster.ann, Unready())
    assert undo(muster, muster.ann).view.own[0].chosen == ()


def test_no_edit_of_an_earlier_stage_is_undone() -> None:
    table = Table.laid("deployment")
    assert table.board(table.ann).undo is None
    table.issue(table.ann, table.offered(table.ann, Place)[0])
    undo(table, table.ann)
    assert table.board(table.ann).undo is None


def test_only_who_made_it_or_shares_his_side_takes_an_edit_back(muster: Table) -> None:
    amy = person("amy")
    Seat.objects.create(battle=muster.battle, user=amy, role="red")
    views = chosen(muster, muster.ann, 1) + chosen(muster, amy, 1)
    assert said(muster, muster.ann) == said(muster, amy) != ""
    assert muster.board(muster.bob).undo is muster.board(muster.sue).undo is muster.board(muster.gm).undo is None
    seen = muster.board(muster.ann)
    undo(muster, amy)
    assert seen.undo
    with pytest.raises(battles.Stale):
        muster.issue(muster.ann, seen.undo.command, seen.seen)
    undo(muster, amy)
    assert present(muster).views == views[0]


def test_who_left_takes_what_he_did_along_and_nobody_brings_back_what_was_taken_back(muster: Table) -> None:
    """Neither what the GM took back for the hand-over, nor, after a rewind, what was chosen before it."""
    chosen(muster, muster.ann, 2)
    at, zoe = muster.steps()[-1].number, person("zoe")
    seat = Seat.objects.get(battle=muster.battle, user=muster.ann).pk
    reseating.free(battle_id=muster.battle.pk, seat=seat, by=muster.gm, keep_drafts=False)
    Seat.objects.create(battle=muster.battle, user=zoe, role="red")
    assert HandOver.objects.filter(drafts=False).exists() and muster.board(zoe).undo is None
    back(muster, at)
    assert muster.board(zoe).view.own[0].chosen == () and muster.board(zoe).undo is None
    chosen(muster, zoe, 1)
    undo(muster, zoe)
    assert muster.board(zoe).undo is None


def test_who_comes_with_the_sides_choices_undoes_his_own_alone(muster: Table) -> None:
    chosen(muster, muster.ann, 2)
    Seat.objects.filter(battle=muster.battle, user=muster.ann).update(user=person("zoe"))
    zoe = User.objects.get(username="zoe")
    assert muster.board(zoe).undo is None
    chosen(muster, zoe, 1)
    undo(muster, zoe)
    assert muster.board(zoe).undo is None and len(muster.board(zoe).view.own[0].chosen) == 2


def back(table: Table, to: int) -> None:
    last = table.steps()[-1].number
    rewinding.rewind(battle_id=table.battle.pk, actor=table.gm, to=to, last=last, same_dice=False, reason="A slip")


def test_after_a_rewind_undo_goes_back_from_there_and_not_to_what_was_rewound(muster: Table) -> None:
    views = chosen(muster, muster.ann, 2)
    at = muster.steps()[-1].number
    chosen(muster, muster.ann, 2)
    undo(muster, muster.ann)
    back(muster, at)
    for number in (1, 0):
        undo(muster, muster.ann)
        assert present(muster).views == views[number]
    assert muster.board(muster.ann).undo is None


def test_a_rewind_to_an_undo_and_to_before_it_counts_what_held_then(muster: Table) -> None:
    views = chosen(muster, muster.ann, 3)
    before = muster.steps()[-1].number
    undo(muster, muster.ann)
    after = muster.steps()[-1].number
    chosen(muster, muster.ann, 1)
    back(muster, after)
    undo(muster, muster.ann)
    assert present(muster).views == views[1]
    back(muster, before)
    for number in (2, 1, 0):
        undo(muster, muster.ann)
        assert present(muster).views == views[number]


def test_a_phase_opened_anew_after_a_rewind_has_nothing_of_before(muster: Table) -> None:
    choice = muster.offered(muster.ann, ChooseHorde)[0]
    muster.issue(muster.ann, choice)
    muster.issue(muster.ann, LeaveHorde(choice.horde))
    back(muster, 0)
    now = present(muster)
    muster.issue(muster.gm, now.rules.onward(now.state))
    assert muster.board(muster.ann).view.phase == "muster" and muster.board(muster.ann).undo is None


def test_a_ruling_on_ones_choices_is_where_undo_ends() -> None:
    table = Table.laid("deployment")
    place = table.offered(table.ann, Place)[0]
    table.issue(table.ann, place)
    square = f"{place.line}.{place.column}"
    key = next(figure.key for figure in chair.figures(battle_id=table.battle.pk) if figure.value == square)
    chair.adjust(battle_id=table.battle.pk, actor=table.gm, key=key, was=square, value="beside", reason="A slip")
    assert table.board(table.ann).undo is None
    table.issue(table.ann, place)
    undo(table, table.ann)
    assert table.board(table.ann).undo is None and table.board(table.ann).view.own[0].placements == ()


def test_what_the_gm_chose_for_an_absent_side_is_not_its_own_to_undo(muster: Table) -> None:
    chosen(muster, muster.ann, 1)
    absence.force(battle_id=muster.battle.pk, actor=muster.gm, side="red", how="hold", reason="Asleep")
    muster.issue(muster.ann, Unready())
    assert muster.board(muster.ann).undo is None


def test_while_nobody_may_command_nothing_is_undone_and_nothing_is_offered(muster: Table) -> None:
    chosen(muster, muster.ann, 1)
    offered = muster.board(muster.ann).undo
    chair.pause(battle_id=muster.battle.pk, actor=muster.gm)
    board = muster.board(muster.ann)
    assert boards.context(board)["undo"] is None and offered
    with pytest.raises(Illegal):
        muster.issue(muster.ann, offered.command)


def test_an_undo_rolls_nothing_and_changes_no_dice_to_come(muster: Table) -> None:
    before = muster.steps()[-1]
    chosen(muster, muster.ann, 1)
    undo(muster, muster.ann)
    last = muster.steps()[-1]
    assert (last.dice, last.events, last.narrated, last.readers) == (before.dice, "[]", False, "")


def test_a_rival_and_spectators_have_no_new_version_and_no_older_board_by_an_undo(muster: Table) -> None:
    chosen(muster, muster.ann, 1)
    others = (muster.bob, muster.sue)
    before = [(muster.board(who).version, muster.board(who).seen) for who in others]
    own = muster.board(muster.ann).version
    undo(muster, muster.ann)
    assert [(muster.board(who).version, muster.board(who).seen) for who in others] == before
    assert muster.board(muster.ann).version == own + 1


def test_the_gm_takes_back_what_he_prepares_until_it_is_announced() -> None:
    table = Table.laid("evaluation", "bataille")
    base = table.board(table.gm).view.evaluation[0].own_base
    for points in (61, 71):
        table.issue(table.gm, SetBase(points))
    table.issue(table.gm, SetBase(71))  # changes nothing, so there is nothing of it to take back
    assert undo(table, table.gm).view.evaluation[0].own_base == 61
    assert undo(table, table.gm).view.evaluation[0].own_base == base
    assert table.board(table.gm).undo is None


def test_a_battle_that_goes_on_by_itself_stays_where_it_is_at_an_undo() -> None:
    table = Table.laid("deployment")
    run(table, by_itself=True)
    place = table.offered(table.ann, Place)[0]
    table.issue(table.ann, place)
    table.issue(table.ann, TakeUp(place.horde))
    board = undo(table, table.ann)
    assert board.view.phase == "deployment" and [spot.horde for spot in board.view.own[0].placements] == [place.horde]


def test_the_token_asked_for_is_that_of_the_board(muster: Table) -> None:
    chosen(muster, muster.ann, 2)
    now = steps.Present.of(Battle.objects.get(pk=muster.battle.pk))
    for side in Side:
        viewer = boards.AUDIENCES[side.value]
        assert now.token(viewer) == now.board(viewer).seen
