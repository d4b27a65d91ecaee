"""What every ruleset must keep of what a GM may do: go on, rule on a figure, stop the battle, name a roll."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from battles.rules.ruleset import AUDIENCES, Commander, Illegal, Ruleset, Side, fold
from battles.rules.rulings import Adjusted, Figure
from tests.rules.playing import SETUPS, STEP_LIMIT, Step, any_offered, encoded, issue, walk
from tests.rules.test_conformance import each_ruleset, others, secret_moves, seen

GM = AUDIENCES["gm"]
some_walks = pytest.mark.parametrize("seed", range(400, 408))
many_walks = pytest.mark.parametrize("seed", range(500, 514))
MOST_RULINGS = 60


def sampled(steps: Iterator[Step], random: Random, number: int) -> list[Step]:
    found = list(steps)
    return random.sample(found, min(number, len(found)))


def values_of(figure: Figure) -> list[str]:
    """Each choice, or the edges of the number and those beside what it is."""
    if figure.choices:
        return [choice.value for choice in figure.choices]
    near = {figure.least, figure.most, int(figure.value) - 1, int(figure.value) + 1}
    return [str(number) for number in sorted(near) if figure.least <= number <= figure.most]


def figure_of(ruleset: Ruleset, state: Any, key: str) -> Figure | None:
    return next((figure for figure in ruleset.figures(state) if figure.key == key), None)


def ruled(ruleset: Ruleset, state: Any, key: str, value: str) -> Any:
    return fold(ruleset, state, ruleset.adjust(state, key, value))


@each_ruleset
@some_walks
def test_a_battle_goes_through_its_phases_under_their_titles(ruleset: Ruleset, seed: int):
    titles = dict(ruleset.phases)
    assert len(titles) == len(ruleset.phases)
    for step in walk(ruleset, seed):
        view = ruleset.view(step.after, GM)
        assert titles[view.phase] == view.phase_title


@each_ruleset
@some_walks
def test_the_gm_is_offered_the_way_on_exactly_when_no_side_is_waited_for(ruleset: Ruleset, seed: int):
    for step in walk(ruleset, seed):
        command, over = ruleset.onward(step.after), ruleset.view(step.after, GM).finished
        waited = ruleset.waited_for(step.after)
        assert (command is None) is bool(over or waited)
        if command is not None:
            assert command in ruleset.options(step.after, GM)
            assert issue(ruleset, step.after, GM, command, step.number + 1)[0]


@each_ruleset
@some_walks
def test_a_side_is_waited_for_until_it_seals(ruleset: Ruleset, seed: int):
    for step in walk(ruleset, seed):
        for side in ruleset.waited_for(step.after):
            offered = ruleset.options(step.after, Commander(side))
            assert offered
            if ruleset.sealing in offered:
                after = issue(ruleset, step.after, Commander(side), ruleset.sealing, step.number + 1)[1]
                moved_on = ruleset.view(after, GM).decision[:3] != ruleset.view(step.after, GM).decision[:3]
                assert side not in ruleset.waited_for(after) or moved_on


@each_ruleset
@some_walks
def test_a_figure_says_whose_it_is_what_it_takes_and_what_it_is_now(ruleset: Ruleset, seed: int):
    for step in walk(ruleset, seed):
        figures = ruleset.figures(step.after)
        assert len({figure.key for figure in figures}) == len(figures)
        for figure in figures:
            assert figure.whose and figure.clause and "%(" not in str(figure.label)
            assert figure.checked(figure.value) == figure.value
            assert set(figure.audience) <= set(AUDIENCES) and (not figure.audience or "gm" in figure.audience)
            assert len({choice.value for choice in figure.choices}) == len(figure.choices)


@each_ruleset
@some_walks
def test_a_ruling_sets_its_figure_and_another_sets_it_back(ruleset: Ruleset, seed: int):
    random = Random(seed)
    for step in sampled(walk(ruleset, seed), random, 12):
        state, figures = step.after, ruleset.figures(step.after)
        for figure in random.sample(figures, min(8, len(figures))):
            for value in values_of(figure):
                there_and_back(ruleset, state, figure, value)


def there_and_back(ruleset: Ruleset, state: Any, figure: Figure, value: str) -> None:
    events = ruleset.adjust(state, figure.key, value)
    there = fold(ruleset, state, events)
    now = figure_of(ruleset, there, figure.key)
    assert now is None or now.value == value, figure
    first, *more = events
    assert isinstance(first, Adjusted) and (first.key, first.value) == (figure.key, value)
    if more or now is None or not alone(ruleset, state, there, figure.key):
        return
    back = ruleset.adjust(there, figure.key, figure.value)
    assert fold(ruleset, there, back) == state, figure


def alone(ruleset: Ruleset, before: Any, after: Any, key: str) -> bool:
    """Whether the ruling changed nothing but its own figure, and nothing of what the others may become."""
    was, now = ({figure.key: figure for figure in ruleset.figures(each)} for each in (before, after))
    if msgspec.structs.replace(was[key], value="") != msgspec.structs.replace(now[key], value=""):
        return False
    return was.keys() == now.keys() and all(was[other] == now[other] for other in was if other != key)


@each_ruleset
@some_walks
def test_what_a_figure_does_not_take_is_refused_and_so_is_a_figure_that_there_is_not(ruleset: Ruleset, seed: int):
    random = Random(seed)
    for step in sampled(walk(ruleset, seed), random, 6):
        with pytest.raises(Illegal, match="no such figure|is over"):
            ruleset.adjust(step.after, "horde.0.nothing", "1")
        figures = ruleset.figures(step.after)
        for figure in random.sample(figures, min(6, len(figures))):
            for value in ("", "no such value", "٣", "1e3", " 1", str(figure.most + 1), str(figure.least - 1)):
                if value not in [choice.value for choice in figure.choices]:
                    with pytest.raises(Illegal) as refusal:
                        ruleset.adjust(step.after, figure.key, value)
                    assert refusal.value.field == "value" and "%(" not in str(refusal.value)


@each_ruleset
@some_walks
def test_the_events_of_a_ruling_round_trip_and_are_told_to_whom_they_may_concern(ruleset: Ruleset, seed: int):
    random = Random(seed)
    for step in sampled(walk(ruleset, seed), random, 10):
        for figure, value in rulings(ruleset, step.after, random, 4):
            events = ruleset.adjust(step.after, figure.key, value)
            after = fold(ruleset, step.after, events)
            assert msgspec.json.decode(encoded(events), type=tuple[ruleset.event_type, ...]) == events
            assert msgspec.json.decode(encoded(after), type=ruleset.state_type) == after
            for event in events:
                for name, viewer in AUDIENCES.items():
                    line = ruleset.narrate(after, event, viewer)
                    assert (line is not None) is (event.narrated and name in event.audience)
                    assert line is None or (line.clause and "%(" not in str(line.message))


def rulings(ruleset: Ruleset, state: Any, random: Random, number: int) -> Iterator[tuple[Figure, str]]:
    figures = ruleset.figures(state)
    for figure in random.sample(figures, min(number, len(figures))):
        yield figure, random.choice(values_of(figure))


@each_ruleset
@many_walks
def test_non_interference_nobody_sees_anything_of_a_ruling_that_is_not_told_to_him(ruleset: Ruleset, seed: int):
    random = Random(seed)
    for step in sampled(walk(ruleset, seed), random, 15):
        for figure, value in rulings(ruleset, step.after, random, 6):
            state = step.after
            for event in ruleset.adjust(state, figure.key, value):
                after = ruleset.evolve(state, event)
                for name, viewer in AUDIENCES.items():
                    if name not in event.audience:
                        assert seen(ruleset, after, viewer) == seen(ruleset, state, viewer), (figure, value)
                state = after


@each_ruleset
@many_walks
def test_non_interference_a_ruling_tells_nothing_of_what_a_side_has_chosen_in_secret(ruleset: Ruleset, seed: int):
    """The same ruling on a battle that differs in one side's secrets: to the others all is the same."""
    random = Random(seed)
    for step in sampled(walk(ruleset, seed), random, 15):
        side = random.choice(list(Side))
        twin = secret_moves(ruleset, step.after, side, random)
        for figure, value in rulings(ruleset, step.after, random, 6):
            other = figure_of(ruleset, twin, figure.key)
            if other is None or value not in values_of(other):
                continue
            real_events = ruleset.adjust(step.after, figure.key, value)
            twin_events = ruleset.adjust(twin, figure.key, value)
            for viewer in others(side):
                heard = [
                    [each for each in events if viewer.audience in each.audience]
                    for events in (real_events, twin_events)
                ]
                assert heard[0] == heard[1], (figure, value)
                real, fake = fold(ruleset, step.after, real_events), fold(ruleset, twin, twin_events)
                assert seen(ruleset, real, viewer) == seen(ruleset, fake, viewer), (figure, value)


@each_ruleset
@pytest.mark.parametrize("seed", range(600, 620))
def test_random_play_with_random_rulings_ends(ruleset: Ruleset, seed: int):
    random = Random(seed)
    state, left = ruleset.open(SETUPS[ruleset.key](random)), MOST_RULINGS
    for number in range(1, STEP_LIMIT):
        if left and random.random() < 0.3:
            left -= 1
            for figure, value in rulings(ruleset, state, random, 1):
                state = ruled(ruleset, state, figure.key, value)
                assert all(ruleset.view(state, viewer) for viewer in AUDIENCES.values())
        chosen = any_offered(ruleset, state, random)
        if chosen is None:
            break
        state = issue(ruleset, state, *chosen, number)[1]
    assert ruleset.outcome(state) is not None and ruleset.onward(state) is None


@each_ruleset
@some_walks
def test_after_any_rulings_what_is_offered_is_accepted_and_somebody_can_go_on(ruleset: Ruleset, seed: int):
    random = Random(seed)
    for step in sampled(walk(ruleset, seed), random, 15):
        state = step.after
        for _ in range(5):
            for figure, value in rulings(ruleset, state, random, 1):
                state = ruled(ruleset, state, figure.key, value)
        offered = [(viewer, option) for viewer in AUDIENCES.values() for option in ruleset.options(state, viewer)]
        assert bool(offered) is not ruleset.view(state, GM).finished
        for viewer, command in random.sample(offered, min(20, len(offered))):
            issue(ruleset, state, viewer, command, 1)
        assert ruleset.waited_for(state) or ruleset.onward(state) is not None or not offered
