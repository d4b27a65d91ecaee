"""Forms that make something, taken in once each: of two presses of one button the second finds what the first made."""

from __future__ import annotations

import re
import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from battles.models import SentForm
from battles.models.sent import LONGEST_KEY, LONGEST_WHERE

KEPT = timedelta(days=1)  # nobody presses Back for longer


def new_key() -> str:
    return secrets.token_urlsafe(12)


def is_key(text: str) -> bool:
    return len(text) <= LONGEST_KEY and re.fullmatch(r"[\w-]+", text, re.ASCII) is not None


def claim(*, person: User, key: str) -> tuple[SentForm, bool]:
    """The form, and whether it comes for the first time. In the transaction in which it is taken in: whoever sends it
    at the same instant waits for the end of that, and if nothing came of it is the first himself.
    """
    sent, is_first = SentForm.objects.get_or_create(user=person, key=key)
    if is_first:
        SentForm.objects.filter(user=person, at__lt=timezone.now() - KEPT).delete()
    return sent, is_first


def led_to(sent: SentForm, where: str) -> None:
    sent.where = where[:LONGEST_WHERE]
    sent.save(update_fields=["where"])
