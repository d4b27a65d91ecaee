"""What the GM's rulings do, as cases of the test of every event of a pitched battle."""

from __future__ import annotations

from typing import Any

from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.state import Declared, Duel, Ended, Ending, Phase
from battles.rules.ruleset import Message
from tests.rules.bataille import RED

# as in CASES: what went before, event, a part of the state, what it is then, the line
RULED: list[tuple[tuple[Any, ...], Any, Any, Any, tuple[str, str] | None]] = [
    (
        (),
        e.Adjusted("side.red.points", "9", "Reds", Message("Points"), Message("2"), Message("9"), "BR-37", RED),
        lambda s: (s.red.points, s.blue.points),
        (9, 2),
        ("The GM rules: Reds, Points: 2 → 9.", "BR-37"),
    ),
    (
        (e.ChallengeAnnounced(101, 201), e.ChallengeAnnounced(102, 202)),
        e.ChallengeVoided(101, 201),
        lambda s: s.duels,
        (Duel(102, 202),),
        ("The challenge of Hero 101 to Hero 201 is void: one of them can't fight.", "HA-09"),
    ),
    (
        (e.ActionRevealed(101, "ha-05", TestKey.BALLISTIC_SKILL), e.ActionRevealed(102, "ha-01", None)),
        e.ActionCancelled(101, "ha-05"),
        lambda s: s.red.declared,
        (Declared(102, "ha-01"),),
        ("Hero 101 can no longer do what was declared: Shoot or serve a gun.", "BR-21"),
    ),
    (
        (e.ReadyChanged(RED, True),),
        e.BattleStopped(Phase.DECLARATIONS),
        lambda s: (s.phase, s.ended, s.reached, s.red.ready),
        (Phase.RESULT, Ended(None, Ending.STOPPED, stopped=Phase.DECLARATIONS), Phase.DECLARATIONS, False),
        ("Ended by the GM: nobody has won.", "BR-35"),
    ),
]
