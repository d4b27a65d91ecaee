"""The pages reached from the control room: sealing for a side, a ruling on a figure, rewinding, the end of a battle."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from battles.models import LedgerEntry, Look, Step
from battles.rules import RULESETS
from battles.rules.battlefront.commands import ChooseHorde, LeaveHorde, Place
from battles.rules.battlefront.deeds import named
from battles.rules.ruleset import Side
from battles.services.gm import chair
from tests.services.ruling import choose, present, resolved, seal
from tests.table import Table, signed_in
from tests.web.gm_acts import NO_REASON, done, field, get, post, refused, told
from tests.web.test_battle_page import lengthen

pytestmark = pytest.mark.django_db
RULES = [ruleset.key for ruleset in RULESETS]
LATER = {"battlefront": "land", "bataille": "declarations"}


# Sealing for a side


@pytest.mark.parametrize("how", ["last", "hold"])
def test_a_side_is_sealed_for_with_a_reason_that_everybody_reads(lay_table: Callable[[str], Table], how: str) -> None:
    table = lay_table("land")
    page = get(table, "force/?side=red")
    assert 'id="side-red" checked' in page and 'id="side-blue" checked' not in page
    assert "Sealed for the side." in done(table, "force/", side="red", how=how, reason="Asleep")
    assert present(table).rules.waited_for(present(table).state) == (Side.BLUE,)
    entries = told(table, table.sue)
    assert "Reason: Asleep" in entries or "Asleep" in str(signed_in(table.sue).get(table.address()).content)
    assert 'id="side-red"' not in get(table, "force/")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"reason": ""}, NO_REASON),
        ({"how": ""}, "Side: one of the choices offered is needed."),
        ({"how": "gm"}, "Side: one of the choices offered is needed."),
        ({"side": "green"}, "Side: one of the choices offered is needed."),
        ({"side": ""}, "Side: one of the choices offered is needed."),
    ],
)
def test_a_sealing_that_cannot_be_is_a_sentence(
    lay_table: Callable[[str], Table], given: dict[str, str], sentence: str
) -> None:
    usual = {"side": "red", "how": "last", "reason": "Asleep"}
    page = refused(lay_table("land"), "force/", **usual | given)
    assert sentence in page and 'id="force"' in page


def test_a_side_that_was_ready_first_is_not_sealed_for(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    choose(table, table.ann, Side.RED)
    assert "That side is not waited for." in refused(table, "force/", side="red", how="last", reason="Asleep")
    choose(table, table.bob, Side.BLUE)
    assert "No side is waited for now." in get(table, "force/")


# A ruling on a figure


@pytest.mark.parametrize("ruleset", RULES)
def test_every_figure_is_listed_and_has_a_form(ruleset: str) -> None:
    table = Table.laid(LATER[ruleset], ruleset)
    figures, page = chair.figures(battle_id=table.battle.pk), get(table, "adjust/")
    assert figures and page.count('class="figure-row"') == len(figures)
    for figure in figures[:: max(1, len(figures) // 12)]:
        form = get(table, f"adjust/?figure={figure.key}")
        assert field(form, "was") == figure.value and field(form, "figure") == figure.key


def number(table: Table) -> tuple[str, str, str]:
    """A figure that is a number: its key, its value, another one."""
    numbers = (each for each in chair.figures(battle_id=table.battle.pk) if not each.choices)
    found = next(each for each in numbers if int(each.value) > each.least)
    return found.key, found.value, str(int(found.value) - 1)


@pytest.mark.parametrize("ruleset", RULES)
def test_a_figure_is_changed_with_a_reason(ruleset: str) -> None:
    table = Table.laid(LATER[ruleset], ruleset)
    key, was, value = number(table)
    assert "Ruled." in done(table, "adjust/", figure=key, was=was, value=value, reason="Forgotten")
    now = {each.key: each.value for each in chair.figures(battle_id=table.battle.pk)}
    assert now[key] == value
    assert "Reason: Forgotten" in told(table, table.gm)


def test_a_figure_that_changed_since_the_form_was_opened_is_named_with_both_values(
    lay_table: Callable[[str], Table],
) -> None:
    table = lay_table("land")
    key, was, value = number(table)
    done(table, "adjust/", figure=key, was=was, value=value, reason="First")
    page = refused(table, "adjust/", figure=key, was=was, value="0", reason="Second")
    assert f"it was {was}, now it is {value}." in page
    assert field(page, "was") == value and field(page, "reason") == "Second"


@pytest.mark.parametrize("value", ["", "-1", "99999", "abc", "1.5", "٣", "5\x00"])
def test_a_number_out_of_range_is_refused_by_the_figure_s_name_and_range(
    lay_table: Callable[[str], Table], value: str
) -> None:
    table = lay_table("land")
    key, was, _ = number(table)
    page = refused(table, "adjust/", figure=key, was=was, value=value, reason="Forgotten")
    assert re.search(r"a whole number from \d+ to \d+ is needed", page)


def test_a_ruling_needs_a_reason_and_a_figure_that_there_is(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    key, was, value = number(table)
    assert NO_REASON in refused(table, "adjust/", figure=key, was=was, value=value, reason=" ")
    gone = "There is no such figure in this battle now."
    assert gone in refused(table, "adjust/", figure="horde.0.beauty", was="1", value="2", reason="Why not")
    answer = signed_in(table.gm).get(table.address("gm/adjust/?figure=x"))
    assert answer.status_code == 422 and gone in answer.content.decode()


def test_figures_are_found_by_words_of_their_names(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    figure = chair.figures(battle_id=table.battle.pk)[-1]
    page = get(table, f"adjust/?q={figure.whose.upper()}")
    assert f"<bdi>{figure.whose}</bdi>" in page
    assert page.count('class="figure-row"') < len(chair.figures(battle_id=table.battle.pk))
    assert "Nothing here has that name." in get(table, "adjust/?q=nothing+like+it")


def test_no_figure_is_changed_while_a_round_waits_for_its_ruling() -> None:
    table = resolved(draft_first=True)
    key, was, value = number(table)
    assert "A round waits for your ruling" in refused(table, "adjust/", figure=key, was=was, value=value, reason="x")


def test_looks_at_figures_and_at_steps_are_noted(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("muster")
    get(table, "adjust/")
    get(table, "rewind/")
    assert {"figures", "steps"} <= set(Look.objects.values_list("what", flat=True))


# Rewinding


def points(page: str) -> list[int]:
    return [int(found) for found in re.findall(r'id="point-(\d+)"', page)]


def test_the_points_are_listed_newest_first_and_lead_back_to_the_beginning(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    page, found = get(table, "rewind/"), []
    while True:
        found += points(page)
        earlier = re.search(r'id="earlier" href="[^"]*\?before=(\d+)"', page)
        if not earlier:
            break
        page = get(table, f"rewind/?before={earlier[1]}")
    assert found == sorted((step.number for step in table.steps()), reverse=True)


def test_the_points_name_what_each_side_chose_and_fold_it(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("deployment")
    place = table.offered(table.ann, Place)[0]
    table.issue(table.ann, place)
    board = table.board(table.ann)
    assert board.undo
    table.issue(table.ann, board.undo.command)
    page = get(table, "rewind/")
    folded = re.search(r"<details>.*?</details>", page, re.DOTALL)
    assert folded and "2 choices" in folded[0] and "taken back" in folded[0]
    said = named(present(table).state, place)
    assert folded[0].count(str(said)) == 2 and f"Undo: {said}" in folded[0]
    assert "A side&#x27;s choice" not in page


def test_the_points_take_as_many_queries_whatever_there_was_chosen(lay_table: Callable[[str], Table]) -> None:
    """A plan as well."""
    table = lay_table("muster")
    few = costs(table)
    assert few[0] <= 10 and few[1] <= 14
    for _ in range(8):
        table.issue(table.ann, table.offered(table.ann, ChooseHorde)[0])
        table.issue(table.ann, LeaveHorde(table.offered(table.ann, LeaveHorde)[0].horde))
    lengthen(table, 500)
    assert costs(table) == few


def costs(table: Table) -> tuple[int, ...]:
    client = signed_in(table.gm)
    counts = []
    for page in ("rewind/", "rewind/0/"):
        client.get(table.address(f"gm/{page}"))  # the look is noted
        with CaptureQueriesContext(connection) as queries:
            assert client.get(table.address(f"gm/{page}")).status_code == 200
        counts.append(len(queries))
    return tuple(counts)


def test_a_rewind_says_what_it_undoes_asks_for_a_reason_and_puts_the_battle_back(
    lay_table: Callable[[str], Table],
) -> None:
    table = lay_table("land")
    to, before = present(table).step.number, present(table).state
    seal(table)
    page = get(table, f"rewind/{to}/")
    undone = present(table).step.number - to
    assert f"{undone} steps are undone" in page
    last = field(page, "last")
    assert NO_REASON in refused(table, f"rewind/{to}/", last=last, dice="same", reason="")
    assert "Dice: one of the choices offered" in refused(table, f"rewind/{to}/", last=last, reason="Misread")
    assert "as it was" in done(table, f"rewind/{to}/", last=last, dice="new", reason="Misread")
    assert present(table).state == before
    assert told(table, table.sue)[1] == "Reason: Misread" and "with new dice" in told(table, table.sue)[0]


@pytest.mark.parametrize("number", [999_999, 10**17])
def test_a_step_that_does_not_exist_is_a_sentence(table: Table, number: int) -> None:
    answer = signed_in(table.gm).get(table.address(f"gm/rewind/{number}/"))
    assert (answer.status_code, "Step: one of those shown is needed." in answer.content.decode()) == (422, True)
    page = refused(table, f"rewind/{number}/", last=0, dice="same", reason="Misread")
    assert "Step: one of those shown is needed." in page


@pytest.mark.parametrize("last", ["", "0", "x", "999999999999"])
def test_a_rewind_decided_on_what_is_no_longer_the_last_step_is_told_so(
    lay_table: Callable[[str], Table], last: str
) -> None:
    table = lay_table("muster")
    assert "Somebody was faster" in refused(table, "rewind/0/", 409, last=last, dice="same", reason="Misread")


def test_after_the_end_only_new_dice_are_offered_and_the_bookings_are_named(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    to = present(table).step.number - 3
    page = get(table, f"rewind/{to}/")
    assert 'id="dice-same"' not in page and "in the ledger" in page
    last = field(page, "last")
    assert "new ones are needed" in refused(table, f"rewind/{to}/", last=last, dice="same", reason="Misread")
    done(table, f"rewind/{to}/", last=last, dice="new", reason="Misread")
    assert not LedgerEntry.objects.filter(battle=table.battle, reason="battle", reversed_by=None).exists()


# The end


@pytest.mark.parametrize("ruleset", RULES)
def test_a_battle_is_ended_with_a_reason(ruleset: str) -> None:
    table = Table.laid(LATER[ruleset], ruleset)
    page = get(table, "end/")
    assert "nobody has won" in page
    assert NO_REASON in refused(table, "end/", reason="\u200b")
    assert "The battle is ended." in done(table, "end/", reason="Night falls")
    for name in ("ann", "bob", "sue"):
        assert "Night falls" in signed_in(getattr(table, name)).get(table.address()).content.decode()
    assert "The battle is over." in get(table, "end/")
    assert "The battle is over. Rewind it first." in refused(table, "end/", reason="Again")


def test_a_battle_is_declared_void_with_a_reason(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    assert "taken back from both armies" in get(table, "void/")
    assert NO_REASON in refused(table, "void/", reason="x" * 301)
    assert "The battle is void." in done(table, "void/", reason="Wrong armies")
    assert "void: nothing of it counts" in signed_in(table.ann).get(table.address()).content.decode()
    assert "The battle is void already." in get(table, "void/")
    assert "The battle is void already." in refused(table, "void/", reason="Again")


@pytest.mark.parametrize("page", ["end", "void", "force", "adjust", "conduct", "spectators"])
def test_looking_at_a_page_changes_nothing_and_its_form_needs_a_token(
    lay_table: Callable[[str], Table], page: str
) -> None:
    table = lay_table("land")
    steps = Step.objects.count()
    text = get(table, f"{page}/")
    assert Step.objects.count() == steps
    if page != "adjust":
        assert "csrfmiddlewaretoken" in text.split("<form")[-1]


def test_html_in_a_reason_is_shown_literally(table: Table) -> None:
    post(table, "gm/end/", reason="<b id=x>")
    assert "<b id=x>" not in signed_in(table.ann).get(table.address()).content.decode()
    page = post(table, "gm/void/", reason="<b id=x>" + "y" * 300).content.decode()
    assert "<b id=x>" not in page and "&lt;b id=x&gt;" in page
