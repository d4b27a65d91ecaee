"""What a person types into a command: whole numbers within the range, and a sentence for everything else."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse

from battles.rules.bataille.commands import Advance, Assess, SetBase, SetModifier
from battles.rules.ruleset import Side
from battles.services import inputs
from battles.templatetags.battles_tags import as_json
from tests.table import Table, signed_in
from tests.web.test_commands import HTMX

pytestmark = pytest.mark.django_db
RED = {"type": "Assess", "side": "red", "headcount": 1400, "arms": 100, "training": 100}
WANTED = "Headcount: a whole number from 0 to 10,000,000 is needed."
NO_NUMBERS = [
    "",
    " ",
    "abc",
    "1e9",
    "3.5",
    "1,000",
    "1_000",
    "0x10",
    "१२३",
    "１２",
    "²",
    "+",
    "--5",
    "5 5",
    "5\x00",
    "NaN",
    "10**5000",
    "7" * 5000,
]


@pytest.fixture
def table() -> Table:
    return Table.laid(ruleset="bataille")


def post(
    table: Table, person: User, command: Any, typed: dict[str, str], *, plain: bool = False, seen: str | None = None
) -> HttpResponse:
    fields = {f"typed-{name}": text for name, text in typed.items()}
    token = table.board(person).seen if seen is None else seen
    text = command if isinstance(command, str) else json.dumps(command)
    data = {"command": text, "seen": token} | fields
    return signed_in(person).post(table.address("commands/"), data, headers={} if plain else HTMX)


def red_force(table: Table) -> tuple[int, int, int]:
    force = table.board(table.gm).view.evaluation[0].forces[0]
    return force.headcount, force.arms, force.training


def test_what_was_typed_takes_the_place_of_the_command_s_own_values(table: Table) -> None:
    answer = post(table, table.gm, RED, {"headcount": "21000", "arms": "75", "training": "150"})
    assert answer.status_code == 200
    assert red_force(table) == (21_000, 75, 150)


def test_a_field_that_was_not_typed_keeps_the_command_s_value(table: Table) -> None:
    assert post(table, table.gm, RED, {"arms": "75"}).status_code == 200
    assert red_force(table) == (1400, 75, 100)


@pytest.mark.parametrize("text", ["  21000\t", "+21000", "021000", "\u00a021000"])
def test_a_plus_and_blanks_around_a_number_do_no_harm(table: Table, text: str) -> None:
    assert post(table, table.gm, RED, {"headcount": text}).status_code == 200
    assert red_force(table)[0] == 21_000


@pytest.mark.parametrize("text", [*NO_NUMBERS, "-5", "10000001"])
def test_f_28_what_is_no_number_of_the_range_is_refused_by_the_field_s_name_and_nothing_is_stored(
    table: Table, text: str
) -> None:
    before, steps = red_force(table), len(table.steps())
    answer = post(table, table.gm, RED, {"headcount": text, "arms": "90"})
    assert answer.status_code == 422
    assert WANTED in answer.content.decode()
    assert "BR-03" in answer.content.decode()
    assert (red_force(table), len(table.steps())) == (before, steps)


@pytest.mark.parametrize(("text", "status"), [("74", 422), ("75", 200), ("150", 200), ("151", 422)])
def test_the_ends_of_a_range_belong_to_it(table: Table, text: str, status: int) -> None:
    answer = post(table, table.gm, RED, {"training": text})
    assert answer.status_code == status
    assert ("Training: a whole number from 75 to 150 is needed." in answer.content.decode()) is (status == 422)


@pytest.mark.parametrize("name", ["side", "type", "wit", "", "__class__"])
def test_a_field_that_nobody_types_is_refused(table: Table, name: str) -> None:
    answer = post(table, table.gm, RED, {name: "5"})
    assert (answer.status_code, "This was not understood" in answer.content.decode()) == (400, True)


def test_a_command_without_typed_fields_takes_none(table: Table) -> None:
    assert post(table, table.gm, {"type": "Advance"}, {"points": "5"}).status_code == 400
    assert table.board(table.gm).view.phase == "evaluation"


@pytest.mark.parametrize(("text", "value"), [("-10", -10), ("\u221210", -10), ("+20", 20), ("0", 0)])
def test_a_modifier_may_be_negative_with_either_minus(table: Table, text: str, value: int) -> None:
    table.play_until("start_of_turn")
    command = {"type": "SetModifier", "side": "blue", "modifier": 0}
    assert post(table, table.gm, command, {"modifier": text}).status_code == 200
    offered = table.offered(table.gm, SetModifier)
    assert [each.modifier for each in offered if each.side is Side.BLUE] == [value]


def test_the_figures_of_another_seat_stay_that_seat_s(table: Table) -> None:
    for person in (table.ann, table.sue):
        assert post(table, person, RED, {"headcount": "5"}).status_code == 403


def test_a_value_decided_on_an_old_page_is_stale(table: Table) -> None:
    old = table.board(table.gm).seen
    table.issue(table.gm, SetBase(50))
    assert post(table, table.gm, RED, {"headcount": "5"}, seen=old).status_code == 409


def test_a_plain_form_saves_and_comes_back_to_the_page(table: Table) -> None:
    answer = post(table, table.gm, RED, {"headcount": "21000"}, plain=True)
    assert answer.status_code == 302
    assert red_force(table)[0] == 21_000


def test_a_plain_form_that_was_refused_still_holds_what_was_typed(table: Table) -> None:
    offered = next(each for each in table.offered(table.gm, Assess) if each.side is Side.RED)
    answer = post(table, table.gm, as_json(offered), {"headcount": 'a "lot"'}, plain=True)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert WANTED in text
    assert (
        'name="typed-headcount" type="text" inputmode="numeric" size="5" maxlength="20" value="a &quot;lot&quot;"'
        in text
    )


def test_every_command_that_is_typed_has_a_range_for_each_field() -> None:
    offered = (Assess(Side.RED, 0, 75, 75), SetBase(0), SetModifier(Side.RED, 0))
    assert [[tuple(field.limits) for field in inputs.fields(each)] for each in offered] == [
        [(0, 10_000_000), (75, 150), (75, 150)],
        [(0, 999)],
        [(-60, 60)],
    ]
    assert inputs.fields(Advance()) == []
