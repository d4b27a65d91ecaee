"""Until the reveal no byte of a side's muster, deployment or orders reaches the rival or the spectator (F-01 to F-05).

Two ways to look: search everything that leaves the server for marker names, and play the same battle twice with
different secrets and compare what the others got, byte for byte, in number and in order.
"""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from battles.models import Army, Commander, Horde
from battles.rules.battlefront.commands import ChooseHorde, FillIn, HoldBack, LeaveHorde, OrderAttack, Place, Ready
from battles.rules.ruleset import Command, Illegal
from battles.services import battles, boards, demo, live
from tests.noise import without_noise
from tests.services.looking_back import next_move
from tests.table import CAST, Table, signed_in
from tests.web.test_commands import post

pytestmark = pytest.mark.django_db
MARK = re.compile(r"(?:Ann|Bob)Mark\w+")


@pytest.fixture
def marked(db: None) -> Table:
    """The demo with every name of ann's and bob's armies replaced by a marker that nothing else contains."""
    german, french = demo.GERMANS["hordes"], demo.FRENCH["hordes"]
    with mock.patch.object(demo, "_army", side_effect=_marked_army):
        made = demo.create(CAST)
    assert (german, french) == (demo.GERMANS["hordes"], demo.FRENCH["hordes"])
    return Table(made.battle, **{CAST[role]: user for role, user in made.people.items()})


_army = demo._army


def _marked_army(campaign: Any, data: dict[str, Any]) -> Army:
    army = _army(campaign, data)
    owner = "AnnMark" if data is demo.GERMANS else "BobMark"
    for kind, model in (("Horde", Horde), ("Leader", Commander)):
        for piece in model.objects.filter(army=army):
            piece.name = f"{owner}{kind}{piece.pk}x"
            piece.save()
    return army


@dataclass
class Wire:
    """Everything that left the server for one audience: answers and pushed frames, in order."""

    person: User
    audience: str
    got: list[str] = field(default_factory=list)

    def ask(self, table: Table) -> None:
        client = signed_in(self.person)
        for page in ("", "frame/", "log/?before=999"):
            response = client.get(table.address(page))
            self.got.append(without_noise(str(response.headers) + response.content.decode()))
        for wrong in ({"type": "ChooseHorde", "horde": 1}, {"type": "Advance"}, {"type": "Nuke"}, {"type": "Ready"}):
            if wrong["type"] != "Ready" or self.audience == "public":
                response = post(table, self.person, wrong)
                self.got.append(without_noise(str(response.headers) + response.content.decode()))

    @property
    def marks(self) -> set[str]:
        return set(MARK.findall("".join(self.got)))


@contextmanager
def listening(*wires: Wire) -> Iterator[None]:
    """Hear what the channel layer would be given."""

    def hear(messages: Any) -> None:
        for message in messages:
            for wire in wires:
                if f".{wire.audience}." in message["group"]:
                    wire.got.append(without_noise(message["frame"]))

    with mock.patch.object(live, "_send", side_effect=hear):
        yield


Capture = Callable[..., Any]


def issue(table: Table, capture: Capture, person: User, command: Command) -> None:
    with capture(execute=True):
        table.issue(person, command)


def everybody_follows(table: Table, capture: Capture, *wires: Wire) -> None:
    """Both sides choose sensibly, the GM goes on; the others look after every single move."""
    from battles.rules.ruleset import Side

    for person, side in ((table.ann, Side.RED), (table.bob, Side.BLUE)):
        for command in _suggested(table, side):
            issue(table, capture, person, command)
            for wire in wires:
                wire.ask(table)
    issue(table, capture, table.gm, table.board(table.gm).view.options[0])
    for wire in wires:
        wire.ask(table)


def _suggested(table: Table, side: Any) -> tuple[Command, ...]:
    from battles.services import records

    rules = records.ruleset_of(table.battle)
    return rules.suggest(records.state_of(rules, records.last_step(table.battle.pk)), side)


def names(table: Table, owner: str, domain: str) -> set[str]:
    person = table.ann if owner == "Ann" else table.bob
    (own,) = table.board(person).view.own
    return {horde.name for horde in own.roster if horde.domain == domain and horde.key in own.chosen}


def test_f_01_no_hit_for_the_other_sides_names_before_the_reveal(
    marked: Table, django_capture_on_commit_callbacks: Capture
) -> None:
    table, capture = marked, django_capture_on_commit_callbacks
    bob, sue = Wire(table.bob, "blue"), Wire(table.sue, "public")
    with listening(bob, sue):
        while (phase := table.board(table.gm).view.phase) not in ("land", "result"):
            everybody_follows(table, capture, bob, sue)
            if table.board(table.gm).view.phase in ("briefing", "muster"):
                assert not {mark for mark in bob.marks if mark.startswith("Ann")}
                assert not sue.marks
            if phase != "deployment":
                for wire, owners in ((bob, ("Ann",)), (sue, ("Ann", "Bob"))):
                    for owner in owners:
                        assert not wire.marks & (names(table, owner, "land") - seen_first(table, owner))
    hidden = all_marks(table, "Ann") - on_the_grid(table) - names(table, "Ann", "air") - leaders(table)
    assert hidden, "some of ann's hordes must have stayed at home for this test to mean anything"
    assert not (bob.marks | sue.marks) & hidden
    assert names(table, "Ann", "land") <= bob.marks, "the reveal shows them"


def seen_first(table: Table, owner: str) -> set[str]:
    """D-30: hordes placed first are shown to everybody."""
    side = table.board(table.sue).view.sides[0 if owner == "Ann" else 1]
    return {horde.name for horde in side.hordes if horde.domain == "land"}


def all_marks(table: Table, owner: str) -> set[str]:
    people = {"Ann": table.battle.red_army, "Bob": table.battle.blue_army}[owner]
    return {piece.name for pieces in (people.hordes, people.commanders) for piece in pieces.all()}


def on_the_grid(table: Table) -> set[str]:
    return {horde.name for side in table.board(table.sue).view.sides for horde in side.hordes}


def leaders(table: Table) -> set[str]:
    sides = table.board(table.sue).view.sides
    posts = ((side.air_marshal, side.general, side.supreme_commander) for side in sides)
    return {person.name for three in posts for person in three if person}


def secret_moves(table: Table, capture: Capture, seed: int) -> None:
    """Ann chooses by the seed: other pieces, other squares, other orders, more or fewer moves, some of them undone."""
    chance = random.Random(seed)
    kinds = (ChooseHorde, LeaveHorde, Place, HoldBack, OrderAttack)
    for _ in range(chance.randrange(1, 12)):
        offered = [command for command in table.board(table.ann).view.options if isinstance(command, kinds)]
        if offered:
            issue(table, capture, table.ann, chance.choice(offered))
        if (undo := table.board(table.ann).undo) and chance.random() < 0.4:
            issue(table, capture, table.ann, undo.command)
    for command in (FillIn(), Ready()):
        try:
            issue(table, capture, table.ann, command)
        except Illegal:
            continue


@pytest.mark.parametrize("phase", ["muster", "deployment", "land"])
def test_f_02_whatever_ann_does_in_secret_the_others_get_the_same_bytes_in_the_same_number(
    lay_table: Callable[[str], Table], django_capture_on_commit_callbacks: Capture, phase: str
) -> None:
    table = lay_table(phase)
    heard = []
    for seed in (1, 2, 3):
        wires = Wire(table.bob, "blue"), Wire(table.sue, "public")
        undo = transaction.savepoint()
        with listening(*wires):
            secret_moves(table, django_capture_on_commit_callbacks, seed)
            for wire in wires:
                wire.ask(table)
        assert table.board(table.sue).view.sides[0].ready, "ann came to the same public point each time"
        heard.append([wire.got for wire in wires])
        transaction.savepoint_rollback(undo)
    assert heard[0] == heard[1] == heard[2]


def test_f_03_a_draft_taken_back_was_never_shown(
    lay_table: Callable[[str], Table], django_capture_on_commit_callbacks: Capture
) -> None:
    table = lay_table("muster")
    wires = Wire(table.bob, "blue"), Wire(table.sue, "public")
    with listening(*wires):
        choice = table.offered(table.ann, ChooseHorde)[0]
        issue(table, django_capture_on_commit_callbacks, table.ann, choice)
        issue(table, django_capture_on_commit_callbacks, table.ann, LeaveHorde(horde=choice.horde))
    assert [wire.got for wire in wires] == [[], []]


def test_f_04_nobody_sees_more_by_signing_out_and_audiences_widen_only_at_the_reveal(marked: Table) -> None:
    from django.test import Client

    for phase in ("briefing", "muster", "air", "deployment", "land", "result"):
        marked.play_until(phase)
        for page in ("", "frame/", "log/?before=999"):
            response = Client().get(marked.address(page))
            assert response.status_code == 302
            assert not MARK.search(response.content.decode())


def test_f_05_all_facts_of_ones_own_hordes_are_shown(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    view = table.board(table.ann).view
    (own,) = view.own
    chosen = {horde.key for horde in own.roster if horde.key in own.chosen}
    assert chosen
    fought = {horde.key: horde for horde in view.sides[0].hordes if horde.domain == "air"}
    assert fought == {horde.key: horde for horde in own.roster if horde.key in fought}


def marks_of_replay(table: Table, person: User, step: int) -> set[str]:
    address = table.address(f"replay/board/?step={step}&undone=1")
    return set(MARK.findall(signed_in(person).get(address, headers={"HX-Request": "true"}).content.decode()))


def test_f_18_no_step_of_the_replay_names_what_its_viewer_had_not_seen_by_then(marked: Table) -> None:
    """Whoever looks back, at any later time, in every step: nothing that his own pages had not shown up to it."""
    table = marked
    wires = Wire(table.ann, "red"), Wire(table.bob, "blue"), Wire(table.sue, "public")
    known: dict[str, dict[int, set[str]]] = {wire.audience: {} for wire in wires}
    while move := next_move(table):
        table.issue(*move)
        for wire in wires:
            version = table.board(wire.person).version
            if version not in known[wire.audience]:
                wire.got.append(signed_in(wire.person).get(table.address("frame/")).content.decode())
                known[wire.audience][version] = wire.marks
    for wire in wires:
        told = {step: marks_of_replay(table, wire.person, step) for step in known[wire.audience]}
        assert {step for step, marks in told.items() if not marks <= known[wire.audience][step]} == set()
        hidden = (all_marks(table, "Ann") | all_marks(table, "Bob")) - wire.marks
        assert hidden and any(told.values()), "something stays unknown, something is told"


def test_the_report_names_nothing_that_spectators_had_not_seen(marked: Table) -> None:
    marked.play_until("result")
    seen, told = Wire(marked.sue, "public"), Wire(marked.ann, "red")
    for step in range(1, marked.board(marked.sue).version + 1):
        seen.got.append(" ".join(marks_of_replay(marked, marked.sue, step)))
    told.got.append(signed_in(marked.ann).get(marked.address("report/")).content.decode())
    assert told.marks and told.marks <= seen.marks


def test_what_a_refusal_says_names_nothing_of_the_rivals(marked: Table) -> None:
    marked.play_until("deployment")
    for key in marked.battle.sources:
        for command in ({"type": "Place", "horde": int(key), "line": "front", "column": 99},):
            text = post(marked, marked.bob, command).content.decode()
            assert not {mark for mark in MARK.findall(text.split("<!--frame")[0]) if mark.startswith("Ann")}


def test_the_web_layer_gets_facts_and_views_never_the_row_or_the_state(table: Table) -> None:
    board = table.board(table.sue)
    assert set(board.battle.__dataclass_fields__) == {
        "pk",
        "title",
        "campaign",
        "ruleset",
        "proof",
        "secret",
        "old_secrets",
    }
    context = boards.context(board)
    assert set(context) == {
        "battle", "view", "board_view", "seen", "version", "offers", "standing", "late", "looks", "undo",
    }  # fmt: skip
    assert battles.__name__
