"""An army's heroes and figures, for the campaign's GM alone."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from battles import forms
from battles.models import Army, Hero
from battles.services import armies
from battles.services import heroes as services
from battles.services.campaigns import Membership
from battles.services.refusals import Refused
from battles.services.words import sentence
from battles.views.gates import Request, gm_or_404, signed_in


@signed_in
@require_http_methods(["GET", "POST"])
def army(request: Request, pk: int, army: int) -> HttpResponse:
    """The list of heroes, and the form of the army's own figures."""
    member, found = _army_or_404(request, pk, army)
    data = request.POST if request.method == "POST" else None
    form = forms.FiguresForm(data=data, initial=armies.figures(found))
    if request.method == "POST" and form.is_valid() and _figures_set(found, form):
        messages.success(request, gettext("Saved."))
        return redirect("battles:army", pk, army)
    return _list(request, member, found, form)


@signed_in
@require_http_methods(["GET", "POST"])
def new_hero(request: Request, pk: int, army: int) -> HttpResponse:
    member, found = _army_or_404(request, pk, army)
    return _sheet(request, member, found, Hero())


@signed_in
@require_http_methods(["GET", "POST"])
def hero(request: Request, pk: int, army: int, hero: int) -> HttpResponse:
    member, found = _army_or_404(request, pk, army)
    return _sheet(request, member, found, _hero_or_404(found, hero))


@signed_in
@require_POST
def delete_hero(request: Request, pk: int, army: int, hero: int) -> HttpResponse:
    _, found = _army_or_404(request, pk, army)
    try:
        name = services.delete(army=found, hero=hero)
    except services.NoSuchHero:
        raise Http404 from None
    messages.success(request, gettext("Deleted: %(name)s.") % {"name": name})
    return redirect("battles:army", pk, army)


@signed_in
@require_POST
def move_hero(request: Request, pk: int, army: int, hero: int) -> HttpResponse:
    """`to` is `up` or `down`."""
    member, found = _army_or_404(request, pk, army)
    try:
        services.move(army=found, hero=hero, to=request.POST.get("to", ""))
    except services.NoSuchHero:
        raise Http404 from None
    except Refused as error:
        return _list(request, member, found, forms.FiguresForm(initial=armies.figures(found)), error)
    return redirect("battles:army", pk, army)


def _list(
    request: Request, member: Membership, army: Army, form: forms.FiguresForm, refusal: Refused | None = None
) -> HttpResponse:
    shown = {"member": member, "army": army, "form": form, "heroes": services.lines(army), "refusal": refusal}
    return render(request, "battles/campaign/army.html", shown, status=422 if form.errors or refusal else 200)


def _sheet(request: Request, member: Membership, army: Army, hero: Hero) -> HttpResponse:
    """A hero's form; a hero without a number is a new one."""
    form = forms.HeroForm(hero, data=request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _hero_saved(army, hero, form):
        messages.success(request, gettext("Saved: %(name)s.") % {"name": form.cleaned_data["name"]})
        return redirect("battles:army", member.campaign.pk, army.pk)
    shown = {"member": member, "army": army, "hero": hero, "form": form}
    return render(request, "battles/campaign/hero.html", shown, status=422 if form.errors else 200)


def _hero_saved(army: Army, hero: Hero, form: forms.HeroForm) -> bool:
    try:
        if hero.pk:
            services.change(army=army, hero=hero.pk, given=form.cleaned_data)
        else:
            services.add(army=army, given=form.cleaned_data)
    except services.NoSuchHero:
        raise Http404 from None
    except Refused as error:
        if error.field == "seen":
            form.show_afresh()
        form.add_error(None if error.field in ("", "seen") else error.field, sentence(error.message))
        return False
    return True


def _figures_set(army: Army, form: forms.FiguresForm) -> bool:
    try:
        armies.set_figures(army=army, given=form.cleaned_data)
    except Refused as error:
        form.add_error(error.field, sentence(error.message))
        return False
    return True


def _army_or_404(request: Request, pk: int, army: int) -> tuple[Membership, Army]:
    member = gm_or_404(request, pk)
    try:
        return member, services.army_of(member.campaign, army)
    except services.NoSuchHero:
        raise Http404 from None


def _hero_or_404(army: Army, hero: int) -> Hero:
    try:
        return services.find(army, hero)
    except services.NoSuchHero:
        raise Http404 from None
