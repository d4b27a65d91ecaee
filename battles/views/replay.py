"""Looking back on a battle: step by step, by a seat or by a report's link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET
from django_htmx.middleware import HtmxDetails

from battles.rules.ruleset import Message
from battles.services import boards, replay
from battles.services.replay import Past
from battles.views.answers import whole_number
from battles.views.gates import Request, in_its_language, seat_or_404, signed_in
from battles.views.reports import by_link, shared_or_404

EYES = {
    "gm": Message("As the GM saw it: with both sides' secrets."),
    "red": Message("As red saw it then."),
    "blue": Message("As blue saw it then."),
    "public": Message("As spectators saw it then."),
}


@dataclass(frozen=True)
class Place:
    """The addresses of one replay: its page, its fragments, the battle and the report it belongs to."""

    page: str
    part: str
    battle: str
    report: str


def _of_seat(pk: int, *, over: bool) -> Place:
    page, part, battle, report = (
        reverse(f"battles:{name}", args=[pk]) for name in ("replay", "replay_board", "battle", "report")
    )
    return Place(page, part, battle, report if over else "")


def _of_link(token: str) -> Place:
    page, part, report = (
        reverse(f"battles:{name}", args=[token]) for name in ("shared_replay", "shared_replay_board", "shared_report")
    )
    return Place(page, part, "", report)


@signed_in
@require_GET
def page(request: Request, pk: int) -> HttpResponse:
    past = replay.of_seat(seat_or_404(request, pk))
    return render(request, "battles/replay.html", _shown(request, past, _of_seat(pk, over=past.over)))


@signed_in
@require_GET
@in_its_language
def board(request: Request, pk: int) -> HttpResponse:
    past = replay.of_seat(seat_or_404(request, pk))
    return _step(request, past, _of_seat(pk, over=past.over))


@by_link
def shared_page(request: HttpRequest, token: str) -> HttpResponse:
    past = replay.of_public(shared_or_404(token))
    return render(request, "battles/replay.html", _shown(request, past, _of_link(token)) | {"shared": True})


@by_link
@in_its_language
def shared_board(request: HttpRequest, token: str) -> HttpResponse:
    return _step(request, replay.of_public(shared_or_404(token)), _of_link(token))


def _step(request: HttpRequest, past: Past, place: Place) -> HttpResponse:
    """To htmx the step alone; to whoever opens its address the whole page."""
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    if not htmx:
        return redirect(f"{place.page}?{request.GET.urlencode()}")
    return render(request, "battles/replay/_frame.html", _shown(request, past, place))


def _shown(request: HttpRequest, past: Past, place: Place) -> dict[str, Any]:
    undone = request.GET.get("undone") == "1"
    frame = replay.frame(past, wanted=whole_number(request.GET.get("step", "")), undone=undone)
    return replay.context(frame) | {
        "frame": frame,
        "place": place,
        "templates": boards.templates(frame.board),
        "secrets": f"battles/replay/_{past.battle.ruleset}_secrets.html",
        "eyes": EYES[past.audience],
        "undone": undone,
        "any_undone": any(mark.undone for mark in past.marks),
        "first": past.marks[0].version,
    }
