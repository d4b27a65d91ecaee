"""The advantages that a campaign's armies hold."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from battles.services import advantages as services
from battles.services.campaigns import Membership
from battles.services.refusals import Refused
from battles.services.seats import NotSeated
from battles.services.words import catalogue_name
from battles.views.gates import Request, member_or_404, signed_in


@signed_in
@require_GET
def advantages(request: Request, pk: int) -> HttpResponse:
    return _page(request, member_or_404(request, pk))


@signed_in
@require_POST
def spend(request: Request, pk: int, card: int) -> HttpResponse:
    """Use a card up, or put a passive one away: the field `note` names the linked mission."""
    member = member_or_404(request, pk)
    try:
        spent = services.spend(member=member, card=card, note=request.POST.get("note", ""))
    except NotSeated:
        raise Http404 from None
    except Refused as error:
        return _page(request, member, refusal=error)
    messages.success(request, gettext("Noted: %(name)s.") % {"name": catalogue_name(spent.name)})
    return redirect("battles:advantages", pk)


def _page(request: Request, member: Membership, refusal: Refused | None = None) -> HttpResponse:
    shown = {"member": member, "hands": services.hands(member), "refusal": refusal}
    return render(request, "battles/campaign/advantages.html", shown, status=422 if refusal else 200)
