"""Sentences that both the view and the battle report use."""

from __future__ import annotations

from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.state import Ending, State
from battles.rules.ruleset import Message, Side

ENDED_BY_A_SIDE = {
    Ending.RETREAT: Message("%(side)s retreated."),
    Ending.BROKEN: Message("All hordes of %(side)s are broken."),
    Ending.DESTROYED: Message("All hordes of %(side)s are destroyed."),
    Ending.LOST: Message("All hordes of %(side)s are broken or destroyed."),
    Ending.ABSENT: Message("%(side)s has no horde on the battlefield: the contest is skipped."),
}
ENDED_BY_BOTH = {
    Ending.RETREAT: Message("Both sides retreated."),
    Ending.BROKEN: Message("All hordes of both sides are broken."),
    Ending.DESTROYED: Message("All hordes of both sides are destroyed."),
    Ending.LOST: Message("All hordes of both sides are broken or destroyed."),
    Ending.ABSENT: Message("Neither side has a horde on the battlefield: the contest is skipped."),
    Ending.ROUNDS: Message("The last round was fought."),
}
CARDS = {
    (Domain.AIR, True): Message("%(side)s may draw one Advantage from its surviving air hordes."),
    (Domain.AIR, False): Message("%(side)s may draw %(count)s Advantages from its surviving air hordes."),
    (Domain.LAND, True): Message("%(side)s may draw one Advantage from its surviving land hordes."),
    (Domain.LAND, False): Message("%(side)s may draw %(count)s Advantages from its surviving land hordes."),
}


LEFT_BY_A_SIDE = Message("%(side)s has no horde left on the battlefield.")
LEFT_BY_BOTH = Message("Neither side has a horde left on the battlefield.")


def ending_message(state: State, ending: Ending, side: Side | None, rounds: int) -> Message:
    """Why a contest ended; `side` None stands for both or, after the last round, neither. rounds: fought."""
    if ending is Ending.ABSENT and rounds:
        return Message(LEFT_BY_A_SIDE.text, {"side": state.of(side).title}) if side else LEFT_BY_BOTH
    if side is None:
        return ENDED_BY_BOTH[ending]
    return Message(ENDED_BY_A_SIDE[ending].text, {"side": state.of(side).title})


def reward_message(state: State, event: e.RewardPaid) -> Message:
    """The scenario's own reward or loss, in the GM's words (BF-46)."""
    return Message("%(side)s: %(reward)s", {"side": state.of(event.side).title, "reward": event.reward})


def effect_message(state: State, event: e.EffectEvent) -> Message:
    """What a result brings, in one sentence."""
    title = state.of(event.side).title
    match event:
        case e.AdvantagesEarned(contest=contest, count=count):
            return Message(CARDS[contest, count == 1].text, {"side": title, "count": count})
        case e.WidthGained(columns=1):
            return Message("+1 to the Width of %(side)s, which is never below 1.", {"side": title})
        case e.WidthGained(columns=columns):
            return Message(
                "+%(columns)s to the Width of %(side)s, which is never below 1.", {"side": title, "columns": columns}
            )
        case e.FirstDeploymentOrdered(count=count):
            return Message(
                "%(side)s must place %(count)s hordes first, or all it has or has room for.",
                {"side": title, "count": count},
            )
