"""The events of a step as they are written, and the state that they lead to."""

from __future__ import annotations

from typing import Generic, TypeVar

State = TypeVar("State")
Event = TypeVar("Event")


class ScriptOf(Generic[State, Event]):
    """A ruleset says how it evolves."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            self.state = self.evolve(event)

    def evolve(self, event: Event) -> State:
        raise NotImplementedError
