"""What Django's own pages call models and fields. Set here, because in a model each word would be a migration."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.utils.translation import gettext_lazy as _

CREATED = _("Opened")
# model -> its name, that of several, those of its fields
NAMES: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "Campaign": (
        _("campaign"),
        _("campaigns"),
        {"name": _("Name"), "gm": _("GM"), "created_at": CREATED, "archived_at": _("Archived")},
    ),
    "Member": (
        _("member"),
        _("members"),
        {"user": _("Name"), "campaign": _("Campaign"), "role": _("Role"), "joined_at": _("Joined")},
    ),
    "Battle": (
        _("battle"),
        _("battles"),
        {
            "title": _("Title"),
            "campaign": _("Campaign"),
            "ruleset": _("Ruleset"),
            "phase_title": _("Phase"),
            "created_at": CREATED,
            "finished_at": _("Ended"),
        },
    ),
    "Seat": (_("seat"), _("seats"), {"user": _("Name"), "battle": _("Battle"), "role": _("Role")}),
}


def give() -> None:
    for model_name, (one, several, fields) in NAMES.items():
        meta = apps.get_model("battles", model_name)._meta
        meta.verbose_name, meta.verbose_name_plural = one, several
        for name, title in fields.items():
            meta.get_field(name).verbose_name = title
