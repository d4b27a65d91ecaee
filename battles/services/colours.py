"""The design system's tokens, read off the style sheets, and the contrast of every pair of colours that may meet.

A pair that is not listed may not meet. tests/test_colours.py holds each to its ratio; `/style/` shows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from django.conf import settings

SHEETS = ("site.css", "grid.css")
SCHEMES = ("light", "dark")
TEXT, PART = 4.5, 3.0  # WCAG 2.2: what is read, and what is seen
GROUNDS = ("paper", "sheet", "sunk", "red-wash", "blue-wash", "warn-wash", "lit")
WORDS = ("ink", "soft", "red", "blue", "good", "warn", "accent")
MAP = ("map", "sky", "water")
TOKEN = re.compile(r"--([\w-]+): ([^;]+);")
BOTH = re.compile(r"light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")


class Pair(NamedTuple):
    """above: the words or the sign. least: the contrast it needs with what it lies on."""

    above: str
    ground: str
    least: float


PAIRS = (
    *(Pair(word, ground, TEXT) for word in WORDS for ground in GROUNDS),
    *(Pair(word, ground, TEXT) for word in ("ink", "on-map") for ground in MAP),
    Pair("on-accent", "accent", TEXT),
    Pair("paper", "ink", TEXT),
    Pair("sheet", "soft", TEXT),
    *(Pair(sign, ground, PART) for sign in ("edge", "focus") for ground in (*GROUNDS, "map")),
    *(Pair(sign, "map", PART) for sign in ("ink", "red", "blue", "accent", "arrow")),
    *(Pair("arrow", ground, PART) for ground in ("red-wash", "blue-wash", "lit")),
)


EVERY_GROUND = tuple(dict.fromkeys(pair.ground for pair in PAIRS))


class Measured(NamedTuple):
    pair: Pair
    light: float
    dark: float

    @property
    def holds(self) -> bool:
        return min(self.light, self.dark) >= self.pair.least


@cache
def tokens() -> dict[str, str]:
    """Every custom property of the sheets, as written there."""
    folder = settings.BASE_DIR / "static" / "battles"
    return {name: value for sheet in SHEETS for name, value in TOKEN.findall((folder / sheet).read_text())}


def roles(written: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """The colours among them: light and dark."""
    found = ((name, BOTH.fullmatch(value)) for name, value in written.items())
    return {name: (match[1], match[2]) for name, match in found if match}


def measured(written: Mapping[str, str]) -> Iterator[Measured]:
    known = roles(written)
    for pair in PAIRS:
        light, dark = (contrast(*both) for both in zip(known[pair.above], known[pair.ground], strict=True))
        yield Measured(pair, light, dark)


def contrast(one: str, other: str) -> float:
    """1 to 21, as WCAG reckons it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
