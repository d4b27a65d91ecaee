"""A battle's page, its live fragments, and the one address that takes commands."""

from __future__ import annotations

import logging

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from battles.models import Seat
from battles.rules.ruleset import Forbidden, Illegal, Message
from battles.services import battles, boards
from battles.services.gm import chair
from battles.views.answers import Answer, notice, render_page, unless_known, whole_number
from battles.views.gates import Request, board_or_404, in_its_language, seat_or_404, signed_in

logger = logging.getLogger(__name__)
TYPED = "typed-"
STALE = Message("The board had changed before this reached it, so nothing was done. Look again.")


@signed_in
@require_GET
def battle(request: Request, pk: int) -> HttpResponse:
    seat = seat_or_404(request, pk)
    if seat.role == Seat.Role.GM:
        return redirect("gm:battles_battle_change", pk)
    return render_page(request, seat)


@signed_in
@require_GET
@in_its_language
def frame(request: Request, pk: int) -> HttpResponse:
    """The whole board for a page that may have missed something; 304 where it has not."""
    board = board_or_404(request, pk)
    return unless_known(request, lambda: boards.full_frame(board), etag=boards.etag(board))


@signed_in
@require_GET
@in_its_language
def log(request: Request, pk: int) -> HttpResponse:
    """Earlier entries of the report, before the version given."""
    board = board_or_404(request, pk)
    before = whole_number(request.GET.get("before", ""))
    if before is None:
        return notice(request, pk, Answer(400, "error", Message("before: a whole number is needed.")))
    entries, more = boards.entries(board, before=before)
    page = "battles/_entries.html" if request.htmx else "battles/log.html"
    return render(request, page, {"battle": board.battle, "entries": entries, "more": more})


@signed_in
@in_its_language
def command(request: Request, pk: int) -> HttpResponse:
    """Carry out one command: the fields `command` (JSON) and `seen` (the token of the view it was decided on).

    A field `typed-headcount` is what a person typed in place of the command's `headcount`.
    """
    seat = seat_or_404(request, pk)
    if request.method != "POST":  # the address that a refused plain form leaves in the browser, opened again
        return redirect("battles:battle", pk)
    return notice(request, pk, _carry_out(request, seat))


def _carry_out(request: Request, seat: Seat) -> Answer:
    try:
        wanted = battles.parse(seat.battle.ruleset, request.POST.get("command", ""), _typed(request))
        issued = battles.issue(
            battle_id=seat.battle_id, actor=request.user, command=wanted, seen=request.POST.get("seen", "")
        )
    except battles.Malformed as error:
        return Answer(400, "error", Message("This was not understood: %(error)s", {"error": str(error)}))
    except battles.Stale:
        return Answer(409, "stale", STALE)
    except Forbidden as error:
        logger.warning("%s (%s) tried %s in battle %s", request.user, seat.role, wanted, seat.battle_id)
        if seat.role != Seat.Role.GM:
            chair.note_reach(battle_id=seat.battle_id, actor=request.user)
        return Answer(403, "illegal", error.message, clause=error.clause)
    except Illegal as error:
        return Answer(422, "illegal", error.message, clause=error.clause)
    return Answer(200, "ok", Message("Saved."), seen=issued.seen)


def _typed(request: Request) -> dict[str, str]:
    return {name.removeprefix(TYPED): request.POST.get(name, "") for name in request.POST if name.startswith(TYPED)}
