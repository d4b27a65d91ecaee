"""A pasted list, a line a horde: `10x Termagants - Fleshborer`, `3 Panzer`, `Infantry (5 squads)`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal

from battles.importers.draft import MAX_SQUADS, DraftArmy, DraftHorde, Dropped, Remark, Total, Unreadable
from battles.importers.entries import Entry, line
from battles.importers.kinds import Kinds
from battles.importers.limits import LONGEST_LINE, guard_entries
from battles.importers.texts import decimal, short

POINTS = r"(?<![\d.,])(\d{1,9}(?:[.,]\d{1,4})?)\s*(?:pts?|points?|punkte)\b"
BULLET = re.compile(r"\s*(?:[-*•◦·–—>.]\s+)+")
HEADING = re.compile(r"[+=#_~\[].*|.*:")
TOTAL = re.compile(rf"(?:totals?|sum|gesamt|summe|somme)\b\D{{0,20}}{POINTS}.{{0,5}}", re.IGNORECASE)
BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]")
PLAIN = re.compile(r"\d{1,9}")
# A number as somebody may write one, also what none of our numbers is: -5, 3.5, 1e9. Then it is said, and not a name.
NUMBER = r"([-+−–]?\d{1,20}(?:[.,]\d{1,20})?(?:e[-+]?\d{1,5})?)"
SQUADS = re.compile(rf"{NUMBER}\s*(?:squads?|trupps?|escouades?)", re.IGNORECASE)
IN_BRACKETS = {
    "points": re.compile(POINTS, re.IGNORECASE),
    "squads": SQUADS,
    "models": re.compile(rf"[x×]?\s*{NUMBER}\s*[x×]?\s*(?:models?|figures?|modelle|men|strong)?", re.IGNORECASE),
}
BEFORE = {
    "models": re.compile(rf"{NUMBER}\s*(?:x\s|×)\s*", re.IGNORECASE),
    "squads": re.compile(rf"{NUMBER}\s+squads?\s+(?:of\s+)?", re.IGNORECASE),
    "number": re.compile(rf"{NUMBER}\s+", re.IGNORECASE),
}
BEHIND = re.compile(r"\s+(?:[x×]\s*(\d{1,9})|(\d{1,9})\s*[x×])", re.IGNORECASE)
PARTED = re.compile(r"\s+[-–—]\s+|:\s+")
WEAPONS = re.compile(r"[,;+]")


def draft(text: str, kinds: Kinds) -> DraftArmy:
    """Raises Unreadable."""
    reading = _Reading(kinds)
    for number, each in enumerate(text.splitlines(), 1):
        if len(each) > LONGEST_LINE:
            raise Unreadable("Line %(line)s has more than %(most)s characters.", line=number, most=LONGEST_LINE)
        if each.strip():
            reading.line(number, each)
    return DraftArmy(hordes=tuple(reading.hordes), dropped=tuple(reading.dropped), totals=reading.totals())


@dataclass
class _Parts:
    """A line taken apart. found: numbers as written, of `squads`, `models`, `points`, or a bare `number`."""

    name: str
    kind: str = ""
    weapons: list[str] = field(default_factory=list)
    found: dict[str, str] = field(default_factory=dict)


class _Reading:
    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds
        self._indent = 0
        self._said: Decimal | None = None
        self.hordes: list[DraftHorde] = []
        self.dropped: list[Dropped] = []

    def line(self, number: int, raw: str) -> None:
        guard_entries(len(self.hordes) + len(self.dropped) + 1)
        bullet = BULLET.match(raw)
        text = " ".join((raw[bullet.end() :] if bullet else raw).split())
        indent = len(raw) - len(raw.lstrip())
        total = TOTAL.fullmatch(text)
        if total:
            self._said = decimal(total[1])
        elif HEADING.fullmatch(text) or not any(letter.isalnum() for letter in text):
            self._drop(number, text, Remark("It is a heading."))
        elif bullet and self.hordes and indent > self._indent:
            self._drop(number, text, Remark("It belongs to %(name)s above.", {"name": self.hordes[-1].name}))
        else:
            self._indent = indent
            self._horde(Entry(line(number)), number, text)

    def totals(self) -> tuple[Total, ...]:
        if self._said is None:
            return ()
        added = sum((each.points for each in self.hordes if each.points is not None), Decimal(0))
        return (Total(what=Remark("points"), said=self._said, added=added),)

    def _drop(self, number: int, text: str, why: Remark) -> None:
        self.dropped.append(Dropped(name=short(text), why=why, where=line(number)))

    def _horde(self, entry: Entry, number: int, text: str) -> None:
        parts = _apart(text, self._kinds)
        name = entry.text("name", parts.name)
        if not name:
            self._drop(number, text, Remark("It has no name."))
            return
        entry.guess("name", "%(where)s: taken out of “%(text)s”.", text=short(text))
        squads, magnitude = _size(entry, parts.found)
        kind = entry.text("type", parts.kind)
        self.hordes.append(
            DraftHorde(
                name=name,
                type=kind,
                profile=self._kinds.of(entry, kind, (name,)),
                squads=squads,
                magnitude=magnitude,
                weapons=_weapons(entry, parts.weapons),
                points=entry.points(parts.found.get("points")),
                where=entry.where,
                guesses=entry.guesses,
            )
        )


def _size(entry: Entry, found: dict[str, str]) -> tuple[int, int]:
    squads, models = found.get("squads"), found.get("models")
    number = found.get("number")
    if number is not None and squads is None and models is None:
        if not PLAIN.fullmatch(number):
            squads = number
        elif int(number) <= MAX_SQUADS:
            squads = number
            entry.guess("squads", "%(where)s: the %(taken)s before the name was taken for Squads.", taken=int(number))
        else:
            models = number
    if models is not None and not PLAIN.fullmatch(models):
        return entry.size(squads=squads, magnitude=models)
    return entry.size(squads=squads, models=None if models is None else int(models))


def _weapons(entry: Entry, texts: list[str]) -> tuple[str, ...]:
    if texts:
        entry.guess("weapons", "%(where)s: what stands behind the name was taken for weapons.")
    return entry.weapons(texts)


def _apart(text: str, kinds: Kinds) -> _Parts:
    parts = _Parts(text)
    _take_before(parts)
    _take_brackets(parts, kinds)
    name, rest = _parted(parts.name)
    size = SQUADS.fullmatch(rest)
    if kinds.exactly(rest):
        parts.kind = rest
    elif size and not parts.found.keys() & BEFORE.keys():
        parts.found["squads"] = size[1].removeprefix("+")
    else:
        parts.weapons = [each.strip() for each in WEAPONS.split(rest) if each.strip()]
    parts.name = _take_behind(parts, name)
    return parts


def _parted(text: str) -> tuple[str, str]:
    hit = PARTED.search(text)
    return (text[: hit.start()], text[hit.end() :].strip()) if hit and hit.start() else (text, "")


def _take_before(parts: _Parts) -> None:
    for key, pattern in BEFORE.items():
        hit = pattern.match(parts.name)
        if hit and hit.end() < len(parts.name):
            parts.found[key] = hit[1].removeprefix("+")
            parts.name = parts.name[hit.end() :]
            return


def _take_brackets(parts: _Parts, kinds: Kinds) -> None:
    """Brackets with a number or a type are taken out; others are part of the name."""

    def taken(hit: re.Match[str]) -> str:
        inner = hit[1].strip()
        for key, pattern in IN_BRACKETS.items():
            number = pattern.search(inner) if key == "points" else pattern.fullmatch(inner)
            if number and key not in parts.found:
                parts.found[key] = number[1].removeprefix("+")
                return ""
        if kinds.exactly(inner) and not parts.kind:
            parts.kind = inner
            return ""
        return hit[0]

    parts.name = BRACKETS.sub(taken, parts.name).strip() or parts.name


def _take_behind(parts: _Parts, name: str) -> str:
    hit = BEHIND.search(name)
    if hit and hit.end() == len(name) and not parts.found.keys() & BEFORE.keys():
        parts.found["models"] = hit[1] or hit[2]
        return name[: hit.start()]
    return name
