"""What a service refuses, said on the page the form was on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext

from battles.services.refusals import Refused
from battles.services.words import sentence


@dataclass(frozen=True)
class Refusal:
    """As templates show one above a page's content."""

    message: str
    clause: str = ""


def done(form: forms.Form, act: Callable[[], Any]) -> bool:
    """Do it, or let the form say why not."""
    try:
        act()
    except Refused as error:
        form.add_error(error.field if error.field in form.fields else None, sentence(error.message))
        return False
    return True


def tried(form: forms.Form | None, act: Callable[[], Any]) -> Refusal | None:
    """Do it if the form is in order. The refusal, if any, is for pages with many small forms, which are shown anew."""
    if form is not None and not form.is_valid():
        return Refusal(next((str(error) for errors in form.errors.values() for error in errors), gettext("Try again.")))
    try:
        act()
    except Refused as error:
        return Refusal(sentence(error.message))
    return None
