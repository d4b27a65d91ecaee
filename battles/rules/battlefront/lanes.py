"""The Battle Grid: which columns a Width covers and what a horde may hit (section 4 of the rule text)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from battles.rules.battlefront.catalogue import Trait
from battles.rules.battlefront.commands import Line
from battles.rules.battlefront.state import Square, State
from battles.rules.ruleset import Side


def columns_of(width: int, larger: int) -> range:
    """A Width centred on the larger one; an odd remainder is lost at the highest-numbered column (D-26)."""
    first = (larger - width) // 2 + 1
    return range(first, first + width)


def width(state: State, side: Side) -> int:
    """As the rules make it, and a ruling of the GM's."""
    return unruled_width(state, side) + state.of(side).width_ruling


def unruled_width(state: State, side: Side) -> int:
    """Base, terrain and air result, never below 1 (BF-24, D-25, D-32)."""
    scenario = state.scenario
    terrain = scenario.terrain.invader if scenario.invader is side else scenario.terrain.defender
    return max(1, scenario.base_width + terrain + state.of(side).width_bonus)


def columns(state: State) -> int:
    """How many columns the grid has: the larger Width."""
    return max(width(state, Side.RED), width(state, Side.BLUE))


def own_columns(state: State, side: Side) -> range:
    return columns_of(width(state, side), columns(state))


def own_squares(state: State, side: Side) -> tuple[Square, ...]:
    """Every square a side may use, Front Line first (BF-23)."""
    return tuple(Square(line, column) for line in Line for column in own_columns(state, side))


def targets(
    square: Square, traits: tuple[Trait, ...], enemies: Mapping[Square, int], *, any_front: bool = False
) -> tuple[int, ...]:
    """The enemy hordes that a horde on `square` may attack, by column (BF-25..28).

    any_front: Artillery in the Rear Line reaches the whole enemy Front Line (D-12); if that is empty it searches on,
    like everybody else.
    """
    if square.line is Line.REAR and Trait.ARTILLERY not in traits:
        return ()  # BF-22
    legal = _front(enemies) if any_front and square.line is Line.REAR else set()
    legal = legal or _nearest(square.column, enemies)
    if Trait.MANEUVER in traits:
        legal |= {enemy for enemy in _beside(square.column) if enemy in enemies}
    return tuple(enemies[enemy] for enemy in sorted(legal, key=_reading_order))


def attackers(state: State, side: Side, *, maneuver: bool = True) -> dict[int, tuple[int, ...]]:
    """Each horde of the side that can attack now, and what it may hit. Empty-handed hordes are left out.

    maneuver: whether that trait counts.
    """
    camp, enemies = state.of(side), state.of(side.rival).standing()
    hordes = {horde.key: horde for horde in camp.hordes}
    any_front = state.house_rules.rear_artillery == "any_front"
    found = {}
    for square, key in camp.standing().items():
        profile = state.profile(hordes[key])
        traits = tuple(trait for trait in profile.traits if maneuver or trait is not Trait.MANEUVER)
        legal = targets(square, traits, enemies, any_front=any_front) if profile.weapons else ()
        if legal:
            found[key] = legal
    return found


def _front(enemies: Iterable[Square]) -> set[Square]:
    return {enemy for enemy in enemies if enemy.line is Line.FRONT}


def _nearest(column: int, enemies: Iterable[Square]) -> set[Square]:
    """The search of BF-26 in rings stops at the nearest ring that holds an enemy, which is the smallest distance
    counted from the enemy's Front square of the own column, one more for the Rear Line.
    """
    reach = {enemy: _distance(enemy, column) for enemy in enemies}
    nearest = min(reach.values(), default=0)
    return {enemy for enemy in reach if reach[enemy] == nearest}


def _distance(enemy: Square, column: int) -> int:
    return abs(enemy.column - column) + (enemy.line is Line.REAR)


def _beside(column: int) -> tuple[Square, Square]:
    return Square(Line.FRONT, column - 1), Square(Line.FRONT, column + 1)


def _reading_order(square: Square) -> tuple[int, bool]:
    return square.column, square.line is Line.REAR
