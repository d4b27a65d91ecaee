"""What the GM may rule on of a horde: its Magnitude, whether it is broken, its square, its traits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Protocol

from battles.rules.battlefront import deployment, lanes
from battles.rules.battlefront.catalogue import Domain, Trait
from battles.rules.battlefront.commands import Line
from battles.rules.battlefront.roster import chosen, domain_of, shown_to_all
from battles.rules.battlefront.ruled import BESIDE, NO, RESERVE, YES, square_key, square_of
from battles.rules.battlefront.state import Horde, Phase, State
from battles.rules.ruleset import Message, Side
from battles.rules.rulings import Choice, Figure

TRUTHS = (Choice(YES, Message("yes")), Choice(NO, Message("no")))
TOTALS = {Domain.AIR: "BF-13", Domain.LAND: "BF-40"}
BREAKING = {Domain.AIR: "BF-11", Domain.LAND: "BF-36"}
BREAKS_IN = {Domain.AIR: (Phase.AIR, Phase.AIR_RESULT), Domain.LAND: (Phase.LAND, Phase.LAND_RESULT)}
TRAITS_TO = {Domain.AIR: Phase.AIR_RESULT, Domain.LAND: Phase.LAND_RESULT}  # from there on none of them counts
TRAITS = {
    Trait.MANEUVER: (Message("Trait Maneuver"), "BF-28"),
    Trait.ARTILLERY: (Message("Trait Artillery"), "BF-22"),
    Trait.INFANTRY: (Message("Trait Infantry"), "BF-40"),
    Trait.FEARLESS: (Message("Trait Fearless"), "D-03"),
}
OF_DOMAIN = {Domain.AIR: (Trait.FEARLESS,), Domain.LAND: tuple(Trait)}
PLACED_IN = (Phase.FIRST_DEPLOYMENT, Phase.DEPLOYMENT, Phase.LAND, Phase.LAND_RESULT)
SQUARES = {Line.FRONT: Message("Front %(column)s"), Line.REAR: Message("Rear %(column)s")}
OFF = {BESIDE: Message("beside the grid"), RESERVE: Message("in the reserve")}


class Make(Protocol):
    """Of one horde."""

    def __call__(
        self, name: str, label: Message, value: str, clause: str, *, most: int = 0, choices: tuple[Choice, ...] = ()
    ) -> Figure: ...


def figures(state: State) -> Iterator[Figure]:
    """Of all hordes while they are mustered, then of those that were brought."""
    for side in Side:
        known = {horde.key for horde in shown_to_all(state, side)}
        for horde in state.of(side).hordes if not state.reached(Phase.AIR) else _brought(state, side):
            audience = () if horde.key in known else ("gm", side.value)
            yield from _horde(state, side, horde, partial(_figure, side, horde, audience))


def _figure(
    side: Side,
    horde: Horde,
    audience: tuple[str, ...],
    name: str,
    label: Message,
    value: str,
    clause: str,
    *,
    most: int = 0,
    choices: tuple[Choice, ...] = (),
) -> Figure:
    key = f"horde.{horde.key}.{name}"
    return Figure(key, horde.name, label, value, clause, side, most=most, choices=choices, audience=audience)


def _brought(state: State, side: Side) -> Iterator[Horde]:
    for domain in Domain:
        yield from chosen(state, side, domain)


def _horde(state: State, side: Side, horde: Horde, make: Make) -> Iterator[Figure]:
    domain = domain_of(state, horde)
    yield make("magnitude", Message("Magnitude"), str(horde.magnitude), TOTALS[domain], most=horde.start)
    if state.phase in BREAKS_IN[domain] and horde.key not in state.of(side).draft.held_back:
        yield make("broken", Message("Broken"), _truth(horde.broken), BREAKING[domain], choices=TRUTHS)
    squares = tuple(_squares(state, side, horde)) if domain is Domain.LAND and horde.fights else ()
    if len(squares) > 1:
        value = square_of(state.of(side).draft, horde)
        yield make("square", Message("Square"), value, "BF-21", choices=squares)
    for trait in OF_DOMAIN[domain] if not state.reached(TRAITS_TO[domain]) else ():
        label, clause = TRAITS[trait]
        yield make(f"trait.{trait}", label, _truth(trait in state.profile(horde).traits), clause, choices=TRUTHS)


def _truth(holds: bool) -> str:
    return YES if holds else NO


def _squares(state: State, side: Side, horde: Horde) -> Iterator[Choice]:
    """Where it is, every square that nobody holds, and beside the grid or in the reserve where there is such a place.

    The first deployment is of one side and of a set number. A horde that all have seen on the grid goes into no
    reserve: that is secret.
    """
    if state.phase not in PLACED_IN or (state.phase is Phase.FIRST_DEPLOYMENT and side is not state.first_side):
        return
    camp, here = state.of(side), square_of(state.of(side).draft, horde)
    reserve = state.phase is Phase.DEPLOYMENT and horde.key not in camp.draft.fixed
    for key, label in OFF.items():
        if key == here or (key == BESIDE and here != RESERVE) or (reserve and key != here):
            yield Choice(key, label)
    placed = here not in OFF
    full = state.phase is Phase.FIRST_DEPLOYMENT and not placed and deployment.first_missing(state, side) <= 0
    held = {*camp.standing(), *(placement.square for placement in camp.routed)}
    for square in () if full else lanes.own_squares(state, side):
        key = square_key(square.line, square.column)
        if square not in held or key == here:
            yield Choice(key, Message(SQUARES[square.line].text, {"column": square.column}))
