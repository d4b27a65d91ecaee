"""F-01 to F-03 in a pitched battle: not a byte of what is chosen in secret leaves the server for anybody else."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from battles.rules.bataille.commands import Declare, Ready, Undeclare, UseFortune, WaiveChallenges
from battles.rules.ruleset import Command
from tests.secrets.test_what_leaves_the_server import Wire, issue, listening
from tests.table import Table
from tests.web.test_bataille_page import laid

pytestmark = pytest.mark.django_db
Capture = Callable[..., Any]
AUDIENCES = {"gm": "gm", "ann": "red", "bob": "blue", "sue": "public"}
# phase -> who chooses in it. After `challenged`, Bob's hero has to answer; after `with_somebody_dying`, Ann decides.
CHOOSING = [
    ("pre_battle", "ann"),
    ("start_of_turn", "ann"),
    ("challenges", "ann"),
    ("challenges", "bob"),
    ("answers", "bob"),
    ("declarations", "ann"),
    ("declarations", "bob"),
    ("wounds", "ann"),
]


def wires(table: Table, *but: str) -> tuple[Wire, ...]:
    return tuple(Wire(getattr(table, name), audience) for name, audience in AUDIENCES.items() if name not in but)


def drafts(table: Table, person: User) -> list[Command]:
    """All that are secret: to waive challenges while they are asked for is to be ready."""
    view = table.board(person).view
    secret = (command for command in view.options if command.draft)
    return [each for each in secret if view.phase != "challenges" or not isinstance(each, WaiveChallenges)]


def secret_moves(table: Table, capture: Capture, person: User, seed: int) -> None:
    """By the seed: other choices, more or fewer of them, some of them undone; at last sealed, as everybody may see.

    Who alone is asked does not seal: with that the battle goes on and all is shown.
    """
    chance = random.Random(seed)
    for _ in range(chance.randrange(1, 9)):
        if offered := drafts(table, person):
            issue(table, capture, person, chance.choice(offered))
        if (undo := table.board(person).undo) and chance.random() < 0.4:
            issue(table, capture, person, undo.command)
    if sum(side.waited_for for side in table.board(person).view.sides) < 2:
        return
    while not table.offered(person, Ready):
        issue(table, capture, person, chance.choice(drafts(table, person)))
    issue(table, capture, person, Ready())


@pytest.mark.parametrize(("phase", "chooser"), CHOOSING)
def test_f_02_whatever_a_side_chooses_in_secret_the_others_get_the_same_bytes_in_the_same_number(
    django_capture_on_commit_callbacks: Capture, phase: str, chooser: str
) -> None:
    table = laid(phase)
    assert table.board(table.gm).view.phase == phase
    person, heard = getattr(table, chooser), []
    for seed in (1, 2, 3):
        others = wires(table, "gm", chooser)
        undo = transaction.savepoint()
        with listening(*others):
            secret_moves(table, django_capture_on_commit_callbacks, person, seed)
            for wire in others:
                wire.ask(table)
        heard.append([wire.got for wire in others])
        transaction.savepoint_rollback(undo)
    assert heard[0] == heard[1] == heard[2]


@pytest.mark.parametrize("phase", ["evaluation", "pre_battle", "start_of_turn"])
def test_f_01_what_the_gm_prepares_leaves_the_server_for_nobody_before_he_announces_it(
    django_capture_on_commit_callbacks: Capture, phase: str
) -> None:
    table = laid(phase)
    before = wires(table, "gm")
    for wire in before:
        wire.ask(table)
    after, gm = wires(table, "gm"), Wire(table.gm, "gm")
    with listening(*after, gm):
        for command in changes(table):
            issue(table, django_capture_on_commit_callbacks, table.gm, command)
    assert gm.got, "the GM's own page hears of it"
    for wire in after:
        assert wire.got == []
        wire.ask(table)
    assert [wire.got for wire in after] == [wire.got for wire in before]


def changes(table: Table) -> list[Command]:
    """One of each kind of the GM's drafts, with other figures where he types them."""
    from msgspec.structs import replace

    found = {type(command): command for command in drafts(table, table.gm)}
    typed = {"headcount": 31_415, "points": 77, "modifier": -20}
    return [
        replace(command, **{name: typed[name] for name in command.typed if name in typed}) for command in found.values()
    ]


def test_f_03_a_choice_taken_back_was_never_heard_of(django_capture_on_commit_callbacks: Capture) -> None:
    table = laid("declarations")
    others = wires(table, "gm", "ann")
    with listening(*others):
        for kind in (Declare, UseFortune, Undeclare):
            *_, command = table.offered(table.ann, kind)
            issue(table, django_capture_on_commit_callbacks, table.ann, command)
    assert [wire.got for wire in others] == [[], []]
