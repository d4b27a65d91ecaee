"""Reads the report of a pitched battle, in any language, and adds it up again."""

import re

from tests.browser.pitched import Pitched, numbers, plain
from tests.browser.report import Told, entries


def checked(crew: Pitched) -> list[Told]:
    """All that the newest step told: points, tests and wounds that are what their parts make. All read the same."""
    lines = newest(crew)
    assert lines
    for line in lines:
        if "→" in line.text:
            (_check_wound if line.clause == "BR-28" else _check_points)(line)
        elif len(line.terms) > 3 and line.clause != "BR-28" and all(n[0] not in "+−" for _, n in line.terms[-3:]):
            rolled(line)
    return lines


def newest(crew: Pitched) -> list[Told]:
    lines = entries(crew.spectator)[0]
    return [Told(plain(text), clause, [(plain(label), n) for label, n in terms]) for text, clause, terms in lines]


def _check_points(line: Told) -> None:
    before, after = _change(line)
    dice = sum(int(number) for _, number in line.terms if number[0] not in "+−")
    assert abs(after - before) == dice + line.total or after == 0 < before, line


def _check_wound(line: Told) -> None:
    before, after = _change(line)
    counts = [int(number) for _, number in line.terms[1:] if number[0] not in "+−"]
    nets = [max(0, kept + line.total) for kept in counts]
    assert any(after == max(0, before - net) and net in numbers(line.text) for net in nets), line


def _change(line: Told) -> tuple[int, int]:
    found = re.search(r"(\d+) → (\d+)", line.text)
    assert found, line
    return int(found[1]), int(found[2])


def rolled(line: Told) -> tuple[int, int]:
    """Roll and target of a test, which the modifiers make."""
    base, target, roll, degrees = (int(line.terms[place][1]) for place in (0, -3, -2, -1))
    assert base + line.total == target and abs(target - roll) // 10 == degrees, line
    assert {roll, target} <= set(numbers(line.text)), line
    return roll, target


def told(crew: Pitched, words: str, clause: str) -> Told:
    """The one line of the newest entry that has these words; `agree` has found it on all four pages."""
    found = [line for line in newest(crew) if words in line.text and line.clause == clause]
    assert len(found) == 1, (words, newest(crew))
    return found[0]
