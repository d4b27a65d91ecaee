"""Views whose form is taken in once, however often its button is pressed."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect

from battles.services import sent_forms
from battles.views.gates import Request, View

KEY = "once"  # the field that the tag of the same name writes


def once(view: View) -> View:
    """For who is signed in. What was refused may be sent again, and what comes without a key is taken as it comes."""

    @wraps(view)
    def guarded(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        key = request.POST.get(KEY, "") if request.method == "POST" else ""
        if not sent_forms.is_key(key):
            return view(request, *args, **kwargs)
        with transaction.atomic():
            sent, is_first = sent_forms.claim(person=request.user, key=key)
            if not is_first:
                return _again(request, sent.where)
            response = view(request, *args, **kwargs)
            if response.status_code >= 400:
                transaction.set_rollback(True)
            else:
                sent_forms.led_to(sent, response.headers.get("Location", ""))
        return response

    return guarded


def _again(request: Request, where: str) -> HttpResponse:
    """To htmx: nothing, since its page has what the first press brought."""
    return redirect(where) if where and not request.htmx else HttpResponse(status=204)
