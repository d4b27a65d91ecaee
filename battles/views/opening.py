"""Opening a battle of a campaign."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from battles import forms
from battles.models import Battle, Campaign
from battles.rules import RULESETS
from battles.rules.ruleset import Illegal
from battles.services import house_rules, opening_checks, opening_templates, openings
from battles.services.opening_templates import Template
from battles.services.refusals import Refused
from battles.services.words import sentence
from battles.views.answers import whole_number
from battles.views.gates import Request, gm_or_404, not_archived, signed_in
from battles.views.house_rules import chosen


@signed_in
@require_http_methods(["GET", "POST"])
def new_battle(request: Request, pk: int) -> HttpResponse:
    """The GM's form for a ruleset, `?ruleset=…` or the usual one, or filled like a battle, `?like=…`.

    Sent with `check` it only says what would come of it. Once the battle is open, its control room.
    """
    member = not_archived(gm_or_404(request, pk))
    template = _template_or_404(request, member.campaign)
    ruleset = template.ruleset if template else _ruleset_or_404(request, member.campaign)
    sent = request.POST if request.method == "POST" else None
    people = openings.candidates(member.campaign)
    form = forms.OpeningForm(member.campaign, ruleset, people, data=sent, initial=_texts(template))
    if sent is not None and "check" not in sent and form.is_valid():
        battle = _opened(request, form)
        if battle is not None:
            return redirect("gm:battles_battle_change", battle.pk)
    shown = {"member": member, "form": form, "ruleset": ruleset, "rulesets": RULESETS, "template": template}
    shown |= _told(request, form, template)
    return render(request, "battles/campaign/opening.html", shown, status=422 if form.errors else 200)


def _ruleset_or_404(request: Request, campaign: Campaign) -> str:
    asked = request.POST.get("ruleset") or request.GET.get("ruleset")
    if asked and asked not in {ruleset.key for ruleset in RULESETS}:
        raise Http404
    return asked or openings.usual_ruleset(campaign)


def _template_or_404(request: Request, campaign: Campaign) -> Template | None:
    """Before anything is sent; from then on the form has it all."""
    asked = whole_number(request.GET.get("like", ""))
    if asked is None or request.method == "POST":
        return None
    try:
        return opening_templates.like(campaign, asked)
    except opening_templates.NoSuchBattle:
        raise Http404 from None


def _opened(request: Request, form: forms.OpeningForm) -> Battle | None:
    """The battle, or None with the form saying why there is none."""
    # The forgery token is another each time the form is shown, so the same fields are the same press of the button.
    key = hashlib.sha256(request.POST.urlencode().encode()).hexdigest()[:32]
    plan = openings.Plan(ruleset=form.ruleset, **form.cleaned_data, house_rules=chosen(request), form_key=key)
    try:
        return openings.open_planned(campaign=form.campaign, plan=plan)
    except Refused as error:
        form.add_error(error.field or None, sentence(error.message))
    except Illegal as error:
        form.add_error(None, f"{sentence(error.message)} ({error.clause})")
    return None


def _texts(template: Template | None) -> dict[str, Any]:
    """What the form is filled with."""
    if template is None:
        return {}
    return {**template.texts, **{forms.seat_field(person): role for person, role in template.seats.items()}}


def _told(request: Request, form: forms.OpeningForm, template: Template | None) -> dict[str, Any]:
    """What the page shows beside the form."""
    rules = template.house_rules if template else chosen(request)
    choices, understood = _choices(form.campaign, form.ruleset, rules)
    return {
        "choices": choices,
        "rules_wrong": not understood,
        "check": _checked(form, _texts(template) if template else request.POST.dict(), rules),
        "earlier": opening_templates.earlier(form.campaign),
    }


def _checked(
    form: forms.OpeningForm, texts: Mapping[str, Any], rules: Mapping[str, str]
) -> opening_checks.Check | None:
    """None until scenario and both armies are chosen. A title is not needed for it."""
    people = list(form.people.values())
    filled = forms.OpeningForm(form.campaign, form.ruleset, people, data={**texts, "title": "-"})
    if not filled.is_valid():
        return None
    plan = openings.Plan(ruleset=form.ruleset, **filled.cleaned_data, house_rules=rules)
    return opening_checks.check(campaign=form.campaign, plan=plan)


def _choices(campaign: Campaign, ruleset: str, rules: Mapping[str, str]) -> tuple[tuple[house_rules.Choice, ...], bool]:
    """As chosen in the form, where that can be understood, else as the campaign has them; and whether it can."""
    try:
        return house_rules.choices(ruleset, house_rules.of_battle(campaign, ruleset, rules)), True
    except Illegal:
        return house_rules.choices(ruleset, house_rules.of_campaign(campaign, ruleset)), False
