"""What the GM may rule on in a Battlefront battle as it stands: the contest, sides, commanders. `ruled` writes it."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.armies import CommanderSheet
from battles.rules.battlefront import horde_figures, lanes
from battles.rules.battlefront.advantages import DRAWING
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import Role
from battles.rules.battlefront.roster import MAX_ROUNDS, SHOWN_FROM
from battles.rules.battlefront.ruled import NOBODY
from battles.rules.battlefront.state import Phase, State
from battles.rules.ruleset import Message, Side
from battles.rules.rulings import Choice, Figure

UNDER_WAY = {Phase.AIR: Domain.AIR, Phase.LAND: Domain.LAND}
MOST_MORALE, MOST_WIDTH, MOST_DRAWS, MOST_FIRST, MOST_CHARACTERISTIC = 99, 15, 9, 9, 100
RANKS = tuple(
    Choice(str(rank), label)
    for rank, label in enumerate((Message("untrained"), Message("trained"), Message("at +10"), Message("at +20")))
)
LAST = {Role.AIR_MARSHAL: Phase.AIR, Role.GENERAL: Phase.LAND}  # the phase in which his figures count for the last time
CHARACTERISTICS = (
    ("intelligence", Message("Intelligence"), "D-29"),
    ("fellowship", Message("Fellowship"), "D-02"),
    ("willpower", Message("Willpower"), "D-03"),
)
SKILLS = (("tactics", Message("Scholastic Lore (Tactics)"), "D-29"), ("command", Message("Command"), "D-02"))


def figures(state: State) -> tuple[Figure, ...]:
    if state.phase is Phase.RESULT:
        return ()
    return (*_battle(state), *_sides(state), *_commanders(state), *horde_figures.figures(state))


def _battle(state: State) -> Iterator[Figure]:
    both = f"{state.red.title}, {state.blue.title}"
    if contest := UNDER_WAY.get(state.phase):
        clause = "BF-12" if contest is Domain.AIR else "BF-39"
        most = MAX_ROUNDS[contest]
        yield Figure("battle.round", both, Message("Round"), str(state.round), clause, least=1, most=most)
    if state.phase is Phase.AIR_RESULT:
        sides = (Choice(side.value, Message("%(side)s", {"side": state.of(side).title})) for side in Side)
        choices, value = (Choice(NOBODY, Message("nobody")), *sides), state.first_side or NOBODY
        yield Figure("battle.first_side", both, Message("Who places hordes first"), value, "BF-29", choices=choices)
        label, most = Message("Hordes placed first"), max(MOST_FIRST, state.first_count)
        yield Figure("battle.first_count", both, label, str(state.first_count), "BF-29", most=most)


def _sides(state: State) -> Iterator[Figure]:
    for side in Side:
        if state.phase in UNDER_WAY:
            yield from _morale(state, side)
        if not state.reached(Phase.FIRST_DEPLOYMENT):  # from then on hordes stand in its columns
            width = lanes.width(state, side)
            yield _number(state, side, "width", Message("Width"), width, "BF-24", least=1, most=MOST_WIDTH)
        if state.phase in DRAWING:
            label = Message("Advantages to draw")
            yield _number(state, side, "draws", label, state.of(side).draws, "D-27", most=MOST_DRAWS)


def _morale(state: State, side: Side) -> Iterator[Figure]:
    camp, clause = state.of(side), "BF-04" if state.phase is Phase.AIR else "BF-20"
    now, start = camp.morale or 0, camp.morale_start or 0
    yield _number(state, side, "morale", Message("Morale Level"), now, clause, most=MOST_MORALE)
    label = Message("Morale Level at the start")
    yield _number(state, side, "morale_start", label, start, clause, least=1, most=MOST_MORALE)


def _number(
    state: State, side: Side, name: str, label: Message, value: int, clause: str, *, least: int = 0, most: int
) -> Figure:
    """What holds now is never out of range."""
    title, key = state.of(side).title, f"side.{side}.{name}"
    return Figure(key, title, label, str(value), clause, side, least=least, most=max(most, value))


def _commanders(state: State) -> Iterator[Figure]:
    for side in Side:
        for sheet, audience in _leading(state, side):
            yield from _commander(state, side, sheet, audience)


def _leading(state: State, side: Side) -> Iterator[tuple[CommanderSheet, tuple[str, ...]]]:
    """Whose figures still count, and who may know of him now."""
    own = ("gm", side.value)
    if not state.reached(Phase.AIR):
        yield from ((sheet, own) for sheet in state.of(side).commanders)
        return
    for role, last in LAST.items():
        sheet = state.of(side).holder(role)
        if sheet and (state.phase is last or not state.reached(last)):
            yield sheet, () if state.reached(SHOWN_FROM[role]) else own


def _commander(state: State, side: Side, sheet: CommanderSheet, audience: tuple[str, ...]) -> Iterator[Figure]:
    key = f"commander.{sheet.key}"
    for name, label, clause in CHARACTERISTICS:
        if name != "willpower" or state.house_rules.break_test == "willpower":
            value, most = str(getattr(sheet, name)), MOST_CHARACTERISTIC
            yield Figure(f"{key}.{name}", sheet.name, label, value, clause, side, least=1, most=most, audience=audience)
    for name, label, clause in SKILLS:
        value = str(getattr(sheet, name))
        yield Figure(f"{key}.{name}", sheet.name, label, value, clause, side, choices=RANKS, audience=audience)
