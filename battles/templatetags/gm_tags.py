"""The GM's part of a battle's page: its phases, small forms that also work without script, who ruled what."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from battles.rules import by_key
from battles.rules.ruleset import Message
from battles.rules.rulings import Figure

register = template.Library()


@register.simple_tag
def phases(ruleset: str, present: str) -> list[dict[str, Any]]:
    """Every phase of the ruleset with the place it has: `past`, `present` or `to_come`."""
    found = by_key(ruleset).phases
    keys = [key for key, _ in found]
    now = keys.index(present) if present in keys else -1
    places = ("past", "present", "to_come")
    return [{"title": title, "place": places[(at >= now) + (at > now)]} for at, (_, title) in enumerate(found)]


@register.simple_tag(takes_context=True)
def form_to(context: Context, name: str, *arguments: Any) -> SafeString:
    """A form's own attributes and hidden token: by htmx its answer is a notice, without script the page anew.

    A swapped region has no token: the page sends it along with everything that htmx sends.
    """
    where = f"{reverse(f'battles:{name}', args=arguments)}?language={get_language()}"
    token = context.get("csrf_token")
    hidden = [("csrfmiddlewaretoken", token)] if token else []
    return format_html(
        '<form method="post" action="{0}" hx-post="{0}" hx-target="#notice" hx-swap="innerHTML" '
        'hx-sync="this:drop" autocomplete="off" novalidate class="act-form">{1}',
        where,
        format_html_join("", '<input type="hidden" name="{}" value="{}">', hidden),
    )


@register.filter
def of_figure(value: str, figure: Figure) -> Message:
    """What the value of a figure is called."""
    return figure.said(value)


@register.filter
def audience_title(audience: str) -> str:
    """Who has seen something."""
    return {"red": gettext("red"), "blue": gettext("blue"), "public": gettext("spectators")}.get(audience, audience)


@register.filter
def wish_title(wish: str) -> Message:
    return {"go_on": Message("would go on"), "hold": Message("would hold")}.get(wish, Message("has not said"))
