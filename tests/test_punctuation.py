"""Templates leave punctuation to the translated texts: French wants a space before a colon, one that does not break."""

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parents[1] / "templates"
FILES = sorted(file.relative_to(TEMPLATES).as_posix() for file in TEMPLATES.rglob("*.html"))
TRANSLATED = re.compile(r"{% blocktranslate.*?{% endblocktranslate %}|{%.*?%}|{{.*?}}", re.DOTALL)
NO_TEXT = re.compile(
    r"{#.*?#}|{% comment.*?endcomment %}|&\w+;|\bhx-[\w-]+='.*?'|<(?:meta|script|style)\b.*?>", re.DOTALL
)
MARK = re.compile(r"[\w¤][:;?!](?=[\s<\"'¤]|$)")


def marks(text: str) -> list[str]:
    """The marks that stand outside of translated texts, each with what is around it."""
    bare = TRANSLATED.sub("¤", NO_TEXT.sub("", text))
    return [bare[max(0, found.start() - 20) : found.end() + 20] for found in MARK.finditer(bare)]


@pytest.mark.parametrize("file", FILES)
def test_a_template_has_no_mark_of_its_own_that_french_would_space(file: str) -> None:
    assert marks((TEMPLATES / file).read_text()) == []


@pytest.mark.parametrize(
    "text", ["{{ a }}: {{ b }}", '{% translate "a" %}: <b>', 'title="{{ a }}: {{ b }}"', "{{ a }}?", "x; {{ b }}"]
)
def test_a_mark_outside_of_a_translated_text_is_found(text: str) -> None:
    assert marks(text)


@pytest.mark.parametrize(
    "text", ['{% translate "a: b" %}', "{% blocktranslate %}{{ a }}: {{ b }}{% endblocktranslate %}", "12:30", "&lt;b"]
)
def test_a_translated_text_has_its_own(text: str) -> None:
    assert not marks(text)
