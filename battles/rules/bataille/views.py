"""Builds what a viewer sees from nothing: a field that nobody chose to show here stays secret."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.bataille import closing, drafts, evaluation, flow, house_rules
from battles.rules.bataille.commands import BatailleCommand
from battles.rules.bataille.evaluation import PREPARING
from battles.rules.bataille.heroes import unable
from battles.rules.bataille.own_views import deed, own
from battles.rules.bataille.state import Hero, Phase, SideState, State
from battles.rules.bataille.view import (
    BatailleView,
    DuelView,
    EvaluationView,
    ForceView,
    GivenView,
    HeroView,
    ResultView,
    SideView,
    SourceView,
    TickView,
    TurnView,
)
from battles.rules.bataille.words import NUMBERS, PHASES, case_message, states
from battles.rules.luck import sentence
from battles.rules.ruleset import GM, Commander, Message, Side, Viewer, row_text


def knows(viewer: Viewer, side: Side) -> bool:
    """Whether the viewer may see the side's own compartment."""
    return isinstance(viewer, GM) or (isinstance(viewer, Commander) and viewer.side is side)


def announced(state: State) -> bool:
    """Whether the thresholds are for everybody to see."""
    return state.red.threshold is not None


def view(state: State, viewer: Viewer, options: tuple[BatailleCommand, ...]) -> BatailleView:
    return BatailleView(
        audience=viewer.audience,
        phase=state.phase.value,
        phase_title=PHASES[state.phase],
        round=state.turn,
        waiting_for=flow.waiting_for(state),
        finished=state.phase is Phase.RESULT,
        battlefield=state.battlefield,
        rule_phase=NUMBERS[state.phase],
        sides=(_side(state, Side.RED), _side(state, Side.BLUE)),
        minutes=state.minutes,
        declaring=state.declaring if state.phase is Phase.DECLARATIONS else None,
        own=tuple(own(state, side, gm=isinstance(viewer, GM)) for side in Side if knows(viewer, side)),
        evaluation=(_evaluation(state),) if isinstance(viewer, GM) else (),
        announced=_announced(state),
        duels=tuple(_duels(state)),
        track=tuple(TurnView(turn, red, blue) for turn, (red, blue) in enumerate(state.trace)),
        house_rules=house_rules.QUESTIONS.views(state.house_rules),
        luck=tuple(sentence(state.of(side).title, state.of(side).luck) for side in Side) if state.turn else (),
        result=_result(state),
        options=options,
    )


def _announced(state: State) -> tuple[Message, ...]:
    if state.reached is Phase.EVALUATION:
        return ()
    case = state.case
    assert case is not None  # announced with the phase
    return (
        case_message(state, case, state.favoured),
        Message("The threshold is %(base)s, before strategic points.", {"base": state.base}),
    )


def _side(state: State, side: Side) -> SideView:
    """What everybody may see of a side; figures from their announcement on."""
    camp, known, evaluated = state.of(side), announced(state), state.reached is not Phase.EVALUATION
    general = camp.leader if known else None
    return SideView(
        side=side,
        title=camp.title,
        ready=camp.ready,
        waited_for=side in drafts.waited_for(state),
        points=camp.points,
        heroes=tuple(_hero(state, side, hero) for hero in camp.heroes if hero.fielded or not evaluated),
        threshold=camp.threshold,
        start=state.trace[0][list(Side).index(side)] if state.trace else None,
        headcount=camp.headcount if evaluated else None,
        strategic=evaluation.strategic(state, side) if known else None,
        given=tuple(_given(state, camp)) if known else (),
        has_escape=camp.has_escape if known else None,
        general=general.name if general else None,
        favoured=evaluated and state.favoured is side,
    )


def _given(state: State, camp: SideState) -> Iterator[GivenView]:
    names = {source.key: source.name for source in state.rows.sources}
    for given in camp.given:
        yield GivenView(row_text(names[given.source]), given.points)
    if camp.correction:
        yield GivenView(Message("The GM's ruling"), camp.correction)


def _hero(state: State, side: Side, hero: Hero) -> HeroView:
    camp, known = state.of(side), announced(state)
    shown = next((each for each in camp.declared if each.hero == hero.key), None)
    return HeroView(
        key=hero.key,
        name=hero.name,
        side=side,
        condition=hero.condition,
        wounds=hero.wounds,
        full=hero.sheet.wounds,
        general=known and camp.acting == hero.key,
        second=known and camp.second == hero.key,
        acts=state.turn > 0 and unable(state, hero) is None,
        states=states(state, hero),
        action=deed(state, hero, shown),
    )


def _duels(state: State) -> list[DuelView]:
    found = []
    for duel in state.duels:
        challenger, target = state.hero(duel.challenger), state.hero(duel.target)
        side = state.side_of(duel.challenger)
        found.append(DuelView(challenger.name, side, target.key, target.name, duel.accepted))
    return found


def _result(state: State) -> ResultView | None:
    if state.ended is None:
        return None
    sentences = tuple(closing.sentences(state, state.ended))
    return ResultView(state.ended.winner, closing.headline(state, state.ended), sentences)


def _evaluation(state: State) -> EvaluationView:
    """The GM's figures, as they would be announced."""
    proposal, found = evaluation.suggested(state), evaluation.judged(state)
    races, row, base = evaluation.races(state), evaluation.band(state), evaluation.base(state)
    in_force = state.base if state.reached not in PREPARING else base
    return EvaluationView(
        forces=tuple(_force(state, side) for side in Side),
        ratio=proposal.ratio,
        suggested=proposal.case,
        suggested_side=proposal.favoured,
        case=found.case,
        favoured=found.favoured,
        chosen=state.case is not None,
        total=evaluation.total(state),
        band=row_text(row.name),
        table=evaluation.table_threshold(state),
        base=in_force,
        own_base=state.own_base,
        sources=tuple(_source(state, source.key) for source in state.rows.sources),
        strategic=(evaluation.strategic(state, Side.RED), evaluation.strategic(state, Side.BLUE)),
        thresholds=(in_force + races[0].raised, in_force + races[1].raised),
        start=(races[0].start, races[1].start),
        most=evaluation.MOST_STRATEGIC,
        note=_note(state),
    )


def _force(state: State, side: Side) -> ForceView:
    camp = state.of(side)
    return ForceView(
        side=side,
        title=camp.title,
        headcount=camp.headcount,
        arms=camp.arms,
        training=camp.training,
        strength=round(evaluation.strength(camp) / 10_000),
        heroes=sum(hero.fielded for hero in camp.heroes),
        has_escape=camp.has_escape,
        modifier=camp.modifier,
    )


def _source(state: State, key: str) -> SourceView:
    source = next(source for source in state.rows.sources if source.key == key)
    return SourceView(
        key=key,
        name=row_text(source.name),
        points=source.points,
        most=source.most,
        group=source.group,
        repeats=source.repeats,
        ticks=tuple(
            TickView(side, tuple(each.points for each in state.of(side).given if each.source == key)) for side in Side
        ),
    )


def _note(state: State) -> Message | None:
    """The rule suggests as many heroes on one side as on the other (BD-14)."""
    red, blue = (sum(hero.fielded for hero in state.of(side).heroes) for side in Side)
    if red == blue:
        return None
    return Message(
        "Heroes: %(red)s against %(blue)s. The rules suggest the same number on both sides.", {"red": red, "blue": blue}
    )
