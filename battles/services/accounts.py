"""People's accounts: made by signing up or as a guest, claimed, renamed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Thread
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import get_language, override

from battles.models import Guest, Invite
from battles.services import names
from battles.services.holding import hold
from battles.services.refusals import Refused

log = logging.getLogger(__name__)
BACKEND = "battles.services.accounts.ByName"


class ByName(ModelBackend):
    """Signs in by name and password, the name in any case. For nobody's name a password is hashed all the same."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **more: Any
    ) -> User | None:
        if username is None or password is None:
            return None
        found = super().authenticate(request, username=names.stored(username), password=password)
        return found if isinstance(found, User) else None


def is_claimed(person: User) -> bool:
    """Whether he can come back by a password; a guest, and whoever came by a sign-in link alone, can't."""
    return bool(person.password) and person.has_usable_password()


@transaction.atomic
def sign_up(*, name: str, password: str, email: str = "") -> User:
    """Raises Refused. An e-mail may be another person's too, so nobody learns here whose it is."""
    person = User(email=email)
    person.set_password(password)
    names.take(person=person, name=name)
    return person


@transaction.atomic
def welcome_guest(*, name: str, invite: Invite) -> User:
    """Somebody with only a name. Raises Refused."""
    person = User()
    person.set_unusable_password()
    names.take(person=person, name=name)
    Guest.objects.create(user=person, invite=invite)
    return person


@transaction.atomic
def claim(*, person: User, name: str, password: str, email: str = "") -> None:
    """From now on the guest comes back by his password. Raises Refused; also for whoever has one already."""
    person = hold(User.objects.all()).get(pk=person.pk)
    if is_claimed(person):
        raise Refused("", "This account has a password already.")
    person.email = email
    person.set_password(password)
    names.take(person=person, name=name)
    Guest.objects.filter(user=person).delete()


@transaction.atomic
def change(*, person: User, name: str, email: str, password: str) -> None:
    """Another name or e-mail. The e-mail leads to a new password, so changing it takes the present one."""
    person = hold(User.objects.all()).get(pk=person.pk)
    if email != person.email and not person.check_password(password):
        raise Refused("password", "Your password: it is needed to change the e-mail, and this is not it.")
    person.email = email
    names.take(person=person, name=name)


def apart(send: Callable[[], None]) -> None:
    """Send a mail without keeping its asker waiting: how long an answer takes must not tell whether one was sent.

    In the asker's language.
    """
    language = get_language()

    def post() -> None:
        try:
            with override(language):
                send()
        except Exception:
            log.exception("A mail could not be sent")

    Thread(target=post, daemon=True).start()
