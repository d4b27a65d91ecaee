"""The switch between the site's languages."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.utils.translation import get_language

from battles.services.words import LANGUAGE

register = template.Library()


@register.inclusion_tag("battles/_languages.html", takes_context=True)
def language_switch(context: Context) -> dict[str, Any]:
    return {
        "languages": settings.LANGUAGES,
        "present": get_language(),
        "page": _page(context["request"]),
        "csrf_token": context.get("csrf_token"),
    }


def _page(request: HttpRequest) -> str:
    """Where the switch leads back to: here, without a language that the address pins.

    The answer to a form has an address that may not be opened again, so from there to the page the form was on.
    """
    if request.method != "GET":
        return request.headers.get("Referer", "/")
    query = request.GET.copy()
    query.pop(LANGUAGE, None)
    return "?".join(filter(None, (request.path, query.urlencode(safe="/"))))
