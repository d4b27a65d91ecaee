"""/campaigns/<pk>/armies/import/…: nothing is stored before it is accepted; every guess is shown; and the way out."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from battles.importers import DraftArmy, DraftHorde, write_json
from battles.models import Army, ArmyVersion, Commander, Hero, Horde, LedgerEntry
from battles.services import army_rows, army_versions, bookings, exports, heroes, imports
from battles.services.army_kinds import HORDES, KINDS, texts
from battles.services.refusals import Refused
from tests.importers.armies import TRICKY
from tests.table import Table, signed_in
from tests.web.test_campaign import HTML, address, said

pytestmark = pytest.mark.django_db
PASTED = """10x Termagants - Fleshborer [100 pts]
3 Infantry
# Heading
Chars Bayard (Tank)
Total 120 pts"""


@pytest.fixture(autouse=True)
def balanced(table: Table) -> Iterator[None]:
    """Whatever is taken in, its bookings add up to it."""
    yield
    assert bookings.unbalanced() == []


@pytest.fixture
def gm(table: Table) -> Client:
    return signed_in(table.gm)


@pytest.fixture
def army(table: Table) -> Army:
    assert table.battle.red_army is not None
    return table.battle.red_army


def stored() -> list[Any]:
    return [
        list(model.objects.order_by("pk").values())
        for model in (Army, Commander, Horde, Hero, ArmyVersion, LedgerEntry)
    ]


def text(response: HttpResponse) -> str:
    return unescape(response.content.decode())


def read(client: Client, table: Table, content: str | bytes, name: str = "") -> HttpResponse:
    """The answer to a pasted text, or to a file of that name; nothing may have been stored."""
    before = stored()
    data = content.encode() if isinstance(content, str) else content
    fields = {"file": SimpleUploadedFile(name, data)} if name else {"text": content}
    response = client.post(address(table, "armies/import/"), fields)
    assert stored() == before
    return response


def fields_of(response: HttpResponse) -> dict[str, str]:
    """What a browser would send of the preview as it was shown."""
    page = response.content.decode()
    found = {}
    for tag in re.findall(r"<input [^>]*>", page.split('id="preview"')[1]):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if attributes.get("type") != "checkbox" and "name" in attributes:
            found[attributes["name"]] = unescape(attributes.get("value", ""))
    for name, options in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', page, re.DOTALL):
        chosen = re.findall(r'<option value="([^"]*)" selected', options) or re.findall(
            r'<option value="([^"]*)"', options
        )
        found[name] = unescape(chosen[0])
    return found


def accept(client: Client, table: Table, fields: dict[str, Any]) -> HttpResponse:
    return client.post(address(table, "armies/import/accept/"), fields)


def sizes(army: Army) -> list[tuple[str, str, int, int]]:
    return [(each.name, each.profile, each.squads, each.magnitude) for each in army.hordes.all()]


# The preview


def test_f_30_a_preview_marks_every_guess_lists_every_drop_and_compares_the_totals(gm: Client, table: Table) -> None:
    response = read(gm, table, PASTED)
    page = text(response)
    assert response.status_code == 200 and "Nothing is stored yet." in page
    assert "Line 1: Magnitude 10, as many as it has models." in page
    assert "Line 1: no type here is like “Termagants”; choose one." in page
    assert "Line 2: the 3 before the name was taken for Squads." in page
    assert "# Heading" in page and "It is a heading." in page and "Line 3" in page
    assert re.search(r"points</th><td[^>]*>120</td><td[^>]*>100</td>", page) and "differs" in page
    sent = fields_of(response)
    assert (sent["hordes-0-name"], sent["hordes-0-profile"], sent["hordes-0-magnitude"]) == ("Termagants", "", "10")
    assert sent["hordes-0-notes"] == "Fleshborer"
    assert (sent["hordes-2-name"], sent["hordes-2-profile"]) == ("Chars Bayard", "tank")


def test_an_accepted_preview_is_a_new_army_one_version_and_its_bookings(gm: Client, table: Table) -> None:
    sent = fields_of(read(gm, table, PASTED)) | {"name": "Swarm", "type-0": "infantry", "headcount": "40"}
    response = accept(gm, table, sent | {"hordes-1-leave": "on", "hordes-2-magnitude": "77"})
    army = Army.objects.get(name="Swarm")
    assert response.headers["Location"] == f"/campaigns/{army.campaign_id}/armies/{army.pk}/"
    assert sizes(army) == [("Termagants", "infantry", 1, 10), ("Chars Bayard", "tank", 5, 77)]
    assert (army.headcount, army.version, army.versions.get().what) == (40, 1, "Imported: a pasted text")
    entries = LedgerEntry.objects.filter(army=army, field="magnitude").values_list("amount", "reason", "by")
    assert list(entries) == [(10, "raised", table.gm.pk), (77, "raised", table.gm.pk)]


def test_a_preview_may_go_into_an_army_that_there_is(gm: Client, table: Table, army: Army) -> None:
    before = sizes(army)
    sent = fields_of(read(gm, table, "Infantry (3 squads)")) | {"target": str(army.pk), "name": "", "headcount": "x"}
    accept(gm, table, sent)
    army.refresh_from_db()
    assert sizes(army) == [*before, ("Infantry", "infantry", 3, 60)]
    assert (army.name, army.version) == ("German Army", 1)


def test_whoever_accepts_twice_gets_one_army(gm: Client, table: Table) -> None:
    sent = fields_of(read(gm, table, "Infantry (3 squads)")) | {"name": "Once"}
    first, second = accept(gm, table, sent), accept(gm, table, sent)
    assert first.headers["Location"] == second.headers["Location"]
    assert Army.objects.filter(name="Once").count() == 1


def test_f_30_all_that_is_wanting_is_said_at_once_what_was_typed_stays_and_nothing_is_stored(
    gm: Client, table: Table
) -> None:
    shown = read(gm, table, PASTED)
    sent = fields_of(shown) | {"hordes-1-squads": "2", "hordes-1-magnitude": "41", "hordes-2-name": "", "arms": "10"}
    before = stored()
    response = accept(gm, table, sent)
    assert response.status_code == 422 and stored() == before
    page = said(response)
    assert "5 things are still missing: they are marked below." in text(response)
    assert "Type: one of the choices offered is needed." in page
    assert "Magnitude: a whole number from 0 to 40 is needed: 2 Squads of 20." in page
    assert "Name: a text of 1 to 100 readable characters is needed." in page
    assert 'name="hordes-1-magnitude" value="41"' in text(response)
    assert "Line 2: the 3 before the name was taken for Squads." in text(response), "the guesses are marked still"


def test_what_was_dropped_is_taken_in_as_a_horde_and_what_was_typed_stays(gm: Client, table: Table) -> None:
    sent = fields_of(read(gm, table, PASTED)) | {"hordes-1-name": "Typed", "type-0": "tank"}
    before = stored()
    response = accept(gm, table, sent | {"again": "1", "take": ["0"]})
    assert response.status_code == 200 and stored() == before
    again = fields_of(response)
    assert (again["hordes-1-name"], again["type-0"], again["hordes-3-name"]) == ("Typed", "tank", "# Heading")
    assert "It was left out at first" in text(response)
    accept(gm, table, again | {"name": "All", "hordes-3-profile": "ac_suit", "hordes-3-magnitude": "3"})
    assert sizes(Army.objects.get(name="All"))[-1] == ("# Heading", "ac_suit", 5, 3)


def test_one_choice_maps_all_hordes_of_a_type_and_a_choice_of_a_hordes_own_goes_before(
    gm: Client, table: Table
) -> None:
    shown = read(gm, table, "name,type,squads\nA,Battleline,1\nB,Battleline,1\nC,Behemoth,1")
    sent = fields_of(shown)
    assert sent["hordes-0-profile"] == "infantry" and sent["hordes-2-profile"] == ""
    assert "“Behemoth” is" in text(shown)
    accept(gm, table, sent | {"name": "Mapped", "type-0": "tank", "hordes-1-profile": "artillery"})
    assert [each[1] for each in sizes(Army.objects.get(name="Mapped"))] == ["infantry", "artillery", "tank"]


def test_an_army_takes_no_more_than_it_has_room_for_and_says_so(gm: Client, table: Table, army: Army) -> None:
    shown = read(gm, table, "name,type\n" + "\n".join(f"H{number},Infantry" for number in range(103)))
    assert text(shown).count("An army has at most 100 hordes.") == 3
    before = stored()
    response = accept(gm, table, fields_of(shown) | {"target": str(army.pk)})
    assert response.status_code == 422 and stored() == before
    assert "German Army. Hordes: at most 100 are allowed." in said(response)
    too_many = accept(gm, table, fields_of(shown) | {"again": "1", "take": ["0"]})
    assert too_many.status_code == 422 and "take fewer of them in" in said(too_many)


# What cannot be read


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        ("", "", "A file or a text is needed."),
        (" \n ", "", "A file or a text is needed."),
        (b"", "empty.csv", "File: it is empty."),
        (b"x" * 2_000_001, "large.txt", "The file is larger than 2 MB."),
        ("x" * 2_000_001, "", "The file is larger than 2 MB."),
        (b"\x89PNG\r\n", "army.csv", "The file is not a text"),
        ('name,type\n"A,Infantry', "", "Line 2: a quotation mark is not closed"),
        (b'<!DOCTYPE r [<!ENTITY a "b">]><roster>&a;</roster>', "bomb.ros", ""),
        (b"PK\x03\x04" + b"x" * 50, "army.rosz", ""),
        ("[" * 5000, "", ""),
        ('{"format": "battlefront-army", "version": 2}', "", "Version 2 of this format is not known here"),
    ],
)
def test_f_30_what_cannot_be_read_is_a_sentence_and_nothing_is_stored(
    gm: Client, table: Table, content: Any, name: str, words: str
) -> None:
    response = read(gm, table, content, name)
    assert response.status_code == 422
    assert said(response) and words in said(response)


@pytest.mark.parametrize("draft", ["", "x", "eyJhIjoxfQ:1:2", "a" * 10_000])
def test_a_preview_that_was_not_made_here_is_refused(gm: Client, table: Table, draft: str) -> None:
    before = stored()
    response = accept(gm, table, {"draft": draft, "target": "new", "name": "x"})
    assert response.status_code == 422 and stored() == before
    assert "read the file again" in said(response)


def test_a_preview_of_another_campaign_is_refused(gm: Client, table: Table) -> None:
    other = Table.laid(ruleset="bataille")
    sent = fields_of(read(gm, table, "Infantry"))
    assert accept(signed_in(other.gm), other, sent | {"name": "x"}).status_code == 422


@pytest.mark.parametrize("take", ["x", "99", "-1", "9" * 40, "٣"])
def test_an_odd_tick_takes_nothing_in(gm: Client, table: Table, take: str) -> None:
    response = accept(gm, table, fields_of(read(gm, table, PASTED)) | {"again": "1", "take": take})
    assert response.status_code == 200 and "hordes-3-name" not in fields_of(response)


def test_the_preview_stays_within_what_a_form_may_send(gm: Client, table: Table) -> None:
    own = {
        "format": "battlefront-army",
        "version": 1,
        "name": "Full",
        "commanders": [{"name": f"C{n}"} for n in range(50)],
        "hordes": [{"name": f"H{n}", "type": f"T{n}"} for n in range(150)],
        "heroes": [{"name": f"O{n}"} for n in range(90)],
    }
    sent = fields_of(read(gm, table, json.dumps(own)))
    left_out = {f"{key}-{n}-leave": "on" for key, kind in KINDS.items() for n in range(kind.most)}
    assert len(sent) + len(left_out) + imports.MOST_TO_TAKE < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
    refused = accept(gm, table, sent | left_out | {"name": "Full"})
    assert refused.status_code == 422 and "Nothing is left of it: take something in." in said(refused)
    response = accept(gm, table, sent | {f"hordes-{n}-profile": "tank" for n in range(100)} | {"name": "Full"})
    assert response.status_code == 302
    army = Army.objects.get(name="Full")
    assert (army.commanders.count(), army.hordes.count(), army.heroes.count()) == (20, 100, 50)


def test_what_was_imported_and_taken_back_can_be_imported_again_from_the_same_page(
    gm: Client, table: Table, army: Army
) -> None:
    """Until then whoever presses the button again has it once."""
    sent = fields_of(read(gm, table, "Landwehr (Infantry)")) | {"target": str(army.pk)}
    for _ in range(3):
        for _ in range(2):
            assert accept(gm, table, sent).status_code == 302
            assert army.hordes.filter(name="Landwehr").count() == 1
        army.refresh_from_db()
        army_versions.take_back(army=army, number=army.version, by=table.gm)
        assert not army.hordes.filter(name="Landwehr").exists()


def test_a_magnitude_above_a_hundred_has_to_be_said_before_it_is_accepted(gm: Client, table: Table, army: Army) -> None:
    actor = {"name": "Mob", "type": "horde", "system": {"magnitude": 250}}
    shown = read(gm, table, json.dumps(actor))
    assert "250 is more than the 100 of a horde" in text(shown)
    sent = fields_of(shown) | {"target": str(army.pk), "hordes-0-profile": "infantry"}
    assert sent["hordes-0-magnitude"] == ""
    before = stored()
    refused = accept(gm, table, sent)
    assert refused.status_code == 422 and stored() == before
    assert "Magnitude: a whole number from 0 to 100 is needed: 5 Squads of 20." in said(refused)
    assert accept(gm, table, sent | {"hordes-0-magnitude": "85"}).status_code == 302
    assert army.hordes.get(name="Mob").magnitude == 85


NAMES = [
    "A  B",
    "\u0301",
    "\u3164",
    "\u2800",
    "\u2800x",
    "Z" + "\u0301" * 40,
    "x\u00a0y",
    "=1+1",
    "–",
    "e\u0301",
    "A\u3164B",
]


@pytest.mark.parametrize("extension", ["csv", "json"])
@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_accepted_comes_back_from_its_export_as_it_is(
    gm: Client, table: Table, army: Army, name: str, extension: str
) -> None:
    horde = army.hordes.all()[0]
    given = texts(HORDES, horde) | {"name": name, "seen": army_rows.token(horde)}
    try:
        kept = army_rows.change(army=army, kind=HORDES, row=horde.pk, given=given, by=table.gm).name
    except Refused as refusal:
        assert str(refusal.message).startswith("Name: a text ")
        return
    data, _, filename = exports.exported(army, extension)
    draft = imports.read_file(campaign=army.campaign, data=data, filename=filename)
    assert [each.name for each in draft.army.hordes] == [kept, *(each.name for each in army.hordes.all()[1:])]
    assert draft.army.hordes[0].guesses == ()


# Who may


def test_a_player_imports_for_himself_and_not_into_a_rivals_army(table: Table, army: Army) -> None:
    ann = signed_in(table.ann)
    shown = read(ann, table, "Infantry (3 squads)")
    assert "German Army" not in text(shown)
    before = stored()
    refused = accept(ann, table, fields_of(shown) | {"target": str(army.pk)})
    assert refused.status_code == 422 and stored() == before
    assert "Where to: one of the choices offered is needed." in said(refused)
    accept(ann, table, fields_of(shown) | {"name": "Mine"})
    assert Army.objects.get(name="Mine").owner == table.ann


# F-27


@pytest.mark.parametrize("name", [HTML, '"><img src=x hx-get=/sign-out/>', "{{ user.password }}{% x %}", "%(where)s"])
def test_f_27_a_file_is_shown_literally(gm: Client, table: Table, name: str) -> None:
    line = json.dumps(
        {"format": "battlefront-army", "version": 1, "name": name, "hordes": [{"name": name, "type": name}]}
    )
    shown = read(gm, table, line, "a<b>.json")
    page = shown.content.decode()
    assert "<b id=x>" not in page and "<img" not in page and "<b>.json" not in page
    assert fields_of(shown)["hordes-0-name"] == name and f"“{name}” is" in text(shown)
    accept(gm, table, fields_of(shown) | {"hordes-0-profile": "tank"})
    assert Army.objects.get(name=name).hordes.get().name == name


# The way out, and in again


@pytest.fixture
def full(army: Army) -> Army:
    """Red's, with one of everything that an army may have."""
    with bookings.booked(army=army):
        Horde.objects.filter(army=army, name="Panzer Alpha").update(magnitude=7, notes="=tired, “worn”; 'old'")
        Commander.objects.filter(army=army).update(notes="plain", command=3)
        Army.objects.filter(pk=army.pk).update(headcount=900, arms=110, notes="first line\n\nsecond, <b>line</b>")
        for place, name in enumerate(TRICKY):
            if name.isprintable():
                name = unicodedata.normalize("NFC", name)
                Horde.objects.create(army=army, name=name, profile="tank", magnitude=3, position=50 + place)
    hero = heroes.add(
        army=army, given=heroes.texts(Hero()) | {"name": "Otto", "heal": "2", "armour_body": "4", "notes": "n"}
    )
    with bookings.booked(army=army):
        Hero.objects.filter(pk=hero.pk).update(condition="out", injuries=[{"location": "head", "effect": 4}])
    army.refresh_from_db()
    return army


def content(army: Army) -> list[Any]:
    rows = [list(model.objects.filter(army=army).values()) for model in (Commander, Horde, Hero)]
    return [[{**row, "id": 0, "army_id": 0, "position": place} for place, row in enumerate(each)] for each in rows]


def test_what_is_exported_as_json_imports_unchanged(gm: Client, table: Table, full: Army) -> None:
    file = gm.get(f"/campaigns/{full.campaign_id}/armies/{full.pk}/export/json/")
    shown = read(gm, table, file.content, "german-army.json")
    assert "Guessed:" not in text(shown)
    accept(gm, table, fields_of(shown))
    twin = Army.objects.exclude(pk=full.pk).get(name=full.name)
    assert content(twin) == content(full)
    same = ("notes", "headcount", "arms", "training")
    assert [getattr(twin, field) for field in same] == [getattr(full, field) for field in same]
    assert exports.draft(twin) == exports.draft(full)


def test_hordes_exported_as_csv_import_unchanged(gm: Client, table: Table, full: Army) -> None:
    file = gm.get(f"/campaigns/{full.campaign_id}/armies/{full.pk}/export/csv/")
    shown = read(gm, table, file.content, "german-army.csv")
    accept(gm, table, fields_of(shown) | {"name": "Twin"})
    assert content(Army.objects.get(name="Twin"))[1] == content(full)[1]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("German Army", "german-army"),
        ("../../etc/passwd", "etcpasswd"),
        ('a"; filename="x.exe', "a-filenamexexe"),
        ("a\r\nSet-Cookie: x=y", None),
        ("軍", None),
        ("x" * 100, "x" * 60),
    ],
)
def test_a_downloads_name_is_safe_anywhere(gm: Client, army: Army, name: str, file: str | None) -> None:
    Army.objects.filter(pk=army.pk).update(name=name)
    for extension, kind in (("json", "application/json"), ("csv", "text/csv; charset=utf-8")):
        response = gm.get(f"/campaigns/{army.campaign_id}/armies/{army.pk}/export/{extension}/")
        assert response.headers["Content-Type"] == kind
        found = re.fullmatch(r'attachment; filename="([\w-]+)\.\w+"', response.headers["Content-Disposition"])
        assert found and (file is None or found[1] == file)


@pytest.mark.parametrize("extension", ["xml", "exe", "json-"])
def test_a_format_that_there_is_not_is_not_found(gm: Client, army: Army, extension: str) -> None:
    assert gm.get(f"/campaigns/{army.campaign_id}/armies/{army.pk}/export/{extension}/").status_code == 404


# The service by itself


def test_a_draft_sealed_and_unsealed_is_the_same(table: Table) -> None:
    campaign = table.battle.campaign
    draft = imports.read_file(campaign=campaign, data=PASTED.encode(), filename="list.txt")
    assert imports.unsealed(campaign, imports.sealed(campaign, draft)) == draft
    assert draft.file == "list.txt"


def test_marks_that_are_not_seen_are_left_out_of_a_name_and_said(table: Table) -> None:
    data = write_json(DraftArmy(name="a", hordes=(DraftHorde(name="ab\u200fc", profile="tank"),)))
    (horde,) = imports.read_file(campaign=table.battle.campaign, data=data, filename="").army.hordes
    assert horde.name == "abc" and [guess.field for guess in horde.guesses] == ["name"]


def test_an_import_costs_the_same_with_many_rows(
    gm: Client, table: Table, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    shown = read(gm, table, "name,type\n" + "\n".join(f"H{number},Infantry" for number in range(90)))
    with django_assert_max_num_queries(50):
        assert accept(gm, table, fields_of(shown) | {"name": "Many"}).status_code == 302


def test_nothing_at_all_is_no_import(table: Table) -> None:
    with pytest.raises(Refused, match="The file is empty"):
        imports.read_file(campaign=table.battle.campaign, data=b"", filename="")
