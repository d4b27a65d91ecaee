"""The Land Contest: secret orders, then a round (BF-31..36, D-11, D-15..18, D-20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from battles.rules.battlefront import contest
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Domain, Weapon
from battles.rules.battlefront.commands import BattlefrontCommand, CancelAttack, OrderAttack
from battles.rules.battlefront.evolve import Script
from battles.rules.battlefront.lanes import attackers
from battles.rules.battlefront.roster import own_horde, tactics
from battles.rules.battlefront.state import Horde, State
from battles.rules.d100 import Contestant, Reason, roll_test
from battles.rules.dice import Dice
from battles.rules.ruleset import Illegal, Side

OrderCommand = OrderAttack | CancelAttack


class Strike(NamedTuple):
    """What a weapon does to an armour. left: armour after penetration. hits: 0 if the armour held."""

    raw: int
    left: int
    hits: int


def strike(weapon: Weapon, armour: int, degrees: int) -> Strike:
    """Each die shows the General's DoS up to its faces (BF-34); above the armour left, rate and Blast (BF-33)."""
    raw = weapon.dice * min(degrees, weapon.faces) + weapon.flat  # D-17
    left = max(0, armour - weapon.penetration)  # D-15
    return Strike(raw, left, weapon.rate + weapon.blast if raw > left else 0)


def options(state: State, side: Side) -> Iterator[BattlefrontCommand]:
    hordes = {horde.key: horde for horde in state.of(side).hordes}
    for key, legal in attackers(state, side).items():
        weapons = range(len(state.profile(hordes[key]).weapons))
        yield from (OrderAttack(key, target, weapon) for target in legal for weapon in weapons)
    yield from (CancelAttack(order.horde) for order in state.of(side).draft.orders)


def decide(state: State, side: Side, command: OrderCommand) -> e.DraftEvent:
    horde = own_horde(state.of(side), command.horde)
    if isinstance(command, OrderAttack):
        return _order(state, side, horde, command)
    if all(order.horde != horde.key for order in state.of(side).draft.orders):
        raise Illegal("%(name)s has no order to cancel.", clause="BF-31", field="horde", name=horde.name)
    return e.AttackCancelled(side, horde.key)


def _order(state: State, side: Side, horde: Horde, command: OrderAttack) -> e.DraftEvent:
    legal = attackers(state, side).get(horde.key, ())
    if not legal:
        raise Illegal(
            "%(name)s cannot attack anybody this round.",
            clause="BF-22",
            field="horde",
            name=horde.name,
        )
    if command.target not in legal:
        raise Illegal(
            "%(name)s may not attack that: it is not a legal target from its square.",
            clause="BF-25",
            field="target",
            name=horde.name,
        )
    if command.weapon not in range(len(state.profile(horde).weapons)):
        raise Illegal("%(name)s has no such weapon.", clause="BF-33", field="weapon", name=horde.name)
    return e.AttackOrdered(side, horde.key, command.target, command.weapon)


def fight(script: Script, dice: Dice) -> None:
    """Resolve the round in the order of D-20. Stratagems have their places between these lines (BF-37)."""
    script.add(e.RoundFought(Domain.LAND, script.state.round))
    if contest.retreat(script, Domain.LAND):
        return
    degrees = {side: _tested(script, side, dice) for side in Side}
    winner = _decided(script, degrees)
    if winner is not None:
        contest.lose_morale(script, winner.rival, Domain.LAND)
    attacks = [attack for side in Side for attack in _attacks(script.state, side, degrees[side], winner)]
    script.add(*attacks)
    script.add(*_losses(script.state, attacks))
    if winner is not None:
        contest.break_tests(script, winner.rival, Domain.LAND, dice)
    contest.finish_round(script, Domain.LAND)


def _tested(script: Script, side: Side, dice: Dice) -> int:
    """The General's DoS; no horde helps him (BF-31)."""
    general = contest.commander(script.state, side, Domain.LAND)
    test = roll_test(Contestant(tactics(general)), dice)
    script.add(e.TacticsTested(Domain.LAND, side, test))
    return test.degrees


def _decided(script: Script, degrees: dict[Side, int]) -> Side | None:
    """More DoS wins; a failure is 0, equal DoS a drawn round (BF-32, D-11)."""
    red, blue = degrees[Side.RED], degrees[Side.BLUE]
    winner = None if red == blue else Side.RED if red > blue else Side.BLUE
    reason = Reason.DRAWN if winner is None else Reason.DEGREES
    script.add(e.RoundDecided(Domain.LAND, winner, reason, red, blue))
    return winner


def _attacks(state: State, side: Side, degrees: int, winner: Side | None) -> Iterator[e.AttackMade]:
    """Every ordered attack, all from the state at the round's start (D-20)."""
    bonus = degrees if side is winner else degrees // 2  # BF-35, D-08; a drawn round halves for both (D-11)
    orders = {order.horde: order for order in state.of(side).draft.orders}
    enemies = {horde.key: horde for horde in state.of(side.rival).hordes}
    for horde in state.of(side).hordes:  # the army's order: that of the drafts would tell who was ordered first
        if order := orders.get(horde.key):
            weapon = state.profile(horde).weapons[order.weapon]
            hits = strike(weapon, state.profile(enemies[order.target]).armour, degrees).hits
            added = bonus if hits else 0  # D-18
            yield e.AttackMade(order.horde, order.target, order.weapon, degrees, added, hits + added)


def _losses(state: State, attacks: list[e.AttackMade]) -> Iterator[e.LandDamageTaken]:
    """All damage on a horde together; what it has not is lost (D-20)."""
    dealt: dict[int, int] = {}
    for attack in attacks:
        if attack.dealt:
            dealt[attack.target] = dealt.get(attack.target, 0) + attack.dealt
    magnitudes = {horde.key: horde.magnitude for side in Side for horde in state.of(side).hordes}
    for key, damage in dealt.items():
        before = magnitudes[key]
        yield e.LandDamageTaken(key, damage, before, max(0, before - damage))
