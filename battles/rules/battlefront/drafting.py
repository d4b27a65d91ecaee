"""A side's draft after one of its own, secret events."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from battles.rules.battlefront import events as e
from battles.rules.battlefront.state import Card, Draft, Order, Placement, Played, Post


def drafted(draft: Draft, event: e.DraftEvent) -> Draft:
    match event:
        case e.HordeChosen(horde=horde):
            return replace(draft, chosen=(*draft.chosen, horde))
        case e.HordeLeft(horde=horde):
            return replace(draft, chosen=tuple(key for key in draft.chosen if key != horde))
        case e.CommanderNamed(role=role, commander=commander):
            others = tuple(post for post in draft.posts if post.role is not role)
            return replace(draft, posts=(*others, Post(role, commander)))
        case e.CommanderDismissed(role=role):
            return replace(draft, posts=tuple(post for post in draft.posts if post.role is not role))
        case e.HordePlaced() | e.HordeTakenUp() | e.HordeHeldBack():
            return _deployed(draft, event)
        case e.AttackOrdered() | e.AttackCancelled() | e.MoveUpOrdered() | e.MoveUpCancelled():
            return _ordered(draft, event)
        case e.StratagemChosen() | e.StratagemDropped() | e.CardChosen() | e.CardReturned():
            return _picked(draft, event)
        case e.RetreatDeclared():
            return replace(draft, retreat=True)
        case e.RetreatWithdrawn():
            return replace(draft, retreat=False)
        case _:
            assert_never(event)


def _ordered(draft: Draft, event: e.AttackOrdered | e.AttackCancelled | e.MoveUpOrdered | e.MoveUpCancelled) -> Draft:
    match event:
        case e.AttackOrdered(horde=horde, target=target, weapon=weapon):
            return replace(draft, orders=(*orders_without(draft, horde), Order(horde, target, weapon)))
        case e.AttackCancelled(horde=horde):
            return replace(draft, orders=orders_without(draft, horde))
        case e.MoveUpOrdered(horde=horde):
            return replace(draft, moves=(*draft.moves, horde))
        case e.MoveUpCancelled(horde=horde):
            return replace(draft, moves=tuple(key for key in draft.moves if key != horde))
        case _:
            assert_never(event)


def _picked(draft: Draft, event: e.StratagemChosen | e.StratagemDropped | e.CardChosen | e.CardReturned) -> Draft:
    match event:
        case e.StratagemChosen(stratagem=stratagem, horde=horde, line=line, column=column):
            return replace(draft, stratagem=Played(stratagem, horde, line, column))
        case e.StratagemDropped():
            return replace(draft, stratagem=None)
        case e.CardChosen(horde=horde, advantage=advantage):
            return replace(draft, cards=(*draft.cards, Card(horde, advantage)))
        case e.CardReturned(horde=horde):
            return replace(draft, cards=tuple(card for card in draft.cards if card.horde != horde))
        case _:
            assert_never(event)


def orders_without(draft: Draft, horde: int) -> tuple[Order, ...]:
    return tuple(order for order in draft.orders if order.horde != horde)


def _deployed(draft: Draft, event: e.HordePlaced | e.HordeTakenUp | e.HordeHeldBack) -> Draft:
    """Placed, held back or beside the grid: a horde is in one of the three."""
    placements = tuple(placement for placement in draft.placements if placement.horde != event.horde)
    held_back = tuple(key for key in draft.held_back if key != event.horde)
    if isinstance(event, e.HordePlaced):
        placements = (*placements, Placement(event.horde, event.line, event.column))
    elif isinstance(event, e.HordeHeldBack):
        held_back = (*held_back, event.horde)
    return replace(draft, placements=placements, held_back=held_back)
