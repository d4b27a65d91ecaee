"""Draw the military symbols anew (APP-6, MIL-STD-2525) with milsymbol, which serving a page does without: it takes
130 MB and half a second to say what a few drawings say in 7 kB. `make symbols` fetches it.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import re
from typing import Any

from django.core.management.base import BaseCommand

from battles.templatetags import _symbols

# Identity and context of a frame: hostile is a diamond, friendly a rectangle.
FRAMES = {"red": "6", "blue": "3"}
# Symbol set, then entity and modifiers (MIL-STD-2525D).
KINDS = {
    "infantry": ("10", "1211000000"),
    "tank": ("10", "1205000000"),
    "ac_suit": ("10", "1211020000"),  # armoured infantry
    "artillery": ("10", "1303000000"),
    "interceptor": ("01", "1101040000"),
    "bomber": ("01", "1101030000"),
    "starfighter": ("05", "1101000000"),
    "aircraft": ("01", "1101000000"),
}
SHAPE = re.compile(r"<(path|circle|text) ([^>]*?)\s*>(.*?)</\1>")
LICENCE = "MIT License, Copyright (c) 2026 Kevin Lundeen, (c) 2017 Måns Beckman"
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
PLACES = ("d", "cx", "cy", "r", "x", "y", "text-anchor", "dominant-baseline", "font-size")


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        draw = importlib.import_module("milsymbol").Symbol
        symbols = {
            f"{side}-{kind}": _plain(draw(f"100{frame}{place}0000{entity}").as_svg())
            for side, frame in FRAMES.items()
            for kind, (place, entity) in KINDS.items()
        }
        about = f"Drawn by milsymbol {importlib.metadata.version('milsymbol')}. {LICENCE}"
        _symbols.PATH.write_text(json.dumps({"about": about, "symbols": symbols}, indent=1, ensure_ascii=False) + "\n")
        self.stdout.write(f"{len(symbols)} symbols in {_symbols.PATH.name}")


def _plain(svg: str) -> str:
    """The shapes alone, with classes for the page's colours in place of the library's."""
    shapes = (_shape(*found.groups(), first=not number) for number, found in enumerate(SHAPE.finditer(svg)))
    return "".join(shapes)


def _shape(tag: str, attributes: str, text: str, *, first: bool) -> str:
    had = dict(ATTRIBUTE.findall(attributes))
    drawn = "frame" if first else "solid" if had.get("fill") == "black" and _is_area(tag, had) else "glyph"
    kept = "".join(f' {name}="{had[name]}"' for name in PLACES if name in had)
    return f'<{tag} class="{drawn}"{kept}>{text}</{tag}>' if text else f'<{tag} class="{drawn}"{kept}/>'


def _is_area(tag: str, had: dict[str, str]) -> bool:
    """Crossing lines have a fill too, of nothing."""
    return tag != "path" or had["d"].lower().endswith("z") or "c" in had["d"].lower()
