"""A round of the Air Contest (BF-05..12)."""

from __future__ import annotations

from battles.rules.battlefront import contest
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Domain, Profile
from battles.rules.battlefront.evolve import Script
from battles.rules.battlefront.house_rules import method
from battles.rules.battlefront.roster import fighting, tactics
from battles.rules.battlefront.state import State
from battles.rules.d100 import Contestant, Opposed, bonus, opposed
from battles.rules.dice import Dice
from battles.rules.ruleset import Message, Side, Term

SIDES = (Side.RED, Side.BLUE)


def modifiers(state: State, side: Side) -> tuple[Term, ...]:
    """What the own unbroken hordes add to the Air Marshal's target, type by type, by their Squads (BF-06, D-05)."""
    starting = state.house_rules.tactics_squads == "starting"
    squads: dict[int, int] = {}
    for horde in fighting(state, side, Domain.AIR):
        helping = horde.starting_squads if starting else horde.squads
        squads[horde.profile] = squads.get(horde.profile, 0) + helping
    terms = (_term(state.profiles[index], number) for index, number in squads.items())
    return tuple(term for term in terms if term.value)


def _term(profile: Profile, squads: int) -> Term:
    label = Message("%(squads)s Squads of %(type)s", {"squads": squads, "type": profile.name})
    return Term(label, squads * profile.tactics_per_squad)


def contestant(state: State, side: Side) -> Contestant:
    marshal = contest.commander(state, side, Domain.AIR)
    return Contestant(tactics(marshal), modifiers(state, side), bonus(marshal.intelligence))


def fight(script: Script, dice: Dice) -> None:
    """Resolve the round: retreats, the opposed test, Morale, damage, Break tests, the end check."""
    script.add(e.RoundFought(Domain.AIR, script.state.round))
    if contest.retreat(script, Domain.AIR):
        return
    red, blue = (contestant(script.state, side) for side in SIDES)
    result = opposed(red, blue, dice, method(script.state.house_rules))
    winner = None if result.winner is None else SIDES[result.winner]
    script.add(*contest.tests(Domain.AIR, result), _decided(result, winner))
    if winner is not None:
        contest.lose_morale(script, winner.rival, Domain.AIR)
        script.add(*_damage(script.state, winner, result))
        contest.break_tests(script, winner.rival, Domain.AIR, dice)
    contest.finish_round(script, Domain.AIR)


def _decided(result: Opposed, winner: Side | None) -> e.RoundDecided:
    red, blue = (test.degrees for test in result.tests)
    return e.RoundDecided(Domain.AIR, winner, result.reason, red, blue)


def loser_damage(winner_degrees: int, loser_degrees: int, hordes: int) -> int:
    """To every horde of the loser; hordes: how many the winner has (BF-09)."""
    return winner_degrees + (winner_degrees - loser_degrees) + hordes


def winner_damage(loser_degrees: int, hordes: int) -> int:
    """To every horde of the winner; hordes: how many the loser has (BF-10)."""
    return loser_degrees // 2 + hordes


def _damage(state: State, winner: Side, result: Opposed) -> list[e.AirDamageTaken]:
    """Both damages are one step from the state at the round's start (D-07)."""
    high, low = (result.tests[SIDES.index(side)].degrees for side in (winner, winner.rival))
    taken = []
    for side in (winner.rival, winner):
        against = len(fighting(state, side.rival, Domain.AIR))
        won = side is winner
        damage = winner_damage(low, against) if won else loser_damage(high, low, against)
        for horde in fighting(state, side, Domain.AIR):
            left = max(0, horde.magnitude - damage)
            taken.append(e.AirDamageTaken(horde.key, won, high, low, against, horde.magnitude, left))
    return taken
