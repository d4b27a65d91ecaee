"""Reads the newest round of the report off a page, as a reader with a pencil would, and adds it up again."""

import re
from typing import NamedTuple

from tests.browser.people import Person

ROUND = re.compile(r"(Air|Land) Contest, round \d+ of \d+")
TACTICS = re.compile(r"Tactics, .+: (\d+) against (\d+), (?:a failure|degrees of success: (\d+))\.")
BREAK = re.compile(r"Break test, .+: (\d+) against (\d+), it (stays|breaks and leaves the contest)\.")
SUM = re.compile(r"([\d +()-]+) = (\d+) Magnitude damage(?:, (\d+) → (\d+))?\.")


class Told(NamedTuple):
    """A line of the report. terms: what it opens to, a label and a number each; summands have a sign."""

    text: str
    clause: str
    terms: list[tuple[str, str]]

    @property
    def total(self) -> int:
        return sum(int(number.replace("−", "-")) for _, number in self.terms if number[0] in "+−")

    def figure(self, label: str) -> int:
        return int(dict(self.terms)[label])


def entries(person: Person) -> list[list[Told]]:
    """What is on the page, the newest first."""
    found = person.page.locator("#log-entries > .entry").evaluate_all(
        """entries => entries.map((entry) => [...entry.querySelectorAll(".line")].map((line) => [
            (line.querySelector("summary") ?? line.firstChild).textContent.trim(),
            line.querySelector(".clause")?.textContent ?? "",
            [...line.querySelectorAll(".terms tr")].map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
        ]))"""
    )
    return [[Told(text, clause, [(row[0], row[1]) for row in rows]) for text, clause, rows in lines] for lines in found]


def newest_round(person: Person) -> list[Told]:
    """From its heading on, through the stages in which it went on."""
    lines: list[Told] = []
    for entry in entries(person):
        lines[:0] = entry
        if ROUND.fullmatch(lines[0].text):
            return lines
    raise AssertionError(f"no round is told: {lines}")


def check_round(person: Person) -> None:
    """Both rolls with target and degrees, every test's modifiers, every damage as a sum that is right."""
    lines = newest_round(person)
    rolls = [(line, found) for line in lines if (found := TACTICS.fullmatch(line.text))]
    assert len(rolls) >= 2, lines
    for line, found in rolls:
        _check_target(line, roll=int(found[1]), target=int(found[2]))
        assert line.figure("Degrees of success") == int(found[3] or 0), line
        assert (int(found[1]) <= int(found[2])) == (found[3] is not None), line
    for line in lines:
        _check_sums(line)
    assert any("damage" in line.text for line in lines), lines


def _check_sums(line: Told) -> None:
    if found := BREAK.fullmatch(line.text):
        _check_target(line, roll=int(found[1]), target=int(found[2]))
        assert (int(found[1]) <= line.figure("Highest roll that holds")) == (found[3] == "stays"), line
    if found := SUM.search(line.text):
        total = sum(_numbers(found[1]))
        assert total == int(found[2]), line
        if found[3]:
            assert int(found[4]) == max(0, int(found[3]) - total), line


def _check_target(line: Told, roll: int, target: int) -> None:
    """The modifiers add up to it, and the opened line says the same as the closed one."""
    assert (line.total, line.figure("Target"), line.figure("Roll")) == (target, target, roll), line


def _numbers(sum_: str) -> list[int]:
    """`3 + (3 - 1) + 4` -> 3, 3, -1, 4."""
    return [int(number.replace(" ", "")) for number in re.findall(r"-? ?\d+", sum_.replace("(", "").replace(")", ""))]
