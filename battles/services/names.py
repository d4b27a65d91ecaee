"""What people are called: any script, at most 80 characters, and nobody like another."""

from __future__ import annotations

import unicodedata

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q

from battles.models import Name
from battles.rules.ruleset import Message
from battles.services.figures import BLANKS, MOST_MARKS, piled
from battles.services.lookalikes import LOOKALIKES, RUN_TOGETHER
from battles.services.refusals import Refused

MOST = 80
TITLE = Message("Name")
# Control characters, halves of characters, private and unassigned ones, line and paragraph separators; whatever turns
# or hides text. The two joiners stay: some scripts cannot be written without them.
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
JOINERS = frozenset("\u200c\u200d")
VISIBLE = frozenset("LNS")


def canonical(name: str) -> str:
    """The name as it is kept: compatibility forms resolved, one blank at a time. Raises Refused."""
    if len(name) > 10 * MOST or any(_hidden(letter) for letter in name):
        raise Refused("name", "Name: at most %(most)s characters are allowed, all of which can be seen.", most=MOST)
    kept = " ".join(unicodedata.normalize("NFKC", name).split())
    if len(kept) > MOST or any(_hidden(letter) for letter in kept):
        raise Refused("name", "Name: at most %(most)s characters are allowed, all of which can be seen.", most=MOST)
    if not any(unicodedata.category(letter)[0] in VISIBLE for letter in kept):
        raise Refused("name", "Name: at least one letter or digit is needed.")
    if piled(kept):
        raise Refused("name", "Name: at most %(most)s marks on one letter are allowed.", most=MOST_MARKS)
    return kept


def _hidden(letter: str) -> bool:
    return letter in BLANKS or (unicodedata.category(letter) in UNSEEN and letter not in JOINERS)


def folded(name: str) -> str:
    """In one case and one way to write it."""
    seen = "".join(letter for letter in unicodedata.normalize("NFKC", name) if not _unseen_in_a_word(letter))
    return unicodedata.normalize("NFKC", " ".join(seen.split()).casefold())


def shape(name: str) -> str:
    """What the eye takes it for: Cyrillic Аnn as Latin Ann, A1i as Ali."""
    alike = unicodedata.normalize("NFKC", name).translate(LOOKALIKES)
    plain = folded(alike)
    for pair, one in RUN_TOGETHER:
        plain = plain.replace(pair, one)
    return plain.replace(" ", "")


def _unseen_in_a_word(letter: str) -> bool:
    return unicodedata.category(letter) == "Cf" or "\ufe00" <= letter <= "\ufe0f" or letter in BLANKS


def stored(name: str) -> str:
    """The username that somebody means who types this one: in his own case, or another."""
    found = Name.objects.filter(folded=folded(name[: 2 * MOST])).select_related("user").first()
    return found.user.username if found else name


def take(*, person: User, name: str) -> None:
    """Store the person, new or not, under this name. Raises Refused: unreadable, or like another's."""
    kept = canonical(name)
    keys = {"folded": folded(kept), "shape": shape(kept)}
    _name_the_unnamed()
    others = Name.objects.exclude(user_id=person.pk)
    if others.filter(Q(folded=keys["folded"]) | Q(shape=keys["shape"])).exists():
        raise _taken(kept)
    before, person.username = person.username, kept
    try:
        with transaction.atomic():
            person.save()
            Name.objects.update_or_create(user=person, defaults=keys)
    except IntegrityError:  # somebody was faster with it
        person.username = before
        raise _taken(kept) from None


def _taken(name: str) -> Refused:
    return Refused("name", "Name: “%(name)s”, or a name that looks like it, is taken.", name=name)


def _name_the_unnamed() -> None:
    """Whoever was made without a form, by a command or before there were such rows, is compared with too."""
    people = User.objects.filter(name=None)
    rows = [Name(user=user, folded=folded(user.username), shape=shape(user.username)) for user in people]
    # Of two who are alike already the first keeps the name for both.
    Name.objects.bulk_create(rows, ignore_conflicts=True)
