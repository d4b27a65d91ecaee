"""Stratagems and Advantages laid out for the eye: what each may be played on, which horde supplies what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from battles.rules.battlefront.commands import DrawAdvantage, PlayStratagem, ReturnAdvantage
from battles.rules.battlefront.view import (
    AdvantageView,
    BattlefrontView,
    HordeView,
    OwnView,
    PlayedView,
    StratagemView,
)
from battles.rules.ruleset import Message
from battles.templatetags._battlefront_pictures import Offers, hordes_of, square_name


class Move(NamedTuple):
    """A square that the stratagem's horde may move to."""

    command: PlayStratagem
    square: str
    chosen: bool


class Aim(NamedTuple):
    """A horde that a stratagem may be played on: as it stands, or by a move. chosen: it is the present choice."""

    horde: HordeView
    square: str
    command: PlayStratagem | None
    moves: tuple[Move, ...]
    chosen: bool


class Stratagem(NamedTuple):
    """command: how to play one that has no object. chosen: it is the present secret choice."""

    of: StratagemView
    chosen: bool
    command: PlayStratagem | None
    aims: tuple[Aim, ...]


class Play(NamedTuple):
    """A stratagem played, in words. square: where its horde moves to, empty for no move."""

    name: Message
    horde: HordeView | None
    square: str


class Card(NamedTuple):
    """An Advantage with the horde that supplies it and what may be done with it."""

    of: AdvantageView
    horde: HordeView | None
    draw: DrawAdvantage | None = None
    give_back: ReturnAdvantage | None = None


class Supplier(NamedTuple):
    horde: HordeView
    cards: tuple[Card, ...]


def stratagems_of(view: BattlefrontView, own: OwnView, offers: Offers, now: bool) -> tuple[Stratagem, ...]:
    """The stratagems that can matter in this stage; those of the other stages where not `now`."""
    return tuple(_stratagem(view, own, one, offers) for one in own.stratagems if (one.timing == view.stage) is now)


def _stratagem(view: BattlefrontView, own: OwnView, one: StratagemView, offers: Offers) -> Stratagem:
    plays = [play for play in offers.get("PlayStratagem", ()) if play.stratagem is one.key]
    chosen = own.played is not None and own.played.key is one.key
    hordes, keys = hordes_of(view), dict.fromkeys(play.horde for play in plays if play.horde)
    aims = (_aim(hordes[key], [play for play in plays if play.horde == key], own.played) for key in keys)
    return Stratagem(one, chosen, next((play for play in plays if not play.horde), None), tuple(aims))


def _aim(horde: HordeView, plays: list[PlayStratagem], played: PlayedView | None) -> Aim:
    moves = (Move(play, square_name(play.line, play.column), _is(play, played)) for play in plays if play.line)
    return Aim(
        horde=horde,
        square=square_name(horde.line, horde.column),
        command=next((play for play in plays if play.line is None), None),
        moves=tuple(moves),
        chosen=played is not None and (played.key, played.horde) == (plays[0].stratagem, horde.key),
    )


def _is(play: PlayStratagem, played: PlayedView | None) -> bool:
    if played is None:
        return False
    chosen = (played.key, played.horde, played.line, played.column)
    return chosen == (play.stratagem, play.horde, play.line, play.column)


def play_of(view: BattlefrontView, played: PlayedView) -> Play:
    horde = None if played.horde is None else hordes_of(view).get(played.horde)
    return Play(played.name, horde, square_name(played.line, played.column))


def suppliers_of(view: BattlefrontView, own: OwnView, offers: Offers) -> Iterator[Supplier]:
    hordes = hordes_of(view)
    draws = {(draw.horde, draw.advantage): draw for draw in offers.get("DrawAdvantage", ())}
    for supplier in own.drawable:
        horde = hordes[supplier.horde]
        cards = (Card(card, horde, draw=draws.get((card.horde, card.index))) for card in supplier.advantages)
        yield Supplier(horde, tuple(cards))


def drawn_of(view: BattlefrontView, own: OwnView, offers: Offers) -> Iterator[Card]:
    hordes, returns = hordes_of(view), {each.horde: each for each in offers.get("ReturnAdvantage", ())}
    for card in own.drawn:
        yield Card(card, hordes.get(card.horde), give_back=returns.get(card.horde))


def cards_of(view: BattlefrontView, cards: tuple[AdvantageView, ...]) -> tuple[Card, ...]:
    """A side's cards that everybody may see."""
    hordes = hordes_of(view)
    return tuple(Card(card, hordes.get(card.horde)) for card in cards)
