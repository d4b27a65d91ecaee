"""The GM's desk at /gm/: all his battles, and live which of them waits for whom."""

from __future__ import annotations

import hashlib

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET

from battles.services.gm import desk as services
from battles.services.gm import presence
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
    text = render_to_string("battles/gm/_desk.html", {"desk": _desk(request)})
    etag = f'"{hashlib.blake2b(text.encode(), digest_size=9).hexdigest()}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    return HttpResponse(text, headers={"ETag": etag})


def _desk(request: Request) -> services.Desk:
    presence.note(battle_id=presence.DESK, person=request.user.pk)
    return services.of(request.user, page=request.GET.get("page", "1"))
