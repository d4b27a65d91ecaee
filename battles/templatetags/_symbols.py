"""The standard military symbols that a board draws: shapes in a box of 160, made by `make symbols`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from battles.rules.ruleset import Side

PATH = Path(__file__).with_name("symbols.json")


@cache
def _drawn() -> dict[str, str]:
    symbols: dict[str, str] = json.loads(PATH.read_text())["symbols"]
    return symbols


def shapes(side: Side, kind: str) -> str:
    return _drawn()[f"{side.value}-{kind}"]
