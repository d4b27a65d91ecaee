"""Opening a battle of a campaign."""

from __future__ import annotations

import hashlib

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from battles import forms
from battles.models import Battle, Campaign
from battles.rules import RULESETS
from battles.rules.ruleset import Illegal
from battles.services import house_rules, openings
from battles.services.refusals import Refused
from battles.services.words import sentence
from battles.views.gates import Request, gm_or_404, signed_in
from battles.views.house_rules import chosen


@signed_in
@require_http_methods(["GET", "POST"])
def new_battle(request: Request, pk: int) -> HttpResponse:
    """The GM's form for a ruleset, `?ruleset=…` or the usual one; once the battle is open, its control room."""
    member = gm_or_404(request, pk)
    ruleset = _ruleset_or_404(request, member.campaign)
    form = forms.OpeningForm(member.campaign, ruleset, data=request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        battle = _opened(request, member.campaign, ruleset, form)
        if battle is not None:
            return redirect("gm:battles_battle_change", battle.pk)
    shown = {
        "member": member,
        "form": form,
        "ruleset": ruleset,
        "rulesets": RULESETS,
        "choices": _choices(request, member.campaign, ruleset),
    }
    return render(request, "battles/campaign/opening.html", shown, status=422 if form.errors else 200)


def _ruleset_or_404(request: Request, campaign: Campaign) -> str:
    asked = request.POST.get("ruleset") or request.GET.get("ruleset")
    if asked and asked not in {ruleset.key for ruleset in RULESETS}:
        raise Http404
    return asked or openings.usual_ruleset(campaign)


def _opened(request: Request, campaign: Campaign, ruleset: str, form: forms.OpeningForm) -> Battle | None:
    """The battle, or None with the form saying why there is none."""
    # The forgery token is another each time the form is shown, so the same fields are the same press of the button.
    key = hashlib.sha256(request.POST.urlencode().encode()).hexdigest()[:32]
    plan = openings.Plan(ruleset=ruleset, **form.cleaned_data, house_rules=chosen(request), form_key=key)
    try:
        return openings.open_planned(campaign=campaign, plan=plan)
    except Refused as error:
        form.add_error(error.field or None, sentence(error.message))
    except Illegal as error:
        form.add_error(None, f"{sentence(error.message)} ({error.clause})")
    return None


def _choices(request: Request, campaign: Campaign, ruleset: str) -> tuple[house_rules.Choice, ...]:
    """As chosen in the form, where that can be understood, else as the campaign has them."""
    try:
        taken = house_rules.of_battle(campaign, ruleset, chosen(request))
    except Illegal:
        taken = house_rules.of_campaign(campaign, ruleset)
    return house_rules.choices(ruleset, taken)
