"""What all forms say, and how."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.text import capfirst
from django.utils.translation import gettext

from battles.rules.ruleset import Message
from battles.services.words import sentence

LONGEST_TEXT = 12_000


def speak(field: forms.Field, title: str) -> None:
    """Refusals as sentences that name the field."""
    named = {"title": title}
    field.error_messages |= {
        "required": gettext("%(title)s: something is wanted here.") % named,
        "invalid_choice": gettext("%(title)s: one of the choices offered is wanted.") % named,
        "null_characters_not_allowed": gettext("%(title)s: characters that can be read are wanted.") % named,
    }
    for validator in field.validators:
        if isinstance(validator, MaxLengthValidator):
            most = named | {"most": str(validator.limit_value)}
            validator.message = gettext("%(title)s: at most %(most)s characters are wanted.") % most


def text_field(title: Message, widget: forms.Widget, **named: Any) -> forms.CharField:
    """A text that a service judges; a field may be left empty as far as the form goes."""
    field = forms.CharField(max_length=LONGEST_TEXT, required=False, label=sentence(title), widget=widget, **named)
    speak(field, sentence(title))
    return field


def number_input(least: int, most: int) -> forms.NumberInput:
    return forms.NumberInput({"min": least, "max": most, "inputmode": "numeric"})


def label(message: Message) -> str:
    """As a choice is written."""
    return capfirst(sentence(message))


def named(row: Any) -> str:
    """A catalogue row's name; the bundled ones' are translated."""
    return sentence(Message(row.name))
