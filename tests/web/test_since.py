"""The line "since you left": on a page that is loaded and in the answer to one that wakes."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from battles.models import Seen, Step
from tests.table import Table, signed_in
from tests.web.gm_acts import room

pytestmark = pytest.mark.django_db


def note(text: str) -> str:
    found = re.search(r'id="since-note".*?</dialog>', text, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", found[0])).split()) if found else ""


def page(table: Table, who: User) -> str:
    where = room(table) if who == table.gm else table.address()
    answer = signed_in(who).get(where)
    assert answer.status_code == 200
    return str(answer.content.decode())


def wakes(table: Table, who: User, more: str = "&board=1") -> str:
    answer = signed_in(who).post(table.address(f"here/?language=en{more}"))
    return str(answer.content.decode())


def some_time_passes() -> None:
    Step.objects.update(actor=None)  # nobody's own doing
    Seen.objects.update(at=timezone.now() - timedelta(hours=2))


@pytest.mark.parametrize("name", ["gm", "ann", "bob", "sue"])
def test_it_stands_on_the_page_that_is_loaded_next_and_on_none_after_it(name: str) -> None:
    table = Table.laid("deployment")
    who = getattr(table, name)
    assert not note(page(table, who)), "a first visit"
    table.play_until("land")
    some_time_passes()
    told = note(page(table, who))
    assert "The deployment was revealed." in told and "Since you left" in told
    assert not note(page(table, who))


@pytest.mark.parametrize("name", ["gm", "ann", "sue"])
def test_a_page_that_wakes_is_told_in_the_answer_to_its_sign_of_life_and_once(name: str) -> None:
    table = Table.laid("deployment")
    who = getattr(table, name)
    page(table, who)
    table.play_until("land")
    some_time_passes()
    assert "The deployment was revealed." in note(wakes(table, who))
    assert not note(wakes(table, who)) and not note(page(table, who))


def test_who_is_at_another_page_of_the_battles_has_not_seen_its_board() -> None:
    """The GM's pages say that he is here, and show no board."""
    table = Table.laid("deployment")
    page(table, table.gm)
    table.play_until("land")
    some_time_passes()
    assert not note(wakes(table, table.gm, more=""))
    assert "The deployment was revealed." in note(page(table, table.gm))


def test_it_is_told_in_the_pages_language() -> None:
    table = Table.laid("deployment")
    page(table, table.ann)
    table.play_until("land")
    some_time_passes()
    answer = signed_in(table.ann).post(table.address("here/?language=fr&board=1"))
    told = note(answer.content.decode())
    assert "Depuis votre départ" in told and "Le déploiement a été révélé." in told


def test_no_step_number_of_what_was_seen_is_on_the_page() -> None:
    """It would tell how often the rival has moved: what is told, and the whole page, know versions only."""
    table = Table.laid("land")
    page(table, table.bob)
    seen = Seen.objects.get(user=table.bob)
    Seen.objects.update(step=seen.step - 3)
    first = page(table, table.bob)
    assert table.board(table.bob).version != seen.step
    assert f'data-version="{seen.step}"' not in first
