"""Rows that are held until the end of a transaction."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def hold(rows: QuerySet[Row]) -> QuerySet[Row]:
    """Whoever else wants to hold one of them waits; whoever only refers to one does not.

    So not their keys: else PostgreSQL makes an insert of a row that refers to a held one wait, and two transactions
    that each hold a row and insert one that refers to the other's would wait for each other for ever.
    """
    return rows.select_for_update(of=("self",), no_key=True)
