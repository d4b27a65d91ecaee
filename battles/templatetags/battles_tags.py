"""What the pages of every ruleset share: sentences, commands as buttons, small figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django import template
from django.utils.translation import gettext

from battles.rules.ruleset import Command
from battles.services.words import sentence

register = template.Library()

register.filter(sentence)


@register.filter
def as_json(command: Command) -> str:
    """The command as a button's value."""
    return msgspec.json.encode(command).decode()


@register.filter
def of_horde(commands: Any, key: int) -> Any:
    """The first of the offered commands that is about this horde; None without one (or without offers)."""
    return next((command for command in commands or () if command.horde == key), None)


@register.filter
def at(mapping: Mapping[Any, Any] | None, key: Any) -> Any:
    return mapping.get(key) if mapping else None


@register.filter
def signed(value: int) -> str:
    """+12 or −3, with a true minus sign."""
    return f"+{value}" if value >= 0 else f"−{-value}"


@register.filter
def clause_title(clause: str) -> str:
    """What a clause's tag says when it is asked."""
    told = gettext("%(clause)s, a house rule's question") if clause.startswith("D-") else gettext("Rule %(clause)s")
    return told % {"clause": clause}


@register.filter
def pips(current: int, full: int) -> list[bool]:
    """One mark for each Squad, True while the horde still has it."""
    return [index < current for index in range(full)]


@register.inclusion_tag("battles/_act.html")
def act(command: Command | None, element_id: str, label: str, style: str = "", spoken: str = "") -> dict[str, Any]:
    """A button that sends the command; nothing when it is not offered. `spoken` is the label for a screen reader."""
    return {"command": command, "id": element_id, "label": label, "style": style, "spoken": spoken}
