"""Create the demo battle and print a one-time sign-in link for each of its four people."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse
from sesame.utils import get_query_string

from battles.services import autopilot, demo

PEOPLE = {"gm": "GM", "red": "Red player", "blue": "Blue player", "spectator": "Spectator"}


def add_options(parser: CommandParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the links as one JSON object on one line")
    parser.add_argument("--fast-forward", choices=autopilot.PHASES, help="open the battle at a later phase")


def create(base: str, fast_forward: str | None) -> dict[str, str]:
    """Role -> sign-in link, and `battle` -> the battle's page; the addresses begin with `base`."""
    made = demo.create()
    if fast_forward:
        autopilot.play_until(battle_id=made.battle.pk, phase=fast_forward)
    enter = reverse("battles:enter")
    links = {role: f"{base}{enter}{get_query_string(who, scope='enter')}" for role, who in made.people.items()}
    return links | {"battle": f"{base}{made.battle.get_absolute_url()}"}


def as_text(links: dict[str, str]) -> str:
    lines = [
        "",
        "The battle is ready. Each link signs in once; open each in a browser profile or private window of its own.",
        "",
        *(f"  {title + ':':<13} {links[role]}" for role, title in PEOPLE.items()),
        "",
    ]
    return "\n".join(lines)


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        add_options(parser)
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="what the links begin with")

    def handle(self, *args: Any, **options: Any) -> None:
        links = create(options["url"].rstrip("/"), options["fast_forward"])
        self.stdout.write(json.dumps(links) if options["json"] else as_text(links))
