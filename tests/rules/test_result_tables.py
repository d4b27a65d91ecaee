"""BF-14..18 and BF-41..45 line by line, each as the side of its seat reads it, from totals to what is brought."""

from typing import Any

import pytest

from battles.rules.battlefront import events as e
from battles.rules.battlefront import outcome
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.contest import effects
from battles.rules.battlefront.house_rules import DEFAULTS
from battles.rules.ruleset import Side
from tests.rules.table import Play, setup

# clause, leads with which it begins and ends, its name, own Advantages, the enemy's, own Width, the enemy's, who of
# the two places how many hordes first
AIR = [
    ("BF-14", (200, 900), "Air Supremacy", (3, 0), (2, 0), (0, 4)),
    ("BF-15", (100, 199), "Air Superiority", (2, 0), (1, 0), (0, 2)),
    ("BF-16", (-99, 99), "Stalemate", (1, 1), (0, 0), (0, 0)),
    ("BF-17", (-199, -100), "Conceded Sky", (0, 2), (0, 1), (2, 0)),
    ("BF-18", (-900, -200), "Enemy Sky", (0, 3), (0, 2), (4, 0)),
]
LAND = [
    ("BF-41", (200, 900), "Decisive Victory", (3, 0)),
    ("BF-42", (100, 199), "Victory", (2, 0)),
    ("BF-43", (-99, 99), "Stalemate", (1, 1)),
    ("BF-44", (-199, -100), "Defeat", (0, 2)),
    ("BF-45", (-900, -200), "Decisive Defeat", (0, 3)),
]


def rows(table: list[Any]) -> list[Any]:
    return [pytest.param(*row[1:], id=row[0], marks=pytest.mark.clause(row[0])) for row in table]


def brought(contest: Domain, side: Side, lead: int) -> dict[tuple[type, Side], int]:
    diff = lead if side is Side.RED else -lead
    numbers = {e.AdvantagesEarned: "count", e.WidthGained: "columns", e.FirstDeploymentOrdered: "count"}
    found = effects(contest, diff, DEFAULTS)
    return {(type(one), one.side): getattr(one, numbers[type(one)]) for one in found}


def as_table(side: Side, kind: type, numbers: tuple[int, int]) -> dict[tuple[type, Side], int]:
    return {(kind, one): number for one, number in zip((side, side.rival), numbers, strict=True) if number}


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize(("leads", "name", "cards", "width", "first"), rows(AIR))
def test_the_line_of_the_air_table(leads: Any, name: str, cards: Any, width: Any, first: Any, side: Side):
    for lead in leads:
        assert str(outcome.name(Domain.AIR, lead if side is Side.RED else -lead, side)) == name
        assert brought(Domain.AIR, side, lead) == {
            **as_table(side, e.AdvantagesEarned, cards),
            **as_table(side, e.WidthGained, width),
            **as_table(side, e.FirstDeploymentOrdered, first),
        }


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize(("leads", "name", "cards"), rows(LAND))
def test_the_line_of_the_land_table(leads: Any, name: str, cards: Any, side: Side):
    for lead in leads:
        assert str(outcome.name(Domain.LAND, lead if side is Side.RED else -lead, side)) == name
        assert brought(Domain.LAND, side, lead) == as_table(side, e.AdvantagesEarned, cards)


@pytest.mark.parametrize(("leads", "name", "cards"), rows(LAND))
def test_the_line_of_the_land_table_in_a_battle(leads: Any, name: str, cards: tuple[int, int]):
    """A side without hordes loses to what the other one has (D-23)."""
    lead = min(leads, key=abs)  # for a stalemate blue's 99
    hordes = [("bomber", 5)] + [("artillery", 5, min(100, abs(lead) - done)) for done in range(0, abs(lead), 100)]
    red, blue = (hordes, hordes[:1]) if lead > 0 else (hordes[:1], hordes)
    play = Play(setup(red, blue)).to("deployment").forward()
    result = play.state.land_result
    assert result is not None
    assert (result.diff, str(outcome.name(Domain.LAND, result.diff, Side.RED))) == (lead, name)
    earned = {one.side: one.count for one in play.events if isinstance(one, e.AdvantagesEarned)}
    assert earned == {side: count for side, count in zip(Side, cards, strict=True) if count}
