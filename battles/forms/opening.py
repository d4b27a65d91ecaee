"""A new battle of a campaign."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from battles.forms.speaking import named, speak
from battles.models import Army, Campaign
from battles.services import catalogue, kinds, openings
from battles.services.refusals import Refused
from battles.services.words import sentence


class OpeningForm(forms.Form):
    """ruleset: whose scenarios are offered."""

    title = forms.CharField(max_length=100, label=_("Title"))
    scenario = forms.ChoiceField()
    red: forms.ModelChoiceField[Army] = forms.ModelChoiceField(
        None, label=_("Red army"), empty_label=_("Choose an army")
    )
    blue: forms.ModelChoiceField[Army] = forms.ModelChoiceField(
        None, label=_("Blue army"), empty_label=_("Choose an army")
    )
    red_players = forms.CharField(
        max_length=2000, required=False, label=_("Red's players"), help_text=_("Usernames, separated by commas.")
    )
    blue_players = forms.CharField(
        max_length=2000, required=False, label=_("Blue's players"), help_text=_("Usernames, separated by commas.")
    )
    spectators = forms.CharField(
        max_length=5000,
        required=False,
        label=_("Spectators"),
        help_text=_("Usernames; they watch and command nothing."),
    )

    def __init__(self, campaign: Campaign, ruleset: str, **given: Any) -> None:
        super().__init__(**given)
        stock = catalogue.load(campaign, ruleset)
        scenario = self.fields["scenario"]
        scenario.label = sentence(kinds.find(stock.ruleset.scenario_kind).title)
        scenario.choices = [(key, named(row)) for key, row in stock.scenarios.items()]  # type: ignore[attr-defined]
        for side in ("red", "blue"):
            self.fields[side].queryset = campaign.armies.all()  # type: ignore[attr-defined]
        for field in self.fields.values():
            speak(field, str(field.label))

    def clean_red_players(self) -> Any:
        return self._users("red_players")

    def clean_blue_players(self) -> Any:
        return self._users("blue_players")

    def clean_spectators(self) -> Any:
        return self._users("spectators")

    def _users(self, name: str) -> Any:
        try:
            return openings.users(field=name, usernames=self.cleaned_data[name])
        except Refused as error:
            raise ValidationError(sentence(error.message)) from None
