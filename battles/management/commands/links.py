"""Print a fresh one-time sign-in link for everybody who sits in a battle, for who has lost his own."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from sesame.utils import get_query_string

from battles.models import Battle, Seat

DEFAULT_URL = "http://127.0.0.1:8000"


def of_seats(base: str, battle_id: int) -> list[tuple[Seat, str]]:
    """Each seat with a link that begins with `base`. A link holds until its person signs in next."""
    seats = Seat.objects.filter(battle_id=battle_id).select_related("user")
    enter = reverse("battles:enter")
    return [(seat, f"{base}{enter}{get_query_string(seat.user, scope='enter')}") for seat in seats]


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "battle", nargs="?", type=int, help="the number in the battle's address (the newest battle)"
        )
        parser.add_argument("--url", default=DEFAULT_URL, help="what the links begin with")

    def handle(self, *args: Any, **options: Any) -> None:
        battles = Battle.objects.filter(pk=options["battle"]) if options["battle"] else Battle.objects.all()
        battle = battles.first()
        if battle is None:
            raise CommandError("There is no such battle.")
        self.stdout.write(f"{battle.title} (battle {battle.pk})")
        for seat, link in of_seats(options["url"].rstrip("/"), battle.pk):
            self.stdout.write(f"  {seat.get_role_display():<10} {seat.user.get_username():<20} {link}")
