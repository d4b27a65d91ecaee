"""A round that waits for the GM: overrule a test, roll it again, publish the round or drop it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from battles.rules.ruleset import Message
from battles.services.gm import drafts
from battles.views.answers import whole_number
from battles.views.gates import Request, in_its_language, signed_in
from battles.views.gm.room import chair_here, clicked

RULED = Message("Ruled. The others see it once you publish the round.")


@signed_in
@require_POST
@in_its_language
def overrule(request: Request, pk: int) -> HttpResponse:
    """`value` instead of the roll `number`, which `was`, because of `reason`."""
    seat, given = chair_here(request, pk), _test(request) | {"value": request.POST.get("value", "")}
    return clicked(request, seat, lambda: drafts.overrule(battle_id=pk, actor=request.user, **given), RULED)


@signed_in
@require_POST
@in_its_language
def again(request: Request, pk: int) -> HttpResponse:
    """The roll `number`, which `was`, once more, because of `reason`."""
    seat, given = chair_here(request, pk), _test(request)
    return clicked(request, seat, lambda: drafts.roll_again(battle_id=pk, actor=request.user, **given), RULED)


def _test(request: Request) -> dict[str, Any]:
    numbers = {name: whole_number(request.POST.get(name, "")) or 0 for name in ("number", "was")}
    return numbers | {"reason": request.POST.get("reason", "")}


@signed_in
@require_POST
@in_its_language
def publish(request: Request, pk: int) -> HttpResponse:
    """`token`: of the draft that the GM saw."""
    seat, token = chair_here(request, pk), request.POST.get("token", "")
    said = Message("Published: everybody sees it.")
    return clicked(request, seat, lambda: drafts.publish(battle_id=pk, actor=request.user, token=token), said)


@signed_in
@require_POST
@in_its_language
def drop(request: Request, pk: int) -> HttpResponse:
    """`token`: of the draft that the GM saw; `reason`."""
    seat, given = chair_here(request, pk), {name: request.POST.get(name, "") for name in ("token", "reason")}
    said = Message("The round is dropped. Nobody saw it.")
    return clicked(request, seat, lambda: drafts.drop(battle_id=pk, actor=request.user, **given), said)
