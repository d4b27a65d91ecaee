"""Builds what a viewer sees from nothing: a field that nobody chose to show here stays secret."""

from __future__ import annotations

from battles.rules.battlefront import (
    advantages,
    card_views,
    drafts,
    flow,
    house_rules,
    lanes,
    luck,
    outcome,
    roster,
)
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import BattlefrontCommand, Line, Role
from battles.rules.battlefront.contest import effects
from battles.rules.battlefront.own_views import commander_view, horde_views, own
from battles.rules.battlefront.roster import MAX_ROUNDS
from battles.rules.battlefront.state import ContestResult, Horde, Phase, RoundTrace, Square, State
from battles.rules.battlefront.texts import effect_message, ending_message, reward_message
from battles.rules.battlefront.view import (
    BattlefrontView,
    CommanderView,
    ResultView,
    RoundView,
    SideView,
    SquareView,
)
from battles.rules.ruleset import GM, Commander, Message, Side, Viewer

TITLES = {
    Phase.BRIEFING: Message("Briefing"),
    Phase.MUSTER: Message("Muster"),
    Phase.AIR: Message("Air Contest"),
    Phase.AIR_RESULT: Message("Result of the Air Contest"),
    Phase.FIRST_DEPLOYMENT: Message("First deployment"),
    Phase.DEPLOYMENT: Message("Deployment"),
    Phase.LAND: Message("Land Contest"),
    Phase.LAND_RESULT: Message("Result of the Land Contest"),
    Phase.RESULT: Message("Result"),
}
UNDER_WAY = {Phase.AIR: Domain.AIR, Phase.LAND: Domain.LAND}


def knows(viewer: Viewer, side: Side) -> bool:
    """Whether the viewer may see the side's own compartment."""
    return isinstance(viewer, GM) or (isinstance(viewer, Commander) and viewer.side is side)


def view(state: State, viewer: Viewer, options: tuple[BattlefrontCommand, ...]) -> BattlefrontView:
    contest = UNDER_WAY.get(state.phase)
    grid = state.reached(Phase.FIRST_DEPLOYMENT)
    return BattlefrontView(
        audience=viewer.audience,
        phase=state.phase.value,
        phase_title=TITLES[state.phase],
        round=state.round,
        waiting_for=flow.waiting_for(state),
        finished=state.phase is Phase.RESULT,
        scenario=state.scenario.name,
        terrain=state.scenario.terrain.name,
        base_width=state.scenario.base_width,
        sides=(_side(state, viewer, Side.RED), _side(state, viewer, Side.BLUE)),
        contest=contest.value if contest else None,
        max_rounds=MAX_ROUNDS[contest] if contest else 0,
        columns=lanes.columns(state) if grid else 0,
        grid=_grid(state, viewer) if grid else (),
        own=tuple(own(state, side) for side in Side if knows(viewer, side)),
        first_side=None if state.reached(Phase.DEPLOYMENT) or not state.first_count else state.first_side,
        first_count=0 if state.reached(Phase.DEPLOYMENT) else state.first_count,
        air_result=_result(state, Domain.AIR),
        land_result=_result(state, Domain.LAND),
        stage=state.stage.value,
        stratagems_played=card_views.shown_this_round(state),
        house_rules=house_rules.QUESTIONS.views(state.house_rules),
        luck=luck.sentences(state) if state.reached(Phase.AIR) else (),
        stopped_in=TITLES[state.stopped] if state.stopped else None,
        track=tuple(map(_round, state.trace or ())),
        options=options,
    )


def _side(state: State, viewer: Viewer, side: Side) -> SideView:
    camp, columns = state.of(side), lanes.own_columns(state, side)
    return SideView(
        side=side,
        title=camp.title,
        invader=state.scenario.invader is side,
        air_cap=roster.cap(state, side, Domain.AIR),
        land_cap=roster.cap(state, side, Domain.LAND),
        ready=camp.ready,
        waited_for=side in drafts.waited_for(state),
        morale=camp.morale,
        morale_start=camp.morale_start,
        width=len(columns),
        first_column=columns[0],
        last_column=columns[-1],
        air_marshal=_holder(state, viewer, side, Role.AIR_MARSHAL),
        general=_holder(state, viewer, side, Role.GENERAL),
        supreme_commander=_holder(state, viewer, side, Role.SUPREME_COMMANDER),
        hordes=horde_views(state, side, _known_hordes(state, viewer, side)),
        total=_total(state, side),
        degrees=camp.test.degrees if camp.test else None,
        advantages=card_views.card_views(state, side, camp.cards),
    )


def _round(fought: RoundTrace) -> RoundView:
    return RoundView(fought.contest.value, fought.round, fought.red, fought.blue, fought.red_morale, fought.blue_morale)


def _holder(state: State, viewer: Viewer, side: Side, role: Role) -> CommanderView | None:
    """A post's holder: the Air Marshal is known from the Air Contest on, the others from the reveal on."""
    if not knows(viewer, side) and not state.reached(roster.SHOWN_FROM[role]):
        return None
    sheet = state.of(side).holder(role)
    return commander_view(sheet) if sheet else None


def _known_hordes(state: State, viewer: Viewer, side: Side) -> tuple[Horde, ...]:
    if knows(viewer, side):
        return tuple(horde for domain in Domain for horde in roster.chosen(state, side, domain))
    return roster.shown_to_all(state, side)


def _total(state: State, side: Side) -> int | None:
    """The tally of the contest under way or last fought; what is only drafted does not show."""
    if state.reached(Phase.LAND):
        return outcome.total(state, side, Domain.LAND)
    return outcome.total(state, side, Domain.AIR) if state.reached(Phase.AIR) else None


def _grid(state: State, viewer: Viewer) -> tuple[tuple[SquareView, ...], ...]:
    """The rival's Rear and Front, the own Front and Rear; the GM and spectators sit with red."""
    near = viewer.side if isinstance(viewer, Commander) else Side.RED
    far = near.rival
    rows = ((far, Line.REAR), (far, Line.FRONT), (near, Line.FRONT), (near, Line.REAR))
    return tuple(_row(state, viewer, side, line) for side, line in rows)


def _row(state: State, viewer: Viewer, side: Side, line: Line) -> tuple[SquareView, ...]:
    width, standing = lanes.own_columns(state, side), state.of(side).standing()
    known = {horde.key for horde in _known_hordes(state, viewer, side)}
    fallen = {placement.square: placement.horde for placement in state.of(side).fallen}
    squares = []
    for column in range(1, lanes.columns(state) + 1):
        key = standing.get(Square(line, column))
        shown = key if key in known else None
        gone = None if key else fallen.get(Square(line, column))
        squares.append(SquareView(side, line, column, column not in width, shown, gone))
    return tuple(squares)


def _result(state: State, contest: Domain) -> ResultView | None:
    result = state.result(contest)
    if result is None:
        return None
    brought = effects(contest, result.diff, state.house_rules)
    return ResultView(
        contest=contest.value,
        rounds=result.rounds,
        ended_by=_ended_by(state, result),
        red_total=result.red_total,
        blue_total=result.blue_total,
        diff=result.diff,
        red_result=outcome.name(contest, result.diff, Side.RED),
        blue_result=outcome.name(contest, result.diff, Side.BLUE),
        effects=tuple(effect_message(state, effect) for effect in advantages.paid(state, brought)),
        rewards=tuple(reward_message(state, reward) for reward in advantages.rewards(state, contest, result.diff)),
    )


def _ended_by(state: State, result: ContestResult) -> Message:
    return ending_message(state, result.ending, result.side, result.rounds)
