"""What everybody at the table does beside commanding: throw dice, say what he would do without the GM, be here."""

from __future__ import annotations

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST

from battles.rules.ruleset import Message
from battles.services import since
from battles.services.gm import company, drafts, presence, votes
from battles.views.answers import unless_known, whole_number
from battles.views.gates import Request, in_its_language, seat_or_404, signed_in
from battles.views.gm.room import clicked


@signed_in
@require_POST
@in_its_language
def throw(request: Request, pk: int) -> HttpResponse:
    """`thrown`: numbers parted by spaces, the first of them of the roll `number`."""
    seat, number = seat_or_404(request, pk), whole_number(request.POST.get("number", "")) or 0
    text = request.POST.get("thrown", "")
    said = Message("Noted.")
    return clicked(
        request, seat, lambda: drafts.throw(battle_id=pk, actor=request.user, number=number, text=text), said
    )


@signed_in
@require_POST
@in_its_language
def wish(request: Request, pk: int) -> HttpResponse:
    """`wish`: go_on or hold."""
    seat, wanted = seat_or_404(request, pk), request.POST.get("wish", "")
    said = Message("Noted. It is done as soon as the other side wishes the same.")
    return clicked(request, seat, lambda: votes.vote(battle_id=pk, actor=request.user, wish=wanted), said)


@signed_in
@require_POST
@in_its_language
def here(request: Request, pk: int) -> HttpResponse:
    """A sign of life; with `board` from a page that has the board in sight. The answer: who is here, and what happened
    while he was away; nothing where that is as the page has it.
    """
    seat = seat_or_404(request, pk)
    presence.note(battle_id=pk, person=request.user.pk)
    told = since.look(seat=seat) if "board" in request.GET else None
    shown = {"people": company.of_battle(pk), "battle": {"pk": pk}, "since": told}
    parts = ("battles/_seats.html", "battles/_since.html")
    return unless_known(request, lambda: "".join(render_to_string(part, shown) for part in parts), known=204)
