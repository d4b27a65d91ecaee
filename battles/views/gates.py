"""The first line of every view: who is this, and does the page exist for him."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext, override
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from battles.models import Campaign, Seat
from battles.services import boards, campaigns, seats
from battles.services.words import LANGUAGE, known_language

View = Callable[..., HttpResponse]


class Request(HttpRequest):
    """A request that came through `signed_in`, as the middleware has made it."""

    user: User
    htmx: HtmxDetails


class Archived(Exception):
    """Something of this campaign should have been changed. Raised by gates, answered by `signed_in`."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        super().__init__(campaign)


def signed_in(view: View) -> View:
    """Sends whoever is not signed in to the sign-in page; nothing of what follows is ever kept by a cache."""

    @wraps(view)
    def gated(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return _to_sign_in(request)
        try:
            response = view(request, *args, **kwargs)
        except Archived as error:
            response = _only_read(request, error.campaign)
        patch_cache_control(response, no_store=True, private=True)
        return response

    return gated


def in_its_language(view: View) -> View:
    """For what a page asks for piece by piece: in the language that the page is in, which its own addresses name,
    whatever the person has chosen in another tab since.
    """

    @wraps(view)
    def pinned(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        language = known_language(request.GET.get(LANGUAGE))
        if not language:
            return view(request, *args, **kwargs)
        with override(language):
            response = view(request, *args, **kwargs)
        response.headers["Content-Language"] = language
        return response

    return pinned


def seat_or_404(request: Request, pk: int) -> Seat:
    """This person's seat; a stranger and a battle that does not exist get the same answer."""
    try:
        return seats.find(battle_id=pk, person=request.user)
    except seats.NotSeated:
        raise Http404 from None


def board_or_404(request: Request, pk: int) -> boards.Board:
    """The battle as this person's seat sees it now."""
    return boards.of_seat(seat_or_404(request, pk))


def member_or_404(request: Request, pk: int) -> campaigns.Membership:
    """This person's place in a campaign. An archived one is only read: changing anything of it is refused."""
    member = any_member_or_404(request, pk)
    _refuse_if_archived(request, member.campaign)
    return member


def any_member_or_404(request: Request, pk: int) -> campaigns.Membership:
    """The same, for what may be done to an archived campaign too."""
    try:
        return campaigns.membership(campaign_id=pk, person=request.user)
    except seats.NotSeated:
        raise Http404 from None


def gm_or_404(request: Request, pk: int) -> campaigns.Membership:
    """For the campaign's GM and deputies; the others' answer is that for a page that does not exist."""
    member = any_member_or_404(request, pk)
    if not member.is_gm:
        raise Http404
    _refuse_if_archived(request, member.campaign)
    return member


def not_archived(member: campaigns.Membership) -> campaigns.Membership:
    """For a page that is nothing but a form: of an archived campaign it is not even shown."""
    if member.campaign.archived_at:
        raise Archived(member.campaign)
    return member


def owner_or_404(request: Request, pk: int) -> campaigns.Membership:
    """For the campaign's GM alone, archived or not."""
    member = any_member_or_404(request, pk)
    if not member.is_owner:
        raise Http404
    return member


def chair_or_404(request: Request, pk: int) -> Seat:
    """The GM's chair of a battle, for whoever may sit in it."""
    seat = seat_or_404(request, pk)
    if seat.role != Seat.Role.GM:
        raise Http404
    _refuse_if_archived(request, seat.battle.campaign)
    return seat


def _refuse_if_archived(request: Request, campaign: Campaign) -> None:
    if campaign.archived_at and request.method not in ("GET", "HEAD"):
        raise Archived(campaign)


def _only_read(request: Request, campaign: Campaign) -> HttpResponse:
    """To htmx: that the page is to be loaded anew, which then says it and offers no more what cannot be done."""
    said = gettext(
        "This campaign is archived: it can only be read, so nothing was changed. "
        "Its GM can take it up again, under Settings."
    )
    if request.htmx:
        messages.error(request, said)
        return HttpResponse(status=403, headers={"HX-Refresh": "true"})
    return render(request, "403.html", {"sentence": said, "campaign": campaign}, status=403)


def _to_sign_in(request: Request) -> HttpResponse:
    """A whole page, not a fragment: htmx is told to leave the page it is on."""
    if not request.htmx:
        return redirect_to_login(request.get_full_path())
    return HttpResponseClientRedirect(resolve_url("battles:sign_in"), status=401)
