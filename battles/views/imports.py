"""Armies in and out as files: read, shown, mended, accepted; and an army as a download."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from battles import forms
from battles.models import Army
from battles.rules.ruleset import Message
from battles.services import exports
from battles.services import imports as services
from battles.services.army_kinds import profiles_of
from battles.services.campaigns import Membership
from battles.services.refusals import Refused
from battles.services.words import sentence
from battles.views.army_gates import desk_or_404
from battles.views.gates import Request, member_or_404, not_archived, signed_in


@signed_in
@require_http_methods(["GET", "POST"])
def import_army(request: Request, pk: int) -> HttpResponse:
    """Choose a file or paste a text; then the preview of it. `?army=…` is where to, at first."""
    member = _importer_or_404(request, pk)
    form = forms.FileForm(data=request.POST, files=request.FILES) if request.method == "POST" else forms.FileForm()
    draft = _read(member, form) if request.method == "POST" and form.is_valid() else None
    if draft is not None:
        return _preview(request, member, draft)
    shown = {"member": member, "form": form, "army": request.GET.get("army", "")}
    return render(request, "battles/campaign/import.html", shown, status=422 if form.errors else 200)


@signed_in
@require_POST
def accept_import(request: Request, pk: int) -> HttpResponse:
    """Store it; with `again`, show it once more with those taken in that were ticked among the dropped."""
    member = _importer_or_404(request, pk)
    try:
        draft = services.unsealed(member.campaign, request.POST.get("draft", ""))
    except Refused as error:
        shown = {"member": member, "form": forms.FileForm(), "refusal": error}
        return render(request, "battles/campaign/import.html", shown, status=422)
    if "again" in request.POST:
        return _again(request, member, draft)
    return _accepted(request, member, draft)


@signed_in
@require_GET
def export_army(request: Request, pk: int, army: int, extension: str) -> HttpResponse:
    desk = desk_or_404(request, pk, army)
    try:
        data, content_type, name = exports.exported(desk.army, extension)
    except exports.NoSuchFormat:
        raise Http404 from None
    headers = {"Content-Disposition": content_disposition_header(True, name), "X-Content-Type-Options": "nosniff"}
    return HttpResponse(data, content_type=content_type, headers=headers)


def _importer_or_404(request: Request, pk: int) -> Membership:
    """Whoever may make an army, or has one to import into."""
    member = member_or_404(request, pk)
    if not services.targets(member):
        raise Http404
    return not_archived(member)


def _read(member: Membership, form: forms.FileForm) -> services.Draft | None:
    """None with the form saying why there is none."""
    file, text = form.cleaned_data["file"], form.cleaned_data["text"]
    try:
        if file is None and not text.strip():
            raise Refused("", "A file or a text is needed.")
        if file is not None and file.size > services.MOST_BYTES:
            raise Refused("file", "The file is larger than %(most)s MB.", most=services.MOST_BYTES // 1_000_000)
        data, name = (text.encode(), "") if file is None else (file.read(), file.name)
        return services.read_file(campaign=member.campaign, data=data, filename=name)
    except Refused as error:
        form.add_error(error.field or ("text" if file is None else "file"), sentence(error.message))
        return None


def _again(request: Request, member: Membership, draft: services.Draft) -> HttpResponse:
    """What was typed stays: the rows that are taken in stand behind the others."""
    places = {int(place) for place in request.POST.getlist("take") if place.isdecimal() and len(place) < 5}
    try:
        taken = services.with_taken(draft, places)
    except Refused as error:
        return _preview(request, member, draft, data=request.POST, refusal=error)
    first, data = len(draft.army.hordes), request.POST.copy()
    data["draft"] = services.sealed(member.campaign, taken)
    for place, horde in enumerate(taken.army.hordes[first:], first):
        values = {"name": horde.name, "squads": horde.squads, "magnitude": horde.magnitude, "notes": horde.notes}
        data.update({f"hordes-{place}-{name}": str(value) for name, value in values.items()})
    return _preview(request, member, taken, data=data)


def _accepted(request: Request, member: Membership, draft: services.Draft) -> HttpResponse:
    form = _form(member, draft, data=request.POST)
    try:
        if not form.is_valid():
            return _shown(request, member, form)
        army: Army = services.accept(member=member, draft=draft, given=form.cleaned_data)
    except services.Mistakes as mistakes:
        for refusal in mistakes.refusals:
            field = refusal.field if refusal.field in form.fields else None
            form.add_error(field, sentence(refusal.message))
        return _shown(request, member, form)
    messages.success(request, gettext("Imported: %(name)s.") % {"name": army.name})
    return redirect("battles:army", member.campaign.pk, army.pk)


def _form(member: Membership, draft: services.Draft, **given: Any) -> forms.PreviewForm:
    seal = services.sealed(member.campaign, draft)
    return forms.PreviewForm(draft, seal, services.targets(member), profiles_of(member.campaign), **given)


def _preview(
    request: Request,
    member: Membership,
    draft: services.Draft,
    data: Mapping[str, Any] | None = None,
    refusal: Refused | None = None,
) -> HttpResponse:
    """As it was read, or with what was typed meanwhile and no word of what is still wanting."""
    form = _form(member, draft, target=request.GET.get("army") or request.POST.get("target", ""))
    if data is not None:
        form.initial = {**form.initial, **{name: data[name] for name in data if name in form.fields}}
    return _shown(request, member, form, refusal)


def _shown(
    request: Request, member: Membership, form: forms.PreviewForm, refusal: Refused | None = None
) -> HttpResponse:
    army = form.draft.army
    shown = {
        "member": member,
        "form": form,
        "file": form.draft.file,
        "remarks": [services.told(each) for each in army.remarks],
        "totals": [
            (services.told(each.what), f"{each.said:f}", f"{each.added:f}", each.differs) for each in army.totals
        ],
        "dropped": [_dropped(place, each) for place, each in enumerate(army.dropped)],
        "refusal": refusal,
        "wrong": len(form.errors),
    }
    return render(request, "battles/campaign/import_preview.html", shown, status=422 if form.errors or refusal else 200)


def _dropped(place: int, entry: Any) -> dict[str, Message | str | int | None]:
    return {
        "place": place if place < services.MOST_TO_TAKE else None,
        "name": entry.name,
        "why": services.told(entry.why),
        "where": services.told(entry.where) if entry.where else None,
        "points": "" if entry.points is None else f"{entry.points:f}",
    }
