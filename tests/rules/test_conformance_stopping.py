"""What every ruleset must keep where a GM stops a battle, and what it calls its rolls."""

from random import Random
from typing import Any

import msgspec
import pytest

from battles.rules.dice import Marked, SecretDice
from battles.rules.ruleset import AUDIENCES, Illegal, Message, Ruleset, Side, fold
from tests.rules.playing import SECRET, encoded, walk
from tests.rules.test_conformance import each_ruleset, others, secret_moves, seen
from tests.rules.test_conformance_rulings import GM, sampled, some_walks


@each_ruleset
def test_a_battle_can_be_stopped_in_every_phase(ruleset: Ruleset):
    stopped = set()
    for seed in range(700, 712):
        steps = list(walk(ruleset, seed))
        Random(seed).shuffle(steps)
        for phase, step in {ruleset.view(step.before, GM).phase: step for step in steps}.items():
            stopped.add(phase)
            stop(ruleset, step.before)
    last = ruleset.phases[-1][0]
    assert stopped == {key for key, _ in ruleset.phases if key != last}


def stop(ruleset: Ruleset, state: Any) -> None:
    """It is over for everybody, with what was lost until then and no winner."""
    events = ruleset.stop(state)
    after = fold(ruleset, state, events)
    outcome = ruleset.outcome(after)
    assert outcome is not None and outcome.result == Message("Ended by the GM: nobody has won.")
    assert msgspec.json.decode(encoded(events), type=tuple[ruleset.event_type, ...]) == events
    for viewer in AUDIENCES.values():
        view = ruleset.view(after, viewer)
        assert view.finished and not view.options and not view.waiting_for
        assert msgspec.json.decode(encoded(view), type=type(view)) == view
        assert any(ruleset.narrate(after, event, viewer) for event in events)
    assert (ruleset.waited_for(after), ruleset.onward(after), ruleset.figures(after)) == ((), None, ())
    for refused in (lambda: ruleset.stop(after), lambda: ruleset.adjust(after, "side.red.morale", "1")):
        with pytest.raises(Illegal):
            refused()


@each_ruleset
@some_walks
def test_non_interference_a_battle_that_was_stopped_shows_nothing_of_what_was_still_secret(ruleset: Ruleset, seed: int):
    random = Random(seed)
    for step in sampled(walk(ruleset, seed), random, 30):
        if ruleset.outcome(step.after) is not None:
            continue
        side = random.choice(list(Side))
        twin = secret_moves(ruleset, step.after, side, random)
        ends = [fold(ruleset, state, ruleset.stop(state)) for state in (step.after, twin)]
        for viewer in others(side):
            assert seen(ruleset, ends[0], viewer) == seen(ruleset, ends[1], viewer)


class MarkedDice(SecretDice):
    """Numbers that can be found again in the events."""

    def roll(self, faces: int) -> int:
        return Marked(super().roll(faces))


def holds_a_roll(value: Any) -> bool:
    if isinstance(value, msgspec.Struct):
        return any(holds_a_roll(getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, tuple | list):
        return any(holds_a_roll(each) for each in value)
    return isinstance(value, Marked)


@each_ruleset
@some_walks
def test_every_roll_has_a_name_that_does_not_tell_what_came_of_it(ruleset: Ruleset, seed: int):
    for step in walk(ruleset, seed):
        events = ruleset.decide(step.before, step.viewer, step.command, MarkedDice(SECRET, step.number))
        after = fold(ruleset, step.before, events)
        for event in events:
            name = ruleset.rolled(after, event)
            assert str(name) and "%(" not in str(name)
            assert not holds_a_roll(event) or name != Message("A roll"), event
