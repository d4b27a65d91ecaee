"""Rewinding: the points a battle can be taken back to, and what going back to one undoes."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from battles.models import Seat
from battles.services.gm import looks, rewinding
from battles.services.refusals import Refused
from battles.views.answers import Answer, whole_number
from battles.views.gates import Request, signed_in
from battles.views.gm.room import back, chair_here, page, tried

SAME, NEW = "same", "new"


@signed_in
@require_GET
def points(request: Request, pk: int) -> HttpResponse:
    """The newest ones, or those `before` one."""
    return _list(request, chair_here(request, pk))


def _list(request: Request, chair: Seat, refusal: Answer | None = None) -> HttpResponse:
    looks.take(battle=chair.battle, person=request.user, what="steps")
    before = whole_number(request.GET.get("before", ""))
    runs, more = rewinding.listed(battle_id=chair.battle_id, before=before)
    stands = runs[0].newest.number if before is None else None
    return page(request, chair, "rewind", {"runs": runs, "more": more, "stands": stands}, refusal)


@signed_in
@require_http_methods(["GET", "POST"])
def rewind(request: Request, pk: int, to: int) -> HttpResponse:
    """What it undoes, and the form: `last`, `dice` and `reason`."""
    chair, refusal = chair_here(request, pk), None
    if request.method == "POST":
        refusal = _rewound(request, pk, to)
        if refusal is None:
            return back(request, pk, gettext("The battle is as it was. What was undone stays in the report, marked."))
    looks.take(battle=chair.battle, person=request.user, what="steps")
    try:
        plan = rewinding.plan(battle_id=pk, to=to)
    except Refused as error:
        return _list(request, chair, refusal or Answer(422, "illegal", error.message))
    return page(request, chair, "rewind_to", {"plan": plan}, refusal)


def _rewound(request: Request, pk: int, to: int) -> Answer | None:
    last, dice = whole_number(request.POST.get("last", "")), request.POST.get("dice", "")
    reason = request.POST.get("reason", "")

    def act() -> None:
        if dice not in (SAME, NEW):
            raise Refused("dice", "Dice: one of the choices offered is needed.")
        rewinding.rewind(
            battle_id=pk,
            actor=request.user,
            to=to,
            last=-1 if last is None else last,
            same_dice=dice == SAME,
            reason=reason,
        )

    return tried(act)
