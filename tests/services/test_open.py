"""Opening a battle: what is pinned, who is seated, what the dice are bound to."""

import hashlib

import pytest
from django.db import IntegrityError, transaction

from battles.models import Battle, Commander, Horde, Seat
from tests.table import Table

pytestmark = pytest.mark.django_db


def test_everybody_sits_where_he_was_put(table: Table) -> None:
    seated = set(Seat.objects.values_list("user__username", "role"))
    assert seated == {("gm", "gm"), ("ann", "red"), ("bob", "blue"), ("sue", "public")}


def test_a_person_has_one_seat_in_a_battle(table: Table) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(battle=table.battle, user=table.ann, role="blue")


def test_the_dices_secret_is_promised_from_the_first_step_and_shown_only_at_the_end(table: Table) -> None:
    secret = bytes(Battle.objects.get().secret)
    facts = table.board(table.sue).battle
    assert facts.proof == hashlib.sha256(secret).hexdigest()
    assert facts.secret == ""
    table.play_until("result")
    assert table.board(table.sue).battle.secret == secret.hex()


def test_keys_of_pieces_are_in_no_order_of_the_army(table: Table) -> None:
    setup = Battle.objects.get().setup
    keys = [horde["key"] for side in ("red", "blue") for horde in setup[side]["hordes"]]
    assert len(set(keys)) == len(keys)
    assert {str(key) for key in keys} == set(Battle.objects.get().sources)
    assert keys != sorted(keys)


@pytest.mark.parametrize(
    ("model", "field", "value"),
    [
        (Commander, "intelligence", 0),
        (Commander, "intelligence", 101),
        (Commander, "fellowship", 0),
        (Commander, "fellowship", 101),
        (Commander, "willpower", 0),
        (Commander, "willpower", 101),
        (Commander, "tactics", 4),
        (Commander, "command", 4),
        (Horde, "squads", 0),
        (Horde, "squads", 6),
        (Horde, "magnitude", 101),
        (Horde, "magnitude", -1),
        (Horde, "magnitude", 2**31),
    ],
)
def test_the_database_itself_refuses_a_number_out_of_range(table: Table, model: type, field: str, value: int) -> None:
    with pytest.raises(Exception) as refused, transaction.atomic():  # noqa: B017, PT011  (each database has its own)
        model.objects.all().update(**{field: value})
    assert isinstance(refused.value, IntegrityError | OverflowError) or type(refused.value).__name__ == "DataError"


def test_magnitude_never_exceeds_twenty_a_squad(table: Table) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Horde.objects.filter(squads=3).update(magnitude=61)
