"""What somebody is told who comes back says nothing of what the others did in secret: byte for byte."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from battles.models import Seen
from battles.services.gm import chair
from tests.noise import without_noise
from tests.secrets.test_what_leaves_the_server import secret_moves
from tests.table import Table, signed_in
from tests.web.test_commands import HTMX

pytestmark = pytest.mark.django_db
Capture = Callable[..., Any]


def came_back(table: Table, name: str) -> list[str]:
    """All that he gets: of a page that wakes, and of one that is loaded."""
    client = signed_in(getattr(table, name))
    got = []
    for method, page, headers in (("post", "here/?board=1", HTMX), ("get", "", {})):
        Seen.objects.update(at=timezone.now() - timedelta(minutes=5))
        undo = transaction.savepoint()
        answer = getattr(client, method)(table.address(page), headers=headers)
        transaction.savepoint_rollback(undo)
        got.append(without_noise(answer.content.decode()))
    return got


@pytest.mark.parametrize("phase", ["muster", "deployment", "land"])
@pytest.mark.parametrize("told", [False, True])
def test_what_the_rival_did_in_secret_changes_no_byte_of_what_is_told(
    lay_table: Callable[[str], Table], django_capture_on_commit_callbacks: Capture, phase: str, told: bool
) -> None:
    """With and without something to tell besides."""
    table, heard = lay_table(phase), []
    for name in ("bob", "sue"):
        signed_in(getattr(table, name)).get(table.address())
    for seed in (1, 2, 3):
        undo = transaction.savepoint()
        secret_moves(table, django_capture_on_commit_callbacks, seed)
        if told:
            chair.pause(battle_id=table.battle.pk, actor=table.gm)
        heard.append([came_back(table, name) for name in ("bob", "sue")])
        transaction.savepoint_rollback(undo)
    assert heard[0] == heard[1] == heard[2]
    assert all(("New entries in the report: 1." in text) is told for texts in heard[0] for text in texts)
