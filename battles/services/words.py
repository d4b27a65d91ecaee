"""The rules' sentences in the reader's language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import gettext

from battles.rules import RULESETS
from battles.rules.ruleset import Message

# Letters that are read from right to left, and the marks that turn whatever follows them.
TURNING = frozenset({"R", "AL", "AN"})
MARKS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
ISOLATE, END = "\u2068", "\u2069"
# Fields of a catalogue's row that people read.
READ = ("name", "text", "effect")
# What a page's own addresses name its language with: `?language=fr`.
LANGUAGE = "language"


def languages() -> list[str]:
    """Those that are translated into: all but the one the code is written in."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def mo_file(language: str) -> Path:
    """The compiled translation, made by `manage.py compilemessages`."""
    return Path(settings.BASE_DIR) / "battles" / "locale" / language / "LC_MESSAGES" / "django.mo"


def known_language(code: str | None) -> str:
    """The code, if the site speaks that language, else nothing."""
    return code if code and code in dict(settings.LANGUAGES) else ""


def sentence(message: Message | str) -> str:
    """The message translated, its places filled in; a plain string as it is."""
    if isinstance(message, str):
        return message
    if message.row:
        return catalogue_name(message.text)
    text = gettext(message.text) if message.text else ""
    return text % {name: _isolated(value) for name, value in message.values.items()} if message.values else text


def catalogue_name(name: str) -> str:
    """The name or another text of a catalogue row, or of what is in it: a bundled one translated, else as it is."""
    return gettext(name) if name in _bundled() else name


@cache
def _bundled() -> frozenset[str]:
    rows = [row for ruleset in RULESETS for kind in ruleset.catalogue for _, row in kind.rows]
    return frozenset(_texts(msgspec.to_builtins(rows)))


def _texts(value: Any) -> Iterator[str]:
    for part in value.values() if isinstance(value, dict) else value:
        if isinstance(part, dict | list | tuple):
            yield from _texts(part)
    if isinstance(value, dict):
        yield from (value[field] for field in READ if value.get(field))


def _isolated(value: str | int | Message) -> str | int:
    """A name that is read from right to left is kept from turning the rest of the sentence."""
    if isinstance(value, Message) and value.row:
        value = catalogue_name(value.text)
    if isinstance(value, Message):
        return sentence(value)
    if isinstance(value, int):
        return value
    value = value.translate(MARKS)
    turns = any(unicodedata.bidirectional(letter) in TURNING for letter in value)
    return f"{ISOLATE}{value}{END}" if turns else value
