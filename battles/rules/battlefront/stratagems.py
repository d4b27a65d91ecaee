"""The stratagems of a General: one record each in one list (BF-37, BF-38, D-20).

A stratagem is data: when it is played, who may, what on, and hooks that the round asks: `takes_effect` changes the
state at once, the rest hold until the round ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from battles.rules.armies import CommanderSheet
from battles.rules.battlefront.catalogue import Domain, Trait
from battles.rules.battlefront.commands import Line, Role, StratagemKey
from battles.rules.battlefront.lanes import own_squares
from battles.rules.battlefront.roster import MAX_ROUNDS, fighting
from battles.rules.battlefront.state import Horde, Placement, Played, Stage, State
from battles.rules.d100 import bonus
from battles.rules.ruleset import Message, Side

Uses = Callable[[State, Side, StratagemKey], Iterator[Played]]
Change = Callable[[State, Side, Played], State]


class Prerequisite(NamedTuple):
    """What a General must be or have, and the sentence that says so."""

    text: Message
    met: Callable[[State, Side, CommanderSheet], bool]


def general(state: State, side: Side) -> CommanderSheet:
    found = state.of(side).holder(Role.GENERAL)
    assert found is not None, "the muster closes with a General named"
    return found


def _tactics(rank: int, text: Message) -> Prerequisite:
    return Prerequisite(text, lambda state, side, sheet: sheet.tactics >= rank)


def _command(rank: int, text: Message) -> Prerequisite:
    return Prerequisite(text, lambda state, side, sheet: sheet.command >= rank)


def _artillery(state: State, side: Side) -> tuple[Horde, ...]:
    hordes = fighting(state, side, Domain.LAND)
    return tuple(horde for horde in hordes if Trait.ARTILLERY in state.profile(horde).traits)


def _on_nothing(state: State, side: Side, key: StratagemKey) -> Iterator[Played]:
    yield Played(key)


def _on_own_horde(state: State, side: Side, key: StratagemKey) -> Iterator[Played]:
    yield from (Played(key, horde.key) for horde in fighting(state, side, Domain.LAND))


def _on_a_move(state: State, side: Side, key: StratagemKey) -> Iterator[Played]:
    """Every own horde to every empty square of the own Lines."""
    standing = state.of(side).standing()
    free = tuple(square for square in own_squares(state, side) if square not in standing)
    for horde in fighting(state, side, Domain.LAND):
        yield from (Played(key, horde.key, square.line, square.column) for square in free)


def _on_own_front(state: State, side: Side, key: StratagemKey) -> Iterator[Played]:
    """Own armed hordes of the Front Line, while the enemy's Front Line is held."""
    if any(square.line is Line.FRONT for square in state.of(side.rival).standing()):
        front = {horde for square, horde in state.of(side).standing().items() if square.line is Line.FRONT}
        hordes = fighting(state, side, Domain.LAND)
        yield from (Played(key, one.key) for one in hordes if one.key in front and state.profile(one).weapons)


def _on_enemy_artillery(state: State, side: Side, key: StratagemKey) -> Iterator[Played]:
    yield from (Played(key, horde.key) for horde in _artillery(state, side.rival))


def _on_own_routed(state: State, side: Side, key: StratagemKey) -> Iterator[Played]:
    yield from (Played(key, placement.horde) for placement in state.of(side).routed)


def _on_low_morale(state: State, side: Side, key: StratagemKey) -> Iterator[Played]:
    """Where there is a next round: Morale is of no use after the last one."""
    camp = state.of(side)
    ends = state.round >= MAX_ROUNDS[Domain.LAND] or not all(fighting(state, each, Domain.LAND) for each in Side)
    if not ends and (camp.morale or 0) < (camp.morale_start or 0):
        yield Played(key)


def _nothing_yet(state: State, side: Side, played: Played) -> State:
    return state


def _moves(state: State, side: Side, played: Played) -> State:
    """The horde leaves its square for the chosen one."""
    assert played.line is not None, "it is only ever played with a square"
    camp = state.of(side)
    others = tuple(placement for placement in camp.draft.placements if placement.horde != played.horde)
    placements = (*others, Placement(played.horde, played.line, played.column))
    return state.put(side, replace(camp, draft=replace(camp.draft, placements=placements)))


def _stays(state: State, side: Side, played: Played) -> State:
    """The broken horde is back where it stood."""
    camp = state.of(side)
    hordes = tuple(replace(horde, broken=False) if horde.key == played.horde else horde for horde in camp.hordes)
    stood = tuple(placement for placement in camp.routed if placement.horde == played.horde)
    fallen = tuple(placement for placement in camp.fallen if placement.horde != played.horde)
    draft = replace(camp.draft, placements=(*camp.draft.placements, *stood))
    return state.put(side, replace(camp, hordes=hordes, draft=draft, fallen=fallen))


def _rallies(state: State, side: Side, played: Played) -> State:
    camp = state.of(side)
    return state.put(side, replace(camp, morale=min((camp.morale or 0) + 1, camp.morale_start or 0)))


class Stratagem(NamedTuple):
    """once: once a contest. uses: every way to play it as things stand. effect: a sentence for the General.

    Hooks. takes_effect: the change when it is shown. widens: its horde may attack any enemy Front horde. hides: its
    horde can't be chosen by Maneuver or by Artillery. rolls_again: the own Tactics test. silences: its horde deals no
    damage. break_bonus: on the target of own Break tests.
    """

    key: StratagemKey
    name: Message
    stage: Stage
    prerequisite: Prerequisite
    effect: Message
    uses: Uses
    once: bool = False
    takes_effect: Change = _nothing_yet
    widens: bool = False
    hides: bool = False
    rolls_again: bool = False
    silences: bool = False
    break_bonus: int = 0


STRATAGEMS: tuple[Stratagem, ...] = (
    Stratagem(
        StratagemKey.REFUSE_FLANK,
        Message("Refuse Flank"),
        Stage.ORDERS,
        _tactics(1, Message("It needs a General trained in Tactics.")),
        Message("One of your hordes moves to an empty square of your Lines before the attacks."),
        _on_a_move,
        takes_effect=_moves,
    ),
    Stratagem(
        StratagemKey.CONCENTRATED_FIRE,
        Message("Concentrated Fire"),
        Stage.ORDERS,
        _tactics(2, Message("It needs a General with Tactics at +10.")),
        Message("One of your Front Line hordes may attack any enemy Front Line horde this round."),
        _on_own_front,
        widens=True,
    ),
    Stratagem(
        StratagemKey.SMOKE_AND_MIRRORS,
        Message("Smoke and Mirrors"),
        Stage.ORDERS,
        Prerequisite(
            Message("It needs a General with an Intelligence bonus of 4."),
            lambda state, side, sheet: bonus(sheet.intelligence) >= 4,
        ),
        Message("One of your hordes can't be chosen by Maneuver or by Artillery this round."),
        _on_own_horde,
        hides=True,
    ),
    Stratagem(
        StratagemKey.SEIZE_THE_INITIATIVE,
        Message("Seize the Initiative"),
        Stage.DURING,
        _tactics(3, Message("It needs a General with Tactics at +20.")),
        Message("You roll your Tactics test again and keep the new roll."),
        _on_nothing,
        once=True,
        rolls_again=True,
    ),
    Stratagem(
        StratagemKey.COUNTER_BATTERY,
        Message("Counter-Battery"),
        Stage.DURING,
        Prerequisite(
            Message("It needs an unbroken Artillery of yours on the grid."),
            lambda state, side, sheet: bool(_artillery(state, side)),
        ),
        Message("One enemy Artillery deals no damage this round."),
        _on_enemy_artillery,
        silences=True,
    ),
    Stratagem(
        StratagemKey.HOLD_THE_LINE,
        Message("Hold the Line"),
        Stage.DURING,
        _command(1, Message("It needs a General trained in Command.")),
        Message("Your Break tests of this round are at +20."),
        _on_nothing,
        break_bonus=20,
    ),
    Stratagem(
        StratagemKey.FEIGNED_ROUT,
        Message("Feigned Rout"),
        Stage.AFTER,
        Prerequisite(
            Message("It needs a General with a Fellowship bonus of 5."),
            lambda state, side, sheet: bonus(sheet.fellowship) >= 5,
        ),
        Message("One of your hordes that broke this round stays on its square instead."),
        _on_own_routed,
        takes_effect=_stays,
    ),
    Stratagem(
        StratagemKey.RALLY_THE_COLOURS,
        Message("Rally the Colours"),
        Stage.AFTER,
        _command(3, Message("It needs a General with Command at +20.")),
        Message("Your Morale Level rises by 1, not above its start."),
        _on_low_morale,
        once=True,
        takes_effect=_rallies,
    ),
)
BY_KEY = {stratagem.key: stratagem for stratagem in STRATAGEMS}


def play(state: State, side: Side, played: Played) -> State:
    """The state once a stratagem is shown: it counts as this round's, and takes effect."""
    stratagem, camp = BY_KEY[played.stratagem], state.of(side)
    spent = (*camp.spent, played.stratagem) if stratagem.once else camp.spent
    shown = replace(camp, played=played, spent=spent, draft=replace(camp.draft, stratagem=None))
    return stratagem.takes_effect(state.put(side, shown), side, played)


def previewed(state: State, side: Side) -> State:
    """As if the side's own secret "before" choice held already: its orders are given with it in mind."""
    chosen = state.of(side).draft.stratagem
    return play(state, side, chosen) if chosen and state.stage is Stage.ORDERS else state


def in_force(state: State, side: Side) -> Stratagem | None:
    """What the side has shown this round."""
    played = state.of(side).played
    return BY_KEY[played.stratagem] if played else None


def rolls_again(state: State, side: Side) -> bool:
    stratagem = in_force(state, side)
    return bool(stratagem and stratagem.rolls_again)


def break_bonus(state: State, side: Side) -> int:
    """What the side's stratagem adds to the target of its Break tests."""
    stratagem = in_force(state, side)
    return stratagem.break_bonus if stratagem else 0


def silenced(state: State, side: Side) -> int | None:
    """The side's horde that deals no damage this round, by the rival's stratagem."""
    stratagem, played = in_force(state, side.rival), state.of(side.rival).played
    return played.horde if played and stratagem and stratagem.silences else None
