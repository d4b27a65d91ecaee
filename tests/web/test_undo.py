"""The button that takes back one's own last edit: where there is one, and what its press is answered."""

import json
import re
from html import unescape

import pytest
from django.test import Client

from battles.rules import RULESETS
from battles.rules.bataille.commands import SetBase
from battles.rules.battlefront.commands import ChooseHorde
from battles.services.words import sentence
from tests.table import Table, signed_in
from tests.web.test_commands import HTMX, post, refused

pytestmark = pytest.mark.django_db
BUTTON = re.compile(r'<button form="command" name="command" value="([^"]+)" id="undo"[^>]*><span>([^<]+)</span>')
DRAFTING = {"battlefront": "muster", "bataille": "declarations"}


def button(text: str) -> tuple[str, str] | None:
    """What it sends, and what it says."""
    found = BUTTON.search(text)
    return (unescape(found[1]), unescape(found[2])) if found else None


def page(table: Table, who: object) -> str:
    client: Client = signed_in(who)  # type: ignore[arg-type]
    return str(client.get(table.address(), follow=True).content.decode())


def edited(ruleset: str) -> Table:
    table = Table.laid(DRAFTING[ruleset], ruleset)
    drafts = [each for each in table.board(table.ann).view.options if each.draft]
    table.issue(table.ann, drafts[0])
    return table


@pytest.mark.parametrize("ruleset", [each.key for each in RULESETS])
def test_only_who_has_something_to_undo_has_the_button_and_its_press_takes_it_back(ruleset: str) -> None:
    table = edited(ruleset)
    assert [button(page(table, who)) for who in (table.bob, table.gm, table.sue)] == [None] * 3
    found = button(page(table, table.ann))
    assert found and found[1].startswith("Undo: ")
    assert post(table, table.ann, found[0]).status_code == 200
    assert button(page(table, table.ann)) is None


def test_the_gm_has_it_in_his_control_room_for_what_he_prepares() -> None:
    table = Table.laid("evaluation", "bataille")
    table.issue(table.gm, SetBase(61))
    found = button(page(table, table.gm))
    assert found and found[1] == "Undo: The threshold"
    assert [button(page(table, who)) for who in (table.ann, table.bob, table.sue)] == [None] * 3
    assert post(table, table.gm, found[0]).status_code == 200 and button(page(table, table.gm)) is None


def test_a_second_press_is_answered_as_late_and_brings_the_fresh_board() -> None:
    table = edited("battlefront")
    table.issue(table.ann, table.offered(table.ann, ChooseHorde)[0])
    command, seen = table.board(table.ann).undo, table.board(table.ann).seen
    assert command
    text = json.dumps({"type": "Undo", "edit": command.command.edit})
    assert post(table, table.ann, text, seen=seen).status_code == 200
    late = post(table, table.ann, text, seen=seen)
    assert late.status_code == 409 and "kind=full" in late.content.decode()
    assert len(table.board(table.ann).view.own[0].chosen) == 1


def test_who_has_nothing_to_undo_gets_a_sentence() -> None:
    table = edited("battlefront")
    for who in (table.bob, table.gm, table.sue):
        assert "nothing of yours to undo" in refused(table, who, {"type": "Undo", "edit": 1}, 422)


@pytest.mark.parametrize("text", ['{"type":"Undo"}', '{"type":"Undo","edit":"x"}', '{"type":"Undo","edit":1,"to":0}'])
def test_what_is_no_undo_is_refused(text: str) -> None:
    table = edited("battlefront")
    refused(table, table.ann, text, 400)


def test_without_script_the_button_is_a_plain_form_that_leads_back_to_the_page() -> None:
    table = edited("battlefront")
    found = button(page(table, table.ann))
    assert found
    fields = {"command": found[0], "seen": table.board(table.ann).seen}
    answer = signed_in(table.ann).post(table.address("commands/"), fields, follow=True)
    assert answer.redirect_chain == [(table.address(), 302)] and button(answer.content.decode()) is None


def test_the_replay_offers_nothing_to_undo() -> None:
    table = edited("battlefront")
    board = signed_in(table.ann).get(table.address("replay/board/"), headers=HTMX)
    assert board.status_code == 200 and 'id="undo"' not in board.content.decode()


def test_the_gm_is_told_of_it_as_of_any_choice_of_a_side() -> None:
    """In the list of what he can rewind to: the choice, and the undo."""
    table = edited("battlefront")
    offered = table.board(table.ann).undo
    assert offered
    table.issue(table.ann, offered.command)
    told = unescape(signed_in(table.gm).get(table.address("gm/rewind/")).content.decode())
    said = sentence(offered.said)
    assert f"Undo: {said}" in told and told.count(said) == 2
