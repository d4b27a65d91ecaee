"""Which type of horde an entry may be: its own words against the names of the types there are."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping

from battles.importers.entries import Entry
from battles.importers.limits import LONGEST_NAME

WORD = re.compile(r"[^\W_]+")
MOST_WORDS, MOST_TEXTS = 40, 4
ALIKE = 0.8
# What other games and languages call it: the words of a type that it may stand for.
MEANINGS: Mapping[str, tuple[str, ...]] = {
    "panzer": ("tank",),
    "char": ("tank",),
    "vehicle": ("tank",),
    "infanterie": ("infantry",),
    "troop": ("infantry",),
    "battleline": ("infantry",),
    "soldat": ("infantry",),
    "soldier": ("infantry",),
    "rifle": ("infantry",),
    "artillerie": ("artillery",),
    "gun": ("artillery",),
    "mortar": ("artillery",),
    "howitzer": ("artillery",),
    "haubitze": ("artillery",),
    "geschütz": ("artillery",),
    "battlesuit": ("ac", "suit"),
    "walker": ("ac", "suit"),
    "dreadnought": ("ac", "suit"),
    "mech": ("ac", "suit"),
    "fighter": ("interceptor",),
    "chasseur": ("interceptor",),
    "jäger": ("interceptor",),
    "abfangjäger": ("interceptor",),
    "aircraft": ("interceptor",),
    "flyer": ("interceptor",),
    "bombardier": ("bomber",),
}


class Kinds:
    """profiles: key -> name, of the types that a horde may have here."""

    def __init__(self, profiles: Mapping[str, str]) -> None:
        self._profiles = dict(profiles)
        self._exact = {name.casefold(): key for key, name in reversed(self._profiles.items())}
        self._exact |= {key.casefold(): key for key in self._profiles}
        self._words = [
            (words, key) for key, name in self._profiles.items() for words in (_words(name), _words(key)) if words
        ]
        self._words.sort(key=lambda pair: -len(pair[0]))

    def exactly(self, text: str) -> str | None:
        """The key of the type of that name or key, in small letters or large."""
        return self._exact.get(text.casefold())

    def of(self, entry: Entry, kind: str, others: Iterable[str] = (), key: str = "") -> str | None:
        """The key that is given if there is such a type, else the type's that is written, else a guess, else None."""
        if key in self._profiles:
            return key
        if (exact := self.exactly(kind)) is not None:
            return exact
        texts = [text for text in (kind, key, *others) if text]
        for text, found in ((text, self._like(text)) for text in texts[:MOST_TEXTS]):
            if found is not None:
                entry.guess(
                    "profile", "%(where)s: “%(text)s” was taken for %(type)s.", text=text, type=self._profiles[found]
                )
                return found
        entry.guess(
            "profile", "%(where)s: no type here is like “%(text)s”; choose one.", text=texts[0] if texts else ""
        )
        return None

    def _like(self, text: str) -> str | None:
        if (exact := self.exactly(text)) is not None:
            return exact
        words = _words(text)
        words |= {meant for word in words for meant in MEANINGS.get(word, ())}
        for wanted, key in self._words:
            if wanted <= words:
                return key
        close = difflib.get_close_matches(text[:LONGEST_NAME].casefold(), self._exact, n=1, cutoff=ALIKE)
        return self._exact[close[0]] if close else None


def _words(text: str) -> set[str]:
    """In small letters, without the s of the plural, without what stands in brackets."""
    found = WORD.findall(re.sub(r"\([^()]*\)", "", text).casefold())[:MOST_WORDS]
    return {word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word for word in found}
