"""Muster: each side chooses its hordes within its caps and names its commanders (BF-01, BF-02), in secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import (
    BattlefrontCommand,
    ChooseHorde,
    DismissCommander,
    LeaveHorde,
    NameCommander,
    Role,
)
from battles.rules.battlefront.roster import Problem, cap, chosen, domain_of, own_commander, own_horde
from battles.rules.battlefront.state import State
from battles.rules.ruleset import Illegal, Message, Side

MusterCommand = ChooseHorde | LeaveHorde | NameCommander | DismissCommander


def room(state: State, side: Side, domain: Domain) -> int:
    """How many more hordes of a domain the side may choose."""
    return cap(state, side, domain) - len(chosen(state, side, domain))


def options(state: State, side: Side) -> Iterator[BattlefrontCommand]:
    camp = state.of(side)
    free = {domain: room(state, side, domain) > 0 for domain in Domain}
    for horde in camp.hordes:
        if horde.key in camp.draft.chosen:
            yield LeaveHorde(horde.key)
        elif free[domain_of(state, horde)]:
            yield ChooseHorde(horde.key)
    holders = {post.commander for post in camp.draft.posts}
    for role in roles(state):
        yield from (NameCommander(role, one.key) for one in camp.commanders if one.key not in holders)
    yield from (DismissCommander(post.role) for post in camp.draft.posts)


def roles(state: State) -> tuple[Role, ...]:
    """The posts there are: without a Supreme Commander where D-01 says so."""
    off = state.house_rules.supreme_commander == "off"
    return tuple(role for role in Role if not (off and role is Role.SUPREME_COMMANDER))


def problems(state: State, side: Side) -> tuple[Problem, ...]:
    """Both posts must be filled; any number of hordes within the caps will do (D-23)."""
    camp = state.of(side)
    found = []
    if camp.holder(Role.AIR_MARSHAL) is None:
        found.append(Problem(Message("Name an Air Marshal."), "BF-02"))
    if camp.holder(Role.GENERAL) is None:
        found.append(Problem(Message("Name a General."), "BF-02"))
    return tuple(found)


def decide(state: State, side: Side, command: MusterCommand) -> e.DraftEvent:
    match command:
        case ChooseHorde(horde=key):
            return _choose(state, side, key)
        case LeaveHorde(horde=key):
            return _leave(state, side, key)
        case NameCommander(role=role, commander=key):
            return _name(state, side, role, key)
        case DismissCommander(role=role):
            return _dismiss(state, side, role)
        case _:
            assert_never(command)


def _choose(state: State, side: Side, key: int) -> e.DraftEvent:
    horde = own_horde(state.of(side), key)
    if key in state.of(side).draft.chosen:
        raise Illegal("%(name)s is already chosen.", clause="BF-01", field="horde", name=horde.name)
    if room(state, side, domain_of(state, horde)) <= 0:
        raise _too_many(state, side, domain_of(state, horde))
    return e.HordeChosen(side, key)


def _too_many(state: State, side: Side, domain: Domain) -> Illegal:
    number = cap(state, side, domain)
    if domain is Domain.AIR:
        return Illegal("Too many air hordes: you may bring %(cap)s.", clause="BF-01", field="horde", cap=number)
    return Illegal("Too many land hordes: you may bring %(cap)s.", clause="BF-01", field="horde", cap=number)


def _leave(state: State, side: Side, key: int) -> e.DraftEvent:
    horde = own_horde(state.of(side), key)
    if key not in state.of(side).draft.chosen:
        raise Illegal("%(name)s is not chosen.", clause="BF-01", field="horde", name=horde.name)
    return e.HordeLeft(side, key)


def _name(state: State, side: Side, role: Role, key: int) -> e.DraftEvent:
    commander = own_commander(state.of(side), key)
    if role not in roles(state):
        raise Illegal("This battle has no Supreme Commander.", clause="D-01", field="role")
    if any(post.commander == key for post in state.of(side).draft.posts):
        raise Illegal(
            "%(name)s already holds a post: one character, one post.",
            clause="BF-02",
            field="commander",
            name=commander.name,
        )
    return e.CommanderNamed(side, role, key)


def _dismiss(state: State, side: Side, role: Role) -> e.DraftEvent:
    if state.of(side).holder(role) is None:
        raise Illegal("That post is empty.", clause="BF-02", field="role")
    return e.CommanderDismissed(side, role)
