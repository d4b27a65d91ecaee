"""services.names: what people may be called, and that nobody passes for another."""

import pytest
from django.contrib.auth.models import User

from battles.services import names
from battles.services.refusals import Refused

pytestmark = pytest.mark.django_db


def named(name: str) -> User:
    person = User()
    names.take(person=person, name=name)
    return person


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Zoë d'Arcy",
        "Ανδρέας",
        "Иван Третий",
        "王小明",
        "عمر",
        "שרה",
        "สมชาย",
        "देवनागरी",
        "می‌خواهم",
        "<b onclick=x>'\"&{{ 7 }}</b>",
        "=1+1",
        "x" * 80,
        "🎲",
        "7",
    ],
)
def test_a_name_of_any_script_is_kept_as_it_is_written(name: str) -> None:
    assert User.objects.get(pk=named(name).pk).username == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "x" * 81,
        "ﷺ" * 10,
        "x" * 100_000,
        "a\x00b",
        "bell\a",
        "Two\nlines",
        "tab\there",
        "\u202eevil",
        "a\u2066b",
        "zero\u200bwidth",
        "soft\xadhyphen",
        "\u2028",
        "\ue000",
        "\ud800",
        "\u3164",
        "\u2800",
        "…",
        "a" + "\u0301" * 6,
        "\u200d",
    ],
)
def test_a_name_that_cannot_be_read_is_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(Refused, match="^Name: .* (needed|allowed)") as refused:
        named(name)
    assert refused.value.field == "name"
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "other",
    [
        "ann lee",
        "ANN LEE",
        " Ann   Lee ",
        "Ａｎｎ Ｌｅｅ",
        "Аnn Lee",
        "Ann Lee\ufe0f",
        "Ann\u200d Lee",
        "AnnLee",
        "𝐀𝐧𝐧 Lee",
        "Ann\xa0Lee",
        "Αnn Lее",
    ],
)
def test_a_name_that_looks_like_anothers_is_refused(other: str) -> None:
    named("Ann Lee")
    with pytest.raises(Refused, match="or a name that looks like it, is taken"):
        named(other)
    assert User.objects.count() == 1


@pytest.mark.parametrize(("one", "other"), [("All", "AII"), ("Bob", "B0b"), ("Bernard", "Bemard"), ("Ill", "I11")])
def test_letters_that_most_typefaces_draw_alike_count_as_alike(one: str, other: str) -> None:
    named(one)
    with pytest.raises(Refused):
        named(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anne"), ("Rene", "René"), ("Ann 1", "Ann 2"), ("Ali", "Alo")])
def test_names_that_can_be_told_apart_are_both_free(one: str, other: str) -> None:
    named(one)
    named(other)
    assert User.objects.count() == 2


def test_who_was_made_without_a_form_is_compared_with_too() -> None:
    User.objects.create(username="gm")
    User.objects.create(username="GM")  # these two were alike before anybody looked
    with pytest.raises(Refused):
        named("Gm")


def test_a_person_may_change_the_case_of_his_own_name() -> None:
    person = named("ann")
    names.take(person=person, name="Ann")
    assert User.objects.get().username == "Ann"
    assert names.stored("ANN") == "Ann"


def test_a_name_given_up_is_free_again() -> None:
    names.take(person=named("Ann"), name="Zoe")
    named("Ann")
    assert set(User.objects.values_list("username", flat=True)) == {"Ann", "Zoe"}
