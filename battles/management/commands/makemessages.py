"""Bring the languages' PO files up to date with the texts of the code, the templates and the bundled rows."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from battles.management import translations
from battles.services.words import languages


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        template = translations.extracted()
        for language in languages():
            path = translations.po_file(language)
            text = translations.refreshed(language, template)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            missing = translations.untranslated(translations.stored(language))
            self.stdout.write(f"{language}: {len(template)} texts, {len(missing)} to be translated")
