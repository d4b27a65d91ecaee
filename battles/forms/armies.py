"""An army's figures, and the sheet of one of its heroes."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext

from battles.forms.speaking import label, number_input, speak, text_field
from battles.models import Hero
from battles.rules.ruleset import Message
from battles.services import armies, heroes
from battles.services.figures import LONGEST_NAME
from battles.services.hero_sheets import FLAGS, GROUPS, NUMBERS, SKILLS
from battles.services.words import sentence


class FiguresForm(forms.Form):
    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name, (title, least, most) in armies.FIGURES.items():
            self.fields[name] = text_field(title, number_input(least, most))


class HeroForm(forms.Form):
    """hero: as he is stored; a new one has the defaults. seen: a digest of what a battle may change about him."""

    def __init__(self, hero: Hero, **given: Any) -> None:
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
        self.fields["treated"] = _treated(hero)
        self.fields["seen"] = text_field(Message(""), forms.HiddenInput())

    def groups(self) -> list[tuple[str, list[BoundField]]]:
        """The figures by what they are about, each group with its title."""
        return [(sentence(title), [self[name] for name in names]) for title, names in GROUPS]

    def show_afresh(self) -> None:
        """After a refusal that he has changed: the next time the form is sent, this was seen."""
        data = cast(QueryDict, self.data).copy()
        data["seen"] = heroes.token(self.hero)
        self.data = data


def _treated(hero: Hero) -> forms.MultipleChoiceField:
    field = forms.MultipleChoiceField(
        choices=[(name, label(words)) for name, words in heroes.injuries(hero)],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        label=gettext("Injuries: tick what is treated"),
    )
    speak(field, gettext("Injuries"))
    return field
