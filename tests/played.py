"""Battles that were played once in a run and are laid again from then on: every row of them, under the same keys.

A test may change what the demo is made of before it lays its table; that is part of a battle's key. Other code that it
wants changed while the battle is played it changes after laying the table, and plays on.
"""

import pickle
from collections.abc import Callable, Hashable
from datetime import datetime
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.utils import timezone

from battles.models import Campaign

_kept: dict[Hashable, tuple[datetime, bytes]] = {}


def laid(key: Hashable, play: Callable[[], None]) -> None:
    """Play, or lay what was played before under this key. Only an empty database has room for its rows."""
    if User.objects.exists() or Campaign.objects.exists():
        play()
    elif key in _kept:
        _insert(*_kept[key])
    else:
        play()
        _kept[key] = timezone.now(), pickle.dumps({model: list(model._base_manager.all()) for model in _tables()})


def _tables() -> list[type[models.Model]]:
    return [User, *apps.get_app_config("battles").get_models(include_auto_created=True)]


@transaction.atomic
def _insert(then: datetime, stored: bytes) -> None:
    """As if it had been played just now. Foreign keys are looked at when the transaction ends: any order will do."""
    rows: dict[type[models.Model], list[models.Model]] = pickle.loads(stored)
    later = timezone.now() - then
    for model, found in rows.items():
        for field in model._meta.concrete_fields:
            if isinstance(field, models.DateTimeField):
                _move(found, field.attname, later)
        model._base_manager.bulk_create(found)
    with connection.cursor() as cursor:
        # Where keys were given beforehand, PostgreSQL's sequences know nothing of them.
        for statement in connection.ops.sequence_reset_sql(no_style(), [model for model in rows if rows[model]]):
            cursor.execute(statement)


def _move(rows: list[models.Model], name: str, later: Any) -> None:
    for row in rows:
        if at := getattr(row, name):
            setattr(row, name, at + later)
