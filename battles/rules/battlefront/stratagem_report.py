"""Report lines of stratagems, Advantages and rewards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from battles.rules.battlefront import events as e
from battles.rules.battlefront.advantages import card_of
from battles.rules.battlefront.commands import Line as GridLine
from battles.rules.battlefront.commands import StratagemKey
from battles.rules.battlefront.explained import horde_of
from battles.rules.battlefront.state import State
from battles.rules.battlefront.texts import reward_message
from battles.rules.ruleset import Line, Message, Term, Values, row_text

MOVED = {
    GridLine.FRONT: Message("%(side)s plays Refuse Flank: %(horde)s moves to Front %(column)s."),
    GridLine.REAR: Message("%(side)s plays Refuse Flank: %(horde)s moves to Rear %(column)s."),
}
PLAYED = {
    StratagemKey.CONCENTRATED_FIRE: Message(
        "%(side)s plays Concentrated Fire: %(horde)s may attack the whole enemy Front Line."
    ),
    StratagemKey.SMOKE_AND_MIRRORS: Message(
        "%(side)s plays Smoke and Mirrors: neither Maneuver nor Artillery can choose %(horde)s."
    ),
    StratagemKey.SEIZE_THE_INITIATIVE: Message(
        "%(side)s plays Seize the Initiative: the Tactics test is rolled again."
    ),
    StratagemKey.COUNTER_BATTERY: Message("%(side)s plays Counter-Battery: %(horde)s deals no damage this round."),
    StratagemKey.HOLD_THE_LINE: Message("%(side)s plays Hold the Line: its Break tests of this round are at +20."),
    StratagemKey.FEIGNED_ROUT: Message("%(side)s plays Feigned Rout: %(horde)s did not break, it stays on its square."),
    StratagemKey.RALLY_THE_COLOURS: Message("%(side)s plays Rally the Colours: its Morale Level rises by 1."),
}
DRAWN = {
    1: Message("%(side)s draws one Advantage: %(first)s."),
    2: Message("%(side)s draws 2 Advantages: %(first)s, %(second)s."),
    3: Message("%(side)s draws 3 Advantages: %(first)s, %(second)s, %(third)s."),
}


def stratagem_line(state: State, event: e.StratagemEvent) -> Line:
    match event:
        case e.StratagemPlayed():
            return _played_line(state, event)
        case e.TargetLost(horde=horde, target=target):
            side, own = horde_of(state, horde)
            text = Message(
                "%(name)s finds no target: %(target)s is out of its reach now.",
                {"name": own.name, "target": horde_of(state, target)[1].name},
            )
            return Line(text, "D-20", side=side)
        case e.AttackSilenced(horde=horde, target=target):
            side, own = horde_of(state, horde)
            values: Values = {"name": own.name, "target": horde_of(state, target)[1].name}
            text = Message("%(name)s attacks %(target)s, silenced by Counter-Battery: no damage.", values)
            return Line(text, "BF-37", "damage", side)
        case _:
            assert_never(event)


def _played_line(state: State, event: e.StratagemPlayed) -> Line:
    text = MOVED[event.line] if event.line else PLAYED[event.stratagem]
    values: Values = {"side": state.of(event.side).title}
    if event.horde:
        values["horde"] = horde_of(state, event.horde)[1].name
    if event.column:
        values["column"] = event.column
    return Line(Message(text.text, values), "BF-37", side=event.side)


def cards_line(state: State, event: e.AdvantagesDrawn) -> Line:
    """The cards by name; opened, the horde that supplied each."""
    found = [card_of(state, event.side, card) for card in event.cards]
    names = {place: row_text(card.name) for place, (_, card) in zip(("first", "second", "third"), found, strict=False)}
    text = Message(DRAWN[len(found)].text, {"side": state.of(event.side).title, **names})
    label = Message("%(advantage)s, from %(horde)s")
    told: Iterator[Values] = ({"advantage": row_text(card.name), "horde": horde.name} for horde, card in found)
    terms = tuple(Term(Message(label.text, values), 1) for values in told)
    return Line(text, "D-27", side=event.side, terms=terms)


def reward_line(state: State, event: e.RewardPaid) -> Line:
    return Line(reward_message(state, event), "BF-46", side=event.side)
