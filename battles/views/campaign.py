"""A campaign's own page."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from battles.services import campaigns
from battles.views.gates import Request, member_or_404, signed_in


@signed_in
@require_GET
def campaign(request: Request, pk: int) -> HttpResponse:
    member = member_or_404(request, pk)
    shown = {
        "member": member,
        "battles": campaigns.battles_of(member),
        "armies": campaigns.armies_of(member.campaign) if member.is_gm else (),
    }
    return render(request, "battles/campaign/home.html", shown)
