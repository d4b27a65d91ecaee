"""What the campaign hears of a finished battle."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.bataille.state import Ended, Ending, Hero, State
from battles.rules.outcomes import HeroLoss, Outcome
from battles.rules.ruleset import Message, Side

STOPPED = Message("Ended by the GM: nobody has won.")


def outcome(state: State) -> Outcome | None:
    """The result from red's seat; None until the battle has ended."""
    if state.ended is None:
        return None
    return Outcome(name(state.ended), (), heroes=tuple(_losses(state)), dead=state.ended.dead)


def name(ended: Ended) -> Message:
    if ended.how is Ending.STOPPED:
        return STOPPED
    if ended.winner is None:
        return Message("Nobody beaten")
    return Message("Victory") if ended.winner is Side.RED else Message("Defeat")


def _losses(state: State) -> Iterator[HeroLoss]:
    """Of everybody who lost something."""
    for side in Side:
        for hero in state.of(side).heroes:
            found = loss(hero)
            if found != HeroLoss(hero.key, 0, 0, "fit"):
                yield found


def loss(hero: Hero) -> HeroLoss:
    """Who was dying when the GM ended the battle is out of action, and lives."""
    sheet = hero.sheet
    new = hero.injuries[len(sheet.injuries) :]
    condition = "out" if hero.dying else hero.condition
    return HeroLoss(hero.key, sheet.wounds_left - hero.wounds, sheet.fate - hero.fate, condition, new)


def headline(state: State, ended: Ended) -> Message:
    if ended.how is Ending.STOPPED:
        return STOPPED
    if ended.how is Ending.BROKEN_OFF:
        return Message("The battle is broken off: neither army is beaten.")
    if ended.winner is None:
        return Message("An exact tie: neither army is beaten.")
    values = {"winner": state.of(ended.winner).title, "loser": state.of(ended.winner.rival).title}
    if ended.how is Ending.WITHDRAWAL:
        return Message("%(winner)s wins: %(loser)s leaves the field.", {**values})
    return Message("%(winner)s wins the battle.", {**values})


def sentences(state: State, ended: Ended) -> Iterator[Message]:
    """What becomes of both armies (BR-31, BR-32, BR-33)."""
    if ended.how is Ending.STOPPED:
        yield Message("What both armies have lost so far stays lost.")
        return
    if ended.winner is None:
        yield Message("The survivors go back to their camps and count their dead.")
    else:
        text = Message("%(loser)s is massacred: there is no way out.")
        if not ended.massacre:
            text = Message("%(loser)s flees.")
        if not ended.massacre and ended.how is Ending.WITHDRAWAL:
            text = Message("%(loser)s withdraws by its way out.")
        yield Message(text.text, {"loser": state.of(ended.winner.rival).title})
    for side, dead, wounded in zip(Side, ended.dead, ended.wounded, strict=True):
        if state.house_rules.aftermath == "on":
            yield Message(
                "%(side)s: %(dead)s dead, %(wounded)s wounded.",
                {"side": state.of(side).title, "dead": dead, "wounded": wounded},
            )
