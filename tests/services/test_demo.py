"""services.demo and its commands: a ready battle of every ruleset, at any phase."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from battles.models import Battle
from battles.rules import RULESETS
from battles.services import autopilot, recording
from tests.table import Table

pytestmark = pytest.mark.django_db
KEYS = [ruleset.key for ruleset in RULESETS]


def demo(*options: str) -> dict[str, str]:
    out = StringIO()
    call_command("demo", "--json", *options, stdout=out)
    found: dict[str, str] = json.loads(out.getvalue())
    return found


@pytest.mark.parametrize("ruleset", KEYS)
def test_a_demo_battle_of_every_ruleset_is_played_to_its_end_by_sensible_choices(ruleset: str) -> None:
    table = Table.laid("result", ruleset)
    table.battle.refresh_from_db()
    assert (table.battle.ruleset, table.battle.phase) == (ruleset, "result")
    assert table.battle.finished_at is not None
    assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1


@pytest.mark.parametrize("ruleset", KEYS)
def test_the_command_prints_four_links_and_opens_at_any_phase(ruleset: str) -> None:
    first, second, *_ = autopilot.phases(ruleset)
    assert set(demo("--ruleset", ruleset)) == {"gm", "red", "blue", "spectator", "battle"}
    demo("--ruleset", ruleset, "--fast-forward", second)
    assert list(Battle.objects.order_by("pk").values_list("ruleset", "phase")) == [(ruleset, first), (ruleset, second)]


def test_without_a_choice_it_is_the_first_rulesets() -> None:
    demo()
    assert Battle.objects.get().ruleset == KEYS[0]


@pytest.mark.parametrize("command", ["demo", "play"])
def test_a_phase_that_such_battles_do_not_have_is_refused_and_nothing_is_made(command: str) -> None:
    with pytest.raises(CommandError, match="--fast-forward: one of muster, .* is needed with --ruleset battlefront"):
        call_command(command, "--fast-forward", "war", stdout=StringIO())
    assert not Battle.objects.exists()


def test_a_ruleset_that_there_is_not_is_refused() -> None:
    with pytest.raises(CommandError, match="invalid choice: 'chess'"):
        call_command("demo", "--ruleset", "chess", stdout=StringIO())
