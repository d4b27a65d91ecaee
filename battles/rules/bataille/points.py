"""Victory points: a running total of each side (BR-37)."""

from __future__ import annotations

from battles.rules.bataille import events as e
from battles.rules.bataille.evolve import Script
from battles.rules.bataille.formulas import Formula, roll
from battles.rules.bataille.state import Hero
from battles.rules.dice import Dice
from battles.rules.ruleset import Side


def gain(
    script: Script,
    side: Side,
    cause: e.Cause,
    dice: tuple[int, ...] = (),
    flat: int = 0,
    change: int | None = None,
    hero: int = 0,
) -> None:
    """Write the change. change: where it is not the sum of dice and flat. Never below 0, unless BD-16 allows it."""
    before = script.state.of(side).points
    by = sum(dice) + flat if change is None else change
    after = before + by
    if script.state.house_rules.negative_points == "floor":
        after = max(0, after)
    script.add(e.PointsChanged(side, cause, before, after, dice, flat, by < 0, hero))


def bonuses(formula: Formula, hero: Hero, foe: Hero | None = None) -> int:
    """What a formula adds to its dice for this hero (BR-24, BR-26)."""
    values = {
        "SB": hero.sheet.strength // 10,
        "TB": hero.sheet.toughness // 10,
        "Mag": hero.sheet.magic,
        "foe SB": foe.sheet.strength // 10 if foe else 0,
    }
    return formula.flat + sum(sign * values[bonus] for bonus, sign in formula.bonuses)


def by_formula(
    script: Script, hero: Hero, formula: Formula, dice: Dice, *, foe: Hero | None = None, lost: bool = False
) -> None:
    """Roll a formula's victory points for the hero's side. lost: they are taken away (BD-05)."""
    if formula.empty:
        return
    rolled, flat = roll(formula, dice), bonuses(formula, hero, foe)
    change = rolled.total + flat
    side = script.state.side_of(hero.key)
    gain(script, side, e.Cause.ACTION, rolled.dice, flat, -change if lost else change, hero.key)
