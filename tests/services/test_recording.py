"""services.recording and `manage.py record_battle`: a finished battle as a file that can be replayed."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from battles.models import Battle
from battles.rules.recording import Recording, decode, replay, step
from battles.services import autopilot, recording
from battles.services.refusals import Refused
from tests.table import Table

pytestmark = pytest.mark.django_db


def finished(table: Table) -> Table:
    autopilot.play_until(battle_id=table.battle.pk, phase="result")
    return table


def recorded(table: Table, file: Path) -> Recording:
    call_command("record_battle", str(table.battle.pk), str(file), stdout=StringIO())
    return decode(file.read_bytes())


def test_a_finished_battle_is_written_and_can_be_replayed(table: Table, tmp_path: Path):
    found = recorded(finished(table), tmp_path / "battle.json")
    assert found == recording.record(battle_id=table.battle.pk)
    undated = [replace(each, dice=0) for each in found.steps]  # under which number its rolls were drawn
    assert [step(*replayed) for replayed in replay(found)] == undated
    assert found.steps and found.outcome["result"]
    assert bytes.fromhex(found.secret) == bytes(Battle.objects.get(pk=table.battle.pk).secret)


def test_it_names_no_person(table: Table, tmp_path: Path):
    recorded(finished(table), tmp_path / "battle.json")
    text = (tmp_path / "battle.json").read_text()
    assert not any(f'"{name}"' in text for name in ("ann", "bob", "sue"))


def test_a_battle_under_way_is_refused_and_nothing_is_written(table: Table, tmp_path: Path):
    autopilot.play_until(battle_id=table.battle.pk, phase="land")
    with pytest.raises(CommandError, match="has not ended: a recording would give away the secret of its dice"):
        recorded(table, tmp_path / "battle.json")
    assert not (tmp_path / "battle.json").exists()
    with pytest.raises(Refused):
        recording.record(battle_id=table.battle.pk)


def test_an_unknown_battle_is_refused(table: Table, tmp_path: Path):
    with pytest.raises(CommandError, match="There is no battle number 0"):
        call_command("record_battle", "0", str(tmp_path / "battle.json"))


def test_a_file_that_cannot_be_written_is_said(table: Table, tmp_path: Path):
    with pytest.raises(CommandError, match="Cannot write"):
        recorded(finished(table), tmp_path / "no such folder" / "battle.json")
