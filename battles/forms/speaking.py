"""What all forms say, and how."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.text import capfirst
from django.utils.translation import gettext

from battles.rules.ruleset import Message
from battles.services.words import catalogue_name, sentence

LONGEST_TEXT = 12_000


class TextField(forms.CharField):
    """most: what the service takes, if the widget does not say it; the browser is told what the widget says.
    max_length, beyond it, only keeps floods from the service.
    """

    def __init__(self, *, most: int = 0, **named: Any) -> None:
        super().__init__(**named)
        self.most = most or self.widget.attrs.get("maxlength") or self.max_length

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs = super().widget_attrs(widget)
        if "maxlength" in widget.attrs or not isinstance(widget, forms.TextInput | forms.Textarea):
            attrs.pop("maxlength", None)
        return attrs


def speak(field: forms.Field, title: str) -> None:
    """Refusals as sentences that name the field."""
    named = {"title": title}
    filled = {"title": title.replace("%", "%%")}  # for those in which Django fills in places of its own
    field.error_messages |= {
        "required": gettext("%(title)s: please fill this in.") % named,
        "invalid_choice": gettext("%(title)s: one of the choices offered is needed.") % filled,
        "null_characters_not_allowed": gettext("%(title)s: only characters that can be read.") % named,
    }
    # New ones, because all forms of a class share theirs, in whatever language.
    field.validators = [
        _limit(field, each, filled) if isinstance(each, MaxLengthValidator) else each for each in field.validators
    ]


def _limit(field: forms.Field, validator: MaxLengthValidator, filled: dict[str, str]) -> MaxLengthValidator:
    most = field.most if isinstance(field, TextField) else validator.limit_value
    said = gettext("%(title)s: at most %(most)s characters are allowed.") % (filled | {"most": str(most)})
    return MaxLengthValidator(validator.limit_value, said)


def text_field(title: Message, widget: forms.Widget, **named: Any) -> forms.CharField:
    """A text that a service judges; a field may be left empty as far as the form goes."""
    field = TextField(max_length=LONGEST_TEXT, required=False, label=sentence(title), widget=widget, **named)
    speak(field, sentence(title))
    return field


def number_input(least: int, most: int) -> forms.NumberInput:
    return forms.NumberInput({"min": least, "max": most, "inputmode": "numeric"})


def label(message: Message) -> str:
    """As a choice is written."""
    return capfirst(sentence(message))


def named(row: Any) -> str:
    """A catalogue row's name; the bundled ones' are translated."""
    return catalogue_name(row.name)
