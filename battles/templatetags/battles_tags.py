"""What the pages of every ruleset share: sentences, commands as buttons, small figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django import template
from django.template import Context
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from battles.rules.ruleset import Command
from battles.services import inputs, sent_forms
from battles.services.words import catalogue_name, sentence

register = template.Library()

register.filter(sentence)
register.filter(catalogue_name)


@register.simple_tag
def once() -> SafeString:
    """The key of a form that is taken in once, see `battles.views.once`."""
    return format_html('<input type="hidden" name="once" value="{}">', sent_forms.new_key())


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


@register.simple_tag
def offered(commands: Any, **fields: Any) -> Command | None:
    """The first of the offered commands with these fields; None without one (or without offers)."""
    found = (command for command in commands or () if all(getattr(command, name) == fields[name] for name in fields))
    return next(found, None)


@register.filter
def grouped(number: int) -> str:
    """10,000,000, as the reader's language writes it."""
    return number_format(number, force_grouping=True)


@register.filter
def duration(seconds: int) -> str:
    """5400 as 1:30 h, 90 as 1:30 min."""
    minutes, rest = divmod(seconds, 60)
    if minutes < 60:
        return gettext("%(minutes)s:%(seconds)s min") % {"minutes": minutes, "seconds": f"{rest:02}"}
    return gettext("%(hours)s:%(minutes)s h") % {"hours": minutes // 60, "minutes": f"{minutes % 60:02}"}


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
def act(
    command: Command | None, element_id: str, label: str, style: str = "", spoken: str = "", key: str = ""
) -> dict[str, Any]:
    """A button that sends the command; nothing when it is not offered. `spoken` is the label for a screen reader, `key`
    the letter that presses it.
    """
    return {"command": command, "id": element_id, "label": label, "style": style, "spoken": spoken, "key": key}


@register.inclusion_tag("battles/_typed.html", takes_context=True)
def typed_form(
    context: Context, command: Command, element_id: str, label: str, spoken: str = "", percent: str = ""
) -> dict[str, Any]:
    """A form of its own for a command with typed fields. percent: names of those that are a percentage.

    A plain form that was refused comes back with the page: what was typed is still in it.
    """
    request = context.get("request")
    sent = request.POST if request is not None and request.POST.get("command") == as_json(command) else {}
    given = {name: context.get(name) for name in ("seen", "csrf_token")}
    shown = [_typed_field(field, sent, field.name in percent.split()) for field in inputs.fields(command)]
    names = {"command": command, "id": element_id, "label": label, "spoken": spoken}
    return given | names | {"battle": context["battle"].pk, "fields": shown}


def _typed_field(field: inputs.Field, sent: Mapping[str, str], percent: bool) -> dict[str, Any]:
    write = signed if field.limits.least < 0 else grouped
    ends = {"least": write(field.limits.least), "most": write(field.limits.most)}
    return {
        "name": field.name,
        "label": field.label,
        "unit": "%" if percent else "",
        "text": sent.get(f"typed-{field.name}", str(field.value)),
        "signed": field.limits.least < 0,
        "range": gettext("%(least)s to %(most)s") % ends,
    }
