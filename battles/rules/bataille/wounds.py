"""The fourth phase: what the actions cost their heroes (BR-27 to BR-30)."""

from __future__ import annotations

from battles.rules.armies import Location
from battles.rules.bataille import events as e
from battles.rules.bataille import formulas
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.evolve import Script
from battles.rules.bataille.interventions import Blow
from battles.rules.bataille.points import gain
from battles.rules.bataille.state import Hero, Phase, SideState, State
from battles.rules.bataille.testing import target
from battles.rules.dice import Dice
from battles.rules.ruleset import Side

TABLE = (
    (15, Location.HEAD),
    (35, Location.RIGHT_ARM),
    (55, Location.LEFT_ARM),
    (80, Location.BODY),
    (90, Location.RIGHT_LEG),
    (100, Location.LEFT_LEG),
)
FURY = 25  # per cent
GENERAL_DEAD = 4


def location(roll: int) -> Location:
    return next(where for most, where in TABLE if roll <= most)


def swapped(roll: int) -> int:
    """The digits of a d100 the other way round: 31 is 13, 07 is 70, 00 stays 100 (BD-19)."""
    return (roll % 10 * 10 + roll % 100 // 10) or 100


def strike(script: Script, blows: list[Blow], dice: Dice) -> None:
    """All damage, by side and rank; then those who bleed, and deaths that nobody can prevent."""
    order = [hero.key for side in Side for hero in script.state.of(side).heroes]
    for blow in sorted(blows, key=lambda blow: order.index(blow.hero)):
        if not blow.formula.empty and not (blow.success and script.state.house_rules.damage == "on_failure"):
            _hit(script, blow, dice)
    for side in Side:
        _stanch(script, side, dice)
    for side in Side:
        _die(script, [hero for hero in script.state.of(side).heroes if hero.dying and not hero.fate])


def _hit(script: Script, blow: Blow, dice: Dice) -> None:
    hero = script.state.hero(blow.hero)
    own = blow.roll if script.state.house_rules.location == "swapped" else 0
    fresh = 0 if own else dice.roll(100)
    where = location(swapped(own) if own else fresh)
    rolled = formulas.roll(blow.formula, dice)
    checks, further = _fury(script.state, blow.formula, rolled.dice, dice)
    raw = rolled.total + sum(further) + blow.flat
    if blow.success and script.state.house_rules.damage == "half_on_success":
        raw //= 2
    toughness, armour = hero.sheet.toughness // 10, hero.armour(where)
    net = max(0, raw - toughness - armour)
    after = max(0, hero.wounds - net)
    struck = e.Struck(
        hero=hero.key,
        roll=fresh,
        location=where,
        dice=rolled.dice,
        kept=rolled.total,
        checks=checks,
        further=further,
        flat=blow.flat,
        raw=raw,
        toughness=toughness,
        armour=armour,
        before=hero.wounds,
        after=after,
    )
    script.add(struck)
    if struck.critical:
        _critical(script, struck, dice)


def _fury(
    state: State, formula: formulas.Formula, shown: tuple[int, ...], dice: Dice
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A 10 that counts has 25 chances in 100 of a further die (BR-29). Returns the checks and the further dice."""
    if not formula.tens or 10 not in shown:
        return (), ()
    checks, further = [dice.roll(100)], list[int]()
    while checks[-1] <= FURY:
        further.append(dice.roll(10))
        if further[-1] < 10 or state.house_rules.further_tens == "once":
            break
        if state.house_rules.further_tens == "new_check":
            checks.append(dice.roll(100))
    return tuple(checks), tuple(further)


def _critical(script: Script, struck: e.Struck, dice: Dice) -> None:
    """What goes beyond the last Wound is looked up in the critical table."""
    roll = dice.roll(100)
    rows = sorted(script.state.rows.criticals, key=lambda row: row.first)
    row = next((row for row in reversed(rows) if row.first <= roll), rows[0])
    effect = row.effect(struck.critical)
    bare = effect == 4 and script.state.hero(struck.hero).armour(struck.location) == 0
    script.add(e.CriticalSuffered(struck.hero, struck.location, struck.critical, roll, effect, bare, script.state.turn))


def _stanch(script: Script, side: Side, dice: Dice) -> None:
    """Friends who tended the wounded help one each, by rank; the others must pass a Toughness test or die."""
    for hero in script.state.of(side).heroes:
        if not hero.bleeding or hero.dying:
            continue
        if (helper := _helper(script.state, side, hero)) is not None:
            script.add(e.BleedingStopped(hero.key, helper))
            continue
        wanted = target(script.state, hero, TestKey.TOUGHNESS)
        assert wanted is not None
        script.add(e.BleedingTested(hero.key, wanted.roll(dice)))


def _helper(state: State, side: Side, hero: Hero) -> int | None:
    """Who helps him: never he himself, and first of all somebody who bleeds, too, and so cannot help himself."""
    friends = [key for key in state.of(side).aid if key != hero.key]
    return next((key for key in friends if state.hero(key).bleeding), next(iter(friends), None))


def _die(script: Script, heroes: list[Hero]) -> None:
    script.add(*(e.HeroDied(hero.key) for hero in heroes))


def asked(state: State, side: Side) -> tuple[Hero, ...]:
    """Heroes who will die unless they burn a Fate Point, without a decision yet."""
    decided = dict(state.of(side).draft.fate)
    return tuple(hero for hero in dying(state.of(side)) if hero.key not in decided)


def dying(camp: SideState) -> tuple[Hero, ...]:
    return tuple(hero for hero in camp.heroes if hero.dying)


def decided(script: Script) -> None:
    """Both sides' decisions about Fate, at once."""
    for side in Side:
        burns = dict(script.state.of(side).draft.fate)
        for hero in dying(script.state.of(side)):
            script.add(e.FateBurned(hero.key) if burns.get(hero.key, True) else e.HeroDied(hero.key))


def mourn(script: Script, sides: tuple[Side, ...] = tuple(Side)) -> None:
    """For each acting general who died the other side gains 4; then command passes (BR-30, BD-08)."""
    for side in sides:
        camp = script.state.of(side)
        general = camp.leader
        counts = script.state.house_rules.generals == "each" or camp.acting == camp.general
        if general is not None and general.condition == "dead" and counts:
            gain(script, side.rival, e.Cause.GENERAL, flat=GENERAL_DEAD, hero=general.key)
    for side in sides:
        _succeed(script, side)


def _succeed(script: Script, side: Side) -> None:
    """The second, or else the best-ranked hero on his feet; also while the general is only out of action."""
    camp = script.state.of(side)
    present = [hero.key for hero in camp.heroes if hero.present]
    if camp.acting in present or (camp.acting is None and not present):
        return
    heir = camp.second if camp.second in present else next(iter(present), None)
    script.add(e.CommandPassed(side, heir))


def opens_decisions(state: State) -> e.StageOpened | None:
    """The pause for Fate, where somebody has a choice."""
    return e.StageOpened(Phase.WOUNDS) if any(asked(state, side) for side in Side) else None
