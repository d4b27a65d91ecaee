"""Hypothesis strategies: any army that the models may hold, any script in its names."""

import unicodedata
from decimal import Decimal

from hypothesis import strategies as st

from battles.importers import (
    CONDITIONS,
    LOCATIONS,
    LONGEST_NAME,
    DraftArmy,
    DraftCommander,
    DraftHero,
    DraftHorde,
    DraftInjury,
)
from battles.importers.own import ARMY, COMMANDER, HERO
from battles.importers.texts import UNSEEN
from tests.importers.files import PROFILES

TRICKY = [
    "=1+1",
    "+cmd|' /C calc'!A0",
    "-2",
    "@SUM(A1)",
    "'=x",
    "''=x",
    "'Ard Boyz",
    "＝x",
    "<b>&amp;</b>",
    'a "quoted", name; with\tall'.replace("\t", " "),
    "שלום עולם",
    "مرحبا\u200f",
    "नमस्ते",
    "e\u0323\u0302\u0301",
    "👩\u200d🚀",
    "name",
    "Total",
    "sep=;",
    "{",
    "[{",
    "<roster>",
    "%(where)s 100 %",
    "x" * LONGEST_NAME,
]


def fit(text: str) -> bool:
    return (
        1 <= len(text) <= LONGEST_NAME
        and text == text.strip() == unicodedata.normalize("NFC", text)
        and not UNSEEN.search(text)
        and any(unicodedata.category(letter)[0] in "LNPS" for letter in text)
    )


LETTERS = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))
COMPOSED = st.text(LETTERS, min_size=1, max_size=30).map(lambda text: unicodedata.normalize("NFC", text).strip())
TEXTS = st.one_of(st.sampled_from(TRICKY), COMPOSED.filter(fit)).map(lambda text: unicodedata.normalize("NFC", text))
NOTES = st.just("") | TEXTS
POINTS = st.none() | st.decimals(-(10**8), 10**8, places=2).map(lambda number: Decimal(f"{number.normalize():f}"))


@st.composite
def hordes(draw: st.DrawFn) -> DraftHorde:
    squads = draw(st.integers(1, 5))
    return DraftHorde(
        name=draw(TEXTS),
        type=draw(st.just("") | TEXTS),
        profile=draw(st.sampled_from(sorted(PROFILES))),
        squads=squads,
        magnitude=draw(st.integers(0, squads * 20)),
        weapons=tuple(draw(st.lists(TEXTS, max_size=20))),
        points=draw(POINTS),
        notes=draw(NOTES),
    )


def numbers(ranges: dict[str, tuple[int, int]]) -> dict[str, st.SearchStrategy[int]]:
    return {field: st.integers(*ends) for field, ends in ranges.items()}


COMMANDERS = st.builds(DraftCommander, name=TEXTS, notes=NOTES, **numbers(COMMANDER))
INJURIES = st.builds(DraftInjury, location=st.sampled_from(LOCATIONS), effect=st.integers(3, 5))


@st.composite
def heroes(draw: st.DrawFn) -> DraftHero:
    fields = {field: draw(each) for field, each in numbers(HERO).items()}
    fields["wounds_left"] = min(fields["wounds_left"], fields["wounds"])
    return DraftHero(
        name=draw(TEXTS),
        **fields,
        armour=tuple(draw(st.lists(st.integers(0, 5), min_size=6, max_size=6))),
        mounted=draw(st.booleans()),
        player=draw(st.booleans()),
        condition=draw(st.sampled_from(CONDITIONS)),
        injuries=tuple(draw(st.lists(INJURIES, max_size=4))),
        notes=draw(NOTES),
    )


ARMIES = st.builds(
    DraftArmy,
    name=TEXTS,
    commanders=st.lists(COMMANDERS, max_size=3).map(tuple),
    hordes=st.lists(hordes(), max_size=4).map(tuple),
    heroes=st.lists(heroes(), max_size=3).map(tuple),
    notes=st.lists(TEXTS, max_size=3).map("\n".join),
    **numbers(ARMY),
)
