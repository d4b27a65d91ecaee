"""Views of stratagems and Advantages."""

from __future__ import annotations

from battles.rules.battlefront import advantages, stages
from battles.rules.battlefront.state import Card, Phase, Played, State
from battles.rules.battlefront.stratagems import BY_KEY, STRATAGEMS, Stratagem
from battles.rules.battlefront.view import AdvantageView, DrawableView, PlayedView, StratagemView
from battles.rules.ruleset import Side


def played_view(side: Side, played: Played | None) -> PlayedView | None:
    if played is None:
        return None
    name = BY_KEY[played.stratagem].name
    return PlayedView(side, played.stratagem, name, played.horde or None, played.line, played.column or None)


def shown_this_round(state: State) -> tuple[PlayedView, ...]:
    views = (played_view(side, state.of(side).played) for side in Side)
    return tuple(view for view in views if view)


def stratagem_views(state: State, side: Side) -> tuple[StratagemView, ...]:
    """All of the list in the Land Contest, with what keeps the General from playing each now."""
    if state.phase is not Phase.LAND:
        return ()
    return tuple(_stratagem_view(state, side, stratagem) for stratagem in STRATAGEMS)


def _stratagem_view(state: State, side: Side, stratagem: Stratagem) -> StratagemView:
    problem = stages.hindrance(state, side, stratagem)
    return StratagemView(
        key=stratagem.key,
        name=stratagem.name,
        timing=stratagem.stage.value,
        effect=stratagem.effect,
        needs=stratagem.prerequisite.text,
        once=stratagem.once,
        available=problem is None,
        why_not=problem.message if problem else None,
    )


def card_views(state: State, side: Side, cards: tuple[Card, ...]) -> tuple[AdvantageView, ...]:
    return tuple(_advantage_view(state, side, card) for card in cards)


def drawable_views(state: State, side: Side) -> tuple[DrawableView, ...]:
    return tuple(
        DrawableView(
            horde.key,
            card_views(
                state, side, tuple(Card(horde.key, index) for index in range(len(state.profile(horde).advantages)))
            ),
        )
        for horde in advantages.drawable(state, side)
    )


def _advantage_view(state: State, side: Side, card: Card) -> AdvantageView:
    _, advantage = advantages.card_of(state, side, card)
    return AdvantageView(card.horde, card.advantage, advantage.name, advantage.kind, advantage.effect)
