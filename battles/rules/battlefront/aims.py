"""What a horde may attack, stratagems counted in (BF-25..28, BF-37)."""

from __future__ import annotations

from battles.rules.battlefront import lanes, moves
from battles.rules.battlefront.catalogue import Trait
from battles.rules.battlefront.commands import Line
from battles.rules.battlefront.state import State
from battles.rules.battlefront.stratagems import in_force, previewed
from battles.rules.ruleset import Side

Aims = dict[int, tuple[int, ...]]


def attackers(state: State, side: Side) -> Aims:
    """Each horde of the side that can attack now, and what it may hit, by the stratagems that are shown."""
    ordinary = lanes.attackers(state, side)
    return _without_hidden(state, side, ordinary | _widened(state, side, ordinary))


def planned(state: State, side: Side) -> Aims:
    """The same with the side's own secret stratagem and moves counted in: what its orders may name."""
    return attackers(moves.applied(previewed(state, side), side), side)


def _widened(state: State, side: Side, ordinary: Aims) -> Aims:
    """The concentrating horde reaches the enemy's whole Front Line beside its ordinary targets."""
    stratagem, played = in_force(state, side), state.of(side).played
    if not (stratagem and stratagem.widens and played) or played.horde not in state.of(side).standing().values():
        return {}
    enemies = sorted(state.of(side.rival).standing().items(), key=lambda item: (item[0].column, item[0].line))
    legal = ordinary.get(played.horde, ())
    return {played.horde: tuple(key for square, key in enemies if square.line is Line.FRONT or key in legal)}


def _without_hidden(state: State, side: Side, aims: Aims) -> Aims:
    """A hidden horde can't be chosen by Artillery, nor by a horde that only Maneuver lets reach it."""
    stratagem, played = in_force(state, side.rival), state.of(side.rival).played
    if not (stratagem and stratagem.hides and played):
        return aims
    hidden, reached = played.horde, _reached(state, side, played.horde)
    kept = {key: tuple(one for one in legal if one != hidden or key in reached) for key, legal in aims.items()}
    return {key: legal for key, legal in kept.items() if legal}


def _reached(state: State, side: Side, hidden: int) -> set[int]:
    """Who reaches the horde without Maneuver and is no Artillery."""
    ordinary = lanes.attackers(state, side, maneuver=False)
    aims = ordinary | _widened(state, side, ordinary)
    artillery = {horde.key for horde in state.of(side).hordes if Trait.ARTILLERY in state.profile(horde).traits}
    return {key for key, legal in aims.items() if hidden in legal and key not in artillery}
