"""Names of any script and numbers of any digits; nothing that is not seen."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battles.importers.texts import decimal, plain, short, tidy, whole
from tests.importers.files import horde


@pytest.mark.parametrize(
    "name",
    [
        "שלום \u200fעולם",
        "العَرَبِيَّة",
        "हिन्दी क्षेत्र",
        "한국어",
        "日本　語",
        "👩\u200d🚀 🏴\U000e0067\U000e0062\U000e007f",
        "<script>alert(1)</script>",
        'Bob\'s "Boyz" & {{ x }} %(where)s',
        "\u1ea1\u0300\u0301\u0302\u0303",
    ],
)
def test_a_name_of_any_script_stays_as_it_is(name):
    quoted = name.replace('"', '""')
    found = horde(f'name,type,squads,magnitude\n"{quoted}",Tank,1,20\n')
    assert (found.name, found.guesses) == (name, ())


@pytest.mark.parametrize(
    ("given", "name", "why"),
    [
        ("a\x07b\x1b", "ab", "Line 2, name: control characters were removed."),
        ("a\u202eb\u2066c", "abc", "Line 2, name: control characters were removed."),
        ("x" * 101, "x" * 100, "Line 2, name: cut to 100 characters."),
        ("x" * 100_000, "x" * 100, "Line 2, name: cut to 100 characters."),
        ("a\u2028b\u2029c\x85d", "a b c d", None),
        ("e\u0301", "é", None),
    ],
)
def test_a_name_that_is_changed_is_marked_unless_it_looks_the_same(given, name, why):
    found = horde(f"name,type,squads,magnitude\n{given},Tank,1,20\n")
    assert (found.name, [str(each.why) for each in found.guesses]) == (name, [] if why is None else [why])


@given(st.text(max_size=300))
def test_a_tidy_text_stays_as_it_is(text):
    once = tidy(text)[0]
    assert tidy(once) == (once, False, False)
    assert len(once) <= 100


def test_a_long_run_of_marks_is_cut_before_it_is_composed():
    text, cut, _ = tidy("a" + "\u0301\u0323" * 1_000_000)
    assert cut and len(text) == 100


@pytest.mark.parametrize(
    ("given", "number"),
    [
        ("12", 12),
        (" +12 ", 12),
        ("１２", 12),
        ("١٢", 12),
        ("−5", -5),
        ("12.0", 12),
        ("12,00", 12),
        (12, 12),
        (12.0, 12),
        ("", None),
        ("12.000", None),
        ("1e9", None),
        ("0x10", None),
        ("1_000", None),
        ("²", None),
        ("nan", None),
        (3.5, None),
        (True, None),
        (None, None),
        ([], None),
        (10**30, None),
        (float("inf"), None),
        ("9" * 5000, None),
    ],
)
def test_whole_numbers(given, number):
    assert whole(given) == number


@pytest.mark.parametrize(
    ("given", "number"),
    [
        ("7,5", "7.5"),
        ("-0.5", "-0.5"),
        ("100.0", "100"),
        (0.1 + 0.2, "0.3"),
        ("１２,５", "12.5"),
        ("1,234,567", None),
        ("1e9", None),
        (1e300, None),
        ("", None),
        (None, None),
    ],
)
def test_numbers_with_a_decimal_comma_or_point(given, number):
    assert decimal(given) == (None if number is None else Decimal(number))


def test_a_number_is_shown_without_an_exponent():
    assert [str(plain(Decimal(text))) for text in ("1E+2", "12.500", "0.00", "-0")] == ["100", "12.5", "0", "0"]


def test_what_is_quoted_is_short_and_on_one_line():
    assert short("a\nb" * 100) == "a b" + "a b" * 19 + "…"
    assert [short(odd) for odd in (None, [], {}, 3, 10**5000, 1.5)] == ["", "", "", "3", "", "1.5"]
