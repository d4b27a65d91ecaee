"""Create the demo battle and print a one-time sign-in link for each of its four people."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from battles.management.commands import links
from battles.services import autopilot, demo

ROLES = {"public": "spectator"}
PEOPLE = {"gm": "GM", "red": "Red player", "blue": "Blue player", "spectator": "Spectator"}


def add_options(parser: CommandParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the links as one JSON object on one line")
    parser.add_argument("--fast-forward", choices=autopilot.PHASES, help="open the battle at a later phase")


def create(base: str, fast_forward: str | None) -> dict[str, str]:
    """Role -> sign-in link, and `battle` -> the battle's page; the addresses begin with `base`."""
    battle = demo.create().battle
    if fast_forward:
        autopilot.play_until(battle_id=battle.pk, phase=fast_forward)
    found = {ROLES.get(seat.role, seat.role): link for seat, link in links.of_seats(base, battle.pk)}
    return found | {"battle": f"{base}{battle.get_absolute_url()}"}


def as_text(found: dict[str, str]) -> str:
    lines = [
        "",
        "The battle is ready. Each link signs in once; open each in a browser profile or private window of its own.",
        "",
        *(f"  {title + ':':<13} {found[role]}" for role, title in PEOPLE.items()),
        "",
    ]
    return "\n".join(lines)


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        add_options(parser)
        parser.add_argument("--url", default=links.DEFAULT_URL, help="what the links begin with")

    def handle(self, *args: Any, **options: Any) -> None:
        found = create(options["url"].rstrip("/"), options["fast_forward"])
        self.stdout.write(json.dumps(found) if options["json"] else as_text(found))
