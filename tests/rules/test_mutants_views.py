"""Every field of a view against the state it is made from, at every step of the golden battles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import lanes, luck, outcome
from battles.rules.battlefront.advantages import card_of
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import Role
from battles.rules.battlefront.house_rules import differences
from battles.rules.battlefront.own_views import fingerprint
from battles.rules.battlefront.state import Card, SideState, State
from battles.rules.battlefront.stratagems import BY_KEY
from battles.rules.battlefront.view import BattlefrontView, HordeView, OwnView
from battles.rules.recording import replay
from battles.rules.ruleset import AUDIENCES, Commander, Side
from tests.rules.golden.contents import load, names

CALM, AERIAL = ("briefing", "muster"), ("air", "air_result")
TITLES = {
    "briefing": "Briefing",
    "muster": "Muster",
    "air": "Air Contest",
    "air_result": "Result of the Air Contest",
    "first_deployment": "First deployment",
    "deployment": "Deployment",
    "land": "Land Contest",
    "land_result": "Result of the Land Contest",
    "result": "Result",
}


def states(name: str) -> Iterator[tuple[State, BattlefrontView]]:
    """Each state with the GM's view of it: nothing is secret to him."""
    for step in replay(load(name)):
        yield step.state, BATTLEFRONT.view(step.state, AUDIENCES["gm"])


@pytest.mark.parametrize("name", names("battlefront"))
def test_the_view_says_what_the_state_says(name: str):
    for state, view in states(name):
        scenario = state.scenario
        assert (view.phase, view.round, view.stage) == (state.phase, state.round, state.stage)
        assert (view.scenario, view.terrain, view.base_width) == ("Test", scenario.terrain.name, scenario.base_width)
        unusual = [
            (choice.id, option.effect, choice.default.effect) for choice, option in differences(state.house_rules)
        ]
        assert [(one.id, one.effect, one.default) for one in view.house_rules] == unusual
        assert view.finished is (state.phase == "result")
        assert str(view.phase_title) == TITLES[state.phase]
        assert [str(one) for one in view.luck] == [str(one) for one in luck.sentences(state) if state.phase not in CALM]
        assert view.columns == (0 if state.phase in (*CALM, *AERIAL) else lanes.columns(state))
        assert [one.side for one in view.own] == [one.side for one in view.sides] == list(Side)
        for side in Side:
            check_side(state, view, side)
            check_own(state, view, side)
        for contest in Domain:
            check_result(state, view, contest)


def check_side(state: State, view: BattlefrontView, side: Side) -> None:
    camp, shown, scenario = state.of(side), view.sides[side is Side.BLUE], state.scenario
    caps = (scenario.red_air, scenario.red_land) if side is Side.RED else (scenario.blue_air, scenario.blue_land)
    assert (shown.title, shown.ready, shown.invader) == (camp.title, camp.ready, scenario.invader is side)
    assert (shown.air_cap, shown.land_cap) == caps
    assert (shown.morale, shown.morale_start) == (camp.morale, camp.morale_start)
    assert shown.degrees == (camp.test.degrees if camp.test else None)
    assert (shown.width, shown.last_column) == (len(view_columns(shown)), view_columns(shown)[-1])
    assert [(one.horde, one.index) for one in shown.advantages] == [(one.horde, one.advantage) for one in camp.cards]
    holders = (shown.air_marshal, shown.general, shown.supreme_commander)
    posts = {post.role: post.commander for post in camp.draft.posts}
    assert [one.key if one else None for one in holders] == [posts.get(role) for role in Role]
    assert {one.key for one in shown.hordes} == set(camp.draft.chosen)
    assert {one.horde: one.square for one in camp.draft.placements}.items() >= squares(shown.hordes).items()
    played = [
        (one.key, one.horde or 0, one.line, one.column or 0) for one in view.stratagems_played if one.side is side
    ]
    assert played == ([tuple(getattr(camp.played, name) for name in PLAYED)] if camp.played else [])


PLAYED = ("stratagem", "horde", "line", "column")


def view_columns(shown: Any) -> range:
    return range(shown.first_column, shown.last_column + 1)


def squares(hordes: tuple[HordeView, ...]) -> dict[int, Any]:
    return {one.key: (one.line, one.column) for one in hordes if one.line}


def check_own(state: State, view: BattlefrontView, side: Side) -> None:
    camp, own = state.of(side), view.own[side is Side.BLUE]
    draft = camp.draft
    assert (own.side, own.chosen, own.held_back, own.moves) == (side, draft.chosen, draft.held_back, draft.moves)
    assert [(one.role, one.commander) for one in own.posts] == [(one.role, one.commander) for one in draft.posts]
    placed = [(one.horde, one.line, one.column) for one in own.placements]
    assert placed == [(one.horde, one.line, one.column) for one in draft.placements]
    orders = [(one.horde, one.target, one.weapon) for one in own.orders]
    assert orders == [(one.horde, one.target, one.weapon) for one in draft.orders]
    assert own.retreat is draft.retreat
    deploying = state.phase == "deployment" or (state.phase == "first_deployment" and state.first_side is side)
    assert own.movable == (tuple(key for key, *_ in placed if key not in draft.fixed) if deploying else ())
    assert deploying or not own.to_place
    assert own.fingerprint == (fingerprint(draft) if camp.ready else None)
    assert [(one.horde, one.index) for one in own.drawn] == [(one.horde, one.advantage) for one in draft.cards]
    drawable = [(card.horde, card.index) for one in own.drawable for card in one.advantages]
    offered = BATTLEFRONT.options(state, Commander(side))
    draws = [(one.horde, one.advantage) for one in offered if isinstance(one, c.DrawAdvantage)]
    assert drawable == draws
    for card in (*view.sides[side is Side.BLUE].advantages, *own.drawn):
        _, known = card_of(state, side, Card(card.horde, card.index))
        assert (card.name, card.kind, card.effect) == (known.name, known.kind, known.effect)
    attackers = {(one.horde, target) for one in own.attackers for target in one.targets}
    assert attackers >= {(one.horde, one.target) for one in offered if isinstance(one, c.OrderAttack)}
    assert state.phase == "land" or not attackers
    playable = {one.stratagem for one in offered if isinstance(one, c.PlayStratagem)}
    assert {one.key for one in own.stratagems if one.available} == playable
    assert all((one.why_not is None) is one.available for one in own.stratagems)
    check_played(own, draft.stratagem)
    check_roster(state, camp, own)
    check_commanders(camp, own)


def check_played(own: OwnView, played: Any) -> None:
    if played is None:
        assert own.played is None
        return
    assert own.played is not None
    assert (own.played.side, own.played.name) == (own.side, BY_KEY[played.stratagem].name)
    assert (own.played.key, own.played.line) == (played.stratagem, played.line)
    assert (own.played.horde or 0, own.played.column or 0) == (played.horde, played.column)
    shown = {one.key: (one.name, one.once, one.timing, one.effect, one.needs) for one in own.stratagems}
    assert shown == {
        one.key: (one.name, one.once, one.stage, one.effect, one.prerequisite.text) for one in BY_KEY.values()
    }


def check_roster(state: State, camp: SideState, own: OwnView) -> None:
    for horde, shown in zip(camp.hordes, own.roster, strict=True):
        profile = state.profile(horde)
        assert (shown.key, shown.name, shown.side) == (horde.key, horde.name, own.side)
        assert (shown.profile, shown.type_name, shown.domain) == (profile.key, profile.name, profile.domain)
        assert (shown.magnitude, shown.start, shown.last_damage) == (horde.magnitude, horde.start, horde.damage)
        assert (shown.squads, shown.full_squads) == (horde.squads, horde.full_squads)
        assert (shown.armour, shown.traits) == (profile.armour, profile.traits)
        weapons = [(one.index, one.name, one.penetration, one.rate, one.blast) for one in shown.weapons]
        known = enumerate(profile.weapons)
        assert weapons == [(index, one.name, one.penetration, one.rate, one.blast) for index, one in known]
        assert shown.status == status(camp, horde)


def status(camp: SideState, horde: Any) -> str:
    if not horde.magnitude:
        return "destroyed"
    if horde.broken:
        return "broken"
    return "held_back" if horde.key in camp.draft.held_back else "ready"


def check_commanders(camp: SideState, own: OwnView) -> None:
    for sheet, shown in zip(camp.commanders, own.commanders, strict=True):
        assert (shown.key, shown.name, shown.talents) == (sheet.key, sheet.name, sheet.talents)
        assert (shown.intelligence, shown.fellowship) == (sheet.intelligence, sheet.fellowship)
        assert (shown.tactics_rank, shown.command_rank) == (sheet.tactics, sheet.command)
        assert shown.willpower == sheet.willpower


def check_result(state: State, view: BattlefrontView, contest: Domain) -> None:
    known, shown = state.result(contest), view.air_result if contest is Domain.AIR else view.land_result
    if known is None:
        assert shown is None
        return
    assert shown is not None
    assert (shown.contest, shown.rounds, shown.diff) == (contest, known.rounds, known.diff)
    assert (shown.red_total, shown.blue_total) == (known.red_total, known.blue_total)
    results = [str(outcome.name(contest, known.diff, side)) for side in Side]
    assert [str(shown.red_result), str(shown.blue_result)] == results
