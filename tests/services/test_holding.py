"""Rows that are held: who only refers to one does not wait for it."""

import re
from functools import partial
from pathlib import Path
from threading import Barrier

import pytest
from django.conf import settings
from django.db import transaction

from battles.models import Army, Battle, Campaign, LedgerEntry
from battles.services.holding import hold
from tests.services.racing import needs_rows_that_lock, race
from tests.table import Table

PATIENCE = 20  # seconds: the other one holds his row by then


@needs_rows_that_lock
@pytest.mark.django_db(transaction=True)
def test_two_who_each_hold_a_row_and_add_one_that_refers_to_the_others_do_not_wait_for_each_other() -> None:
    table = Table.laid()
    campaign, army = table.battle.campaign, table.battle.red_army
    assert army is not None
    both_hold = Barrier(2, timeout=PATIENCE)

    def book(held: type[Campaign] | type[Army] | type[Battle], pk: int) -> str:
        with transaction.atomic():
            hold(held.objects.all()).get(pk=pk)
            both_hold.wait()
            links = {"campaign": campaign, "army": army, "battle": table.battle}
            return LedgerEntry.objects.create(subject="reward", reason="battle", name="x", **links).name

    for one, other in ((campaign, army), (army, table.battle), (table.battle, campaign)):
        assert race(partial(book, type(one), one.pk), partial(book, type(other), other.pk)) == ["x", "x"]


def test_no_row_is_held_in_another_way() -> None:
    held = re.compile(r"select_for_update\(")
    files = {path.name for path in Path(settings.BASE_DIR / "battles").rglob("*.py") if held.search(path.read_text())}
    assert files == {"holding.py"}
