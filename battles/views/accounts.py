"""Accounts: signing up, claiming a guest's, name, e-mail, password."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash, views
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from battles.forms import accounts as forms
from battles.services import accounts, live
from battles.views.gates import Request, signed_in
from battles.views.lobby import leaving
from battles.views.said import done
from battles.views.tries import sentence, too_many

private = cache_control(no_store=True, private=True)


@sensitive_post_parameters("password1", "password2")
@private
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """A new account, which then is signed in; `next` is a page of this site that it was wanted for."""
    if request.user.is_authenticated:
        return redirect("battles:account")
    form, status = forms.NewAccountForm(request.POST if request.method == "POST" else None), 200
    if request.method == "POST":
        status = 429 if too_many(request, "sign_up") else 422
        person = _new(form) if status == 422 else None
        if person:
            return _enter(request, person)
    shown = {"form": form, "next": _next(request), "refusal": sentence() if status == 429 else ""}
    return render(request, "battles/accounts/sign_up.html", shown, status=status)


def _new(form: forms.NewAccountForm) -> User | None:
    made: list[User] = []

    def make() -> None:
        given = form.cleaned_data
        made.append(accounts.sign_up(name=given["name"], password=given["password1"], email=given["email"]))

    return made[0] if form.is_valid() and done(form, make) else None


def _enter(request: HttpRequest, person: User) -> HttpResponse:
    with leaving(request):
        login(request, person, backend=accounts.BACKEND)
    return redirect(_next(request) or "battles:lobby")


def _next(request: HttpRequest) -> str:
    wanted = request.POST.get("next", request.GET.get("next", ""))
    own = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if own else ""


@signed_in
@require_http_methods(["GET", "POST"])
def account(request: Request) -> HttpResponse:
    """Name and e-mail; to a guest the form that gives him a password."""
    person = request.user
    if not accounts.is_claimed(person):
        return _page(request, forms.NewAccountForm(initial={"name": person.username}))
    now = {"name": person.username, "email": person.email}
    form = forms.AccountForm(request.POST if request.method == "POST" else None, initial=now)
    if request.method == "POST" and _changed(request, form):
        messages.success(request, gettext("Saved."))
        return redirect("battles:account")
    return _page(request, form)


def _changed(request: Request, form: forms.AccountForm) -> bool:
    if not form.is_valid():
        return False
    given = form.cleaned_data
    if given["email"] != request.user.email and too_many(request, "password", request.user.username):
        form.add_error(None, sentence())
        return False
    return done(form, lambda: accounts.change(person=request.user, **given))


@sensitive_post_parameters("password1", "password2")
@signed_in
@require_POST
def claim(request: Request) -> HttpResponse:
    """From now on the guest comes back by his password."""
    form = forms.NewAccountForm(request.POST)
    if not form.is_valid() or not done(form, lambda: _claimed(request.user, form.cleaned_data)):
        return _page(request, form)
    with leaving(request):
        update_session_auth_hash(request, User.objects.get(pk=request.user.pk))
    messages.success(request, gettext("This account is yours now: sign in with this name and password next time."))
    return redirect("battles:account")


def _claimed(person: User, given: dict[str, Any]) -> None:
    accounts.claim(person=person, name=given["name"], password=given["password1"], email=given["email"])


def _page(request: Request, form: forms.NewAccountForm | forms.AccountForm) -> HttpResponse:
    shown = {"form": form, "is_claimed": accounts.is_claimed(request.user)}
    return render(request, "battles/accounts/account.html", shown, status=422 if form.errors else 200)


class PasswordChange(views.PasswordChangeView):
    """Whoever had stolen a session is out of all of it, also of the sockets it had open."""

    form_class = forms.ChangePasswordForm
    template_name = "battles/accounts/password.html"
    success_url = reverse_lazy("battles:account")

    def post(self, request: HttpRequest, *given: Any, **named: Any) -> HttpResponse:
        if too_many(request, "password", request.user.get_username()):
            return self.render_to_response(self.get_context_data(refusal=sentence()), status=429)
        return super().post(request, *given, **named)

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        with leaving(self.request):
            response = super().form_valid(form)
        live.hang_up(person=form.user.pk)
        messages.success(self.request, gettext("The password is changed."))
        return response


@signed_in
def password(request: Request) -> HttpResponse:
    """Whoever has none yet sets his first with the rest of the account."""
    if not accounts.is_claimed(request.user):
        return redirect("battles:account")
    return cast(HttpResponse, PasswordChange.as_view()(request))


class Forgotten(views.PasswordResetView):
    """The same page in the same words for every e-mail: for one that nobody here has, and for one asked too often."""

    form_class = forms.ForgottenForm
    template_name = "battles/accounts/forgotten.html"
    email_template_name = "battles/accounts/mail.txt"
    subject_template_name = "battles/accounts/mail_subject.txt"
    success_url = reverse_lazy("battles:forgotten_sent")

    def form_valid(self, form: Any) -> HttpResponse:
        if too_many(self.request, "reset", form.cleaned_data["email"]):
            return redirect(str(self.success_url))
        return super().form_valid(form)


class ForgottenSent(views.PasswordResetDoneView):
    template_name = "battles/accounts/forgotten_sent.html"


class NewPassword(views.PasswordResetConfirmView):
    form_class = forms.NewPasswordForm
    template_name = "battles/accounts/new_password.html"
    success_url = reverse_lazy("battles:sign_in")

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        response = super().form_valid(form)
        live.hang_up(person=form.user.pk)
        messages.success(self.request, gettext("The password is changed. Sign in with it."))
        return response
