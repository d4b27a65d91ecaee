"""A pitched battle that its GM ends by his word: the page of every viewer, wherever the battle stood."""

import re

import pytest

from battles.services.gm import chair
from battles.services.words import sentence
from tests.web.test_bataille_page import PHASES, everybody, laid
from tests.web.test_stratagem_pages import page

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("phase", PHASES[:-1])
def test_every_viewers_page_says_so_and_shows_what_was_announced(phase: str) -> None:
    table = laid(phase)
    chair.stop(battle_id=table.battle.pk, actor=table.gm, reason="Late")
    for person in everybody(table):
        shown = page(table, person)
        assert "Ended by the GM: nobody has won." in shown.html
        assert 'data-phase="result"' in shown.html
        assert re.search(r"\bNone\b(?! differ)", shown.html) is None
        assert ('id="track"' in shown.html) is (phase not in ("evaluation", "pre_battle"))
        assert ('id="announced"' in shown.html) is (phase != "evaluation")
        for hero in table.board(person).view.sides[0].heroes:
            assert sentence(hero.name) in shown.html
