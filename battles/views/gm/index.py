"""The GM's desk at /gm/: all his battles, and live which of them waits for whom."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET

from battles.services.gm import desk as services
from battles.services.gm import presence
from battles.views.answers import unless_known
from battles.views.gates import Request, in_its_language, signed_in
from battles.views.gm.room import frame


@signed_in
@require_GET
def index(request: Request) -> HttpResponse:
    """`page`: of the battles that are over."""
    shown = frame(request) | {"desk": _desk(request)}
    return render(request, "battles/gm/index.html", shown)


@signed_in
@require_GET
@in_its_language
def desk(request: Request) -> HttpResponse:
    """What is live on it, for a page that was told that something has changed."""
    return unless_known(request, lambda: render_to_string("battles/gm/_desk.html", {"desk": _desk(request)}))


def _desk(request: Request) -> services.Desk:
    presence.note(battle_id=presence.DESK, person=request.user.pk)
    return services.of(request.user, page=request.GET.get("page", "1"))
