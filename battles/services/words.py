"""The rules' sentences in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext

from battles.rules.ruleset import Message


def sentence(message: Message | str) -> str:
    """The message translated, its places filled in; a plain string as it is."""
    if isinstance(message, str):
        return message
    return gettext(message.text) % message.values if message.values else gettext(message.text)
