"""What a person types into a form of a campaign: whole numbers and texts, or a sentence saying what is wanted."""

from __future__ import annotations

import re
import unicodedata
from typing import NoReturn

from battles.rules.ruleset import Message
from battles.services.refusals import Refused

LONGEST_NAME = 100
MINUS = str.maketrans("−–", "--")  # a true minus, as our own pages write it, and what a phone makes of a hyphen
WHOLE = re.compile(r"[+-]?[0-9]{1,12}")  # ASCII: what a person means by other digits is not for us to guess
# They join or part the letters of some scripts, and are seen by that alone.
JOINERS = dict.fromkeys((0x200C, 0x200D))
# Letters, symbols and marks that leave no trace on the page.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
MOST_MARKS = 4  # on one letter: more than any script piles up
MARKS = frozenset({"Mn", "Me"})


def number_wanted(least: int, most: int) -> Message:
    return Message("a whole number from %(least)s to %(most)s", {"least": least, "most": most})


def text_wanted(least: int, most: int) -> Message:
    if least:
        return Message("a text of %(least)s to %(most)s readable characters", {"least": least, "most": most})
    return Message("a text of at most %(most)s readable characters", {"most": most})


def number(text: str, least: int, most: int) -> int | None:
    """A whole number between the two; None for anything else."""
    written = text.strip().translate(MINUS)
    return int(written) if WHOLE.fullmatch(written) and least <= int(written) <= most else None


def whole(field: str, title: Message, text: str, least: int, most: int) -> int:
    """A whole number between the two. Raises Refused."""
    found = number(text, least, most)
    if found is None:
        refuse(field, title, number_wanted(least, most))
    return found


def readable(field: str, title: Message, text: str, least: int, most: int) -> str:
    """A text of that length on one line, one space at a time, all of which can be seen. Raises Refused.

    Composed, as files have it, so that a name read back from one is the same name. A name is typed on one line; only
    what may be long is put on one.
    """
    text = unicodedata.normalize("NFC", text) if len(text) <= 4 * most else text
    flat = " ".join(text.split())
    seen = (flat if most > LONGEST_NAME else text.strip()).translate(JOINERS)
    hidden = not seen.isprintable() or not BLANKS.isdisjoint(flat) or (least and not is_seen(flat))
    if hidden or not least <= len(flat) or len(text) > most:
        refuse(field, title, text_wanted(least, most))
    if piled(flat):
        refuse(field, title, Message("a text with at most %(most)s marks on one letter", {"most": MOST_MARKS}))
    return flat


def is_seen(text: str) -> bool:
    """Whether there is anything in it for the eye, beside spaces and marks."""
    return any(unicodedata.category(letter)[0] in "LNSP" for letter in text)


def piled(text: str) -> bool:
    """Whether marks are heaped on a letter until they cover the lines around it."""
    marks = "".join("m" if unicodedata.category(letter) in MARKS else " " for letter in text)
    return "m" * (MOST_MARKS + 1) in marks


def prose(field: str, title: Message, text: str, most: int) -> str:
    """A text of several lines, in which each can be read. Raises Refused."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if len(text) > most or not all(line.translate(JOINERS).isprintable() for line in lines):
        refuse(field, title, text_wanted(0, most))
    return "\n".join(lines)


def refuse(field: str, where: Message, wanted: Message) -> NoReturn:
    raise Refused(field, "%(where)s: %(wanted)s is needed.", where=where, wanted=wanted)
