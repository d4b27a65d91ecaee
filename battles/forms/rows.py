"""A catalogue row, with the fields of the rules' own struct: texts only, which the struct then checks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext

from battles.forms.speaking import label, named, number_input, speak, text_field
from battles.services.catalogue import Catalogue
from battles.services.columns import Column, columns, word
from battles.services.figures import LONGEST_NAME
from battles.services.words import catalogue_name, sentence


class RowForm(forms.Form):
    """A bundled name is shown translated, and stored as it was unless it is changed."""

    def __init__(self, kind: str, catalogue: Catalogue, *, initial: dict[str, Any], **given: Any) -> None:
        self.name = initial.get("name", "")
        super().__init__(initial=initial | {"name": catalogue_name(self.name)}, **given)
        for column in columns(kind):
            self.fields[column.name] = _field(column, catalogue)

    def clean_name(self) -> str:
        given: str = self.cleaned_data["name"]
        return self.name if given == catalogue_name(self.name) else given


def _field(column: Column, catalogue: Catalogue) -> forms.Field:
    title, help_text = sentence(column.title), _help(column)
    if column.allowed.shape == "choices":
        field: forms.Field = forms.MultipleChoiceField(
            choices=_choices(column), widget=forms.CheckboxSelectMultiple, required=False, label=title
        )
    elif column.allowed.shape == "flag":
        field = forms.BooleanField(required=False, label=title)
    else:
        return text_field(column.title, _widget(column, catalogue), help_text=help_text)
    field.help_text = help_text
    speak(field, title)
    return field


def _help(column: Column) -> str:
    hints = [sentence(column.hint)] if column.hint else []
    if column.allowed.shape == "lines":
        hints.append(gettext("One a line: %(example)s") % {"example": column.lines.example})
    return " ".join(hints)


def _widget(column: Column, catalogue: Catalogue) -> forms.Widget:
    allowed = column.allowed
    match allowed.shape:
        case "number":
            return number_input(allowed.least, allowed.most)
        case "choice":
            nothing = [("", label(column.nothing))] if allowed.open else []
            return forms.Select(choices=nothing + _choices(column))
        case "row":
            return forms.Select(choices=[(key, named(row)) for key, row in catalogue.of(allowed.of).items()])
        case "lines":
            return forms.Textarea({"rows": 4, "spellcheck": "false"})
        case "pattern":
            return forms.TextInput({"maxlength": allowed.most, "spellcheck": "false", "autocapitalize": "none"})
    if allowed.most > LONGEST_NAME:
        return forms.Textarea({"rows": 3, "maxlength": allowed.most, "class": "prose"})
    return forms.TextInput({"maxlength": allowed.most} | ({"required": True} if allowed.least else {}))


def _choices(column: Column) -> list[tuple[str, str]]:
    return [(option, label(word(column.kind, option))) for option in column.allowed.options]
