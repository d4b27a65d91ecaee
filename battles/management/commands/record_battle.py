"""Write a finished battle to a file: its setup, secret, commands, events and outcome. The tests can replay it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from battles.rules.recording import encode
from battles.services import recording
from battles.services.refusals import Refused


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("battle", type=int, help="the battle's number: the last part of its page's address")
        parser.add_argument("file", type=Path, help="where to write, as JSON; a file that is there is replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            recorded = recording.record(battle_id=options["battle"])
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        text = encode(recorded)
        try:
            options["file"].write_bytes(text)
        except OSError as error:
            raise CommandError(f"Cannot write {options['file']}: {error.strerror}.") from None
        self.stdout.write(f"{recorded.title}: {len(text)} bytes in {options['file']}.")
