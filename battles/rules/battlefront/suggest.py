"""Sensible choices for what is still open: for FillIn, for bots and for a quick start. No dice, nothing altered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from battles.rules.battlefront import advantages, aims, contest, deployment, lanes, muster
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Domain, Trait, Weapon
from battles.rules.battlefront.commands import Line, Role
from battles.rules.battlefront.house_rules import HouseRules, method
from battles.rules.battlefront.roster import domain_of, tactics
from battles.rules.battlefront.state import Horde, Phase, Square, Stage, State
from battles.rules.battlefront.strikes import strike
from battles.rules.d100 import bonus, degrees_of_success
from battles.rules.ruleset import Side


def fill(state: State, side: Side) -> tuple[e.DraftEvent, ...]:
    """The draft events that complete the side's open choices; none where nothing is open."""
    if state.phase is Phase.MUSTER:
        return (*_choices(state, side), *_posts(state, side))
    if state.phase is Phase.FIRST_DEPLOYMENT:
        return _first_placements(state, side) if side is state.first_side else ()
    if state.phase is Phase.DEPLOYMENT:
        return _placements(state, side, deployment.to_place(state, side))
    if state.phase is Phase.LAND:
        return tuple(_attack(state, side, key, legal) for key, legal in _unordered(state, side).items())
    return advantages.fill(state, side)


def fills(state: State, side: Side) -> bool:
    """Whether `fill` has anything to add; in a land round without weighing any attack."""
    if state.phase is Phase.LAND:
        return bool(_unordered(state, side))
    return bool(fill(state, side))


def _choices(state: State, side: Side) -> list[e.DraftEvent]:
    """As many hordes as the caps allow, the strongest first."""
    camp, events = state.of(side), list[e.DraftEvent]()
    for domain in Domain:
        free = (h for h in camp.hordes if h.key not in camp.draft.chosen and domain_of(state, h) is domain)
        room = max(0, muster.room(state, side, domain))
        events += [e.HordeChosen(side, horde.key) for horde in _strongest(free)[:room]]
    return events


def _strongest(hordes: Iterable[Horde]) -> list[Horde]:
    return sorted(hordes, key=lambda horde: -horde.magnitude)


def _posts(state: State, side: Side) -> list[e.DraftEvent]:
    """The best tactician flies, the next one leads on land."""
    camp = state.of(side)
    holders = {post.commander for post in camp.draft.posts}
    free = [one for one in camp.commanders if one.key not in holders]
    free.sort(key=lambda one: (-tactics(one), -bonus(one.intelligence), -bonus(one.fellowship)))
    empty = [role for role in (Role.AIR_MARSHAL, Role.GENERAL) if camp.holder(role) is None]
    return [e.CommanderNamed(side, role, one.key) for role, one in zip(empty, free, strict=False)]


def _first_placements(state: State, side: Side) -> tuple[e.DraftEvent, ...]:
    missing = max(0, deployment.first_missing(state, side))
    return _placements(state, side, _strongest(deployment.to_place(state, side))[:missing])


def _placements(state: State, side: Side, hordes: Iterable[Horde]) -> tuple[e.DraftEvent, ...]:
    """The strongest first: Artillery in the Rear, the others in Front, from the centre; the surplus is held back."""
    taken = state.of(side).standing()
    free = [square for square in lanes.own_squares(state, side) if square not in taken]
    events: list[e.DraftEvent] = []
    for horde in _strongest(hordes):
        if free:
            square = _best_square(state, side, horde, free)
            free.remove(square)
            events.append(e.HordePlaced(side, horde.key, square.line, square.column))
        else:
            events.append(e.HordeHeldBack(side, horde.key))
    return tuple(events)


def _best_square(state: State, side: Side, horde: Horde, free: list[Square]) -> Square:
    columns = lanes.own_columns(state, side)
    centre = (columns[0] + columns[-1]) / 2
    line = Line.REAR if Trait.ARTILLERY in state.profile(horde).traits else Line.FRONT
    return min(free, key=lambda square: (square.line is not line, abs(square.column - centre), square.column))


def _unordered(state: State, side: Side) -> dict[int, tuple[int, ...]]:
    """What may still be ordered; nothing once the dice have rolled. Stratagems are left to people."""
    if state.stage is not Stage.ORDERS:
        return {}
    ordered = {order.horde for order in state.of(side).draft.orders}
    return {key: legal for key, legal in aims.planned(state, side).items() if key not in ordered}


def _attack(state: State, side: Side, key: int, legal: tuple[int, ...]) -> e.DraftEvent:
    """The target and weapon that promise most damage; the first of equals."""
    own = {horde.key: horde for horde in state.of(side).hordes}
    enemies = {horde.key: horde for horde in state.of(side.rival).hordes}
    weapons = state.profile(own[key]).weapons
    choices = [(target, index) for target in legal for index in range(len(weapons))]
    chances = _degrees_chances(state, side)

    def promise(choice: tuple[int, int]) -> float:
        enemy = enemies[choice[0]]
        armour = state.profile(enemy).armour
        return _expected(chances, weapons[choice[1]], armour, enemy.magnitude, state.house_rules)

    target, weapon = max(choices, key=promise)
    return e.AttackOrdered(side, key, target, weapon)


def _degrees_chances(state: State, side: Side) -> Counter[int]:
    """How many of the hundred rolls give the General which DoS."""
    target, how = tactics(contest.commander(state, side, Domain.LAND)), method(state.house_rules)
    return Counter(degrees_of_success(target, roll, how) for roll in range(1, 101))


def _expected(chances: Counter[int], weapon: Weapon, armour: int, magnitude: int, rules: HouseRules) -> float:
    """Mean damage as if the round were lost: half the DoS as bonus, never more than the target has."""
    mean = 0.0
    for degrees, rolls in chances.items():
        hits = strike(weapon, armour, degrees, rules).hits
        mean += rolls / 100 * min(magnitude, hits + degrees // 2 if hits else 0)
    return mean
