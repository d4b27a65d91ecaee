"""What every ruleset must keep where somebody takes back his own edits: all is as it was, for everybody."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from battles.rules.ruleset import AUDIENCES, Commander, Ruleset, Side, Viewer
from tests.rules.playing import issue, one_of, walk
from tests.rules.test_conformance import each_ruleset, others, secret_moves, seen
from tests.rules.test_conformance_rulings import ruled, rulings, sampled

MOST_EDITS = 5
few_walks = pytest.mark.parametrize("seed", range(800, 806))


class Edit(NamedTuple):
    before: Any
    command: Any
    after: Any


def edits(ruleset: Ruleset, state: Any, viewer: Viewer, random: Random) -> list[Edit]:
    """Up to five edits of the viewer's draft, one after the other, that leave the battle where it stands."""
    made = []
    for _ in range(random.randint(1, MOST_EDITS)):
        options = ruleset.options(state, viewer)
        offered = tuple(option for option in options if option.draft)
        sealed = isinstance(viewer, Commander) and viewer.side not in ruleset.waited_for(state)
        if not offered or (sealed and any(type(option).__name__ == "Unready" for option in options)):
            break
        command = one_of(offered, random)
        events, after = issue(ruleset, state, viewer, command, 1)
        if not all(event.audience <= {"gm", viewer.audience} for event in events):
            break
        made.append(Edit(state, command, after))
        state = after
    return made


def drafting(ruleset: Ruleset, seed: int, number: int = 12) -> Iterator[tuple[Viewer, list[Edit], Random]]:
    """Whoever has something to choose, in many states of a random battle."""
    random = Random(seed)
    for step in sampled(walk(ruleset, seed), random, number):
        for viewer in AUDIENCES.values():
            if made := edits(ruleset, step.after, viewer, random):
                yield viewer, made, random


def everything(ruleset: Ruleset, state: Any) -> Any:
    return [seen(ruleset, state, viewer) for viewer in AUDIENCES.values()]


@each_ruleset
@few_walks
def test_after_any_edits_and_as_many_undos_the_battle_is_as_it_was_for_everybody(ruleset: Ruleset, seed: int):
    for viewer, made, _ in drafting(ruleset, seed):
        state = made[-1].after
        for edit in reversed(made):
            state = ruleset.undone(state, viewer, edit.before, edit.after)
            assert state == edit.before, (viewer, edit.command)
        assert everything(ruleset, state) == everything(ruleset, made[0].before)


@each_ruleset
@few_walks
def test_an_undo_takes_back_own_choices_alone_whatever_the_others_have_chosen_since(ruleset: Ruleset, seed: int):
    for viewer, made, random in drafting(ruleset, seed):
        last, state = made[-1], made[-1].after
        for side in Side:
            if Commander(side) != viewer:
                state = secret_moves(ruleset, state, side, random)
        back = ruleset.undone(state, viewer, last.before, last.after)
        assert back is not None
        again = issue(ruleset, back, viewer, last.command, 1)[1]
        assert everything(ruleset, again) == everything(ruleset, state)


@each_ruleset
@few_walks
def test_non_interference_nobody_else_sees_anything_of_an_undo_nor_knows_whether_there_could_be_one(
    ruleset: Ruleset, seed: int
):
    for viewer, made, random in drafting(ruleset, seed):
        if not isinstance(viewer, Commander):
            continue
        for edit in made:
            for other in others(viewer.side):
                back = ruleset.undone(edit.after, viewer, edit.before, edit.after)
                assert seen(ruleset, back, other) == seen(ruleset, edit.after, other)
        rival = secret_moves(ruleset, made[-1].after, viewer.side.rival, random)
        for edit in made:
            mine = [ruleset.undone(state, viewer, edit.before, edit.after) for state in (rival, made[-1].after)]
            assert (mine[0] is None) is (mine[1] is None)


@each_ruleset
@few_walks
def test_what_is_sealed_is_not_undone_before_ready_is_taken_back(ruleset: Ruleset, seed: int):
    for viewer, made, _ in drafting(ruleset, seed):
        last = made[-1]
        if not isinstance(viewer, Commander) or ruleset.sealing not in ruleset.options(last.after, viewer):
            continue
        sealed = issue(ruleset, last.after, viewer, ruleset.sealing, 1)[1]
        assert ruleset.undone(sealed, viewer, last.before, last.after) is None


@each_ruleset
@few_walks
def test_no_edit_of_an_earlier_stage_is_undone(ruleset: Ruleset, seed: int):
    """Once everybody has seen that the battle went on; by whoever made it, or by anybody else."""
    drafts = list[tuple[Viewer, Any, Any]]()
    for step in walk(ruleset, seed):
        public = [event for event in step.events if event.audience >= set(AUDIENCES)]
        if step.command.draft and not public:
            drafts = [*drafts[-8:], (step.viewer, step.before, step.after)]
        for viewer, before, after in drafts:
            back = ruleset.undone(step.after, viewer, before, after)
            if back is not None:
                assert ruleset.view(before, AUDIENCES["public"]).phase == ruleset.view(back, AUDIENCES["public"]).phase
                assert ruleset.view(before, AUDIENCES["public"]).round == ruleset.view(back, AUDIENCES["public"]).round


@each_ruleset
@few_walks
def test_after_any_ruling_an_undo_leads_to_choices_that_can_be_gone_on_with_or_is_refused(ruleset: Ruleset, seed: int):
    """Whatever is offered then is accepted, and the ruling stands."""
    for viewer, made, random in drafting(ruleset, seed, 8):
        last = made[-1]
        for figure, value in rulings(ruleset, last.after, random, 3):
            if value == figure.value:
                continue
            state = ruled(ruleset, last.after, figure.key, value)
            back = ruleset.undone(state, viewer, last.before, last.after)
            if back is None:
                continue
            now = {each.key: each.value for each in ruleset.figures(back)}
            assert now.get(figure.key, value) == value
            for offered in random.sample(options := ruleset.options(back, viewer), min(8, len(options))):
                issue(ruleset, back, viewer, offered, 1)


@each_ruleset
@few_walks
def test_every_choice_has_a_name(ruleset: Ruleset, seed: int):
    for viewer in AUDIENCES.values():
        for step in walk(ruleset, seed):
            for option in {type(each): each for each in ruleset.options(step.before, viewer)}.values():
                name = ruleset.named(step.before, option)
                assert str(name) and "%(" not in str(name)


@each_ruleset
def test_spectators_have_nothing_to_undo_and_a_strange_draft_is_not_brought_back(ruleset: Ruleset):
    for step in walk(ruleset, 5):
        if step.command.draft:
            assert ruleset.undone(step.after, AUDIENCES["public"], step.before, step.after) is None
