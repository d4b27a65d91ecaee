"""The parts that explain a report line: figures, summands, and the house rule behind them."""

from __future__ import annotations

from battles.rules.battlefront.house_rules import unusual
from battles.rules.battlefront.state import Horde, State
from battles.rules.ruleset import Message, Side, Term, Values


def title(state: State, side: Side) -> Values:
    return {"side": state.of(side).title}


def horde_of(state: State, key: int) -> tuple[Side, Horde]:
    """A horde of either side by its key."""
    for side in Side:
        if horde := state.of(side).horde(key):
            return side, horde
    raise LookupError(key)


def part(label: Message, value: int) -> Term:
    """A summand, shown with its sign."""
    return Term(label, value)


def figure(label: Message, value: int) -> Term:
    """A number by itself: a roll, a target."""
    return Term(label, value, plain=True)


def by_rule(state: State, field: str, value: int) -> tuple[Term, ...]:
    """Names the house rule that made the figure, where it is not the default."""
    rule = unusual(state.house_rules, field)
    return (figure(Message("By house rule %(rule)s", {"rule": rule}), value),) if rule else ()
