"""Sealing for a side that is not there."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from battles.services.gm import absence
from battles.services.gm.conduct import ABSENCE
from battles.views.gates import Request, board_or_404, signed_in
from battles.views.gm.room import back, chair_here, page, tried


@signed_in
@require_http_methods(["GET", "POST"])
def force(request: Request, pk: int) -> HttpResponse:
    """`side`, `how`: last or hold, `reason`."""
    chair, refusal = chair_here(request, pk), None
    given = {name: request.POST.get(name, "") for name in ("side", "how", "reason")}
    if request.method == "POST":
        refusal = tried(lambda: absence.force(battle_id=pk, actor=request.user, **given))
        if refusal is None:
            return back(request, pk, gettext("Sealed for the side."))
    board = board_or_404(request, pk)
    waited = [side for side in board.view.sides if side.side in board.standing.waited_for]  # type: ignore[attr-defined]
    shown = {
        "waited": waited,
        "side": given["side"] or request.GET.get("side", ""),
        "how": [(name, ABSENCE[name]) for name in absence.HOW],
    }
    return page(request, chair, "force", shown, refusal)
