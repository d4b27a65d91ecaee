"""The battle report of a golden battle as text, every line opened: what everybody may read of it, to the last term."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules import by_key
from battles.rules.recording import Recording, replay
from battles.rules.ruleset import AUDIENCES, Line


def report(recording: Recording) -> str:
    return "".join(f"{one}\n" for one in _lines(recording))


def _lines(recording: Recording) -> Iterator[str]:
    rules = by_key(recording.ruleset)
    for step in replay(recording):
        for event in step.events:
            if line := rules.narrate(step.state, event, AUDIENCES["public"]):
                yield from _opened(line)


def _opened(line: Line) -> Iterator[str]:
    yield f"{line.clause} {line.kind} {line.side or '-'}: {line.message}"
    for term in line.terms:
        yield f"  {term.value if term.plain else f'{term.value:+}'} {term.label}"
