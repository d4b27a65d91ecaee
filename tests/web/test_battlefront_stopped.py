"""A Battlefront battle that its GM ends by his word: the page of every viewer, wherever the battle stood."""

import re

import pytest

from battles.services.gm import chair
from tests.noise import without_noise
from tests.table import Table, signed_in
from tests.web.test_battle_page import PHASES
from tests.web.test_stratagem_pages import page

pytestmark = pytest.mark.django_db
ENDED = "Ended by the GM: nobody has won."


def stopped(phase: str) -> Table:
    table = Table.laid(phase if phase != "briefing" else "")
    chair.stop(battle_id=table.battle.pk, actor=table.gm, reason="Late")
    return table


@pytest.mark.parametrize("phase", [*PHASES[:-1], "land_result"])
def test_every_viewers_page_says_so_and_where_the_battle_stood(phase: str) -> None:
    table = stopped(phase)
    title = str(table.board(table.sue).view.stopped_in)
    for person in (table.gm, table.ann, table.bob, table.sue):
        shown = page(table, person)
        assert 'data-phase="result"' in shown.html
        assert ENDED in shown.texts["stopped"] and title in shown.texts["stopped"]
        assert re.search(r"\bNone\b(?!\.| differ| drawn)", shown.texts["board"]) is None
        assert ('id="square-red-front-2"' in shown.html) is (phase in ("deployment", "land", "land_result"))
        assert shown.starting("ready") == []


@pytest.mark.parametrize("phase", ["muster", "air", "deployment"])
def test_what_was_still_secret_is_not_shown_to_the_others(phase: str) -> None:
    table = stopped(phase)
    secret = {horde.key: horde.name for horde in table.board(table.ann).view.own[0].roster}
    known = {horde.key for horde in table.board(table.bob).view.sides[0].hordes}
    hidden = [name for key, name in secret.items() if key not in known]
    assert hidden
    for person in (table.bob, table.sue):
        html = without_noise(signed_in(person).get(table.address()).content.decode())
        assert [name for name in hidden if name in html] == []


def test_a_ruling_is_told_to_everybody_who_may_know_and_a_horde_beside_the_grid_is_named() -> None:
    table = Table.laid("land")
    horde = next(horde for horde in table.board(table.sue).view.sides[0].hordes if horde.line)
    key, was = f"horde.{horde.key}.square", f"{horde.line}.{horde.column}"
    chair.adjust(battle_id=table.battle.pk, actor=table.gm, key=key, was=was, value="beside", reason="It flew")
    for person in (table.gm, table.ann, table.bob, table.sue):
        shown = page(table, person)
        assert horde.name in shown.texts[f"off-grid-{horde.key}"]
        assert f"The GM rules: {horde.name}, Square" in shown.texts["log"]
