"""Plain forms. What they let through is judged by the services, whose refusals come back as a field's error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator

from battles.models import Army, Campaign
from battles.rules.battlefront.catalogue import Terrain
from battles.services import catalogue, openings, rows
from battles.services.refusals import Refused
from battles.services.words import sentence

LONGEST_TEXT = 12_000
HELP = {
    "lines": "One a line: %s",
    "rewards": "Paid to a side at the result named; one a line: %s",
    "red_morale": "Added to each of red's Morale Levels (D-02).",
    "blue_morale": "Added to each of blue's Morale Levels (D-02).",
    "linked": "Advantages can be spent in it; without one only the rewards are paid (BF-46).",
    "tactics_per_squad": "What each Squad adds to the Air Marshal's target (BF-06).",
    "base_width": "Columns of the Battle Grid before terrain (BF-24).",
}


class RowForm(forms.Form):
    """A catalogue row, with the fields of the rules' own struct: texts only, which the struct then checks."""

    def __init__(self, kind: str, terrains: Mapping[str, Terrain], **given: Any) -> None:
        super().__init__(**given)
        for column in rows.columns(kind):
            self.fields[column.name] = _row_field(column, terrains)


class OpeningForm(forms.Form):
    """A new battle of the campaign."""

    title = forms.CharField(max_length=100, error_messages={"required": "Title: a title is wanted."})
    scenario = forms.ChoiceField()
    red: forms.ModelChoiceField[Army] = forms.ModelChoiceField(None, label="Red army", empty_label="Choose an army")
    blue: forms.ModelChoiceField[Army] = forms.ModelChoiceField(None, label="Blue army", empty_label="Choose an army")
    red_players = forms.CharField(max_length=2000, label="Red's players", help_text="Usernames, separated by commas.")
    blue_players = forms.CharField(max_length=2000, label="Blue's players", help_text="Usernames, separated by commas.")
    spectators = forms.CharField(
        max_length=5000, required=False, help_text="Usernames; they watch and command nothing."
    )

    def __init__(self, campaign: Campaign, **given: Any) -> None:
        super().__init__(**given)
        scenarios = catalogue.load(campaign).scenarios
        self.fields["scenario"].choices = [(key, row.name) for key, row in scenarios.items()]  # type: ignore[attr-defined]
        for side in ("red", "blue"):
            self.fields[side].queryset = campaign.armies.all()  # type: ignore[attr-defined]
        for name, field in self.fields.items():
            _speak(field, str(field.label or rows.title(name)))

    def clean_red_players(self) -> Any:
        return self._users("red_players")

    def clean_blue_players(self) -> Any:
        return self._users("blue_players")

    def clean_spectators(self) -> Any:
        return self._users("spectators")

    def _users(self, name: str) -> Any:
        title = str(self.fields[name].label or rows.title(name))
        try:
            return openings.users(field=name, title=title, usernames=self.cleaned_data[name])
        except Refused as error:
            raise ValidationError(sentence(error.message)) from None


def _speak(field: forms.Field, title: str) -> None:
    """Refusals as sentences that name the field."""
    field.error_messages |= {
        "required": f"{title}: something is wanted here.",
        "invalid_choice": f"{title}: one of the choices offered is wanted.",
        "null_characters_not_allowed": f"{title}: characters that can be read are wanted.",
    }
    for validator in field.validators:
        if isinstance(validator, MaxLengthValidator):
            validator.message = f"{title}: at most {validator.limit_value} characters are wanted."


def _row_field(column: rows.Column, terrains: Mapping[str, Terrain]) -> forms.Field:
    named: dict[str, Any] = {"label": column.title, "required": False, "help_text": _help(column)}
    if column.shape == "choices":
        field: forms.Field = forms.MultipleChoiceField(
            choices=_choices(column.options), widget=forms.CheckboxSelectMultiple, **named
        )
    elif column.shape == "flag":
        field = forms.BooleanField(**named)
    else:
        field = forms.CharField(max_length=LONGEST_TEXT, widget=_widget(column, terrains), **named)
    _speak(field, column.title)
    return field


def _help(column: rows.Column) -> str:
    own = HELP.get(column.name, HELP["lines"] if column.shape == "lines" else "")
    return own % column.lines.example if column.shape == "lines" else own


def _widget(column: rows.Column, terrains: Mapping[str, Terrain]) -> forms.Widget:
    match column.shape:
        case "number":
            return forms.NumberInput({"min": column.least, "max": column.most, "inputmode": "numeric"})
        case "choice":
            return forms.Select(choices=_choices(column.options))
        case "terrain":
            return forms.Select(choices=[(key, terrain.name) for key, terrain in terrains.items()])
        case "lines":
            return forms.Textarea({"rows": 4, "spellcheck": "false"})
    return forms.TextInput({"maxlength": column.most, "required": True})


def _choices(options: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(option, option.replace("_", " ").capitalize()) for option in options]
