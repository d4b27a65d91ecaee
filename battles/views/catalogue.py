"""A campaign's catalogue: its GM edits the rows of every ruleset without code."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from battles import forms
from battles.models import Campaign
from battles.services import catalogue as services
from battles.services import kinds, rows, tables
from battles.services.campaigns import Membership
from battles.services.refusals import Refused
from battles.services.words import catalogue_name, sentence
from battles.views.gates import Request, gm_or_404, not_archived, signed_in
from battles.views.once import once


@signed_in
@require_GET
def catalogue(request: Request, pk: int) -> HttpResponse:
    member = gm_or_404(request, pk)
    shown = {"member": member, "sections": tables.sections(member.campaign)}
    return render(request, "battles/campaign/catalogue.html", shown)


@signed_in
@require_http_methods(["GET", "POST"])
@once
def row(request: Request, pk: int, kind: str, key: str = "") -> HttpResponse:
    """Add a row (no key) or change one."""
    member = gm_or_404(request, pk)
    form = _form_or_404(request, member.campaign, kind, key)
    not_archived(member)
    if request.method == "POST" and form.is_valid() and _saved(member.campaign, kind, key, form):
        messages.success(request, gettext("Saved: %(name)s.") % {"name": catalogue_name(form.cleaned_data["name"])})
        return redirect("battles:catalogue", pk)
    return _page(request, member, kind, key, form)


@signed_in
@require_POST
def delete_row(request: Request, pk: int, kind: str, key: str) -> HttpResponse:
    member = gm_or_404(request, pk)
    form = _form_or_404(request, member.campaign, kind, key, bound=False)
    try:
        services.delete(campaign=member.campaign, kind=kind, key=key)
    except Refused as error:
        return _page(request, member, kind, key, form, error)
    messages.success(request, gettext("Deleted."))
    return redirect("battles:catalogue", pk)


def _page(
    request: Request, member: Membership, kind: str, key: str, form: forms.RowForm, refusal: Refused | None = None
) -> HttpResponse:
    shown = {"member": member, "form": form, "kind": kinds.find(kind), "key": key, "refusal": refusal}
    shown["may_delete"] = bool(key) and services.may_delete(kind)
    return render(request, "battles/campaign/row.html", shown, status=422 if form.errors or refusal else 200)


def _form_or_404(request: Request, campaign: Campaign, kind: str, key: str, *, bound: bool = True) -> forms.RowForm:
    """The row's form: with what was sent, or with the row as it is."""
    try:
        found = services.of_kind(campaign, kind)
        initial = rows.texts(kind, found.row(kind, key)) if key else rows.blank(kind)
    except (services.NoSuchRow, kinds.NoSuchKind):
        raise Http404 from None
    data = request.POST if bound and request.method == "POST" else None
    return forms.RowForm(kind, found, data=data, initial=initial)


def _saved(campaign: Campaign, kind: str, key: str, form: forms.RowForm) -> bool:
    try:
        services.save(campaign=campaign, kind=kind, key=key, given=form.cleaned_data)
    except Refused as error:
        form.add_error(error.field or None, sentence(error.message))
        return False
    return True
