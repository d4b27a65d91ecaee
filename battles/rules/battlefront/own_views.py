"""Views of single hordes and commanders, and of a side's own compartment."""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

from battles.rules.armies import CommanderSheet
from battles.rules.battlefront import advantages, aims, card_views, deployment, drafts, muster
from battles.rules.battlefront.catalogue import Weapon
from battles.rules.battlefront.roster import tactics
from battles.rules.battlefront.state import Draft, Horde, Phase, Placement, SideState, State
from battles.rules.battlefront.view import (
    AttackerView,
    CommanderView,
    HordeView,
    OrderView,
    OwnView,
    PlacementView,
    PostView,
    WeaponView,
)
from battles.rules.ruleset import Side

Status = Literal["ready", "broken", "destroyed", "held_back"]


def own(state: State, side: Side) -> OwnView:
    """Everything of a side's own; only that side and the GM may get it."""
    camp, draft = state.of(side), state.of(side).draft
    deploying = state.phase in drafts.DEPLOYMENTS and drafts.may_choose(state, side)
    attackers = aims.planned(state, side) if state.phase is Phase.LAND else {}
    return OwnView(
        side=side,
        roster=horde_views(state, side, camp.hordes),
        commanders=tuple(commander_view(sheet) for sheet in camp.commanders),
        chosen=draft.chosen,
        roles=muster.roles(state),
        posts=tuple(PostView(post.role, post.commander) for post in draft.posts),
        to_place=tuple(horde.key for horde in deployment.to_place(state, side)) if deploying else (),
        movable=tuple(p.horde for p in draft.placements if p.horde not in draft.fixed) if deploying else (),
        held_back=draft.held_back,
        placements=tuple(PlacementView(p.horde, p.line, p.column) for p in draft.placements),
        attackers=tuple(AttackerView(key, targets) for key, targets in attackers.items()),
        orders=tuple(OrderView(order.horde, order.target, order.weapon) for order in draft.orders),
        moves=draft.moves,
        retreat=draft.retreat,
        problems=tuple(problem.message for problem in drafts.problems(state, side)),
        fingerprint=fingerprint(draft) if camp.ready else None,
        stratagems=card_views.stratagem_views(state, side),
        played=card_views.played_view(side, draft.stratagem),
        draws_left=advantages.left(state, side),
        drawable=card_views.drawable_views(state, side),
        drawn=card_views.card_views(state, side, draft.cards),
    )


def fingerprint(draft: Draft) -> str:
    """Sixteen hex digits that change with any choice."""
    return hashlib.sha256(msgspec.json.encode(draft)).hexdigest()[:16]


def horde_views(state: State, side: Side, hordes: tuple[Horde, ...]) -> tuple[HordeView, ...]:
    """Views with status and square of hordes whose place the viewer may know."""
    camp = state.of(side)
    placements = {placement.horde: placement for placement in camp.draft.placements}
    return tuple(_horde_view(state, side, horde, placements.get(horde.key)) for horde in hordes)


def _horde_view(state: State, side: Side, horde: Horde, placement: Placement | None) -> HordeView:
    profile = state.profile(horde)
    return HordeView(
        key=horde.key,
        name=horde.name,
        side=side,
        profile=profile.key,
        type_name=profile.name,
        domain=profile.domain.value,
        magnitude=horde.magnitude,
        start=horde.start,
        squads=horde.squads,
        full_squads=horde.full_squads,
        armour=profile.armour,
        traits=tuple(trait.value for trait in profile.traits),
        weapons=tuple(_weapon_view(index, weapon) for index, weapon in enumerate(profile.weapons)),
        status=_status(state.of(side), horde),
        line=placement.line if placement else None,
        column=placement.column if placement else None,
        last_damage=horde.damage,
    )


def _status(camp: SideState, horde: Horde) -> Status:
    if horde.magnitude == 0:
        return "destroyed"
    if horde.broken:
        return "broken"
    return "held_back" if horde.key in camp.draft.held_back else "ready"


def _weapon_view(index: int, weapon: Weapon) -> WeaponView:
    damage = f"{weapon.dice}d{weapon.faces}" + (f"+{weapon.flat}" if weapon.flat else "")
    return WeaponView(index, weapon.name, damage, weapon.penetration, weapon.rate, weapon.blast)


def commander_view(sheet: CommanderSheet) -> CommanderView:
    return CommanderView(
        key=sheet.key,
        name=sheet.name,
        intelligence=sheet.intelligence,
        fellowship=sheet.fellowship,
        tactics_rank=sheet.tactics,
        command_rank=sheet.command,
        tactics=tactics(sheet),
        talents=sheet.talents,
        willpower=sheet.willpower,
    )
