"""What the GM may rule on in a pitched battle, as it stands: announcements, sides, heroes. `ruled` writes it.

Before something is announced the GM has commands of his own for it, and the sides have theirs: no figure then.
"""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.bataille import evaluation, hero_figures
from battles.rules.bataille.commands import Case
from battles.rules.bataille.hero_figures import TRUTHS, number
from battles.rules.bataille.ruled import NO, NOBODY, YES, case_of
from battles.rules.bataille.state import Phase, SideState, State
from battles.rules.bataille.words import case_message
from battles.rules.ruleset import Message, Side
from battles.rules.rulings import Choice, Figure

MOST_POINTS, LEAST_POINTS, MOST_BASE, MOST_STRATEGIC = 1999, -999, 999, 99
MOST_HEADCOUNT, MOST_MINUTES = 10_000_000, 99_999


def figures(state: State) -> tuple[Figure, ...]:
    if state.phase is Phase.RESULT:
        return ()
    return (*_announced(state), *_sides(state), *hero_figures.figures(state))


def _announced(state: State) -> Iterator[Figure]:
    """The force evaluation, and the clock once it runs."""
    if state.phase is Phase.EVALUATION:
        return
    both = f"{state.red.title}, {state.blue.title}"
    yield Figure(
        "battle.case", both, Message("Force evaluation"), case_of(state), "BR-05", choices=tuple(_cases(state))
    )
    base = Message("Threshold before strategic points")
    yield number("battle.base", both, base, state.base, "BR-11", most=MOST_BASE)
    if state.turn:
        yield number("battle.minutes", both, Message("Minutes fought"), state.minutes, "BR-36", most=MOST_MINUTES)


def _cases(state: State) -> Iterator[Choice]:
    for case in Case:
        for side in (None,) if case is Case.BALANCED else tuple(Side):
            yield Choice(f"{case}.{side}" if side else str(case), case_message(state, case, side))


def _sides(state: State) -> Iterator[Figure]:
    for side in Side:
        camp, key = state.of(side), f"side.{side}"
        if state.phase is not Phase.EVALUATION:
            label = Message("Headcount")
            yield number(f"{key}.headcount", camp.title, label, camp.headcount, "BR-03", side, most=MOST_HEADCOUNT)
        if camp.threshold is not None:
            yield from _race(state, side, camp, camp.threshold)
            yield from _leaders(side, camp)
            yield _truth(f"{key}.escape", camp, side, Message("Way out"), camp.has_escape, "BR-32")
            scouted = Message("Next tactics roll at +10, for a scout's report")
            yield _truth(f"{key}.scouted", camp, side, scouted, bool(camp.scouted), "HA-04")


def _race(state: State, side: Side, camp: SideState, threshold: int) -> Iterator[Figure]:
    """What the side has and what it needs."""
    key, title = f"side.{side}", camp.title
    least = LEAST_POINTS if state.house_rules.negative_points == "allowed" else 0
    most = max(MOST_POINTS, camp.points)
    yield number(f"{key}.points", title, Message("Victory points"), camp.points, "BR-37", side, least=least, most=most)
    most = max(MOST_POINTS, threshold)
    yield number(f"{key}.threshold", title, Message("Threshold"), threshold, "BR-15", side, most=most)
    strategic = evaluation.strategic(state, side)
    yield number(f"{key}.strategic", title, Message("Strategic points"), strategic, "BR-14", side, most=MOST_STRATEGIC)


def _leaders(side: Side, camp: SideState) -> Iterator[Figure]:
    for name, label, hero in (
        ("general", Message("General"), camp.acting),
        ("second", Message("Second in command"), camp.second),
    ):
        choices = tuple(_hero_choices(camp, hero))
        value = NOBODY if hero is None else str(hero)
        yield Figure(f"side.{side}.{name}", camp.title, label, value, "BR-30", side, choices=choices)


def _hero_choices(camp: SideState, now: int | None) -> Iterator[Choice]:
    """Whoever is on his feet, and who it is now."""
    yield Choice(NOBODY, Message("nobody"))
    for hero in camp.heroes:
        if hero.key == now or hero.present:
            yield Choice(str(hero.key), Message("%(value)s", {"value": hero.name}))


def _truth(key: str, camp: SideState, side: Side, label: Message, holds: bool, clause: str) -> Figure:
    return Figure(key, camp.title, label, YES if holds else NO, clause, side, choices=TRUTHS)
