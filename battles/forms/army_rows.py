"""A row of an army's tables, and several new ones at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict

from battles.forms.speaking import label, number_input, text_field
from battles.rules.ruleset import Message
from battles.services import army_rows
from battles.services.army_kinds import HORDES, NAME, Column, Kind, Profiles, Row, Words, options, texts

BESIDE = {"wounds": "wounds_left"}  # of two figures that share a cell: the second -> the first


class ArmyRowForm(forms.Form):
    """Its inputs stand in cells of a table, outside of the form's own element, which they name.

    kept: fields that are only read. seen: see `token`.
    """

    def __init__(self, kind: Kind, row: Row, profiles: Profiles, kept: Iterable[str] = (), **given: Any) -> None:
        initial: dict[str, Any] = {**texts(kind, row), "seen": army_rows.token(row)}
        super().__init__(initial=initial, auto_id=f"{kind.key}-{row.pk}-%s", **given)
        self.kind, self.row = kind, row
        self.form_id = f"edit-{kind.key}-{row.pk}"
        for column in kind.columns:
            self.fields[column.name] = column_field(column, profiles)
            self.fields[column.name].widget.attrs["form"] = self.form_id
            self.fields[column.name].disabled = column.name in kept
        self.fields["seen"] = text_field(Message(""), forms.HiddenInput())

    def cells(self) -> list[list[BoundField]]:
        """The inputs between name and notes, as they share the table's cells."""
        inner = [column.name for column in self.kind.columns if column.shape not in ("text", "notes")]
        beside = {first: second for second, first in BESIDE.items()}
        return [
            [self[name]] + [self[second] for first, second in beside.items() if first == name and second in inner]
            for name in inner
            if name not in BESIDE
        ]

    def show_afresh(self) -> None:
        """After a refusal that the row has changed: the next time the form is sent, this was seen."""
        data = cast(QueryDict, self.data).copy()
        data["seen"] = army_rows.token(self.row)
        self.data = data


class AddRowsForm(forms.Form):
    """`3 × Infantry, 5 Squads`: how many, of what, of what size, called what."""

    def __init__(self, kind: Kind, profiles: Profiles, **given: Any) -> None:
        super().__init__(initial={"count": "1"}, auto_id=f"add-{kind.key}-%s", **given)
        self.fields["count"] = text_field(army_rows.COUNT, number_input(1, army_rows.MOST_AT_ONCE))
        if kind is HORDES:
            column = next(column for column in kind.columns if column.name == "profile")
            self.fields["profile"] = column_field(column, profiles)
            usual = number_input(1, 5)
            usual.attrs["placeholder"] = label(Message("usual"))
            self.fields["squads"] = text_field(army_rows.SQUADS, usual)
        name = forms.TextInput({"maxlength": NAME.most, "autocomplete": "off"})
        if kind is HORDES:
            name.attrs["placeholder"] = label(Message("as its type, numbered"))
        self.fields["name"] = text_field(NAME.title, name)


def worded(words: Words) -> str:
    """As a choice is written."""
    return words if isinstance(words, str) else label(words)


def column_field(column: Column, profiles: Profiles) -> forms.CharField:
    field = text_field(column.title, field_widget(column, profiles))
    if column.shape == "notes":
        field.widget.attrs["placeholder"] = label(column.title)
    return field


def field_widget(column: Column, profiles: Profiles) -> forms.Widget:
    match column.shape:
        case "number":
            return number_input(column.least, column.most)
        case "choice":
            return forms.Select(
                choices=[(str(value), worded(said)) for value, said in options(column, profiles).items()]
            )
    return forms.TextInput({"maxlength": column.most, "autocomplete": "off"})
