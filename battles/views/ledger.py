"""What a campaign's battles cost, taking a result back, and what the GM gives back to an army."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from battles.models import Army, Battle, Hero, Horde
from battles.services import ledger_page, repairs, taking_back
from battles.services.campaigns import Membership
from battles.services.refusals import Refused
from battles.views.answers import whole_number
from battles.views.gates import Request, gm_or_404, member_or_404, not_archived, signed_in
from battles.views.once import once


@signed_in
@require_GET
def ledger(request: Request, pk: int) -> HttpResponse:
    """`?army=…`, `?battle=…` and `?page=…`."""
    member = member_or_404(request, pk)
    army, battle = (whole_number(request.GET.get(name, "")) for name in ("army", "battle"))
    found = ledger_page.load(member=member, army=army, battle=battle, page=request.GET.get("page", "1"))
    shown = {"member": member, "ledger": found, "army": army, "battle": battle}
    return render(request, "battles/campaign/ledger.html", shown)


@signed_in
@require_http_methods(["GET", "POST"])
def take_back(request: Request, pk: int, battle: int) -> HttpResponse:
    """Asks once, with the list of what will be undone; `why` is the reason."""
    member = not_archived(gm_or_404(request, pk))
    refusal = _taken_back(request, member, battle) if request.method == "POST" else None
    if request.method == "POST" and refusal is None:
        return redirect("battles:ledger", pk)
    found, why_not = _to_take_back(member, battle)
    lines = ledger_page.what_it_would_undo(found) if found else ()
    shown = {"member": member, "battle": found, "lines": lines, "refusal": why_not or refusal}
    return render(request, "battles/campaign/ledger_back.html", shown, status=422 if shown["refusal"] else 200)


@signed_in
@require_http_methods(["GET", "POST"])
@once
def mend(request: Request, pk: int, army: int) -> HttpResponse:
    """Repairs and replacements (`horde`) and healing (`hero`) in one army."""
    member = not_archived(gm_or_404(request, pk))
    found = member.campaign.armies.filter(pk=army).first()
    if found is None:
        raise Http404
    refusal = _mended(request, found) if request.method == "POST" else None
    if request.method == "POST" and refusal is None:
        return redirect("battles:repairs", pk, army)
    pieces = {"hordes": repairs.damaged(found), "heroes": repairs.hurt(found), "kinds": repairs.KINDS}
    shown = {"member": member, "army": found, "refusal": refusal, "sent": request.POST, **pieces}
    return render(request, "battles/campaign/ledger_repairs.html", shown, status=422 if refusal else 200)


def _to_take_back(member: Membership, battle: int) -> tuple[Battle | None, Refused | None]:
    try:
        return taking_back.battle_of(member.campaign, battle), None
    except taking_back.NoSuchBattle:
        raise Http404 from None
    except Refused as error:
        return None, error


def _taken_back(request: Request, member: Membership, battle: int) -> Refused | None:
    try:
        short = taking_back.take_back(
            campaign=member.campaign, battle=battle, by=request.user, why=request.POST.get("why", "")
        )
    except taking_back.NoSuchBattle:
        raise Http404 from None
    except Refused as error:
        return error
    messages.success(request, gettext("The result has been taken back."))
    if short:
        messages.warning(request, gettext("Not everything could be given back: the bookings below say what and why."))
    return None


def _mended(request: Request, army: Army) -> Refused | None:
    given = request.POST.dict() | {"treated": request.POST.getlist("treated")}
    horde, hero = (whole_number(request.POST.get(name, "")) for name in ("horde", "hero"))
    try:
        done: Horde | Hero
        if horde is not None:
            done = repairs.mend(army=army, horde=horde, given=given, by=request.user)
        else:
            done = repairs.heal(army=army, hero=hero or 0, given=given, by=request.user)
    except repairs.NoSuchPiece:
        raise Http404 from None
    except Refused as error:
        return error
    messages.success(request, gettext("Booked: %(name)s.") % {"name": done.name})
    return None
