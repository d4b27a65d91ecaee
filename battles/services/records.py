"""Steps as stored: JSON to values and back, strictly. For `battles` and `boards` alone; what it reads is secret."""

from __future__ import annotations

from typing import Any

import msgspec

from battles.models import Battle, Step
from battles.rules import by_key
from battles.rules.ruleset import Event, Ruleset

REWOUND = "rewound"  # the kind of a step that takes the battle back
UNDONE = "undone"  # of one that takes back its side's own last edit


def ruleset_of(battle: Battle) -> Ruleset:
    return by_key(battle.ruleset)


def last_step(battle_id: int) -> Step:
    return Step.objects.filter(battle_id=battle_id).order_by("-number")[0]


def state_of(ruleset: Ruleset, step: Step) -> Any:
    return msgspec.json.decode(step.state, type=ruleset.state_type)


def events_of(ruleset: Ruleset, step: Step) -> tuple[Event, ...]:
    events: tuple[Event, ...] = msgspec.json.decode(step.events, type=tuple[ruleset.event_type, ...])  # type: ignore[name-defined]
    return events


def undone(battle_id: int, *, until: int | None = None) -> list[range]:
    """The numbers of the steps that were undone, a range for each time the GM has rewound the battle.

    until: as of that step.
    """
    rewound = Step.objects.filter(battle_id=battle_id, kind=REWOUND).values_list("act__to_step", "number")
    if until is not None:
        rewound = rewound.filter(number__lte=until)
    return [range(to + 1, number) for to, number in rewound]


def as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
