"""The way in, the way out, and the list of one's battles and campaigns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from sesame.utils import get_user

from battles.forms.accounts import SignInForm
from battles.services import accounts, campaigns, live, seats
from battles.views.gates import Request, signed_in
from battles.views.tries import sentence, too_many


@signed_in
@require_GET
def lobby(request: Request) -> HttpResponse:
    person = request.user
    shown = {
        "battles": campaigns.battles_for(person),
        "campaigns": campaigns.of_person(person),
        "archived": campaigns.of_person(person, archived=True).count(),
        "is_claimed": accounts.is_claimed(person),
    }
    return render(request, "battles/lobby.html", shown)


@signed_in
@require_GET
def archived(request: Request) -> HttpResponse:
    """The campaigns that are only read."""
    found = campaigns.of_person(request.user, archived=True)
    return render(request, "battles/archived.html", {"campaigns": found})


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
    form_class = SignInForm

    def post(self, request: HttpRequest, *given: Any, **named: Any) -> HttpResponse:
        if too_many(request, "sign_in", request.POST.get("username", "")):
            shown = self.get_context_data(form=SignInForm(request), refusal=sentence())
            return self.render_to_response(shown, status=429)
        return super().post(request, *given, **named)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        with leaving(self.request):
            return super().form_valid(form)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Whoever could not come back by a password is led to his account's page first, where `sure` says he means it."""
    if isinstance(request.user, User) and not accounts.is_claimed(request.user) and "sure" not in request.POST:
        messages.warning(request, gettext("You are still signed in: without a password you could not come back."))
        return redirect("battles:account")
    with leaving(request):
        logout(request)
    return redirect("battles:sign_in")


@cache_control(no_store=True, private=True)
@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest) -> HttpResponse:
    """A one-time sign-in link: one press of a button signs in whoever presses it first, and leads to his battle.

    Opening it alone spends nothing, on every site: chats and mail programs open what is sent through them to show a
    preview, some with scripts, and at a table at home as well, since they do so on the sender's own phone.
    """
    person = get_user(request, scope="enter", update_last_login=False)
    if person is None:
        raise Http404
    if request.method == "GET":
        return render(request, "battles/accounts/enter.html", {"person": person})
    if not _first_use(person):
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
