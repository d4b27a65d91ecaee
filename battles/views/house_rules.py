"""The house rules of a campaign: its members read them, its GM sets them."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from battles.models import Campaign
from battles.rules import RULESETS
from battles.rules.ruleset import Illegal
from battles.services import house_rules as services
from battles.services.refusals import Refused
from battles.views.gates import Request, gm_or_404, member_or_404, signed_in

PREFIX = "rule-"


@dataclass(frozen=True)
class Section:
    """A ruleset's choices as the campaign has answered them."""

    key: str
    title: str
    choices: tuple[services.Choice, ...]
    differences: tuple[services.Choice, ...]


def chosen(request: Request) -> dict[str, str]:
    """What a form says of house rules: field -> value."""
    posted = request.POST.items()
    return {name.removeprefix(PREFIX): str(value) for name, value in posted if name.startswith(PREFIX)}


@signed_in
@require_http_methods(["GET", "POST"])
def house_rules(request: Request, pk: int) -> HttpResponse:
    member, refusal = member_or_404(request, pk), None
    if request.method == "POST":
        refusal = _choose(request, gm_or_404(request, pk).campaign)
        if refusal is None:
            messages.success(request, gettext("Saved. Battles opened from now on are fought under these house rules."))
            return redirect("battles:house_rules", pk)
    shown = {"member": member, "sections": _sections(member.campaign), "refusal": refusal}
    return render(request, "battles/campaign/house_rules.html", shown, status=422 if refusal else 200)


def _choose(request: Request, campaign: Campaign) -> Illegal | Refused | None:
    try:
        services.choose(campaign=campaign, ruleset=request.POST.get("ruleset", ""), chosen=chosen(request))
    except (Illegal, Refused) as error:
        return error
    return None


def _sections(campaign: Campaign) -> list[Section]:
    return [_section(campaign, ruleset.key, ruleset.title) for ruleset in RULESETS]


def _section(campaign: Campaign, key: str, title: str) -> Section:
    choices = services.choices(key, services.of_campaign(campaign, key))
    return Section(key, title, choices, services.differences(choices))
