"""What two boards of one viewer tell of the time between them, for every ruleset."""

from typing import Any

import pytest

from battles.rules import RULESETS
from battles.rules.news import News
from battles.rules.ruleset import AUDIENCES, Ruleset
from tests.rules.playing import is_secret, walk

each_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
some_walks = pytest.mark.parametrize("seed", range(200, 203))


@each_ruleset
@some_walks
def test_what_one_side_chooses_in_secret_is_news_to_nobody(ruleset: Ruleset, seed: int) -> None:
    for step in walk(ruleset, seed):
        if is_secret(step.events):
            for viewer in AUDIENCES.values():
                assert ruleset.news(ruleset.view(step.before, viewer), ruleset.view(step.after, viewer)) == News()


@each_ruleset
@some_walks
def test_news_are_whole_sentences_and_few(ruleset: Ruleset, seed: int) -> None:
    steps = list(walk(ruleset, seed))
    told = 0
    for viewer in AUDIENCES.values():
        first = ruleset.view(steps[0].before, viewer)
        for step in steps[:: max(1, len(steps) // 20)] + steps[-1:]:
            news = ruleset.news(first, ruleset.view(step.after, viewer))
            said = [str(message) for message in (*news.came, *news.cost)]
            assert all(text.endswith(".") and "%(" not in text for text in said)
            assert len(news.came) <= 2 and len(set(said)) == len(said)
            told += len(said)
    assert told


@each_ruleset
@some_walks
def test_the_end_is_always_news(ruleset: Ruleset, seed: int) -> None:
    steps = list(walk(ruleset, seed))
    for viewer in AUDIENCES.values():
        views = [ruleset.view(state, viewer) for state in (steps[-1].before, steps[-1].after)]
        assert ruleset.news(*views).came
        assert _sides(ruleset, views) == [0, 0], "nothing is lost twice"


def _sides(ruleset: Ruleset, views: list[Any]) -> list[int]:
    """How much each of two equal boards tells."""
    return [len(ruleset.news(view, view).came + ruleset.news(view, view).cost) for view in views]
