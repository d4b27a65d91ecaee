"""The Land Contest: secret orders, then a round (BF-31..36, D-11, D-15..18, D-20)."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.battlefront import contest, moves, stages, stratagems
from battles.rules.battlefront import events as e
from battles.rules.battlefront.aims import planned
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import BattlefrontCommand, CancelAttack, MoveUp, OrderAttack, StayBack
from battles.rules.battlefront.evolve import Script
from battles.rules.battlefront.house_rules import method
from battles.rules.battlefront.roster import own_horde, tactics
from battles.rules.battlefront.state import Horde, Stage, State
from battles.rules.battlefront.strikes import earns_bonus, strike
from battles.rules.d100 import Contestant, D100Test, Reason, bonus, compare, opposed, roll_test
from battles.rules.dice import Dice
from battles.rules.ruleset import Illegal, Side

OrderCommand = OrderAttack | CancelAttack
MoveCommand = MoveUp | StayBack


def options(state: State, side: Side) -> Iterator[BattlefrontCommand]:
    hordes = {horde.key: horde for horde in state.of(side).hordes}
    for key, legal in planned(state, side).items():
        weapons = range(len(state.profile(hordes[key]).weapons))
        yield from (OrderAttack(key, target, weapon) for target in legal for weapon in weapons)
    yield from (CancelAttack(order.horde) for order in state.of(side).draft.orders)
    drafted = state.of(side).draft.moves
    ready = stages.may_move(state, side)
    yield from (MoveUp(placement.horde) for placement in ready if placement.horde not in drafted)
    yield from (StayBack(key) for key in drafted)


def decide(state: State, side: Side, command: OrderCommand) -> e.DraftEvent:
    horde = own_horde(state.of(side), command.horde)
    if isinstance(command, OrderAttack):
        return _order(state, side, horde, command)
    if all(order.horde != horde.key for order in state.of(side).draft.orders):
        raise Illegal("%(name)s has no order to cancel.", clause="BF-31", field="horde", name=horde.name)
    return e.AttackCancelled(side, horde.key)


def _order(state: State, side: Side, horde: Horde, command: OrderAttack) -> e.DraftEvent:
    legal = planned(state, side).get(horde.key, ())
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


def move(state: State, side: Side, command: MoveCommand) -> tuple[e.DraftEvent, ...]:
    """A step up from the Rear Line, or not after all (D-14), and the orders that lose their ground with it."""
    horde = own_horde(state.of(side), command.horde)
    going = horde.key in state.of(side).draft.moves
    if isinstance(command, StayBack):
        if not going:
            raise Illegal("%(name)s is not ordered to move up.", clause="D-14", field="horde", name=horde.name)
        return stages.choose(state, side, e.MoveUpCancelled(side, horde.key))
    if going:
        raise Illegal("%(name)s is ordered to move up already.", clause="D-14", field="horde", name=horde.name)
    _check_move(state, side, horde)
    return stages.choose(state, side, e.MoveUpOrdered(side, horde.key))


def _check_move(state: State, side: Side, horde: Horde) -> None:
    if state.house_rules.moving_up == "never":
        raise Illegal("No horde moves up from the Rear Line in this battle.", clause="D-14", field="horde")
    ready = stages.may_move(state, side)
    if horde.key not in {placement.horde for placement in ready}:
        raise Illegal(
            "%(name)s cannot move up: only from the Rear Line into the empty Front square of its column.",
            clause="D-14",
            field="horde",
            name=horde.name,
        )


def fight(script: Script, dice: Dice) -> None:
    """Resolve the round in the order of D-20: to its end, or until the Generals may react to the rolls."""
    script.add(e.RoundFought(Domain.LAND, script.state.round))
    if contest.retreat(script, Domain.LAND):
        return
    stages.reveal(script)
    for side in Side:
        script.add(*(e.HordeMovedUp(one.horde, one.column) for one in moves.ordered(script.state, side)))
    stages.lose_targets(script)
    _roll_both(script, dice)
    if not stages.opened(script, Stage.DURING):
        _clash(script, dice)


def go_on(script: Script, dice: Dice) -> None:
    """Both Generals have sealed their reaction: the round goes on from the stage it paused in."""
    stage = script.state.stage
    script.add(e.RoundFought(Domain.LAND, script.state.round, stage))
    stages.reveal(script)
    if stage is Stage.DURING:
        _clash(script, dice)
    else:
        contest.finish_round(script, Domain.LAND)


def _clash(script: Script, dice: Dice) -> None:
    """From the decision to the Break tests; then to the round's end, or until the Generals may react to them."""
    for side in Side:
        if stratagems.rolls_again(script.state, side):
            _roll(script, side, dice)
    winner = _decided(script)
    if winner is not None:
        contest.lose_morale(script, winner.rival, Domain.LAND)
    if winner is not None or script.state.house_rules.land_ties == "drawn_round":
        _attack(script, winner)
    if winner is not None:
        bonus = stratagems.break_bonus(script.state, winner.rival)
        contest.break_tests(script, winner.rival, Domain.LAND, dice, bonus)
    if not stages.opened(script, Stage.AFTER):
        contest.finish_round(script, Domain.LAND)


def _attack(script: Script, winner: Side | None) -> None:
    """All attacks at once (D-20). Not in a round drawn as in the air, which ends without damage (D-04, D-11)."""
    script.add(*(silence for side in Side for silence in _silenced(script.state, side)))
    attacks = [attack for side in Side for attack in _attacks(script.state, side, winner)]
    script.add(*attacks)
    script.add(*_losses(script.state, attacks))


def _contestant(state: State, side: Side) -> Contestant:
    """The General; no horde helps him (BF-31)."""
    general = contest.commander(state, side, Domain.LAND)
    return Contestant(tactics(general), (), bonus(general.intelligence))


def _roll_both(script: Script, dice: Dice) -> None:
    """One test each, or an opposed one as in the air (D-11)."""
    if script.state.house_rules.land_ties == "as_in_the_air":
        red, blue = (_contestant(script.state, side) for side in Side)
        script.add(*contest.tests(Domain.LAND, opposed(red, blue, dice, method(script.state.house_rules))))
        return
    for side in Side:
        _roll(script, side, dice)


def _roll(script: Script, side: Side, dice: Dice) -> None:
    """The General's test. The state keeps it until the round ends."""
    test = roll_test(_contestant(script.state, side), dice, method(script.state.house_rules))
    script.add(e.TacticsTested(Domain.LAND, side, test))


def _test(state: State, side: Side) -> D100Test:
    test = state.of(side).test
    assert test is not None, "the round is decided after both tests"
    return test


def _decided(script: Script) -> Side | None:
    """Who won by the tests as they stand now, whatever a Stratagem made of them (BF-32, D-11)."""
    tests = _test(script.state, Side.RED), _test(script.state, Side.BLUE)
    place, reason = _compared(script.state, tests)
    winner = None if place is None else tuple(Side)[place]
    script.add(e.RoundDecided(Domain.LAND, winner, reason, tests[0].degrees, tests[1].degrees))
    return winner


def _compared(state: State, tests: tuple[D100Test, D100Test]) -> tuple[int | None, Reason]:
    """More DoS wins; a failure is 0, equal DoS a drawn round, unless all is decided as in the air (D-11)."""
    if state.house_rules.land_ties == "as_in_the_air":
        red, blue = (_contestant(state, side).intelligence_bonus for side in Side)
        return compare(tests, (red, blue))
    red, blue = (test.degrees for test in tests)
    if red == blue:
        return None, Reason.DRAWN
    return (0 if red > blue else 1), Reason.DEGREES


def _silenced(state: State, side: Side) -> Iterator[e.AttackSilenced]:
    """The attack of the side's horde that the enemy's stratagem silences, if it was to make one (BF-37)."""
    horde = stratagems.silenced(state, side)
    yield from (e.AttackSilenced(one.horde, one.target) for one in state.of(side).draft.orders if one.horde == horde)


def _attacks(state: State, side: Side, winner: Side | None) -> Iterator[e.AttackMade]:
    """Every ordered attack, all from the state at the round's start (D-20)."""
    rules, degrees, hit = state.house_rules, _test(state, side).degrees, set[int]()
    extra = degrees if side is winner else degrees // 2  # BF-35, D-08; a drawn round halves for both (D-11)
    silent = stratagems.silenced(state, side)
    orders = {order.horde: order for order in state.of(side).draft.orders if order.horde != silent}
    enemies = {horde.key: horde for horde in state.of(side.rival).hordes}
    for horde in state.of(side).hordes:  # the army's order: that of the drafts would tell who was ordered first
        if order := orders.get(horde.key):
            weapon = state.profile(horde).weapons[order.weapon]
            hits = strike(weapon, state.profile(enemies[order.target]).armour, degrees, rules).hits
            added = extra if hits and earns_bonus(order.target, hit, rules) else 0  # D-18
            hit |= {order.target} if hits else set()
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
