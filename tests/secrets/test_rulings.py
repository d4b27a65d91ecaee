"""The GM's drafts, rulings, adjustments and rewinds bring nobody a secret: what the others get is the same, byte for
byte, in number and in order, whatever he ruled on and whatever a side had chosen in secret.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from battles.models import Battle
from battles.rules.battlefront.commands import ChooseHorde, Place
from battles.services.gm import chair, drafts, rewinding
from tests.secrets.test_what_leaves_the_server import Capture, Wire, listening
from tests.services.ruling import draft_of, onward, present, resolved, run, seal
from tests.table import Table

pytestmark = pytest.mark.django_db
Secret = Callable[[Table], None]


def heard(table: Table, capture: Capture, *secrets: Secret, others: tuple[str, ...] = ("blue", "public")) -> list[str]:
    """All that the others get while these things are done, each once over; then everything is as it was."""
    people = {"red": table.ann, "blue": table.bob, "public": table.sue}
    wires = [Wire(people[name], name) for name in others]
    with transaction.atomic(), listening(*wires):
        for secret in secrets:
            with capture(execute=True):
                secret(table)
            for wire in wires:
                wire.ask(table)
        transaction.set_rollback(True)
    return [text for wire in wires for text in wire.got]


def overruled(number: int, value: int, reason: str) -> Secret:
    def overrule(table: Table) -> None:
        was = draft_of(table).tests[number - 1].value
        given = {"battle_id": table.battle.pk, "actor": table.gm, "number": number, "was": was, "reason": reason}
        if was == value:
            drafts.roll_again(**given)
        else:
            drafts.overrule(value=str(value), **given)

    return overrule


def test_what_the_gm_rules_in_a_draft_reaches_nobody_before_he_publishes(
    django_capture_on_commit_callbacks: Capture,
) -> None:
    table, everybody = resolved(draft_first=True), ("red", "blue", "public")
    one = (overruled(1, 1, "Zephyr"), overruled(2, 90, "Monsoon"))
    other = (overruled(2, 2, "The wind"), overruled(2, 3, "No, the hail; and a longer reason for it"))
    got = [heard(table, django_capture_on_commit_callbacks, *acts, others=everybody) for acts in (one, other)]
    assert got[0] == got[1]
    assert any("The GM is ruling." in text for text in got[0])
    assert not any(word in text for text in got[0] for word in ("Zephyr", "Monsoon", "overrule"))


def test_a_draft_begun_shows_nothing_of_what_it_decided(django_capture_on_commit_callbacks: Capture) -> None:
    """Two rounds with other dice: the others read the same until they are published."""
    table = Table.laid("land")
    run(table, draft_first=True)
    seal(table)

    def decided(secret: bytes) -> Secret:
        def decide(table: Table) -> None:
            Battle.objects.update(secret=secret)
            onward(table)

        return decide

    everybody, dice = ("red", "blue", "public"), (b"one secret of the dice", b"another secret of them")
    got = [heard(table, django_capture_on_commit_callbacks, decided(each), others=everybody) for each in dice]
    assert [_without_proof(text) for text in got[0]] == [_without_proof(text) for text in got[1]]
    assert any("The GM is ruling." in text for text in got[0])


def _without_proof(text: str) -> str:
    """The promise of the dice's secret is public, on the page and in its ETag."""
    text = re.sub(r"(?i:ETag)(\W+[^\s]*-)[0-9a-f]{8}(-)", r"\1\2", text)
    before, mark, after = text.partition('<code class="digest">')
    return before + after.partition("</code>")[2] if mark else text


def placed(count: int) -> Secret:
    def place(table: Table) -> None:
        for _ in range(count):
            table.issue(table.ann, table.offered(table.ann, Place)[-1])

    return place


def rewound(table: Table) -> None:
    """To before the side chose anything."""
    now = present(table)
    start = next(step for step in reversed(table.steps()) if step.command == {"type": "Advance"})
    rewinding.rewind(
        battle_id=table.battle.pk,
        actor=table.gm,
        to=start.number,
        last=now.step.number,
        same_dice=False,
        reason="Once more",
    )


def test_a_rewind_shows_nobody_what_a_side_had_chosen_nor_how_often(
    lay_table: Any, django_capture_on_commit_callbacks: Capture
) -> None:
    table = lay_table("deployment")
    got = [heard(table, django_capture_on_commit_callbacks, placed(count), rewound) for count in (1, 3)]
    assert got[0] == got[1]
    assert any("The GM rewinds the battle" in text for text in got[0])


def test_the_side_itself_has_nothing_left_of_what_was_rewound(lay_table: Any) -> None:
    table = lay_table("deployment")
    before = table.board(table.ann).view
    placed(2)(table)
    assert table.board(table.ann).view != before
    rewound(table)
    assert table.board(table.ann).view == before


def test_a_ruling_on_what_is_still_secret_reaches_its_own_side_alone(
    lay_table: Any, django_capture_on_commit_callbacks: Capture
) -> None:
    table = lay_table("muster")
    table.issue(table.ann, table.offered(table.ann, ChooseHorde)[0])
    now = present(table)
    secret = [each for each in now.rules.figures(now.state) if each.audience and each.side == "red" and each.most > 1]
    assert secret and all(set(each.audience) == {"gm", "red"} for each in secret)

    def adjusted(times: int) -> Secret:
        def adjust(table: Table) -> None:
            for value in range(1, times + 1):
                figure = next(each for each in now.rules.figures(present(table).state) if each.key == secret[0].key)
                given = {"key": figure.key, "was": figure.value, "value": str(value), "reason": "A typing error"}
                chair.adjust(battle_id=table.battle.pk, actor=table.gm, **given)

        return adjust

    got = [heard(table, django_capture_on_commit_callbacks, adjusted(times)) for times in (1, 2)]
    assert got[0] == got[1]
    assert not any("A typing error" in text for text in got[0])
    nothing = heard(table, django_capture_on_commit_callbacks, lambda table: None)
    assert got[0] == nothing, "not even their report is shorter for it"
    own = heard(table, django_capture_on_commit_callbacks, adjusted(1), others=("red",))
    assert any("A typing error" in text for text in own)
