"""What the campaign hears of a finished battle: the result, the losses, the cards drawn, the scenario's rewards."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.battlefront import advantages
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.outcome import name
from battles.rules.battlefront.roster import fought
from battles.rules.battlefront.state import Phase, State
from battles.rules.battlefront.texts import reward_message
from battles.rules.outcomes import Gain, Loss, Outcome
from battles.rules.ruleset import Message, Side

ENDED_BY_THE_GM = Message("Ended by the GM: nobody has won.")
FROM = {Domain.AIR: Phase.AIR, Domain.LAND: Phase.LAND}


def outcome(state: State) -> Outcome | None:
    """The land result from red's seat; None until the battle is closed."""
    if state.phase is not Phase.RESULT:
        return None
    result = ENDED_BY_THE_GM
    if state.stopped is None:
        assert state.land_result is not None, "it closes with a result, or by the GM's word"
        result = name(Domain.LAND, state.land_result.diff, Side.RED)
    return Outcome(result, tuple(_losses(state)), tuple(_gains(state)), tuple(_rewards(state)))


def _losses(state: State) -> Iterator[Loss]:
    """Of all hordes that fought, and of whom else a ruling of the GM's has cost something."""
    for side in Side:
        known = [horde for contest in Domain if state.reached(FROM[contest]) for horde in fought(state, side, contest)]
        others = (horde for horde in state.of(side).hordes if horde not in known and horde.magnitude < horde.start)
        yield from (Loss(horde.key, horde.start - horde.magnitude) for horde in (*known, *others))


def _gains(state: State) -> Iterator[Gain]:
    for side in Side:
        for card in state.of(side).cards:
            horde, advantage = advantages.card_of(state, side, card)
            yield Gain(side, horde.key, advantage.name, advantage.kind, advantage.effect)


def _rewards(state: State) -> Iterator[Message]:
    for contest in Domain:
        if result := state.result(contest):
            yield from (reward_message(state, event) for event in advantages.rewards(state, contest, result.diff))
