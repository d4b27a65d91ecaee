"""The control room: where the battle stands, who is waited for, and the acts of one press."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from battles.models import Battle, Step
from battles.rules import RULESETS
from battles.rules.ruleset import Side
from battles.services import boards
from battles.services.gm import conduct, presence
from tests.services.ruling import present, resolved, run, seal
from tests.table import Table, signed_in
from tests.web.gm_acts import done, field, get, post, refused, room, stored, told

pytestmark = pytest.mark.django_db
OTHERS = ("ann", "bob", "sue")


def page(table: Table) -> str:
    return signed_in(table.gm).get(room(table)).content.decode()


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.key)
def test_every_phase_is_listed_and_the_present_one_marked(ruleset: object) -> None:
    table = Table.laid(ruleset=ruleset.key)  # type: ignore[attr-defined]
    text = page(table)
    assert text.count('<li class="to_come"') == len(ruleset.phases) - 1  # type: ignore[attr-defined]
    assert text.count('<li class="present" aria-current="step">') == 1
    assert 'class="phases"' not in signed_in(table.ann).get(table.address()).content.decode()


def test_who_is_waited_for_and_since_when_is_said(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    text = page(table)
    assert 'id="force-red"' in text and 'id="force-blue"' in text
    assert f'datetime="{timezone.localtime(present(table).battle.waiting_since).isoformat()[:19]}' in text
    seal(table)
    text = page(table)
    assert "<b>you</b>" in text and 'id="force-' not in text and 'id="extend-5"' not in text


@pytest.mark.parametrize("reason", ["", "Dinner"])
def test_pause_and_resume_are_one_press_each_and_everybody_reads_of_it(table: Table, reason: str) -> None:
    shown = done(table, "pause/", reason=reason)
    assert "The battle is paused." in shown and 'id="resume"' in shown and 'id="pause"' not in shown
    for name in OTHERS:
        assert "The GM has paused the battle." in signed_in(getattr(table, name)).get(table.address()).content.decode()
        assert told(table, getattr(table, name))[0] == "The GM pauses the battle."
    assert "The battle is paused already." in refused(table, "pause/")
    assert 'id="pause"' in done(table, "resume/")
    assert "The battle is not paused." in refused(table, "resume/")


def test_more_time_is_given_in_one_press(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    run(table, limits={"land": conduct.Limit(minutes=10)})
    before = present(table).battle.deadline
    assert "15 min more." in done(table, "extend/", minutes="15")
    assert present(table).battle.deadline - before == timedelta(minutes=15)
    assert told(table, table.sue) == ["The GM gives 15 minutes more."]


def test_more_time_pressed_twice_on_one_deadline_is_given_once_and_pressed_again_later_again(
    lay_table: Callable[[str], Table],
) -> None:
    table = lay_table("land")
    run(table, limits={"land": conduct.Limit(minutes=10)})
    before = present(table).battle.deadline
    for given in (5, 10):
        key = field(page(table), "once")
        answers = [post(table, "gm/extend/", live=True, minutes="5", once=key).status_code for _ in range(3)]
        assert answers == [200, 204, 204]
        assert present(table).battle.deadline - before == timedelta(minutes=given)
    refused(table, "extend/", minutes="", once=(key := field(page(table), "once")))
    assert post(table, "gm/extend/", live=True, minutes="5", once=key).status_code == 200, (
        "what was refused was not done"
    )


def test_the_control_room_is_not_sent_again_for_the_forms_that_are_taken_in_once(
    lay_table: Callable[[str], Table],
) -> None:
    """The region is the same text as long as nothing in it changes."""
    table = lay_table("land")
    assert boards.regions(table.board(table.gm))["standing"] == boards.regions(table.board(table.gm))["standing"]


@pytest.mark.parametrize("minutes", ["", "0", "-5", "abc", "1.5", "20161", "9" * 30, "٣"])
def test_a_deadline_in_the_past_or_beyond_all_measure_is_refused(
    lay_table: Callable[[str], Table], minutes: str
) -> None:
    table = lay_table("land")
    assert "Minutes: a whole number from 1 to 20160 is needed." in refused(table, "extend/", minutes=minutes)


def test_where_nobody_is_waited_for_there_is_no_more_time_to_give(table: Table) -> None:
    assert "no side is waited for now" in refused(table, "extend/", minutes="5")


def test_with_script_an_act_answers_with_a_notice_and_the_fresh_board(table: Table) -> None:
    answer = post(table, "gm/pause/", live=True)
    assert answer.status_code == 200
    assert answer.content.decode().startswith('<p class="notice notice-ok"')
    assert "kind=full" in answer.content.decode() and 'id="resume"' in answer.content.decode()
    before = stored(table)
    again = post(table, "gm/pause/", live=True)
    assert (again.status_code, stored(table)) == (422, before)
    assert "The battle is paused already." in again.content.decode()


def test_an_act_answers_in_the_language_that_its_page_is_in(table: Table) -> None:
    answer = post(table, "gm/pause/?language=fr", live=True)
    assert answer.headers["Content-Language"] == "fr" and "The battle is paused." not in answer.content.decode()


def test_the_form_in_a_pushed_region_holds_nobodys_token(table: Table) -> None:
    from battles.services import boards

    assert "csrfmiddlewaretoken" in page(table)
    assert "csrfmiddlewaretoken" not in boards.full_frame(table.board(table.gm))


def test_only_what_can_be_done_now_is_offered(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    text = page(table)
    assert 'id="to-rewind"' in text and 'id="to-void"' in text
    for gone in ("pause", "extend-5", "to-adjust", "to-end", "force-red"):
        assert f'id="{gone}"' not in text, gone
    draft = page(resolved(draft_first=True))
    assert 'id="to-adjust"' not in draft and 'id="to-end"' not in draft and 'id="pause"' in draft


def test_the_pages_of_an_archived_campaign_change_nothing(table: Table) -> None:
    table.battle.campaign.archived_at = timezone.now()
    table.battle.campaign.save()
    steps = Step.objects.count()
    for act in ("pause", "adjust", "void", "conduct"):
        assert post(table, f"gm/{act}/", reason="x").status_code == 403
    for given in ({"wish": "go_on"}, {"thrown": "5", "number": 1}):
        where = "wish/" if "wish" in given else "throw/"
        assert post(table, where, table.ann, **given).status_code == 422
    assert Step.objects.count() == steps


# Presence


def test_a_sign_of_life_answers_with_who_is_here_and_with_nothing_where_that_is_known(table: Table) -> None:
    first = post(table, "here/", table.ann)
    text = first.content.decode()
    assert text.count("is-here") == 1 and "<b>ann</b>" in text and "gm</b>" in text
    again = signed_in(table.ann).post(table.address("here/"), headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (204, b"")
    presence.note(battle_id=table.battle.pk, person=table.bob.pk)
    fresh = signed_in(table.ann).post(table.address("here/"), headers={"If-None-Match": first.headers["ETag"]})
    assert (fresh.status_code, fresh.content.decode().count("is-here")) == (200, 2)


def test_who_opens_a_page_of_the_gms_is_here_and_who_has_left_is_away(table: Table) -> None:
    get(table, "end/")
    assert post(table, "here/", table.ann).content.decode().count("is-here") == 2
    presence.forget(battle_id=table.battle.pk, person=table.gm.pk)
    assert post(table, "here/", table.ann).content.decode().count("is-here") == 1


def test_a_deputy_is_at_the_table_while_he_is_here_and_the_campaigns_gm_always(table: Table) -> None:
    from battles.models import Seat
    from battles.services import members

    deputy = type(table.ann).objects.create(username="deputy")
    members.admit(campaign=table.battle.campaign, person=deputy, role="deputy")
    Seat.objects.filter(user=table.gm).delete()
    text = post(table, "here/", table.ann).content.decode()
    assert "<b>gm</b>" in text and "<b>deputy</b>" not in text
    assert "<b>deputy</b>" in post(table, "here/", deputy).content.decode()


def test_an_unknown_presence_breaks_no_page(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis may be away."""
    from redis.exceptions import ConnectionError as Away

    def away(*_: object) -> None:
        raise Away

    monkeypatch.setattr(presence.cache, "get_many", away)
    monkeypatch.setattr(presence.cache, "set", away)
    run(table, gm_gone=1)
    Battle.objects.update(waiting_since=timezone.now() - timedelta(hours=1))
    assert post(table, "here/", table.ann).status_code == 200
    assert signed_in(table.ann).get(table.address()).status_code == 200
    assert not table.board(table.ann).standing.may_vote


# Votes, and reaching for another seat's button


def waiting_for_the_gm(table: Table) -> None:
    seal(table)
    Battle.objects.update(waiting_since=timezone.now() - timedelta(minutes=16))


def test_where_the_gm_is_missed_both_sides_are_asked_and_go_on_together(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    assert 'id="wish-go-on"' not in signed_in(table.ann).get(table.address()).content.decode()
    tag = signed_in(table.ann).get(table.address("frame/")).headers["ETag"]
    waiting_for_the_gm(table)
    for person in (table.ann, table.bob):
        assert 'id="wish-go-on"' in signed_in(person).get(table.address()).content.decode()
    for person in (table.gm, table.sue):
        where = room(table) if person == table.gm else table.address()
        presence.forget(battle_id=table.battle.pk, person=table.gm.pk)
        assert 'id="wish-go-on"' not in signed_in(person).get(where).content.decode()
    presence.forget(battle_id=table.battle.pk, person=table.gm.pk)
    assert signed_in(table.ann).get(table.address("frame/")).headers["ETag"] != tag
    before = present(table).state
    assert post(table, "wish/", table.ann, wish="go_on").status_code == 302
    shown = signed_in(table.bob).get(table.address()).content.decode()
    assert "would go on" in shown and "has not said" in shown and present(table).state == before
    assert post(table, "wish/", table.bob, wish="go_on").status_code == 302
    assert present(table).state != before


def test_that_the_gm_is_missed_comes_with_time_alone_and_the_page_is_told(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    seal(table)
    first = signed_in(table.ann).get(table.address("frame/")).headers["ETag"]
    Battle.objects.update(waiting_since=timezone.now() - timedelta(minutes=16))
    assert signed_in(table.ann).get(table.address("frame/"), headers={"If-None-Match": first}).status_code == 200


@pytest.mark.parametrize("wish", ["", "dance", "GO_ON"])
def test_a_wish_that_is_none_is_refused(lay_table: Callable[[str], Table], wish: str) -> None:
    table = lay_table("land")
    waiting_for_the_gm(table)
    before = stored(table)
    assert post(table, "wish/", table.ann, wish=wish).status_code == 422
    assert stored(table) == before


def test_f_10_who_reaches_for_the_gms_button_is_a_line_in_his_report_alone_and_once_a_moment(
    lay_table: Callable[[str], Table],
) -> None:
    table = lay_table("land")
    state, tokens = present(table).state, [table.board(each).seen for each in (table.gm, table.ann, table.bob)]
    for _ in range(3):
        answer = post(table, "commands/", table.ann, live=True, command='{"type":"Resolve"}', seen=tokens[1])
        assert answer.status_code == 403
    assert told(table, table.gm) == ["ann tried what only another seat may do. Nothing was done."]
    for person in (table.ann, table.bob, table.sue):
        assert not any("another seat" in line for line in told(table, person))
    assert Step.objects.filter(kind="reached").count() == 1
    # Nobody's next command is stale for it.
    assert [table.board(each).seen for each in (table.gm, table.ann, table.bob)] == tokens
    assert present(table).state == state and Side.RED in present(table).rules.waited_for(state)
