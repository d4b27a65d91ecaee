"""Bytes to text, and text to names and numbers that are fit to be shown and stored."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

from battles.importers.draft import Remark, Unreadable
from battles.importers.limits import LONGEST_NAME

# First bytes of pictures, documents, programs and archives that somebody may send by mistake.
BINARIES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"%PDF", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!")
CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f]")
LINE_BREAKS = re.compile(r"\r\n|[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
# Controls, halves of characters, marks that turn what follows them, and marks that belong before a text or round notes.
UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]")
WHOLE = re.compile(r"([+-]?\d{1,18})(?:[.,]0{1,2})?")
DECIMAL = re.compile(r"([+-]?\d{1,9})(?:[.,](\d{1,4}))?")
LARGEST = 10**18
# What is not seen by itself: spaces, controls, marks of format, marks on letters.
NOT_SEEN = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Mn", "Me"})
MINUS = str.maketrans("−–", "--")
SHORT = 60


def decode(data: bytes) -> tuple[str, tuple[Remark, ...]]:
    """The text, with a remark if its encoding was guessed. Raises Unreadable for what is no text."""
    if data.startswith(BINARIES):
        raise Unreadable("The file is not a text: it is a picture, a document or an archive of another kind.")
    encoding = _encoding(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8":
            raise Unreadable("The file cannot be read as %(encoding)s.", encoding=encoding.upper()) from error
        return _latin(data)
    return _without_nul(text.removeprefix("\ufeff")), ()


def _encoding(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    low, high = data[1::2].count(0), data[0::2].count(0)
    if low * 4 > len(data) and not high:
        return "utf-16-le"
    if high * 4 > len(data) and not low:
        return "utf-16-be"
    return "utf-8"


def _latin(data: bytes) -> tuple[str, tuple[Remark, ...]]:
    """Windows writes its quotation marks where Latin-1 has nothing that is seen."""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if CONTROLS.search(text):
        raise Unreadable("The file is not a text.")
    return text, (Remark("The file is not in UTF-8. It was read as Latin-1: look at letters with accents."),)


def _without_nul(text: str) -> str:
    if "\0" in text:
        raise Unreadable("The file is not a text.")
    return text


def tidy(text: str, longest: int = LONGEST_NAME) -> tuple[str, bool, bool]:
    """The text on one line, in composed form, without what is not seen; whether it was cut, whether cleaned.

    Cut before it is composed: composing takes time with the square of a run of marks.
    """
    flat = LINE_BREAKS.sub(" ", text[: 40 * longest]).strip()
    seen = UNSEEN.sub("", flat[: 4 * longest])
    composed = unicodedata.normalize("NFC", seen).strip()
    cut = len(text) > 40 * longest or len(flat) > 4 * longest or len(composed) > longest
    return composed[:longest].strip(), cut, UNSEEN.search(flat) is not None


def visible(text: str) -> bool:
    """Whether there is anything to be seen in it, beside spaces and marks."""
    return any(unicodedata.category(letter) not in NOT_SEEN for letter in text)


def short(given: object) -> str:
    """What a file says, as a sentence may quote it."""
    written = given if isinstance(given, str) else _written(given)
    text = tidy(written[: 4 * SHORT], 4 * SHORT)[0]
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"


def whole(given: object) -> int | None:
    """A whole number as a file or a person may write it, or None."""
    hit = WHOLE.fullmatch(_written(given))
    return int(hit[1]) if hit else None


def decimal(given: object) -> Decimal | None:
    """A number with at most four places, its comma decimal, or None."""
    hit = DECIMAL.fullmatch(f"{given:.4f}" if isinstance(given, float) else _written(given))
    return plain(Decimal(f"{hit[1]}.{hit[2] or 0}")) if hit else None


def plain(number: Decimal) -> Decimal:
    """12 for 12.000, and 100 for 1E+2."""
    rounded = number.to_integral_value()
    return rounded + 0 if rounded == number else number.normalize()


def odd_digits(given: object) -> bool:
    """Whether a number is written in digits other than 0 to 9."""
    return not _written(given).isascii()


def _written(given: object) -> str:
    """What may be a number, as text; nothing for whatever else there is, and for a number without end."""
    if isinstance(given, str):
        return given.strip().translate(MINUS) if len(given) <= SHORT else ""
    if isinstance(given, bool) or not isinstance(given, int | float):
        return ""
    return str(given) if abs(given) < LARGEST else ""
