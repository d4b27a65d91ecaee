"""A finished battle's report: for its people, and for whoever has the link."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from battles.models import Battle, Seat
from battles.services import reports, seats
from battles.services.refusals import Refused
from battles.services.words import sentence
from battles.views import report_picture
from battles.views.gates import Archived, Request, seat_or_404, signed_in

View = Callable[..., HttpResponse]


def by_link(view: View) -> View:
    """For who has a report's link: no sign-in, no place in a search engine, nothing kept by a cache."""

    @require_GET
    @wraps(view)
    def gated(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        patch_cache_control(response, no_store=True, private=True)
        return response

    return gated


def shared_or_404(token: str) -> Battle:
    try:
        return reports.find(token=token)
    except reports.Gone:
        raise Http404 from None


def ended_or_404(request: Request, pk: int) -> Seat:
    """The person's seat in a battle that is over, as far as he may know."""
    seat = seat_or_404(request, pk)
    if not reports.is_open(seat):
        raise Http404
    return seat


@signed_in
@require_GET
def report(request: Request, pk: int) -> HttpResponse:
    seat = ended_or_404(request, pk)
    token = seat.battle.report_token if reports.may_share(seat) else ""
    shown = _shown(seat.battle) | {
        "replay": reverse("battles:replay", args=[pk]),
        "may_share": reports.may_share(seat),
        "may_revoke": seat.role == Seat.Role.GM,
        "link": _absolute(request, "shared_report", token) if token else "",
    }
    return render(request, "battles/report.html", shown)


@by_link
def shared(request: HttpRequest, token: str) -> HttpResponse:
    shown = _shown(shared_or_404(token)) | {
        "replay": reverse("battles:shared_replay", args=[token]),
        "address": _absolute(request, "shared_report", token),
        "picture": _absolute(request, "report_picture", token),
        "size": report_picture.SIZE,
        "shared": True,
    }
    return render(request, "battles/report.html", shown)


def _shown(battle: Battle) -> dict[str, Any]:
    """Each ruleset tells its battles in templates of its own. offers, pick: nothing can be commanded."""
    return {
        "report": reports.of(battle),
        "body": f"battles/report/{battle.ruleset}.html",
        "headline": f"battles/report/_{battle.ruleset}_headline.html",
        "offers": {},
        "pick": None,
    }


@by_link
def picture(request: HttpRequest, token: str) -> HttpResponse:
    """What a chat shows beside the link."""
    made = report_picture.png(reports.of(shared_or_404(token)).view)
    return HttpResponse(made, content_type="image/png")


@signed_in
@require_POST
def share(request: Request, pk: int) -> HttpResponse:
    _not_archived(ended_or_404(request, pk))
    try:
        reports.share(battle_id=pk, actor=request.user)
    except seats.NotSeated:
        raise Http404 from None
    except Refused as refusal:
        messages.error(request, sentence(refusal.message))
    return redirect(reverse("battles:report", args=[pk]) + "#share")


@signed_in
@require_POST
def revoke(request: Request, pk: int) -> HttpResponse:
    _not_archived(ended_or_404(request, pk))
    try:
        reports.revoke(battle_id=pk, actor=request.user)
    except seats.NotSeated:
        raise Http404 from None
    messages.success(request, gettext("The link is no longer good."))
    return redirect(reverse("battles:report", args=[pk]) + "#share")


def _not_archived(seat: Seat) -> None:
    if seat.battle.campaign.archived_at:
        raise Archived(seat.battle.campaign)


def _absolute(request: HttpRequest, name: str, token: str) -> str:
    return request.build_absolute_uri(reverse(f"battles:{name}", args=[token]))
