"""/campaigns/<pk>/…: who sees what, and what each form refuses."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from battles.models import Advantage, Army, Battle, Campaign, CatalogueEntry, Hero, Horde, Seat
from battles.rules.battlefront.house_rules import CHOICES, HouseRules
from tests.noise import without_noise
from tests.services.planning import SEATED
from tests.services.test_advantages import card
from tests.services.test_catalogue import PROFILE, SCENARIO, TERRAIN
from tests.table import Table, signed_in

pytestmark = pytest.mark.django_db
HTML = "<b id=x>'\"&</b>"
HUGE = "x" * 10_000
NUMBER_TOO_LARGE = "9" * 40


@pytest.fixture
def people(table: Table, django_user_model: type[User]) -> list[Client]:
    stranger = django_user_model.objects.create(username="stranger")
    other = django_user_model.objects.create(username="other_gm")
    Campaign.objects.create(name="Elsewhere", gm=other)
    return [Client(), *map(signed_in, (stranger, table.sue, table.ann, table.bob, table.gm, other))]


def address(table: Table, page: str = "") -> str:
    return f"/campaigns/{table.battle.campaign_id}/{page}"


def stored() -> list[Any]:
    models = (Campaign, CatalogueEntry, Advantage, Battle, Seat, Army, Horde, Hero)
    return [list(model.objects.order_by("pk").values()) for model in models]


def refused(table: Table, page: str, fields: dict[str, Any], status: int = 422) -> str:
    """What the page says then; nothing may have been stored."""
    before = stored()
    response = signed_in(table.gm).post(address(table, page), fields)
    assert response.status_code == status, response.headers
    assert stored() == before
    return said(response)


def said(response: HttpResponse) -> str:
    """The sentences of a refusal."""
    found = re.findall(
        r'(?:class="errors"|notice-illegal)[^>]*>(.*?)</(?:div|p)>', response.content.decode(), re.DOTALL
    )
    return " ".join(unescape(re.sub(r"<[^>]*>", "", each)) for each in found)


# Who sees what


@pytest.mark.parametrize("page", ["", "house-rules/", "advantages/", "catalogue/", "battles/new/", "armies/1/"])
def test_a_guessed_campaign_answers_a_stranger_like_one_that_does_not_exist(
    people: list[Client], table: Table, page: str
) -> None:
    addresses = [f"/campaigns/{pk}/{page}" for pk in (table.battle.campaign_id, 987_654, 10**30)]
    pages = [people[1].get(address) for address in addresses]
    assert {each.status_code for each in pages} == {404}
    # The switch between languages leads back to the address that was asked for.
    told = zip(pages, addresses, strict=True)
    assert len({without_noise(each.content.decode()).replace(address, "") for each, address in told}) == 1


def test_no_army_of_a_campaign_is_shown_to_anybody_but_its_gm(table: Table) -> None:
    hordes = list(Horde.objects.values_list("name", flat=True))
    page = unescape(signed_in(table.gm).get(address(table)).content.decode())
    assert all(name in page for name in hordes)
    for person in (table.ann, table.bob, table.sue):
        for page_name in ("", "house-rules/", "advantages/"):
            page = unescape(signed_in(person).get(address(table, page_name)).content.decode())
            assert not [name for name in hordes if name in page]


def test_a_player_is_shown_the_battles_he_has_a_seat_in_and_the_gm_all(table: Table) -> None:
    hidden = Battle.objects.create(campaign=table.battle.campaign, title="Ambush", ruleset="battlefront", setup={})
    mine = f'id="battle-{table.battle.pk}"'
    for person, sees in ((table.gm, True), (table.ann, False), (table.sue, False)):
        page = signed_in(person).get(address(table)).content.decode()
        assert mine in page
        assert (f'id="battle-{hidden.pk}"' in page) == sees == ("Ambush" in page)
        assert (f'href="/battles/{hidden.pk}/"' in page) == sees


def test_the_lobby_leads_to_ones_campaigns_only(people: list[Client], table: Table) -> None:
    link = f'href="{address(table)}"'
    assert [link in client.get("/", follow=True).content.decode() for client in people] == [False, False] + [
        True
    ] * 4 + [False]


def test_only_the_gms_pages_offer_his_acts(table: Table) -> None:
    for person, offered in ((table.gm, True), (table.ann, False)):
        client = signed_in(person)
        home, rules = (client.get(address(table, page)).content.decode() for page in ("", "house-rules/"))
        assert ("battles/new/" in home) == ("/catalogue/" in home) == ('<input type="radio"' in rules) == offered


def test_a_page_costs_the_same_with_many_battles_and_cards(
    table: Table, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    for _ in range(20):
        card(table)
        battle = Battle.objects.create(campaign=table.battle.campaign, title="One", ruleset="battlefront", setup={})
        Seat.objects.create(battle=battle, user=table.gm, role="gm")
    client = signed_in(table.gm)
    for page in ("", "house-rules/", "advantages/", "catalogue/"):
        with django_assert_max_num_queries(10):
            assert client.get(address(table, page)).status_code == 200


# House rules


def test_d_01_to_d_32_every_choice_is_shown_with_its_clauses_and_effects(table: Table) -> None:
    for person in (table.gm, table.ann):
        page = unescape(signed_in(person).get(address(table, "house-rules/")).content.decode())
        for choice in CHOICES:
            assert f'id="{choice.id}"' in page
            assert str(choice.question) in page
            assert " ".join(choice.clauses) in page
            assert all(str(option.effect) in page for option in choice.options)


def test_what_differs_is_highlighted_and_named(table: Table) -> None:
    client = signed_in(table.gm)
    assert "Nothing differs from the defaults." in client.get(address(table, "house-rules/")).content.decode()
    fields = {"ruleset": "battlefront", "rule-morale": "fellowship_only", "rule-armour": "threshold"}
    response = client.post(address(table, "house-rules/"), fields, follow=True)
    page = response.content.decode()
    assert "Saved." in page
    assert "1 differs from the defaults:" in page
    assert re.findall(r'class="card choice differs" id="([^"]+)"', page) == ["D-02"]
    assert 'name="rule-morale" value="fellowship_only" checked' in page
    table.battle.campaign.refresh_from_db()
    assert table.battle.campaign.house_rules == {"battlefront": {"morale": "fellowship_only"}}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"rule-morale": "courage"}, "House rule D-02, morale: courage is not one of its choices"),
        ({"rule-morale": "fellowship_only", "rule-armour": ""}, "House rule D-15, armour"),
        ({"rule-morale": HUGE}, "House rule D-02, morale"),
        ({"rule-morale": HTML}, HTML),
        ({"rule-weather": "rain"}, "There is no house rule named weather."),
        ({f"rule-{HUGE[:500]}": "rain"}, "There is no house rule named x"),
        ({"ruleset": "chess"}, "Ruleset: one of battlefront, bataille is needed."),
    ],
)
def test_a_house_rule_outside_its_choices_is_a_sentence_and_changes_nothing(
    table: Table, fields: dict[str, str], words: str
) -> None:
    sentence = refused(table, "house-rules/", {"ruleset": "battlefront"} | fields)
    assert words in sentence
    assert len(sentence) < 400


# Catalogue


@pytest.mark.parametrize(
    ("kind", "row", "shown"),
    [("profile", PROFILE, "Marines"), ("terrain", TERRAIN, "Swamp"), ("scenario", SCENARIO, "Landing")],
)
def test_a_row_is_added_changed_and_deleted_by_plain_forms(table: Table, kind: str, row: Any, shown: str) -> None:
    client = signed_in(table.gm)
    page = client.post(address(table, f"catalogue/{kind}/new/"), row, follow=True).content.decode()
    assert f"Saved: {shown}." in page
    where = address(table, f"catalogue/{kind}/{shown.lower()}/")
    assert f'href="{where}"' in page
    page = client.post(where, row | {"name": "Renamed"}, follow=True).content.decode()
    assert f'href="{where}">Renamed</a>' in page
    page = client.post(f"{where}delete/", follow=True).content.decode()
    assert "Deleted." in page and "Renamed" not in page
    assert client.get(where).status_code == 404


@pytest.mark.parametrize(
    ("kind", "row", "field", "value", "words"),
    [
        ("profile", PROFILE, "name", HUGE, "Name:"),
        ("profile", PROFILE, "name", "a\x00b", "Name:"),
        ("profile", PROFILE, "squads", NUMBER_TOO_LARGE, "Squads: a whole number from 1 to 5 is needed."),
        ("profile", PROFILE, "squads", "-1", "Squads: a whole number from 1 to 5 is needed."),
        ("profile", PROFILE, "domain", "sea", "Domain: one of air, land is needed."),
        ("profile", PROFILE, "traits", ["flying"], "Traits: one of the choices offered is needed."),
        ("profile", PROFILE, "weapons", "A | 1d10 | 0 | 1\nB", "Weapons, line 2: “B” is not understood. Write it"),
        ("profile", PROFILE, "weapons", HUGE * 2, "Weapons: at most 12000 characters are allowed."),
        ("profile", PROFILE, "weapons", f"{HTML} | x | 0 | 1", "Weapons, line 1: “x” is not understood."),
        ("profile", PROFILE, "advantages", HTML, f"Advantages, line 1: “{HTML}” is not understood."),
        ("terrain", TERRAIN, "invader", NUMBER_TOO_LARGE, "Invader's Width: a whole number from -15 to 15 is needed."),
        ("scenario", SCENARIO, "terrain", "moon", "Terrain: one of the catalogue's is needed"),
        ("scenario", SCENARIO, "red_land", "100", "Red's land hordes: a whole number from 0 to 99 is needed."),
        ("scenario", SCENARIO, "rewards", "land | victory", "Rewards, line 1: “land | victory” is not understood."),
    ],
)
def test_a_bad_row_is_refused_with_a_sentence_and_the_form_keeps_what_was_typed(
    table: Table, kind: str, row: Any, field: str, value: Any, words: str
) -> None:
    sentence = refused(table, f"catalogue/{kind}/new/", row | {field: value})
    assert words in sentence
    assert len(sentence) < 400


def test_what_was_typed_stays_in_a_refused_form(table: Table) -> None:
    fields = PROFILE | {"name": HTML, "weapons": f"{HTML} | 1d10 | 0 | no"}
    page = signed_in(table.gm).post(address(table, "catalogue/profile/new/"), fields).content.decode()
    assert HTML not in page
    assert unescape(page).count(HTML) >= 2


def test_a_row_in_use_is_not_deleted_and_says_by_what(table: Table) -> None:
    assert "Army) is of this type" in refused(table, "catalogue/profile/infantry/delete/", {})
    assert "in use. Scenarios: Crossing the Meuse" in refused(table, "catalogue/terrain/rough/delete/", {})


@pytest.mark.parametrize("page", ["catalogue/weapon/new/", "catalogue/profile/moon/", "catalogue/terrain/moon/delete/"])
def test_rows_and_kinds_that_do_not_exist_are_not_found(table: Table, page: str) -> None:
    refused(table, page, PROFILE, status=404)


# Opening a battle


def opening(table: Table, **otherwise: Any) -> dict[str, Any]:
    german, french = table.battle.campaign.armies.order_by("-name")
    usual = {"title": "Second crossing", "scenario": "open-field", "red": german.pk, "blue": french.pk}
    return usual | sitting(table, SEATED) | otherwise


def sitting(table: Table, seated: dict[str, str]) -> dict[str, str]:
    """Name -> role, as the form sends it."""
    return {f"seat-{User.objects.get(username=name).pk}": role for name, role in seated.items()}


def test_a_battle_is_opened_seated_and_pinned_and_leads_to_the_gms_control_room(table: Table) -> None:
    Campaign.objects.update(house_rules={"battlefront": {"morale": "fellowship_only", "armour": "damage"}})
    client = signed_in(table.gm)
    page = client.get(address(table, "battles/new/")).content.decode()
    assert 'name="rule-morale" value="fellowship_only" checked' in page, "prefilled from the campaign"
    response = client.post(address(table, "battles/new/"), opening(table, **{"rule-armour": "threshold"}))
    battle = Battle.objects.exclude(pk=table.battle.pk).get()
    assert response.headers["Location"] == f"/gm/battles/battle/{battle.pk}/change/"
    assert client.get(response.headers["Location"]).status_code == 200
    assert HouseRules(**battle.setup["house_rules"]) == HouseRules(morale="fellowship_only")
    assert battle.setup["scenario"]["name"] == "Open field"
    seated = set(Seat.objects.filter(battle=battle).values_list("user__username", "role"))
    assert seated == {("gm", "gm"), ("ann", "red"), ("bob", "blue"), ("sue", "public")}


def test_f_08_the_same_form_sent_twice_opens_one_battle(table: Table) -> None:
    client = signed_in(table.gm)
    fields = opening(table, csrfmiddlewaretoken="of this showing of the form")
    answers = [client.post(address(table, "battles/new/"), fields) for _ in range(2)]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    client.post(address(table, "battles/new/"), fields | {"title": "Third crossing"})
    client.post(address(table, "battles/new/"), fields | {"csrfmiddlewaretoken": "of another"})
    assert Battle.objects.count() == 4  # the table's own, the one sent twice, the changed one, the one asked for anew


@pytest.mark.parametrize("name", ["\u200b", "Two\nlines", "bell\a", "x" * 101])
def test_a_name_that_cannot_be_read_is_refused(table: Table, name: str) -> None:
    assert "Name: a text of 1 to 100 readable characters" in refused(
        table, "catalogue/terrain/new/", {"name": name, "invader": "0", "defender": "0"}
    )


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"title": ""}, "Title: please fill this in."),
        ({"title": HUGE}, "Title: a text of 1 to 100 readable characters is needed."),
        ({"scenario": "moon"}, "Scenario: one of the choices offered is needed."),
        ({"red": ""}, "Red army: please fill this in."),
        ({"red": NUMBER_TOO_LARGE}, "Red army: one of the choices offered is needed."),
        ({"blue": "x"}, "Blue army: one of the choices offered is needed."),
        ({"rule-morale": "courage"}, "House rule D-02, morale: courage is not one of its choices"),
        ({"rule-weather": "rain"}, "There is no house rule named weather."),
    ],
)
def test_a_battle_that_cannot_be_opened_says_why_and_nothing_is_stored(
    table: Table, fields: dict[str, str], words: str
) -> None:
    sentence = refused(table, "battles/new/", opening(table, **fields))
    assert words in sentence
    assert len(sentence) < 400


def test_an_army_of_another_campaign_is_refused_like_one_that_does_not_exist(table: Table) -> None:
    foreign = Army.objects.create(campaign=Campaign.objects.create(name="Elsewhere", gm=table.gm), name="Foreign")
    sentences = {refused(table, "battles/new/", opening(table, red=pk)) for pk in (foreign.pk, 987_654)}
    assert sentences == {"Red army: one of the choices offered is needed."}


def test_the_same_army_on_both_sides_is_refused(table: Table) -> None:
    fields = opening(table)
    assert "Army is red's already." in refused(table, "battles/new/", fields | {"blue": fields["red"]})


def test_bf_02_an_army_with_one_commander_is_refused_by_the_rules_with_the_clause(table: Table) -> None:
    army = table.battle.red_army
    assert army is not None
    for commander in army.commanders.all()[1:]:
        commander.delete()
    sentence = refused(table, "battles/new/", opening(table))
    assert "fewer than two commanding characters" in sentence and "BF-02" in sentence


def test_bf_01_a_horde_of_a_type_that_left_the_catalogue_is_refused_by_the_rules(table: Table) -> None:
    Horde.objects.filter(profile="infantry").update(profile="hoplite")
    sentence = refused(table, "battles/new/", opening(table))
    assert "of a type that this battle does not know" in sentence and "BF-01" in sentence


# Advantages


def test_d_27_a_card_is_spent_with_a_note_and_shown_as_spent(table: Table) -> None:
    mine, client = card(table), signed_in(table.ann)
    assert f'id="spend-{mine.pk}"' in client.get(address(table, "advantages/")).content.decode()
    response = client.post(address(table, f"advantages/{mine.pk}/spend/"), {"note": "Night raid"}, follow=True)
    page = response.content.decode()
    assert "Noted: Armoured Push." in page and "by ann: Night raid" in page
    assert f'id="spend-{mine.pk}"' not in page
    again = client.post(address(table, f"advantages/{mine.pk}/spend/"), {"note": "Again"})
    assert again.status_code == 422
    assert "Armoured Push has been spent already." in said(again)


def test_d_27_a_passive_card_is_in_force_and_put_away_not_spent(table: Table) -> None:
    mine, client = card(table, kind="passive"), signed_in(table.ann)
    page = client.get(address(table, "advantages/")).content.decode()
    assert "passive: in force" in page and "Put it away" in page
    page = client.post(address(table, f"advantages/{mine.pk}/spend/"), {"note": "Lost"}, follow=True).content.decode()
    assert "put away" in page and "passive: in force" not in page


@pytest.mark.parametrize("note", ["", " ", HUGE, "x" * 501, "a\x00b"])
def test_a_card_is_not_spent_without_a_proper_note(table: Table, note: str) -> None:
    mine = card(table)
    assert "Note: a note of the linked mission is needed" in refused(
        table, f"advantages/{mine.pk}/spend/", {"note": note}
    )


@pytest.mark.parametrize("pk", [0, 987_654, 10**30])
def test_a_card_that_does_not_exist_is_not_found(table: Table, pk: int) -> None:
    refused(table, f"advantages/{pk}/spend/", {"note": "x"}, status=404)


def test_a_card_of_another_campaign_is_not_found(table: Table) -> None:
    foreign = card(Table.laid())
    refused(table, f"advantages/{foreign.pk}/spend/", {"note": "x"}, status=404)


# Names


def test_html_in_any_name_is_shown_literally(table: Table) -> None:
    mine = card(table)
    mine.name = mine.horde = mine.effect = mine.note = HTML
    mine.save()
    Campaign.objects.update(name=HTML)
    Army.objects.update(name=HTML)
    Horde.objects.update(name=HTML)
    Battle.objects.update(title=HTML)
    client = signed_in(table.gm)
    client.post(address(table, "catalogue/terrain/new/"), TERRAIN | {"name": HTML})
    key = CatalogueEntry.objects.get(kind="terrain", data__name=HTML).key
    pages = ["", "house-rules/", "advantages/", "catalogue/", f"catalogue/terrain/{key}/", "battles/new/"]
    for page in [*(address(table, page) for page in pages), "/"]:
        text = client.get(page).content.decode()
        assert HTML not in text and "<b id=x>" not in text
        assert "&lt;b id=x&gt;" in text
