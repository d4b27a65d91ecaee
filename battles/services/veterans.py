"""Armies that have fought: what a battle may have cost them is for whoever runs the campaign to change.

Else a player would give himself back what he has lost, and the ledger, where only the GM repairs, would be for show.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from battles.models import Army, Battle, LedgerEntry
from battles.services import seats
from battles.services.refusals import Refused

# kind of row -> its fields that are kept, whatever else of it may be edited; nor are there more or fewer of these rows
KEPT = {"hordes": ("profile", "squads", "magnitude"), "heroes": ("wounds_left", "fate", "condition", "injuries")}
OF_THE_ARMY = ("headcount",)
Picture = Mapping[str, Any]


def fought(armies: QuerySet[Army]) -> QuerySet[Army]:
    """Those with which a battle was opened that was not declared void, or that bear what one has cost."""
    opened = Battle.objects.filter(Q(red_army=OuterRef("pk")) | Q(blue_army=OuterRef("pk")), voided_at=None)
    booked = LedgerEntry.objects.filter(
        army=OuterRef("pk"), reason=LedgerEntry.Reason.BATTLE, reversed_by__isnull=True
    ).order_by()
    return armies.filter(Exists(opened.order_by()) | Exists(booked))


def is_kept(army: Army, person: User) -> bool:
    """Whether what battles cost this army is out of this person's hands."""
    runs = seats.led_by(person).filter(pk=army.campaign_id).exists()
    return not runs and fought(Army.objects.filter(pk=army.pk)).exists()


def refuse_changed(army: Army, by: User | None, before: Picture, now: Picture) -> None:
    """Raises Refused."""
    if by is not None and _kept(before) != _kept(now) and is_kept(army, by):
        raise Refused(
            "",
            "%(army)s has fought: its hordes' types, Squads and Magnitude, what its heroes have left and its headcount "
            "are for whoever runs the campaign to change.",
            army=army.name,
        )


def _kept(picture: Picture) -> list[Any]:
    rows = [{row["pk"]: [row[name] for name in names] for row in picture[key]} for key, names in KEPT.items()]
    return [*rows, [picture["army"][name] for name in OF_THE_ARMY]]
