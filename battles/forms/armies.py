"""A new army, an army's names and figures, and the sheet of one of its heroes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext

from battles.forms.army_rows import worded
from battles.forms.speaking import label, number_input, speak, text_field
from battles.models import Army, Hero
from battles.rules.ruleset import Message
from battles.services import armies, army_list, heroes
from battles.services.army_kinds import LONGEST_NOTE, NAME, NOTES
from battles.services.campaigns import Membership
from battles.services.figures import LONGEST_NAME
from battles.services.hero_sheets import FLAGS, GROUPS, NUMBERS, SKILLS
from battles.services.words import sentence


class Seen(forms.Form):
    """A form that says what it was opened on, so that what somebody else has changed meanwhile is not undone unseen."""

    def show_afresh(self, seen: str) -> None:
        """After a refusal: the next time the form is sent, this was seen."""
        data = cast(QueryDict, self.data).copy()
        data["seen"] = seen
        self.data = data


class NewArmyForm(forms.Form):
    def __init__(self, member: Membership, **given: Any) -> None:
        super().__init__(**given)
        named = {"maxlength": LONGEST_NAME, "required": True, "autocomplete": "off"}
        self.fields["name"] = text_field(NAME.title, forms.TextInput(named))
        choices = [(value, worded(words)) for value, words in army_list.sources(member)]
        self.fields["source"] = text_field(army_list.SOURCE, forms.Select(choices=choices))


class NamesForm(Seen):
    """Name, notes, and for whoever runs the campaign the owner."""

    def __init__(self, member: Membership, army: Army, **given: Any) -> None:
        initial = {"name": army.name, "notes": army.notes, "owner": str(army.owner_id or "")}
        super().__init__(initial=initial | {"seen": army_list.names_token(army)}, **given)
        named = {"maxlength": LONGEST_NAME, "required": True, "autocomplete": "off"}
        self.fields["name"] = text_field(NAME.title, forms.TextInput(named))
        prose = {"rows": 4, "maxlength": army_list.LONGEST_NOTES, "class": "prose"}
        self.fields["notes"] = text_field(NOTES.title, forms.Textarea(prose))
        if army_list.runs(member):
            people = [(str(each.pk), each.get_full_name() or each.username) for each in army_list.owners(army.campaign)]
            hint = gettext("Its owner may see and edit it, too.")
            choices = [("", gettext("Nobody: it is the GM's")), *people]
            self.fields["owner"] = text_field(army_list.OWNER, forms.Select(choices=choices), help_text=hint)
        self.fields["seen"] = text_field(Message(""), forms.HiddenInput())


class FiguresForm(Seen):
    """kept: fields that are only read."""

    def __init__(self, army: Army, kept: Iterable[str] = (), **given: Any) -> None:
        super().__init__(initial=armies.figures(army) | {"seen": armies.figures_token(army)}, **given)
        for name, (title, least, most) in armies.FIGURES.items():
            self.fields[name] = text_field(title, number_input(least, most))
            self.fields[name].disabled = name in kept
        self.fields["seen"] = text_field(Message(""), forms.HiddenInput())


class HeroForm(Seen):
    """hero: as he is stored; a new one has the defaults. kept: fields that are only read.

    seen: a digest of his whole sheet.
    """

    def __init__(self, hero: Hero, kept: Iterable[str] = (), **given: Any) -> None:
        super().__init__(initial=heroes.texts(hero), **given)
        self.hero = hero
        named = {"maxlength": LONGEST_NAME, "required": True, "autocomplete": "off"}
        self.fields["name"] = text_field(heroes.NAME, forms.TextInput(named))
        for figure in NUMBERS:
            self.fields[figure.name] = text_field(figure.title, number_input(figure.least, figure.most))
        for name, title in SKILLS.items():
            self.fields[name] = text_field(title, forms.Select(choices=list(Hero.RANKS.items())))
        for name, title in FLAGS.items():
            self.fields[name] = forms.BooleanField(required=False, label=sentence(title))
        self.fields["condition"] = text_field(heroes.CONDITION, forms.Select(choices=Hero.Condition.choices))
        notes = {"maxlength": LONGEST_NOTE, "autocomplete": "off"}
        self.fields["notes"] = text_field(NOTES.title, forms.TextInput(notes))
        self.fields["treated"] = _treated(hero)
        for name in kept:
            self.fields["treated" if name == "injuries" else name].disabled = True
        self.fields["seen"] = text_field(Message(""), forms.HiddenInput())

    def groups(self) -> list[tuple[str, list[BoundField]]]:
        """The figures by what they are about, each group with its title."""
        return [(sentence(title), [self[name] for name in names]) for title, names in GROUPS]


def _treated(hero: Hero) -> forms.MultipleChoiceField:
    field = forms.MultipleChoiceField(
        choices=[(name, label(words)) for name, words in heroes.injuries(hero)],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        label=gettext("Injuries: tick what is treated"),
    )
    speak(field, gettext("Injuries"))
    return field
