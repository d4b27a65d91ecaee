"""The sheets of an army's heroes, each on a page of its own."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from battles import forms
from battles.models import Army, Hero
from battles.services import heroes as services
from battles.services.army_kinds import HEROES
from battles.services.refusals import Refused
from battles.services.words import sentence
from battles.views.army_gates import Desk, army_page, context, desk_or_404
from battles.views.gates import Request, not_archived, signed_in
from battles.views.once import once


@signed_in
@require_http_methods(["GET", "POST"])
@once
def new_hero(request: Request, pk: int, army: int) -> HttpResponse:
    desk = desk_or_404(request, pk, army)
    not_archived(desk.member)
    return _sheet(request, desk, Hero())


@signed_in
@require_http_methods(["GET", "POST"])
def hero(request: Request, pk: int, army: int, hero: int) -> HttpResponse:
    desk = desk_or_404(request, pk, army)
    return _sheet(request, desk, _hero_or_404(desk.army, hero))


@signed_in
@require_POST
def delete_hero(request: Request, pk: int, army: int, hero: int) -> HttpResponse:
    desk = desk_or_404(request, pk, army)
    try:
        name = services.delete(army=desk.army, hero=hero, by=request.user)
    except services.NoSuchHero:
        raise Http404 from None
    except Refused as error:
        return army_page(request, desk, refusal=error)
    messages.success(request, gettext("Deleted: %(name)s.") % {"name": name})
    return redirect("battles:army", pk, army)


@signed_in
@require_POST
def move_hero(request: Request, pk: int, army: int, hero: int) -> HttpResponse:
    """`to` is `up` or `down`."""
    desk = desk_or_404(request, pk, army)
    try:
        services.move(army=desk.army, hero=hero, to=request.POST.get("to", ""), by=request.user)
    except services.NoSuchHero:
        raise Http404 from None
    except Refused as error:
        return army_page(request, desk, refusal=error)
    return redirect("battles:army", pk, army)


def _sheet(request: Request, desk: Desk, hero: Hero) -> HttpResponse:
    """A hero's form; a hero without a number is a new one."""
    kept = desk.kept(HEROES) if hero.pk else ()
    form = forms.HeroForm(hero, kept, data=request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _saved(request, desk, hero, form):
        messages.success(request, gettext("Saved: %(name)s.") % {"name": form.cleaned_data["name"]})
        return redirect("battles:army", desk.member.campaign.pk, desk.army.pk)
    shown = context(desk) | {"hero": hero, "form": form}
    return render(request, "battles/campaign/hero.html", shown, status=422 if form.errors else 200)


def _saved(request: Request, desk: Desk, hero: Hero, form: forms.HeroForm) -> bool:
    try:
        if hero.pk:
            services.change(army=desk.army, hero=hero.pk, given=form.cleaned_data, by=request.user)
        else:
            services.add(army=desk.army, given=form.cleaned_data, by=request.user)
    except services.NoSuchHero:
        raise Http404 from None
    except Refused as error:
        if error.field == "seen":
            form.show_afresh(services.token(services.find(desk.army, hero.pk)))
        form.add_error(None if error.field in ("", "seen") else error.field, sentence(error.message))
        return False
    return True


def _hero_or_404(army: Army, hero: int) -> Hero:
    try:
        return services.find(army, hero)
    except services.NoSuchHero:
        raise Http404 from None
