"""The migrations, with rows that were there before."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

BEFORE = [("battles", "0001_initial")]


def migrate(targets: list[tuple[str, str]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


@pytest.fixture
def old(transactional_db: None) -> Any:
    """The models as they were first; at the end the database is as the tests need it."""
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes("battles")
    yield migrate(BEFORE)
    migrate(newest)


def test_heroes_come_to_a_campaign_that_has_armies_battles_and_rows_of_its_own(old: Any) -> None:
    user = old.get_model("auth", "User").objects.create(username="gm")
    campaign = old.get_model("battles", "Campaign").objects.create(name="Old", gm=user)
    old.get_model("battles", "Army").objects.create(campaign=campaign, name="German Army")
    row = {"campaign": campaign, "kind": "terrain", "key": "open", "data": {"key": "open", "name": "Open"}}
    old.get_model("battles", "CatalogueEntry").objects.create(**row)
    old.get_model("battles", "Battle").objects.create(
        campaign=campaign, title="Old", ruleset="battlefront", setup={}, sources={"12345": 1}
    )
    new = migrate([("battles", "0002_heroes")])
    army = new.get_model("battles", "Army").objects.get()
    assert (army.name, army.headcount, army.arms, army.training) == ("German Army", 0, 100, 100)
    assert army.heroes.count() == 0
    entry = new.get_model("battles", "CatalogueEntry").objects.get()
    assert (entry.ruleset, entry.kind, entry.key) == ("battlefront", "terrain", "open")
    assert new.get_model("battles", "Battle").objects.get().sources == {"12345": 1}


def test_the_magnitude_there_was_before_there_was_a_ledger_is_booked_once(old: Any) -> None:
    old = migrate([("battles", "0002_heroes")])
    user = old.get_model("auth", "User").objects.create(username="gm")
    campaign = old.get_model("battles", "Campaign").objects.create(name="Old", gm=user)
    army = old.get_model("battles", "Army").objects.create(campaign=campaign, name="German Army")
    for magnitude in (0, 7, 60):
        army.hordes.create(name="Panzer", profile="tank", squads=3, magnitude=magnitude)
    new = migrate([("battles", "0003_members_ledger")])
    entries = new.get_model("battles", "LedgerEntry").objects.filter(army=army.pk, field="magnitude", reason="raised")
    assert sum(entries.values_list("amount", flat=True)) == 67
    assert set(entries.values_list("campaign", flat=True)) == {campaign.pk}
