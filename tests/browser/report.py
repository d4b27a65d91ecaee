"""Reads the newest round of the report off a page, as a reader with a pencil would, and adds it up again."""

import re
from typing import NamedTuple

from tests.browser.people import Person

TACTICS = re.compile(r"Tactics, .+: (\d+) against (\d+), (?:a failure|degrees of success: (\d+))\.")
BREAK = re.compile(r"Break test, .+: (\d+) against (\d+), it (stays|breaks and leaves the contest)\.")
SUM = re.compile(r"([\d +()-]+) = (\d+) Magnitude damage(?:, (\d+) -> (\d+))?\.")


class Told(NamedTuple):
    """A line of the report. terms: the numbers that it opens to."""

    text: str
    terms: list[int]


def newest_round(person: Person) -> list[Told]:
    found = person.newest().evaluate_all(
        """lines => lines.map((line) => [
            (line.querySelector("summary") ?? line).textContent.trim(),
            [...line.querySelectorAll(".terms td")].map((cell) => Number(cell.textContent.replace("−", "-"))),
        ])"""
    )
    return [Told(text, terms) for text, terms in found]


def check_round(person: Person) -> None:
    """Both rolls with target and degrees, every test's modifiers, every damage as a sum that is right."""
    lines = newest_round(person)
    assert " Contest, round " in lines[0].text, lines
    rolls = [(line, found) for line in lines if (found := TACTICS.fullmatch(line.text))]
    assert len(rolls) >= 2, lines
    for line, found in rolls:
        assert sum(line.terms) == int(found[2]), line
        assert (int(found[1]) <= int(found[2])) == (found[3] is not None), line
    for line in lines:
        _check_sums(line)
    assert any("damage" in line.text for line in lines), lines


def _check_sums(line: Told) -> None:
    if found := BREAK.fullmatch(line.text):
        assert sum(line.terms) == int(found[2]), line
        assert (int(found[1]) <= int(found[2])) == (found[3] == "stays"), line
    if found := SUM.search(line.text):
        total = sum(_numbers(found[1]))
        assert total == int(found[2]), line
        if found[3]:
            assert int(found[4]) == max(0, int(found[3]) - total), line


def _numbers(sum_: str) -> list[int]:
    """`3 + (3 - 1) + 4` -> 3, 3, -1, 4."""
    return [int(number.replace(" ", "")) for number in re.findall(r"-? ?\d+", sum_.replace("(", "").replace(")", ""))]
