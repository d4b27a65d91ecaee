"""Questions about a side's hordes and commanders that several phases ask."""

from __future__ import annotations

from typing import Any, NamedTuple

from battles.rules.armies import CommanderSheet
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import Role
from battles.rules.battlefront.state import Horde, Phase, SideState, State
from battles.rules.ruleset import Illegal, Message, Side

MAX_ROUNDS = {Domain.AIR: 5, Domain.LAND: 10}  # BF-12, BF-39
SHOWN_FROM = {Role.AIR_MARSHAL: Phase.AIR, Role.GENERAL: Phase.LAND, Role.SUPREME_COMMANDER: Phase.LAND}
COMMANDER = {Domain.AIR: Role.AIR_MARSHAL, Domain.LAND: Role.GENERAL}


class Problem(NamedTuple):
    """What stands in the way of Ready."""

    message: Message
    clause: str

    def refusal(self, field: str = "") -> Illegal:
        values: dict[str, Any] = {**self.message.values}
        return Illegal(self.message.text, clause=self.clause, field=field, **values)


def cap(state: State, side: Side, domain: Domain) -> int:
    """How many hordes of a domain the side may bring (BF-01)."""
    scenario = state.scenario
    if side is Side.RED:
        return scenario.red_air if domain is Domain.AIR else scenario.red_land
    return scenario.blue_air if domain is Domain.AIR else scenario.blue_land


def domain_of(state: State, horde: Horde) -> Domain:
    return state.profile(horde).domain


def chosen(state: State, side: Side, domain: Domain) -> tuple[Horde, ...]:
    """The hordes that the side brings, in the order of its army."""
    camp = state.of(side)
    keys = frozenset(camp.draft.chosen)
    return tuple(horde for horde in camp.hordes if horde.key in keys and domain_of(state, horde) is domain)


def fighting(state: State, side: Side, contest: Domain) -> tuple[Horde, ...]:
    """The hordes still on the battlefield; in the Land Contest those that stand on the grid."""
    hordes = tuple(horde for horde in chosen(state, side, contest) if horde.fights)
    if contest is Domain.AIR:
        return hordes
    placed = frozenset(placement.horde for placement in state.of(side).draft.placements)
    return tuple(horde for horde in hordes if horde.key in placed)


def fought(state: State, side: Side, contest: Domain) -> tuple[Horde, ...]:
    """The hordes that take or took part in a contest, whatever became of them."""
    held_back = state.of(side).draft.held_back
    return tuple(horde for horde in chosen(state, side, contest) if horde.key not in held_back)


def shown_to_all(state: State, side: Side) -> tuple[Horde, ...]:
    """The hordes that everybody may know of: air from the Air Contest on, land from the reveal on (D-30: or before)."""
    air = chosen(state, side, Domain.AIR) if state.reached(Phase.AIR) else ()
    if state.reached(Phase.LAND):
        return air + fought(state, side, Domain.LAND)
    fixed = frozenset(state.of(side).draft.fixed)
    return air + tuple(horde for horde in chosen(state, side, Domain.LAND) if horde.key in fixed)


def deployable(state: State, side: Side) -> tuple[Horde, ...]:
    """The chosen land hordes that can be placed: a ruling of the GM's may have taken some out of the battle."""
    return tuple(horde for horde in chosen(state, side, Domain.LAND) if horde.fights)


def tactics(commander: CommanderSheet) -> int:
    """The base target of a Scholastic Lore (Tactics) test (D-29)."""
    if commander.tactics == 0:
        return commander.intelligence // 2
    return commander.intelligence + 10 * (commander.tactics - 1)


def own_horde(camp: SideState, key: int, field: str = "horde") -> Horde:
    """The side's horde of that key. A rival's horde and no horde at all get the same answer."""
    horde = camp.horde(key)
    if horde is None:
        raise Illegal("That is not a horde of your army.", clause="BF-01", field=field)
    return horde


def own_commander(camp: SideState, key: int) -> CommanderSheet:
    """The side's character of that key. A rival's and nobody at all get the same answer."""
    for commander in camp.commanders:
        if commander.key == key:
            return commander
    raise Illegal("That is not a commanding character of your army.", clause="BF-02", field="commander")
