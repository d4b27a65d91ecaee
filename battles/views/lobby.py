"""The way in, the way out, and the list of one's battles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth import login, logout
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
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


@contextmanager
def leaving(request: HttpRequest) -> Iterator[None]:
    """Around what ends this browser's session: then its sockets close at once, in every process. Whoever comes next
    must not hear them. After and not before, so that none can join in between.
    """
    session = request.session.session_key
    yield
    if session and request.session.session_key != session:
        live.hang_up(session=session)


class SignIn(LoginView):
    template_name = "battles/sign_in.html"

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        with leaving(self.request):
            return super().form_valid(form)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    with leaving(request):
        logout(request)
    return redirect("battles:sign_in")


@require_GET
def enter(request: HttpRequest) -> HttpResponse:
    """A one-time sign-in link: it signs in whoever opens it first, then leads to that person's battle."""
    person = get_user(request, scope="enter")
    if person is None or not _first_use(person):
        raise Http404
    with leaving(request):
        login(request, person)
    own = seats.of_person(person).first()
    return redirect(own.battle if own else "battles:lobby")


def _first_use(person: User) -> bool:
    """A link holds until the next sign-in; of two who open it at one instant, one is that sign-in."""
    unused = Q(last_login=person.last_login) if person.last_login else Q(last_login__isnull=True)
    return User.objects.filter(unused, pk=person.pk).update(last_login=timezone.now()) == 1


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain")
