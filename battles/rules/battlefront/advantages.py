"""What a result pays: Advantages drawn from the surviving hordes, and the scenario's rewards (BF-14..18, BF-41..46).

Each surviving unbroken horde supplies at most one card of its type's list (D-27). A draft is secret until it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Advantage, Domain
from battles.rules.battlefront.commands import BattlefrontCommand, DrawAdvantage, ReturnAdvantage
from battles.rules.battlefront.evolve import Script
from battles.rules.battlefront.outcome import winner
from battles.rules.battlefront.roster import fighting, own_horde
from battles.rules.battlefront.setup import GradeName
from battles.rules.battlefront.state import Card, Horde, Phase, State
from battles.rules.ruleset import Illegal, Side

DrawCommand = DrawAdvantage | ReturnAdvantage
DRAWING = {Phase.AIR_RESULT: Domain.AIR, Phase.LAND_RESULT: Domain.LAND}
WINNERS: tuple[GradeName, ...] = ("stalemate", "victory", "decisive_victory")
LOSERS: tuple[GradeName, ...] = ("stalemate", "defeat", "decisive_defeat")


def suppliers(state: State, side: Side) -> tuple[Horde, ...]:
    """The hordes whose type has a list to draw from, at the result just reached."""
    contest = DRAWING.get(state.phase)
    hordes = fighting(state, side, contest) if contest else ()
    return tuple(horde for horde in hordes if state.profile(horde).advantages)


def allowed(state: State, side: Side) -> int:
    """How many cards the side may draw in all, here; 0 where it draws nothing."""
    return min(state.of(side).draws, len(suppliers(state, side)))


def left(state: State, side: Side) -> int:
    return allowed(state, side) - len(state.of(side).draft.cards)


def drawable(state: State, side: Side) -> tuple[Horde, ...]:
    """The hordes that may still supply a card."""
    drawn = {card.horde for card in state.of(side).draft.cards}
    hordes = suppliers(state, side) if left(state, side) > 0 else ()
    return tuple(horde for horde in hordes if horde.key not in drawn)


def options(state: State, side: Side) -> Iterator[BattlefrontCommand]:
    for horde in drawable(state, side):
        yield from (DrawAdvantage(horde.key, index) for index in range(len(state.profile(horde).advantages)))
    yield from (ReturnAdvantage(card.horde) for card in state.of(side).draft.cards)


def fill(state: State, side: Side) -> tuple[e.DraftEvent, ...]:
    """The first card of the strongest hordes, as many as are left."""
    hordes = sorted(drawable(state, side), key=lambda horde: -horde.magnitude)
    return tuple(e.CardChosen(side, horde.key, 0) for horde in hordes[: left(state, side)])


def decide(state: State, side: Side, command: DrawCommand) -> e.DraftEvent:
    horde = own_horde(state.of(side), command.horde)
    drawn = horde.key in {card.horde for card in state.of(side).draft.cards}
    if isinstance(command, DrawAdvantage):
        _check_draw(state, side, horde, drawn)
        if command.advantage not in range(len(state.profile(horde).advantages)):
            raise _refusal("%(name)s has no such Advantage.", horde, "advantage")
        return e.CardChosen(side, horde.key, command.advantage)
    if not drawn:
        raise _refusal("%(name)s has supplied no Advantage.", horde)
    return e.CardReturned(side, horde.key)


def _check_draw(state: State, side: Side, horde: Horde, drawn: bool) -> None:
    if drawn:
        raise _refusal("%(name)s has supplied an Advantage already: one a horde.", horde)
    if not horde.magnitude:
        raise _refusal("%(name)s is destroyed: only surviving hordes supply Advantages.", horde)
    if horde.broken:
        raise _refusal("%(name)s is broken: it supplies no Advantage.", horde)
    if horde not in suppliers(state, side):
        raise _refusal("%(name)s supplies no Advantage here: it did not fight, or its type has none.", horde)
    if left(state, side) <= 0:
        raise Illegal(
            "You have drawn all the Advantages of this result: %(count)s.",
            clause="D-27",
            field="horde",
            count=allowed(state, side),
        )


def _refusal(text: str, horde: Horde, field: str = "horde") -> Illegal:
    return Illegal(text, clause="D-27", field=field, name=horde.name)


def clear(script: Script, side: Side) -> None:
    """Cards that a ruling of the GM's has made impossible are returned: of hordes that supply none, then the last."""
    suppliers_left = {horde.key for horde in suppliers(script.state, side)}
    for card in script.state.of(side).draft.cards:
        if card.horde not in suppliers_left:
            script.add(e.CardReturned(side, card.horde))
    for card in reversed(script.state.of(side).draft.cards):
        if left(script.state, side) < 0:
            script.add(e.CardReturned(side, card.horde))


def shown(state: State) -> Iterator[e.AdvantagesDrawn]:
    """The sealed cards of both sides, in the order of the army: that of the draft is nobody's business."""
    for side in Side if state.phase in DRAWING else ():
        chosen = {card.horde: card for card in state.of(side).draft.cards}
        cards = tuple(chosen[horde.key] for horde in state.of(side).hordes if horde.key in chosen)
        if cards:
            yield e.AdvantagesDrawn(DRAWING[state.phase], side, cards)


def paid(state: State, effects: Iterable[e.EffectEvent]) -> tuple[e.EffectEvent, ...]:
    """What a result brings in this battle: one that no mission is linked to draws no Advantages."""
    linked = state.scenario.linked
    return tuple(effect for effect in effects if linked or not isinstance(effect, e.AdvantagesEarned))


def rewards(state: State, contest: Domain, diff: int) -> Iterator[e.RewardPaid]:
    """What the scenario ties to the result of either side (BF-46). diff: red's total minus blue's."""
    for side in Side:
        reached = grade_name(diff, side)
        for reward in state.scenario.rewards:
            if (reward.contest, reward.result) == (contest, reached) and reward.side in (None, side):
                yield e.RewardPaid(contest, side, reward.text)


def grade_name(diff: int, side: Side) -> GradeName:
    """The result as `side` reads it, by the same name in the air and on land."""
    level = min(2, abs(diff) // 100)  # D-10
    return (WINNERS if winner(diff) is side else LOSERS)[level]


def card_of(state: State, side: Side, card: Card) -> tuple[Horde, Advantage]:
    horde = own_horde(state.of(side), card.horde)
    return horde, state.profile(horde).advantages[card.advantage]
