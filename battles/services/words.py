"""The rules' sentences in the reader's language."""

from __future__ import annotations

import unicodedata

from django.utils.translation import gettext

from battles.rules.ruleset import Message

# Letters and marks that turn the reading direction, and would turn the words around a name with them.
TURNING = frozenset({"R", "AL", "AN", "LRE", "LRO", "RLE", "RLO", "LRI", "RLI", "FSI", "PDF", "PDI"})
ISOLATE, END = "\u2068", "\u2069"


def sentence(message: Message | str) -> str:
    """The message translated, its places filled in; a plain string as it is."""
    if isinstance(message, str):
        return message
    text = gettext(message.text) if message.text else ""
    return text % {name: _isolated(value) for name, value in message.values.items()} if message.values else text


def _isolated(value: str | int) -> str | int:
    """A name that turns the reading direction is kept from turning the rest of the sentence."""
    if isinstance(value, int) or not any(unicodedata.bidirectional(letter) in TURNING for letter in value):
        return value
    return f"{ISOLATE}{value}{END}"
