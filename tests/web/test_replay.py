"""Looking back: each step as its viewer saw it then, at the same cost early and late, with nothing to command."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from battles.models import HandOver, Seat, Step
from battles.rules import RULESETS
from battles.rules.battlefront.commands import ChooseHorde
from battles.services import invites, replay, reseating
from battles.services.gm.conduct import Delay
from tests.noise import without_noise
from tests.services.looking_back import PEOPLE, Seen, frames, past, play, row, still
from tests.services.ruling import onward, run, seal
from tests.services.test_gm_rewinding import rewind
from tests.services.test_invites import into, person
from tests.table import Table, signed_in
from tests.web.test_battle_page import lengthen
from tests.web.test_commands import HTMX

pytestmark = pytest.mark.django_db
RULES = [ruleset.key for ruleset in RULESETS]


@pytest.mark.parametrize("ruleset", RULES)
def test_every_step_shows_what_its_viewer_saw_live_at_that_version(ruleset: str) -> None:
    table, seen = Table.laid(ruleset=ruleset), Seen()
    play(table, seen)
    for audience, name in PEOPLE.items():
        found = frames(table, getattr(table, name))
        assert {version: frame.board.view for version, frame in found.items()} == seen[audience]
        assert list(found) == list(range(1, len(found) + 1)), "dense, whatever the rival did in between"


def fragment(table: Table, who: User, step: int | str, more: str = "") -> str:
    address = table.address(f"replay/board/?step={step}{more}")
    response = signed_in(who).get(address, headers=HTMX)
    assert response.status_code == 200
    return str(response.content.decode())


@pytest.mark.parametrize("ruleset", RULES)
def test_no_step_has_anything_that_could_be_commanded(ruleset: str) -> None:
    table = Table.laid("result", ruleset)
    for name in PEOPLE.values():
        who = getattr(table, name)
        for mark in past(table, who).marks:
            text = fragment(table, who, mark.version)
            assert f'data-step="{mark.version}"' in text
            assert not re.search(r"<form|<input|name=.command|draggable=.true|\?pick=|ws-connect", text)


@pytest.mark.parametrize("ruleset", RULES)
def test_without_script_plain_links_lead_from_the_first_step_to_the_last(ruleset: str) -> None:
    table = Table.laid("result", ruleset)
    client, visited, where = signed_in(table.ann), [], table.address("replay/")
    while where:
        page = client.get(where).content.decode()
        visited.append(int(re.findall(r'id="replay-frame"[^>]*data-step="(\d+)"', page)[0]))
        assert 'role="slider"' in page or 'type="range"' in page
        found = re.findall(r'id="replay-next"[^>]*href="([^"]+)"', page)
        where = found[0].replace("&amp;", "&") if found else ""
    assert visited == [mark.version for mark in past(table, table.ann).marks]


def test_what_the_rival_does_in_secret_changes_no_byte_of_the_past(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("muster")
    before = [without_noise(signed_in(who).get(table.address("replay/")).content.decode()) for who in crowd(table)]
    for _ in range(3):
        table.issue(table.ann, table.offered(table.ann, ChooseHorde)[0])
    after = [without_noise(signed_in(who).get(table.address("replay/")).content.decode()) for who in crowd(table)]
    assert before == after
    assert len(past(table, table.ann).marks) > len(past(table, table.bob).marks)


def crowd(table: Table) -> tuple[User, User]:
    return table.bob, table.sue


def test_a_running_battle_opens_at_its_newest_step_and_a_finished_one_at_its_first(
    lay_table: Callable[[str], Table],
) -> None:
    table = lay_table("land")
    running = past(table, table.ann)
    assert replay.frame(running, wanted=None, undone=False).mark == running.marks[-1]
    table.play_until("result")
    over = past(table, table.ann)
    assert replay.frame(over, wanted=None, undone=False).mark == over.marks[0]


def test_rounds_and_phases_can_be_jumped_to(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    found = frames(table, table.sue)
    parts = found[1].parts
    assert [str(part.title) for part in parts if part.jumps[0].round] == ["Air Contest", "Land Contest"]
    for part in parts:
        for jump in part.jumps:
            view = found[jump.version].board.view
            assert view.round == jump.round
            assert jump.version == 1 or still(found[jump.version - 1].board.view) != view
            assert found[jump.version].here == jump.version


@pytest.mark.parametrize("ruleset", RULES)
def test_turns_of_many_phases_are_jumped_to_as_turns(ruleset: str) -> None:
    table = Table.laid("result", ruleset)
    parts = frames(table, table.sue)[1].parts
    rounds = [jump.round for part in parts if len(part.jumps) > 1 for jump in part.jumps]
    assert rounds and all(
        later == earlier + 1 or later == 1 for earlier, later in zip(rounds, rounds[1:], strict=False)
    )


# What was undone


def test_what_was_undone_is_skipped_unless_it_is_asked_for(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    at = table.steps()[-1].number
    seal(table)
    onward(table)
    gone = {mark.version for mark in past(table, table.sue).marks if mark.number > at}
    rewind(table, at)
    marks = past(table, table.sue).marks
    assert gone and {mark.version for mark in marks if mark.undone} == gone
    assert gone.isdisjoint(frames(table, table.sue))
    shown = frames(table, table.sue, undone=True)
    assert gone < set(shown) and all(shown[version].entry.undone for version in gone)
    told, hidden = fragment(table, table.sue, min(gone), "&undone=1"), fragment(table, table.sue, min(gone))
    assert "was-undone" in told and f'data-step="{min(gone)}"' in told
    assert "was-undone" not in hidden and f'data-step="{max(gone) + 1}"' in hidden


def test_an_undone_end_is_shown_with_the_secret_its_dice_fell_under(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    old, end = table.board(table.sue).battle.secret, past(table, table.sue).marks[-1].version
    rewind(table, table.steps()[-2].number)
    table.play_until("result")
    new = table.board(table.sue).battle.secret
    assert old in fragment(table, table.sue, end, "&undone=1")
    last = fragment(table, table.sue, 9999)
    assert new in last and old not in last


# Whose past it is


def test_late_spectators_look_back_on_no_more_than_they_may_see_now(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    run(table, delays={"board": Delay(a_round=True)})
    shown = past(table, table.sue).marks
    assert shown and {mark.phase for mark in shown}.isdisjoint({"land"})
    assert {frame.board.view.phase for frame in frames(table, table.sue).values()}.isdisjoint({"land"})
    assert 'data-phase="land"' not in fragment(table, table.sue, 9999)


def test_late_spectators_do_not_learn_of_a_rewind_before_they_may(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    run(table, delays={"status": Delay(seconds=600)})
    Step.objects.filter(battle=table.battle).update(at=table.steps()[-1].at - timedelta(seconds=900))
    before = past(table, table.sue).marks
    rewind(table, table.steps()[-5].number)
    assert past(table, table.sue).marks == before
    assert any(mark.undone for mark in past(table, table.ann).marks)


def test_late_spectators_who_see_an_undone_end_are_not_told_by_its_secret_that_it_was_undone(
    lay_table: Callable[[str], Table],
) -> None:
    table = lay_table("result")
    old, end = table.board(table.sue).battle.secret, past(table, table.sue).marks[-1].version
    anns = past(table, table.ann).marks[-1].version
    run(table, delays={"status": Delay(seconds=600)})
    Step.objects.filter(battle=table.battle).update(at=table.steps()[-1].at - timedelta(seconds=900))
    before = fragment(table, table.sue, end)
    rewind(table, table.steps()[-3].number)
    assert old not in before
    assert fragment(table, table.sue, end) == before
    assert old in fragment(table, table.ann, anns, "&undone=1"), "those at the table saw it"


def test_closed_to_spectators_the_past_is_closed_too(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    run(table, spectators=False)
    assert signed_in(table.sue).get(table.address("replay/")).status_code == 404


@pytest.mark.parametrize("kept", [True, False])
def test_who_takes_over_without_the_choices_does_not_find_them_in_the_past(table: Table, kept: bool) -> None:
    table.play_until("muster")
    table.issue(table.ann, table.offered(table.ann, ChooseHorde)[0])
    zoe, seat = person("zoe"), Seat.objects.get(battle=table.battle, user=table.ann).pk
    invites.follow(token=into(table).token, person=zoe)
    reseating.free(battle_id=table.battle.pk, seat=seat, by=table.gm, keep_drafts=kept, person=zoe.pk)
    assert HandOver.objects.get().drafts is kept
    chosen = [frame.board.view.own[0].chosen for frame in frames(table, zoe).values()]
    assert any(chosen) is kept
    table.issue(zoe, table.offered(zoe, ChooseHorde)[0])
    assert frames(table, zoe)[past(table, zoe).marks[-1].version].board.view.own[0].chosen


# Cost and robustness


def test_a_step_takes_at_most_12_queries_the_same_for_the_first_and_the_500th(
    lay_table: Callable[[str], Table],
) -> None:
    table = lay_table("result")
    early = costs(table)
    lengthen(table, 500)
    assert costs(table) == early
    assert all(len(set(each)) == 1 and each[0] <= 12 for each in early)


def costs(table: Table) -> list[list[int]]:
    """Queries of a step early, in the middle and late, for everybody."""
    return [[_cost(table, getattr(table, name), step) for step in (1, 20, 9999)] for name in PEOPLE.values()]


def _cost(table: Table, who: User, step: int) -> int:
    client = signed_in(who)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(table.address(f"replay/board/?step={step}"), headers=HTMX).status_code == 200
    return len(queries)


@pytest.mark.parametrize("step", ["", "0", "-1", "x", "9" * 25, "٣" * 30])
@pytest.mark.parametrize("page", ["replay/", "replay/board/"])
def test_whatever_step_is_asked_for_one_of_ones_own_is_shown(table: Table, page: str, step: str) -> None:
    page = signed_in(table.ann).get(table.address(f"{page}?step={step}"), headers=HTMX).content.decode()
    assert 'id="replay-frame"' in page


def test_a_step_by_itself_is_a_fragment_for_htmx_and_leads_others_to_the_page(table: Table) -> None:
    response = signed_in(table.ann).get(table.address("replay/board/?step=1"))
    assert response.headers["Location"] == table.address("replay/?step=1")
    assert "<html" not in fragment(table, table.ann, 1)


def test_a_fragment_is_in_the_language_of_its_page(table: Table) -> None:
    assert "Étape" in fragment(table, table.ann, 1, "&language=fr")
    assert "Step" in fragment(table, table.ann, 1, "&language=en")


def test_nothing_of_the_past_is_kept_by_a_cache(table: Table) -> None:
    for page in ("replay/", "replay/board/"):
        response = signed_in(table.ann).get(table.address(page), headers=HTMX)
        assert "no-store" in response.headers["Cache-Control"]


def test_the_gms_look_back_on_a_running_battle_is_kept_as_his_others(table: Table) -> None:
    signed_in(table.gm).get(table.address("replay/"))
    assert [look.name for look in row(table).looks.all()] == ["gm"]
