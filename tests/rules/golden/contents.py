"""The golden battles as they lie beside this file, and what a battle holds, computed from it.

A ruleset's module says what is particular to it: RULES, its QUESTIONS, PLANS by name, `opened` and `chosen` to play a
plan, `words` of a step and all that are `wanted`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import asdict

from battles.rules.recording import Recording, decode, replay
from tests.rules.golden import bataille, battlefront

FOLDER = Path(__file__).resolve().parent
# What only a ruling of the GM's brings: a recording holds commands, no rulings.
OF_RULINGS = {"Adjusted", "BattleStopped", "ChallengeVoided", "ActionCancelled", "NamingDropped"}
LIMIT = 150_000  # bytes
GAMES: dict[str, Any] = {game.RULES.key: game for game in (battlefront, bataille)}


def names(ruleset: str = "") -> list[str]:
    """Of all, or of one ruleset's."""
    found = sorted(path.stem for path in FOLDER.glob("*.json"))
    return [name for name in found if not ruleset or load(name).ruleset == ruleset]


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.json"


def load(name: str) -> Recording:
    return decode(path_of(name).read_bytes())


def held(recording: Recording) -> frozenset[str]:
    """What the battle has in it, in words that can be compared."""
    game, found = GAMES[recording.ruleset], set[str]()
    found.update(_rules(game, recording))
    for step in replay(recording):
        found.add(f"command {type(step.command).__name__}")
        found.update(f"event {type(event).__name__}" for event in step.events)
        found.update(game.words(step))
    return frozenset(found)


def _rules(game: Any, recording: Recording) -> Iterator[str]:
    rules = msgspec.convert(recording.setup, game.RULES.setup_type).house_rules
    for field, value in asdict(rules).items():
        yield f"rule {game.QUESTIONS.by_field[field].id}={value}"


def wanted(ruleset: str) -> frozenset[str]:
    """What all golden battles of the ruleset together must hold."""
    game = GAMES[ruleset]
    choices = game.QUESTIONS.by_field.values()
    return frozenset(
        {
            *(f"rule {choice.id}={option.value}" for choice in choices for option in choice.options),
            *(f"command {kind.__name__}" for kind in game.RULES.command_type.__args__),
            *(f"event {name}" for kind in game.RULES.event_type.__args__ if (name := kind.__name__) not in OF_RULINGS),
            *game.wanted(),
        }
    )


def missing(ruleset: str, found: frozenset[str]) -> list[str]:
    return sorted(wanted(ruleset) - found)
