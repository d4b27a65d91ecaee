"""Following a link, and what its makers do with links."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from battles.forms.campaigns import CampaignLinkForm, GuestForm
from battles.models import Invite
from battles.services import accounts, invites
from battles.views import members
from battles.views.gates import Request, gm_or_404, signed_in
from battles.views.lobby import leaving
from battles.views.once import once
from battles.views.said import done, tried
from battles.views.tries import sentence, too_many


@cache_control(no_store=True, private=True)
@require_http_methods(["GET", "POST"])
def invite(request: HttpRequest, token: str) -> HttpResponse:
    """Who invites to what; joining takes a press of a button. Whatever is wrong with a link, the answer is the same."""
    try:
        found = invites.find(token=token)
        if _has_it(request, found):
            return redirect(_where(found))
        return _join(request, found) if request.method == "POST" else _page(request, found, GuestForm())
    except invites.Gone:
        mine = invites.came_by(token=token, person=request.user) if isinstance(request.user, User) else None
        return redirect(_where(mine)) if mine else render(request, "battles/invites/gone.html", status=410)


def _has_it(request: HttpRequest, found: Invite) -> bool:
    """He who has kept the link to find the way; unless somebody else comes in by name."""
    known = isinstance(request.user, User) and "name" not in request.POST
    return known and invites.has(invite=found, person=cast(User, request.user))


def _join(request: HttpRequest, found: Invite) -> HttpResponse:
    if isinstance(request.user, User) and "name" not in request.POST:
        person, form = request.user, GuestForm({"name": request.user.username})
        if done(form, lambda: invites.follow(token=found.token, person=person)):
            return redirect(_where(found))
        return _page(request, found, form)
    form = GuestForm(request.POST)
    if too_many(request, "guest"):
        form.add_error(None, sentence())
        return _page(request, found, form, status=429)
    if form.is_valid() and done(form, lambda: _come_in(request, found, form.cleaned_data["name"])):
        return redirect(_where(found))
    return _page(request, found, form)


def _come_in(request: HttpRequest, found: Invite, name: str) -> None:
    _, person = invites.follow_as_guest(token=found.token, name=name)
    with leaving(request):
        login(request, person, backend=accounts.BACKEND)


def _page(request: HttpRequest, found: Invite, form: GuestForm, status: int = 422) -> HttpResponse:
    shown = {"invite": found, "what": invites.title(found), "form": form}
    return render(request, "battles/invites/invite.html", shown, status=status if form.errors else 200)


def _where(found: Invite) -> str:
    return (found.battle or found.campaign).get_absolute_url()


@signed_in
@require_POST
@once
def new_link(request: Request, pk: int) -> HttpResponse:
    """A link into the campaign."""
    member = gm_or_404(request, pk)
    form = CampaignLinkForm(request.POST)
    refusal = tried(form, lambda: invites.make(campaign=member.campaign, by=request.user, **form.cleaned_data))
    if refusal:
        return members.page(request, member, refusal)
    messages.success(request, gettext("The link is ready: send it, or show its code."))
    return redirect("battles:members", pk)


@signed_in
@require_POST
def revoke(request: Request, pk: int, invite: int) -> HttpResponse:
    member = gm_or_404(request, pk)
    try:
        found = invites.revoke(campaign=member.campaign, invite=invite)
    except invites.NoSuchInvite:
        raise Http404 from None
    messages.success(request, gettext("The link is no longer good."))
    return redirect(_back(found))


@signed_in
@require_POST
def reissue(request: Request, pk: int, invite: int) -> HttpResponse:
    member = gm_or_404(request, pk)
    try:
        found = invites.reissue(campaign=member.campaign, invite=invite, by=request.user)
    except invites.NoSuchInvite:
        raise Http404 from None
    messages.success(request, gettext("Here is the new link; the old one is no longer good."))
    return redirect(_back(found))


def _back(found: Invite) -> str:
    """To the page that lists such links."""
    if found.battle_id:
        return reverse("battles:seats", args=[found.battle_id])
    return reverse("battles:members", args=[found.campaign_id])
