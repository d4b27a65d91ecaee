"""Create a demo battle and print a one-time sign-in link for each of its four people."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from battles.management.commands import links
from battles.rules import RULESETS
from battles.services import autopilot, demo

ROLES = {"public": "spectator"}
PEOPLE = {"gm": "GM", "red": "Red player", "blue": "Blue player", "spectator": "Spectator"}


def add_options(parser: CommandParser) -> None:
    known = [ruleset.key for ruleset in RULESETS]
    phases = "; ".join(f"{key}: {', '.join(autopilot.phases(key)[1:])}" for key in known)
    parser.add_argument("--json", action="store_true", help="print the links as one JSON object on one line")
    parser.add_argument("--ruleset", choices=known, default=known[0], help=f"whose demo battle ({known[0]})")
    later = f"open the battle at a later phase, if it comes to it ({phases})"
    parser.add_argument("--fast-forward", metavar="PHASE", help=later)


def check(ruleset: str, fast_forward: str | None) -> None:
    """Raises CommandError for a phase that battles of this ruleset do not have."""
    known = autopilot.phases(ruleset)[1:]
    if fast_forward and fast_forward not in known:
        raise CommandError(f"--fast-forward: one of {', '.join(known)} is needed with --ruleset {ruleset}.")


def create(base: str, fast_forward: str | None, ruleset: str) -> dict[str, str]:
    """Role -> sign-in link, and `battle` -> the battle's page; the addresses begin with `base`."""
    battle = demo.create(ruleset=ruleset).battle
    if fast_forward:
        autopilot.play_until(battle_id=battle.pk, phase=fast_forward)
        battle.refresh_from_db(fields=["phase"])
        if battle.phase != fast_forward:
            raise CommandError(f"The demo battle ended without coming to {fast_forward}; try again or another phase.")
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
        check(options["ruleset"], options["fast_forward"])
        found = create(options["url"].rstrip("/"), options["fast_forward"], options["ruleset"])
        self.stdout.write(json.dumps(found) if options["json"] else as_text(found))
