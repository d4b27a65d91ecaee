"""The way in, the way out, and the list of one's battles."""

from __future__ import annotations

from django.contrib.auth import login, logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST
from sesame.utils import get_user

from battles.services import campaigns, live, seats
from battles.views.gates import Request, signed_in


@signed_in
@require_GET
def lobby(request: Request) -> HttpResponse:
    person = request.user
    return render(
        request, "battles/lobby.html", {"seats": seats.of_person(person), "campaigns": campaigns.of_person(person)}
    )


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """The person's sockets close at once, in every process."""
    person = request.user.pk
    logout(request)
    if person is not None:
        live.hang_up(person_id=person)
    return redirect("battles:sign_in")


@require_GET
def enter(request: HttpRequest) -> HttpResponse:
    """A one-time sign-in link: it signs in whoever opens it first, then leads to that person's battle."""
    person = get_user(request, scope="enter")
    if person is None:
        raise Http404
    login(request, person)
    own = seats.of_person(person).first()
    return redirect(own.battle if own else "battles:lobby")


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain")
