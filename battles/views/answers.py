"""A battle's page, and how a command is answered: a notice, and the fresh board where the page could not have it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string

from battles.models import Seat
from battles.rules.ruleset import Message
from battles.services import accounts, boards, since
from battles.services.gm import company
from battles.services.words import sentence
from battles.views.gates import Request, board_or_404, seat_or_404

LEVELS = {"ok": messages.SUCCESS, "stale": messages.WARNING, "illegal": messages.ERROR, "error": messages.ERROR}


LONGEST_NUMBER = 9  # digits: what every database takes


def whole_number(text: str) -> int | None:
    """A number from an address; None for anything else."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else None


@dataclass(frozen=True)
class Answer:
    """status: of HTTP. level: `ok`, `stale`, `illegal` or `error`. seen: the next view token after a success."""

    status: int
    level: str
    message: Message
    clause: str = ""
    seen: str = ""


def notice(request: Request, pk: int, answer: Answer) -> HttpResponse:
    """To htmx a fragment; to a plain form the page with the sentence, after a success by a redirect."""
    if not request.htmx:
        return _plain(request, pk, answer)
    fresh = None
    if answer.status != 200 or request.headers.get("X-Live") != "on":
        fresh = board_or_404(request, pk)
    body = render_to_string(
        "battles/_notice.html", {"level": answer.level, "message": answer.message, "clause": answer.clause}
    )
    response = HttpResponse(body + (boards.full_frame(fresh) if fresh else ""), status=answer.status)
    response["X-Seen"] = fresh.seen if fresh else answer.seen
    return response


def _plain(request: Request, pk: int, answer: Answer) -> HttpResponse:
    messages.add_message(request, LEVELS[answer.level], sentence(answer.message))
    if answer.status == 200:
        return redirect("battles:battle", pk)
    return render_page(request, seat_or_404(request, pk), status=answer.status)


def unless_known(request: Request, render: Callable[[], str], *, etag: str = "", known: int = 304) -> HttpResponse:
    """What `render` makes, or nothing (status `known`) where the page has it; etag: if it is known without making it.

    A weak tag is as good as a strong one: it is what compressing makes of ours on the way.
    """
    text = "" if etag else render()
    etag = etag or f'"{hashlib.blake2b(text.encode(), digest_size=9).hexdigest()}"'
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        return HttpResponse(status=known, headers={"ETag": etag})
    return HttpResponse(text or render(), headers={"ETag": etag})


def render_page(request: Request, seat: Seat, status: int = 200) -> HttpResponse:
    return render(request, "battles/battle.html", page_context(request, seat), status=status)


def page_context(request: Request, seat: Seat) -> dict[str, object]:
    """What a whole page needs beyond its regions: the newest entries of the report, the seats, a picked horde; and what
    its reader has missed.
    """
    board = boards.of_seat(seat)
    entries, more = boards.entries(board)
    return boards.context(board) | {
        "templates": boards.templates(board),
        "entries": entries,
        "more": more,
        "etag": boards.etag(board),
        "people": company.of_battle(board.battle.pk),
        # Who only might come has not looked.
        "since": None if "prefetch" in request.headers.get("Sec-Purpose", "") else since.look(seat=seat),
        "is_claimed": accounts.is_claimed(request.user),
        "pick": whole_number(request.GET.get("pick", "")),
    }
