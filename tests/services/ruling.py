"""Battles that a GM rules on."""

from typing import Any

from django.contrib.auth.models import User
from msgspec.structs import asdict

from battles.models import Battle
from battles.rules.ruleset import Side
from battles.services.gm import chair, conduct, drafts
from battles.services.gm.standing import Draft
from battles.services.steps import Present
from tests.table import Table


def present(table: Table) -> Present:
    return Present.of(Battle.objects.select_related("campaign").get(pk=table.battle.pk))


def run(table: Table, **switches: Any) -> None:
    """The GM says how the battle is run, whatever he said before."""
    changes = asdict(conduct.Conduct()) | switches
    chair.put(battle_id=table.battle.pk, actor=table.gm, changes=changes)


def seal(table: Table) -> None:
    """Both sides make a sensible choice and are ready."""
    for person, side in ((table.ann, Side.RED), (table.bob, Side.BLUE)):
        choose(table, person, side)


def choose(table: Table, person: User, side: Side) -> None:
    now = present(table)
    for command in now.rules.suggest(now.state, side):
        table.issue(person, command)


def onward(table: Table) -> None:
    now = present(table)
    command = now.rules.onward(now.state)
    assert command is not None
    table.issue(table.gm, command)


def resolved(phase: str = "land", ruleset: str = "battlefront", **switches: Any) -> Table:
    """Both sides are ready and the GM has gone on."""
    table = Table.laid(phase, ruleset)
    run(table, **switches)
    seal(table)
    onward(table)
    return table


def draft_of(table: Table) -> Draft:
    draft = table.board(table.gm).standing.draft
    assert draft is not None
    return draft


def publish(table: Table) -> None:
    drafts.publish(battle_id=table.battle.pk, actor=table.gm, token=drafts.token_of(present(table)))
