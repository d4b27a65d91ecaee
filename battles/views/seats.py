"""The seats of a battle, for its GM: who sits where, links into seats, and seats that change hands."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from battles.forms.campaigns import ReplaceForm, SeatLinkForm, SeatMemberForm
from battles.models import Seat
from battles.services import campaigns, invites, reseating
from battles.views.gates import Request, chair_or_404, signed_in
from battles.views.links import reaches_others, shown
from battles.views.once import once
from battles.views.said import Refusal, tried


@signed_in
@require_GET
def seats(request: Request, pk: int) -> HttpResponse:
    return _page(request, chair_or_404(request, pk))


def _page(request: Request, chair: Seat, refusal: Refusal | None = None) -> HttpResponse:
    battle, candidates = chair.battle, reseating.candidates(chair.battle)
    benches, links = reseating.benches(battle), invites.of_battle(battle)
    likely = {"role": _wanting(benches, links)}
    given = {
        "member": campaigns.membership(campaign_id=battle.campaign_id, person=request.user),
        "battle": {"pk": battle.pk, "title": battle.title, "finished": battle.finished_at},
        "benches": benches,
        "links": shown(request, links),
        "link_form": SeatLinkForm(initial=likely),
        "member_form": SeatMemberForm(candidates, initial=likely) if candidates else None,
        "replace_form": ReplaceForm(candidates),
        "reaches_others": reaches_others(request),
        "refusal": refusal,
    }
    return render(request, "battles/campaign/seats.html", given, status=422 if refusal else 200)


def _wanting(benches: list[reseating.Bench], links: list[invites.LinkLine]) -> str:
    """The seat that the next link or member is likely for: of the first side with neither a player nor a link."""
    invited = [line.what for line in links if line.token]
    empty = (bench.role for bench in benches if bench.is_side and not bench.lines)
    return next((role for role in empty if invites.TITLES[Seat.Role(role)] not in invited), Seat.Role.SPECTATOR)


@signed_in
@require_POST
@once
def seat_link(request: Request, pk: int) -> HttpResponse:
    chair, form = chair_or_404(request, pk), SeatLinkForm(request.POST)
    campaign = chair.battle.campaign
    refusal = tried(
        form, lambda: invites.make(campaign=campaign, by=request.user, battle=chair.battle, **form.cleaned_data)
    )
    return _answer(request, chair, refusal, gettext("The link is ready: send it, or show its code."))


@signed_in
@require_POST
def seat_member(request: Request, pk: int) -> HttpResponse:
    """A member of the campaign takes a seat without a link."""
    chair = chair_or_404(request, pk)
    form = SeatMemberForm(reseating.candidates(chair.battle), request.POST)
    refusal = tried(form, lambda: reseating.seat_member(battle_id=pk, **form.cleaned_data))
    return _answer(request, chair, refusal, gettext("Seated."))


@signed_in
@require_POST
def replace(request: Request, pk: int, seat: int) -> HttpResponse:
    """The holder is out at once; a member, a new link or nobody comes in his place."""
    chair = chair_or_404(request, pk)
    form = ReplaceForm(reseating.candidates(chair.battle), request.POST)
    try:
        refusal = tried(form, lambda: _replace(request, chair, seat, form.cleaned_data))
    except reseating.NoSuchSeat:
        raise Http404 from None
    return _answer(request, chair, refusal, gettext("The seat has changed hands: its old holder is out."))


def _replace(request: Request, chair: Seat, seat: int, given: dict[str, str]) -> None:
    how = {"battle_id": chair.battle_id, "seat": seat, "by": request.user, "keep_drafts": bool(given["keep_drafts"])}
    if given["to"] == ReplaceForm.LINK:
        invites.free_for_a_link(campaign=chair.battle.campaign, **how)  # type: ignore[arg-type]
    else:
        person = 0 if given["to"] == ReplaceForm.NOBODY else int(given["to"])
        reseating.free(person=person, **how)  # type: ignore[arg-type]


def _answer(request: Request, chair: Seat, refusal: Refusal | None, said: str) -> HttpResponse:
    if refusal:
        return _page(request, chair, refusal)
    messages.success(request, said)
    return redirect("battles:seats", chair.battle_id)
