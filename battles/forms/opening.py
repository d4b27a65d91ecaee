"""A new battle of a campaign."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib.auth.models import User
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from battles.forms.speaking import TextField, named, speak
from battles.models import Army, Campaign, Seat
from battles.services import catalogue, kinds, openings
from battles.services.figures import LONGEST_NAME
from battles.services.refusals import Refused
from battles.services.words import sentence

SEAT = "seat-"
SIDES = ("red", "blue")


class OpeningForm(forms.Form):
    """ruleset: whose scenarios are offered. people: who may be given a seat, each with a field of his own."""

    title = TextField(
        label=_("Title"),
        max_length=100 * LONGEST_NAME,
        widget=forms.TextInput({"maxlength": LONGEST_NAME, "autocomplete": "off", "dir": "auto"}),
    )
    scenario = forms.ChoiceField()
    red: forms.ModelChoiceField[Army] = forms.ModelChoiceField(
        None, label=_("Red army"), empty_label=_("Choose an army")
    )
    blue: forms.ModelChoiceField[Army] = forms.ModelChoiceField(
        None, label=_("Blue army"), empty_label=_("Choose an army")
    )

    def __init__(self, campaign: Campaign, ruleset: str, people: list[User], **given: Any) -> None:
        super().__init__(**given)
        self.campaign, self.ruleset = campaign, ruleset
        stock = catalogue.load(campaign, ruleset)
        scenario = self.fields["scenario"]
        scenario.label = sentence(kinds.find(stock.ruleset.scenario_kind).title)
        scenario.choices = [(key, named(row)) for key, row in stock.scenarios.items()]  # type: ignore[attr-defined]
        for side in SIDES:
            self.fields[side].queryset = campaign.armies.all()  # type: ignore[attr-defined]
        self.people = {seat_field(person.pk): person for person in people}
        for name, person in self.people.items():
            self.fields[name] = _seat(person)
        for field in self.fields.values():
            speak(field, str(field.label))

    @property
    def needs_armies(self) -> bool:
        return self.campaign.armies.count() < len(SIDES)

    def seats(self) -> list[BoundField]:
        return [self[name] for name in self.people]

    def clean_title(self) -> str:
        try:
            return openings.read_title(self.cleaned_data["title"])
        except Refused as error:
            raise forms.ValidationError(sentence(error.message)) from None

    def clean(self) -> dict[str, Any]:
        """The seats as `Plan` wants them, person -> role."""
        given = cast(dict[str, Any], super().clean())
        chosen = {person: given.pop(name, "") for name, person in self.people.items()}
        if any(self.data[name] for name in self.data if name.startswith(SEAT) and name not in self.people):
            self.add_error(None, _("Somebody to whom you gave a seat is no longer in the campaign."))
        return given | {"seats": {person: Seat.Role(role) for person, role in chosen.items() if role}}


def seat_field(person: int) -> str:
    return f"{SEAT}{person}"


def _seat(person: User) -> forms.ChoiceField:
    """One answer a person, so that nobody sits twice."""
    choices = [("", gettext("no seat")), *((role.value, role.label) for role in openings.ROLES)]
    return forms.ChoiceField(choices=choices, required=False, label=person.username)
