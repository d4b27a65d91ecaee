"""How a battle is run and what its spectators get of it: by the forms alone."""

from collections.abc import Callable

import pytest

from battles.models import Battle, Member
from battles.services.gm import conduct, conducting, presence
from battles.services.gm.conduct import Conduct, Delay, Limit
from tests.services.ruling import run
from tests.table import Table, signed_in
from tests.web.gm_acts import done, field, get, refused

pytestmark = pytest.mark.django_db
USUAL = {"absence": "last", "gm_gone": "15"}


def how(table: Table) -> Conduct:
    return conduct.of(Battle.objects.get(pk=table.battle.pk))


def test_the_form_is_filled_with_what_holds_and_sending_it_back_changes_nothing(table: Table) -> None:
    wanted = Conduct(
        by_itself=True,
        absence="hold",
        limits={"muster": Limit(minutes=30), "land": Limit(at="20:00", zone="Europe/Paris")},
        gm_gone=5,
        spectators=False,
        delays={"board": Delay(seconds=30)},
    )
    run(table, **{name: getattr(wanted, name) for name in Conduct.__struct_fields__})
    page = get(table, "conduct/")
    assert 'id="by_itself" checked' in page and 'id="draft_first" checked' not in page
    assert 'id="absence-hold" checked' in page
    assert (field(page, "minutes-muster"), field(page, "at-land"), field(page, "zone")) == (
        "30",
        "20:00",
        "Europe/Paris",
    )
    given = conducting.texts(Battle.objects.get(pk=table.battle.pk))
    done(table, "conduct/", **given)
    assert how(table) == wanted
    done(table, "spectators/", **{name: text for name, text in given.items() if text})
    assert how(table) == wanted


@pytest.mark.parametrize("switch", ["by_itself", "draft_first", "table_dice"])
def test_each_switch_is_turned_by_its_own_tick(table: Table, switch: str) -> None:
    done(table, "conduct/", **USUAL, **{switch: "on"})
    assert how(table) == Conduct(**{switch: True})
    done(table, "conduct/", **USUAL)
    assert how(table) == Conduct()


def test_a_limit_begins_the_present_phases_time_and_everybody_reads_the_rule_beside_it(
    lay_table: Callable[[str], Table],
) -> None:
    table = lay_table("land")
    done(table, "conduct/", **USUAL | {"absence": "pause", "minutes-land": "45"})
    for name in ("ann", "bob", "sue"):
        page = signed_in(getattr(table, name)).get(table.address()).content.decode()
        assert "data-countdown" in page and "the battle pauses until the GM goes on" in page


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"minutes-land": "-5"}, "Land Contest, minutes: a whole number from 0 to 20160 is needed."),
        ({"minutes-land": "20161"}, "Land Contest, minutes: a whole number from 0 to 20160 is needed."),
        ({"minutes-land": "soon"}, "Land Contest, minutes: a whole number from 0 to 20160 is needed."),
        ({"minutes-land": "5", "at-land": "20:00"}, "Land Contest: minutes or a time of day, not both."),
        ({"at-land": "25:00", "zone": "UTC"}, "Land Contest: a time of day such as 20:00 is needed."),
        ({"at-land": "8 pm", "zone": "UTC"}, "Land Contest: a time of day such as 20:00 is needed."),
        ({"at-land": "20:00"}, "Time zone: one of the list is needed"),
        ({"at-land": "20:00", "zone": "../etc/passwd"}, "Time zone: one of the list is needed"),
        ({"at-land": "20:00", "zone": "Mars/Base"}, "Time zone: one of the list is needed"),
        ({"absence": "sleep"}, "Who is absent: one of the choices offered is needed."),
        ({"absence": ""}, "Who is absent: one of the choices offered is needed."),
        ({"gm_gone": ""}, "Minutes without the GM: a whole number from 0 to 20160 is needed."),
        ({"gm_gone": "-1"}, "Minutes without the GM: a whole number from 0 to 20160 is needed."),
        ({"gm_gone": "5\x00"}, "Minutes without the GM: a whole number from 0 to 20160 is needed."),
    ],
)
def test_what_cannot_be_is_a_sentence_and_the_form_keeps_what_was_typed(
    table: Table, given: dict[str, str], sentence: str
) -> None:
    page = refused(table, "conduct/", **USUAL | given | {"draft_first": "on"})
    assert sentence in page and 'id="draft_first" checked' in page
    for name, text in given.items():
        if name != "absence" and "\x00" not in text:
            assert field(page, name) == text
    assert how(table) == Conduct()


def test_fields_that_the_form_does_not_have_change_nothing(table: Table) -> None:
    done(table, "conduct/", **USUAL, **{"minutes-nowhere": "5", "spectators": "", "seconds-board": "9"})
    assert how(table) == Conduct()


@pytest.mark.parametrize("zone", ["Europe/Paris", "America/New_York", "Australia/Lord_Howe"])
def test_every_zone_of_the_list_is_taken(table: Table, zone: str) -> None:
    assert f'value="{zone}"' in get(table, "conduct/")
    done(table, "conduct/", **USUAL | {"at-muster": "03:30", "zone": zone})
    assert how(table).limits == {"muster": Limit(at="03:30", zone=zone)}


# Spectators


def test_spectators_are_let_in_shut_out_and_given_each_kind_by_itself(table: Table) -> None:
    done(table, "spectators/", **{"spectators": "on", "seconds-board": "30", "round-report": "on"})
    assert how(table) == Conduct(delays={"board": Delay(seconds=30), "report": Delay(a_round=True)})
    assert "later than those at the table" in signed_in(table.sue).get(table.address()).content.decode()
    done(table, "spectators/")
    assert signed_in(table.sue).get(table.address()).status_code == 404
    assert signed_in(table.sue).post(table.address("here/")).status_code == 404
    assert 'id="open-to-spectators" checked' not in get(table, "spectators/")


@pytest.mark.parametrize("text", ["-1", "3601", "soon", "1.5", "9" * 30])
def test_a_delay_out_of_range_is_refused(table: Table, text: str) -> None:
    page = refused(table, "spectators/", **{"spectators": "on", "seconds-board": text})
    assert "the board, seconds: a whole number from 0 to 3600 is needed." in page
    assert field(page, "seconds-board") == text


def test_spectators_are_listed_by_name_with_who_is_here(table: Table) -> None:
    watcher = type(table.sue).objects.create(username="Watcher")
    Member.objects.create(campaign=table.battle.campaign, user=watcher, role="spectator")
    presence.note(battle_id=table.battle.pk, person=watcher.pk)
    page = get(table, "spectators/")
    names = page.split('id="watching-title"')[1]
    assert "<bdi>sue</bdi>" in names and "<bdi>Watcher</bdi>" in names and names.count("is-here") == 1
