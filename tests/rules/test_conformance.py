"""What every ruleset of the list must keep, whatever its rules are."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from battles.rules import RULESETS
from battles.rules.ruleset import AUDIENCES, Commander, Illegal, Ruleset, Side, Viewer, fold
from tests.rules.playing import SECRET, SETUPS, Step, encoded, is_secret, issue, one_of, walk

each_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
each_walk = pytest.mark.parametrize("seed", range(30))
some_walks = pytest.mark.parametrize("seed", range(100, 112))


@each_ruleset
@each_walk
def test_random_play_by_offered_options_ends(ruleset: Ruleset, seed: int):
    last = list(walk(ruleset, seed))[-1]
    assert ruleset.outcome(last.after) is not None
    assert all(ruleset.view(last.after, viewer).finished for viewer in AUDIENCES.values())
    assert ruleset.outcome(last.before) is None


@each_ruleset
@some_walks
def test_every_step_round_trips_strictly(ruleset: Ruleset, seed: int):
    for step in walk(ruleset, seed):
        assert msgspec.json.decode(encoded(step.after), type=ruleset.state_type) == step.after
        assert msgspec.json.decode(encoded(step.command), type=ruleset.command_type) == step.command
        events = msgspec.json.decode(encoded(step.events), type=tuple[ruleset.event_type, ...])
        assert events == step.events


@each_ruleset
@some_walks
def test_the_same_secret_gives_the_same_events_and_the_events_give_the_state(ruleset: Ruleset, seed: int):
    for step in walk(ruleset, seed):
        again, after = issue(ruleset, step.before, step.viewer, step.command, step.number)
        assert (again, after) == (step.events, step.after)
        assert fold(ruleset, step.before, step.events) == step.after


@each_ruleset
@some_walks
def test_views_hold_the_options_and_encode(ruleset: Ruleset, seed: int):
    for step in walk(ruleset, seed):
        for name, viewer in AUDIENCES.items():
            view = ruleset.view(step.after, viewer)
            assert (view.audience, view.options) == (name, ruleset.options(step.after, viewer))
            assert msgspec.json.decode(encoded(view), type=type(view)) == view


@each_ruleset
@some_walks
def test_somebody_can_always_go_on(ruleset: Ruleset, seed: int):
    for step in walk(ruleset, seed):
        going = any(ruleset.options(step.after, viewer) for viewer in AUDIENCES.values())
        assert going is not ruleset.view(step.after, AUDIENCES["public"]).finished


@each_ruleset
@some_walks
def test_what_is_offered_is_accepted_and_what_was_offered_to_others_is_not(ruleset: Ruleset, seed: int):
    random, met = Random(seed), dict[str, Any]()
    for step in walk(ruleset, seed):
        for viewer in AUDIENCES.values():
            offered = ruleset.options(step.before, viewer)
            for command in random.sample(offered, min(6, len(offered))):
                met[repr(command)] = command
                issue(ruleset, step.before, viewer, command, 1)
            for command in random.sample(list(met.values()), min(6, len(met))):
                assert accepts(ruleset, step.before, viewer, command) is (command in offered)


def accepts(ruleset: Ruleset, state: Any, viewer: Viewer, command: Any) -> bool:
    try:
        issue(ruleset, state, viewer, command, 1)
    except Illegal as refusal:
        assert refusal.clause and "%(" not in str(refusal)
        return False
    return True


@each_ruleset
@some_walks
def test_the_report_speaks_of_public_events_and_never_of_secrets(ruleset: Ruleset, seed: int):
    for step in walk(ruleset, seed):
        for event in step.events:
            for name, viewer in AUDIENCES.items():
                line = ruleset.narrate(step.after, event, viewer)
                assert (line is not None) is (event.narrated and name in event.audience)
                assert line is None or (line.clause and "%(" not in str(line.message))


@each_ruleset
@some_walks
def test_suggestions_play_every_battle_to_its_end(ruleset: Ruleset, seed: int):
    random = Random(seed)
    state = ruleset.open(SETUPS[ruleset.key](random))
    for number in range(1000):
        acted = False
        for side in Side:
            for command in ruleset.suggest(state, side):
                assert command in ruleset.options(state, Commander(side))
                state, acted = issue(ruleset, state, Commander(side), command, number)[1], True
        if not acted:
            moves = ruleset.options(state, AUDIENCES["gm"])
            if not moves:
                break
            state = issue(ruleset, state, AUDIENCES["gm"], moves[0], number)[1]
    assert ruleset.outcome(state) is not None


def others(side: Side) -> list[Viewer]:
    return [viewer for viewer in AUDIENCES.values() if viewer not in (AUDIENCES["gm"], Commander(side))]


def secret_moves(ruleset: Ruleset, state: Any, side: Side, random: Random) -> Any:
    """The state after up to eight moves of the side that nobody else may notice."""
    for _ in range(random.randint(1, 8)):
        options = ruleset.options(state, Commander(side))
        if not options:
            break
        events, after = issue(ruleset, state, Commander(side), one_of(options, random), 1)
        if is_secret(events):
            state = after
    return state


def seen(ruleset: Ruleset, state: Any, viewer: Viewer) -> tuple[bytes, bytes]:
    view, options = ruleset.view(state, viewer), ruleset.options(state, viewer)
    return encoded(view), encoded(options)


@each_ruleset
@pytest.mark.parametrize("seed", range(200, 230))
def test_non_interference_nobody_else_sees_anything_of_a_secret_move(ruleset: Ruleset, seed: int):
    random, steps = Random(seed), list(walk(ruleset, seed))
    for step in random.sample(steps, min(60, len(steps))):
        for side in Side:
            other = secret_moves(ruleset, step.after, side, random)
            for viewer in others(side):
                assert seen(ruleset, other, viewer) == seen(ruleset, step.after, viewer)
            assert ruleset.options(other, AUDIENCES["gm"]) == ruleset.options(step.after, AUDIENCES["gm"])


@each_ruleset
@pytest.mark.parametrize("seed", range(300, 330))
def test_non_interference_of_two_battles_that_differ_in_one_sides_secrets(ruleset: Ruleset, seed: int):
    """The other battle follows every move that leaves the table as it is, until somebody's view may change."""
    side, random = Random(seed).choice(list(Side)), Random(seed)
    for real, other, number in twins(ruleset, seed, side, random):
        for viewer in others(side):
            assert seen(ruleset, other, viewer) == seen(ruleset, real, viewer), number


def twins(ruleset: Ruleset, seed: int, side: Side, random: Random) -> Iterator[tuple[Any, Any, int]]:
    """Pairs of states: a walk, and one in which `side` moves otherwise in secret and all else is the same."""
    other: Any = None
    for step in walk(ruleset, seed):
        other = follow(ruleset, step, step.before if other is None else other, side)
        if other is not None and random.random() < 0.5:
            other = secret_moves(ruleset, other, side, random)
        if other is not None:
            yield step.after, other, step.number


def follow(ruleset: Ruleset, step: Step, other: Any, side: Side) -> Any:
    """The twin after the same step; None where the step makes secrets public or is impossible for the twin."""
    own = step.viewer == Commander(side)
    if step.viewer == AUDIENCES["gm"]:
        return None
    if own and is_secret(step.events):
        return other
    if not accepts(ruleset, other, step.viewer, step.command):
        return None
    events, after = issue(ruleset, other, step.viewer, step.command, step.number)
    public = [event for event in step.events if "public" in event.audience]
    return after if [event for event in events if "public" in event.audience] == public else None


def test_the_secret_of_the_tests_is_long_enough():
    assert len(SECRET) >= 16
