"""The translations: complete, up to date with the code, and fit to be filled in."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog, Message

from battles.management import translations
from battles.rules import RULESETS
from battles.services.words import languages

PLACE = re.compile(r"%\((\w+)\)0?\d*[sd]|%%")
SPACE_WANTED = re.compile(r"(?<!\u00a0)[;?!:»](?=[\s).,…]|$)|«(?!\u00a0)")

pytestmark = pytest.mark.parametrize("language", languages())


@pytest.fixture(scope="module")
def template() -> Catalog:
    return translations.extracted()


def texts(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def translated(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def pairs(language: str) -> Iterator[tuple[str, str]]:
    """Each form of each translation with the text it stands for: the singular, or the plural for all others."""
    for message in translations.stored(language):
        if message.id and any(translated(message)):
            own = texts(message)
            yield from ((own[min(form, len(own) - 1)], text) for form, text in enumerate(translated(message)))


def test_every_text_has_its_place_in_the_file_and_the_file_has_no_other(language: str, template: Catalog) -> None:
    """Otherwise: make messages."""
    wanted, kept = ({(m.context, m.id) for m in found if m.id} for found in (template, translations.stored(language)))
    assert (wanted - kept, kept - wanted) == (set(), set())


def test_every_text_is_translated(language: str, template: Catalog) -> None:
    stored = translations.stored(language)
    kept = {(message.context, message.id): translated(message) for message in stored}
    missing = [
        message.id for message in template if message.id and not all(kept.get((message.context, message.id), ("",)))
    ]
    assert missing == []


def test_a_translation_has_the_places_of_its_text(language: str) -> None:
    wrong = [text for own, text in pairs(language) if sorted(PLACE.findall(own)) != sorted(PLACE.findall(text))]
    assert wrong == []


def test_no_percent_sign_stands_alone_where_places_are_filled_in(language: str) -> None:
    for own, text in pairs(language):
        if "%(" in own:
            assert "%" not in PLACE.sub("", text), text


def test_nothing_is_left_for_somebody_to_check(language: str) -> None:
    assert [message.id for message in translations.stored(language) if message.id and message.fuzzy] == []


def test_the_file_is_as_the_tool_writes_it(language: str) -> None:
    """So that the next `make messages` shows what is new and nothing else."""
    text = translations.po_file(language).read_text()
    assert translations.refreshed(language, translations.stored(language)) == text


def test_texts_are_found_in_code_templates_and_rows(language: str, template: Catalog) -> None:
    found = {file for message in template for file, _ in message.locations}
    rows = {f"battles/rules/{ruleset.key}/catalogue.py" for ruleset in RULESETS}
    assert {"battles/views/battle.py", "battles/rules/luck.py", "templates/battles/base.html", *rows} <= found
    assert not [file for file in found if file.startswith("/")]


def test_french_spaces_before_marks_do_not_break(language: str) -> None:
    if language == "fr":
        assert [text for _, text in pairs(language) if SPACE_WANTED.search(PLACE.sub("x", text))] == []
