"""Pause, resume, more time: one press each, in the control room."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from battles.rules.ruleset import Message
from battles.services.figures import number
from battles.services.gm import chair
from battles.services.gm.conduct import MOST_MINUTES
from battles.views.gates import Request, in_its_language, signed_in
from battles.views.gm.room import chair_here, clicked
from battles.views.once import once


@signed_in
@require_POST
@in_its_language
def pause(request: Request, pk: int) -> HttpResponse:
    seat, reason = chair_here(request, pk), request.POST.get("reason", "")
    said = Message("The battle is paused.")
    return clicked(request, seat, lambda: chair.pause(battle_id=pk, actor=request.user, reason=reason), said)


@signed_in
@require_POST
@in_its_language
def resume(request: Request, pk: int) -> HttpResponse:
    seat, said = chair_here(request, pk), Message("The battle goes on.")
    return clicked(request, seat, lambda: chair.resume(battle_id=pk, actor=request.user), said)


@signed_in
@require_POST
@in_its_language
@once
def extend(request: Request, pk: int) -> HttpResponse:
    """`minutes` more; pressed twice on the same deadline, once."""
    seat, minutes = chair_here(request, pk), number(request.POST.get("minutes", ""), 1, MOST_MINUTES) or 0
    said = Message("%(minutes)s min more.", {"minutes": minutes})
    return clicked(request, seat, lambda: chair.extend(battle_id=pk, actor=request.user, minutes=minutes), said)
