"""A campaign's name, its members, and the links into it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from battles.forms.accounts import name_field
from battles.forms.speaking import TextField, speak, text_field
from battles.models import Member, Seat
from battles.services import campaigns, invites, members, webhooks
from battles.services.figures import LONGEST_NAME


class SpeakingForm(forms.Form):
    """Refusals as sentences that name the field."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        for field in self.fields.values():
            speak(field, str(field.label))


class CampaignForm(forms.Form):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        widget = forms.TextInput({"maxlength": LONGEST_NAME, "autocomplete": "off", "dir": "auto", "required": True})
        self.fields["name"] = text_field(campaigns.NAME, widget)


class ChatForm(forms.Form):
    """Where the campaign's chat is told of its battles."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        widget = forms.URLInput({"maxlength": webhooks.LONGEST, "autocomplete": "off", "spellcheck": "false"})
        text = _("An address that the chat gives you, at Discord in a channel's settings. Empty for none.")
        self.fields["webhook"] = text_field(webhooks.TITLE, widget, help_text=text)


class GuestForm(SpeakingForm):
    """All that a guest is asked for."""

    name = name_field(help_text=_("As the others at the table see you."))


class DaysForm(SpeakingForm):
    """How long a link is good for."""

    days = forms.TypedChoiceField(label=_("Good for"), coerce=int, initial=invites.USUAL_DAYS)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["days"].choices = [  # type: ignore[attr-defined]
            (days, ngettext("%(days)s day", "%(days)s days", days) % {"days": days}) for days in invites.DAYS
        ]


class PlaceForm(SpeakingForm):
    """What somebody is in the campaign."""

    role = forms.ChoiceField(label=_("Role"), choices=Member.Role.choices, initial=Member.Role.PLAYER)
    faction = TextField(
        label=_("Faction"),
        max_length=100 * members.LONGEST_FACTION,
        required=False,
        help_text=_("Of a player, if you like."),
        widget=forms.TextInput({"maxlength": members.LONGEST_FACTION, "autocomplete": "off", "dir": "auto"}),
    )
    field_order = ["role", "faction"]


class CampaignLinkForm(PlaceForm, DaysForm):
    field_order = ["role", "faction", "days"]


class SeatLinkForm(DaysForm):
    role = forms.ChoiceField(
        label=_("Seat"),
        choices=[(role.value, role.label) for role in (Seat.Role.RED, Seat.Role.BLUE, Seat.Role.SPECTATOR)],
    )
    field_order = ["role", "days"]


class SeatMemberForm(SpeakingForm):
    """A member who takes a seat."""

    person = forms.TypedChoiceField(label=_("Member"), coerce=int)
    role = forms.ChoiceField(label=_("Seat"), choices=SeatLinkForm.base_fields["role"].choices)  # type: ignore[attr-defined]

    def __init__(self, candidates: list[User], *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["person"].choices = [(person.pk, person.username) for person in candidates]  # type: ignore[attr-defined]


class ReplaceForm(SpeakingForm):
    """Who takes the place of a seat's holder: a member, or whoever follows a new link, or nobody yet."""

    LINK, NOBODY = "link", "nobody"
    to = forms.ChoiceField(label=_("To"))
    keep_drafts = forms.BooleanField(required=False)

    def __init__(self, candidates: list[User], *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["to"].choices = [  # type: ignore[attr-defined]
            (self.LINK, _("whoever opens a new link")),
            *((str(person.pk), person.username) for person in candidates),
            (self.NOBODY, _("nobody for now")),
        ]
