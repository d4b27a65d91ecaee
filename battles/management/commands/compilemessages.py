"""Compile the languages' PO files into what Django reads."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from battles.management import translations
from battles.services.words import languages


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        for language in languages():
            translations.compile_one(language)
