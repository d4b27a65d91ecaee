"""The two armies of the demo of a pitched battle, four heroes a side."""

from __future__ import annotations

from typing import Any

from battles.models.hero import ARMOUR, CHARACTERISTICS


def _hero(name: str, characteristics: str, wounds: int, armour: str) -> dict[str, Any]:
    """characteristics, armour: one number for each, in the order of the sheet."""
    figures = dict(zip(CHARACTERISTICS, map(int, characteristics.split()), strict=True))
    worn = dict(zip(ARMOUR, map(int, armour.split()), strict=True))
    return {"name": name, "wounds": wounds, "wounds_left": wounds, **figures, **worn}


RIVERLANDERS: dict[str, Any] = {
    "name": "Host of the Riverlands",
    "figures": {"headcount": 1400, "arms": 110, "training": 110},
    "heroes": [
        # WS BS S T Ag Int WP Fel, Wounds, armour of head, right and left arm, body, right and left leg
        _hero("Marshal Irmgard Dorn", "45 33 36 38 36 43 46 47", 14, "3 3 3 3 1 1")
        | {"fate": 2, "command": 2, "tactics": 2, "ride": 1, "perception": 1, "mounted": True},
        _hero("Sir Aubrin the Tall", "54 28 44 41 38 30 38 36", 15, "5 3 3 5 3 3")
        | {"fate": 1, "command": 1, "ride": 2, "mounted": True},
        _hero("Lisbet Kray, marksman", "34 52 33 34 48 36 36 31", 12, "1 1 1 1 0 0")
        | {"fate": 1, "perception": 3, "heal": 1},
        _hero("Father Osmund", "36 31 34 39 32 44 50 42", 13, "0 1 1 1 0 0")
        | {"fate": 1, "magic": 2, "channelling": 2, "heal": 2, "command": 1},
    ],
}
SPLIT_TUSK: dict[str, Any] = {
    "name": "Horde of the Split Tusk",
    "figures": {"headcount": 1900, "arms": 100, "training": 85},
    "heroes": [
        _hero("Chief Ghazbul", "50 30 46 50 30 28 40 38", 18, "3 3 3 3 1 1")
        | {"fate": 1, "command": 2, "perception": 1},
        _hero("Morg the Boulder", "47 20 52 54 22 18 34 22", 19, "1 1 1 3 1 1") | {"fate": 1, "command": 1},
        _hero("Old Skeeva, shaman", "32 30 34 44 34 40 48 30", 13, "0 0 0 0 0 0")
        | {"fate": 1, "magic": 2, "channelling": 2, "heal": 1},
        _hero("Nazzik, wolf rider", "42 44 35 38 50 30 30 26", 12, "1 1 1 1 0 0")
        | {"fate": 1, "ride": 3, "perception": 2, "mounted": True},
    ],
}
