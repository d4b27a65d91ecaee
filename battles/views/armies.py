"""A campaign's armies: the list, a new one, and an army's own page with its tables, names and figures."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from battles import forms
from battles.models import Army
from battles.services import armies as figures
from battles.services import army_list as services
from battles.services.campaigns import Membership
from battles.services.refusals import Refused
from battles.services.words import sentence
from battles.views.army_gates import Desk, army_page, context, desk_or_404, figures_form
from battles.views.gates import Request, member_or_404, not_archived, signed_in
from battles.views.once import once


@signed_in
@require_GET
def armies(request: Request, pk: int) -> HttpResponse:
    """Those that this person may edit."""
    member = member_or_404(request, pk)
    shown = {"member": member, "armies": services.lines(member), "may_bring": services.may_bring(member)}
    return render(request, "battles/campaign/armies.html", shown | {"runs": services.runs(member)})


@signed_in
@require_http_methods(["GET", "POST"])
@once
def new_army(request: Request, pk: int) -> HttpResponse:
    """Empty, from a template, or a copy of another."""
    member = _bringer_or_404(request, pk)
    initial = {"source": request.GET.get("source", "")}
    form = forms.NewArmyForm(member, data=request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        made = _made(member, form)
        if made is not None:
            messages.success(request, gettext("Made: %(name)s.") % {"name": made.name})
            return redirect("battles:army", pk, made.pk)
    shown = {"member": member, "form": form}
    return render(request, "battles/campaign/army_new.html", shown, status=422 if form.errors else 200)


@signed_in
@require_http_methods(["GET", "POST"])
def army(request: Request, pk: int, army: int) -> HttpResponse:
    """The tables, and the form of the army's own figures."""
    desk = desk_or_404(request, pk, army)
    form = figures_form(desk, data=request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _figures_set(request, desk, form):
        messages.success(request, gettext("Saved."))
        return redirect("battles:army", pk, army)
    return army_page(request, desk, figures=form)


@signed_in
@require_http_methods(["GET", "POST"])
def army_names(request: Request, pk: int, army: int) -> HttpResponse:
    """Name, notes and owner; and the end of the army."""
    desk = desk_or_404(request, pk, army)
    not_archived(desk.member)
    form = forms.NamesForm(desk.member, desk.army, data=request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _names_set(desk, form):
        messages.success(request, gettext("Saved."))
        return redirect("battles:army", pk, army)
    shown = context(desk) | {"form": form, "in_battle": services.in_battle(desk.army)}
    return render(request, "battles/campaign/army_names.html", shown, status=422 if form.errors else 200)


@signed_in
@require_POST
def delete_army(request: Request, pk: int, army: int) -> HttpResponse:
    """For whoever runs the campaign. The page that leads here has said what will happen."""
    desk = desk_or_404(request, pk, army)
    try:
        services.disband(member=desk.member, army=desk.army)
    except services.NoSuchArmy:
        raise Http404 from None
    messages.success(request, gettext("Deleted: %(name)s.") % {"name": desk.army.name})
    return redirect("battles:armies", pk)


def _bringer_or_404(request: Request, pk: int) -> Membership:
    member = member_or_404(request, pk)
    if not services.may_bring(member):
        raise Http404
    return not_archived(member)


def _made(member: Membership, form: forms.NewArmyForm) -> Army | None:
    try:
        return services.create(member=member, given=form.cleaned_data)
    except Refused as error:
        form.add_error(error.field or None, sentence(error.message))
        return None


def _figures_set(request: Request, desk: Desk, form: forms.FiguresForm) -> bool:
    try:
        figures.set_figures(army=desk.army, given=form.cleaned_data, by=request.user)
    except Refused as error:
        if error.field == "seen":
            desk.army.refresh_from_db()
            form.show_afresh(figures.figures_token(desk.army))
        form.add_error(None if error.field == "seen" else error.field, sentence(error.message))
        return False
    return True


def _names_set(desk: Desk, form: forms.NamesForm) -> bool:
    try:
        services.set_names(member=desk.member, army=desk.army, given=form.cleaned_data)
    except Refused as error:
        if error.field == "seen":
            desk.army.refresh_from_db()
            form.show_afresh(services.names_token(desk.army))
        form.add_error(None if error.field == "seen" else error.field, sentence(error.message))
        return False
    return True
