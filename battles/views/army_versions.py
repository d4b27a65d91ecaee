"""The versions of an army: what each edit changed, and the ways back."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from battles.services import army_versions as services
from battles.services.refusals import Refused
from battles.views.answers import whole_number
from battles.views.army_gates import Desk, context, desk_or_404
from battles.views.gates import Request, signed_in


@signed_in
@require_GET
def versions(request: Request, pk: int, army: int) -> HttpResponse:
    """The list; `?from=3&to=7` tells what is different before edit 7 from before edit 3."""
    desk = desk_or_404(request, pk, army)
    listed = services.versions(desk.army)
    old, new = (whole_number(request.GET.get(name, "")) for name in ("from", "to"))
    shown = context(desk) | {"versions": listed, "now": desk.army.version + 1, "old": old, "new": new}
    if old is not None and new is not None:
        shown["differences"] = _differences(desk, old, new)
    return render(request, "battles/campaign/versions.html", shown)


@signed_in
@require_GET
def version(request: Request, pk: int, army: int, number: int) -> HttpResponse:
    return _page(request, desk_or_404(request, pk, army), number)


@signed_in
@require_POST
def take_back(request: Request, pk: int, army: int, number: int) -> HttpResponse:
    """That one edit."""
    desk = desk_or_404(request, pk, army)
    try:
        services.take_back(army=desk.army, number=number, by=request.user)
    except services.NoSuchVersion:
        raise Http404 from None
    except Refused as error:
        return _page(request, desk, number, error)
    messages.success(request, gettext("Edit %(number)s has been taken back.") % {"number": number})
    return redirect("battles:army", pk, army)


@signed_in
@require_POST
def bring_back(request: Request, pk: int, army: int, number: int) -> HttpResponse:
    """The whole army as it was before that edit."""
    desk = desk_or_404(request, pk, army)
    try:
        services.bring_back(army=desk.army, number=number, seen=request.POST.get("seen", ""), by=request.user)
    except services.NoSuchVersion:
        raise Http404 from None
    except Refused as error:
        return _page(request, desk, number, error)
    messages.success(request, gettext("The army is as it was before edit %(number)s.") % {"number": number})
    return redirect("battles:army", pk, army)


def _page(request: Request, desk: Desk, number: int, refusal: Refused | None = None) -> HttpResponse:
    try:
        edit = services.edit(desk.army, number)
    except services.NoSuchVersion:
        raise Http404 from None
    shown = context(desk) | {"edit": edit, "number": number, "refusal": refusal}
    return render(request, "battles/campaign/versions_one.html", shown, status=422 if refusal else 200)


def _differences(desk: Desk, old: int, new: int) -> list[object]:
    try:
        return list(services.differences(desk.army, old, new))
    except services.NoSuchVersion:
        raise Http404 from None
