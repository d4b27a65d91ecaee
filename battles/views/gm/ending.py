"""The end of a battle by its GM: with what was lost so far, or as if it had not been."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from battles.services.gm import chair as services
from battles.views.gates import Request, signed_in
from battles.views.gm.room import back, chair_here, page, tried


@signed_in
@require_http_methods(["GET", "POST"])
def end(request: Request, pk: int) -> HttpResponse:
    """`reason`."""
    chair, refusal, reason = chair_here(request, pk), None, request.POST.get("reason", "")
    if request.method == "POST":
        refusal = tried(lambda: services.stop(battle_id=pk, actor=request.user, reason=reason))
        if refusal is None:
            return back(request, pk, gettext("The battle is ended."))
    return page(request, chair, "end", {"over": chair.battle.finished_at}, refusal)


@signed_in
@require_http_methods(["GET", "POST"])
def void(request: Request, pk: int) -> HttpResponse:
    """`reason`."""
    chair, refusal, reason = chair_here(request, pk), None, request.POST.get("reason", "")
    if request.method == "POST":
        refusal = tried(lambda: services.void(battle_id=pk, actor=request.user, reason=reason))
        if refusal is None:
            return back(request, pk, gettext("The battle is void."))
    shown = {"over": chair.battle.finished_at, "voided": chair.battle.voided_at}
    return page(request, chair, "void", shown, refusal)
