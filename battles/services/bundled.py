"""The scenarios every campaign starts with, as catalogue rows: each names its terrain by key."""

from __future__ import annotations

from typing import Any

SCENARIOS: dict[str, dict[str, Any]] = {
    # Base Width 7; rough terrain takes 2 off the invading Germans (BF-47).
    "crossing-the-meuse": {
        "name": "Crossing the Meuse",
        "terrain": "rough",
        "base_width": 7,
        "invader": "red",
        "red_air": 4,
        "red_land": 6,
        "blue_air": 4,
        "blue_land": 9,
    },
    "open-field": {
        "name": "Open field",
        "terrain": "open",
        "base_width": 6,
        "invader": "red",
        "red_air": 4,
        "red_land": 8,
        "blue_air": 4,
        "blue_land": 8,
    },
    "assault-on-a-fortress": {
        "name": "Assault on a fortress",
        "terrain": "fortified",
        "base_width": 7,
        "invader": "red",
        "red_air": 5,
        "red_land": 10,
        "blue_air": 3,
        "blue_land": 7,
    },
}
