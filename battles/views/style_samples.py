"""What `/style/` shows in the battle's parts: a small battle that nobody fights, as a view, and a report of it.

Names are data. The sentences are the rules' own, so that they are translated already.
"""

from __future__ import annotations

from datetime import UTC, datetime

from battles.rules.battlefront.commands import Line as Rank
from battles.rules.battlefront.view import (
    AttackerView,
    BattlefrontView,
    HordeView,
    OrderView,
    OwnView,
    SideView,
    SquareView,
    WeaponView,
)
from battles.rules.ruleset import Line, Message, Side, Term, Values
from battles.services.boards import Entry

COLUMNS = 5
GUN = WeaponView(index=0, name="Rifles", damage="1d10+3", penetration=0, rate=3, blast=0)
KINDS = (
    ("infantry", "Infantry", ("infantry",)),
    ("tank", "Tank", ()),
    ("ac_suit", "AC Suit", ("maneuver",)),
    ("artillery", "Artillery", ("artillery",)),
)
AIR = (("interceptor", "Interceptor", ()), ("starfighter", "Starfighter", ()), ("bomber", "Bomber", ()))
NAMES = {Side.RED: "Panzer Alpha", Side.BLUE: "Chars Bayard"}
TITLES = {Side.RED: "German Army", Side.BLUE: "French Army"}
FIRST = {Side.RED: 1, Side.BLUE: 11}
# Key, line, column, Magnitude, damage of the last round; of 100 each.
STANDING = {
    Side.RED: ((Rank.FRONT, 2, 100, 0), (Rank.FRONT, 3, 64, 18), (Rank.FRONT, 4, 82, 0), (Rank.REAR, 3, 20, 12)),
    Side.BLUE: ((Rank.FRONT, 2, 90, 10), (Rank.FRONT, 3, 100, 0), (Rank.FRONT, 4, 45, 25), (Rank.REAR, 4, 0, 30)),
}

ROWS = ((Side.BLUE, Rank.REAR), (Side.BLUE, Rank.FRONT), (Side.RED, Rank.FRONT), (Side.RED, Rank.REAR))


def symbols() -> tuple[HordeView, ...]:
    """One of each kind, of both sides."""
    kinds = [(kind, "land") for kind in KINDS] + [(kind, "air") for kind in AIR]
    return tuple(_horde(side, 0, kind, domain=domain) for side in Side for kind, domain in kinds)


def battle() -> BattlefrontView:
    sides = (_side(Side.RED), _side(Side.BLUE))
    return BattlefrontView(
        audience="red",
        phase="land",
        phase_title=Message("Land Contest"),
        round=3,
        max_rounds=10,
        contest="land",
        waiting_for=(Message("%(side)s has to choose and seal.", {"side": TITLES[Side.RED]}),),
        finished=False,
        scenario="",
        terrain="Rough",
        base_width=COLUMNS,
        columns=COLUMNS,
        sides=sides,
        grid=tuple(_row(side, line) for side, line in ROWS),
        own=(_own(sides[0]),),
    )


def entry() -> Entry:
    side: Values = {"side": TITLES[Side.RED]}
    sum_of: Values = {"name": "Panzer Alpha", "dealt": 18, "before": 82, "left": 64}
    terms = (Term(Message("Magnitude before"), 82, True), Term(Message("Damage"), -18))
    lines = (
        Line(Message("%(side)s places its first hordes.", side), "BF-29", "heading", Side.RED),
        Line(Message("%(side)s wins the round: a success beats a failure.", side), "BF-24", "plain", Side.RED),
        Line(
            Message("%(name)s takes %(dealt)s Magnitude damage in all, %(before)s → %(left)s.", sum_of),
            "D-20",
            "damage",
            Side.RED,
            terms,
        ),
    )
    return Entry(1, datetime(2026, 3, 1, 20, 15, tzinfo=UTC), lines)


def _side(side: Side) -> SideView:
    placed = enumerate(zip(KINDS, STANDING[side], strict=True))
    hordes = tuple(_horde(side, index, kind, *standing) for index, (kind, standing) in placed)
    return SideView(
        side=side,
        title=TITLES[side],
        invader=side is Side.RED,
        air_cap=4,
        land_cap=8,
        ready=side is Side.BLUE,
        waited_for=side is Side.RED,
        morale=4,
        morale_start=6,
        width=COLUMNS,
        first_column=1,
        last_column=COLUMNS,
        hordes=hordes,
        total=sum(horde.magnitude for horde in hordes),
    )


def _horde(
    side: Side,
    index: int,
    kind: tuple[str, str, tuple[str, ...]],
    line: Rank | None = None,
    column: int | None = None,
    magnitude: int = 100,
    damage: int = 0,
    domain: str = "land",
) -> HordeView:
    profile, title, traits = kind
    return HordeView(
        key=FIRST[side] + index,
        name=f"{NAMES[side]} {index + 1}",
        side=side,
        profile=profile,
        type_name=title,
        domain=domain,  # type: ignore[arg-type] # of two words
        magnitude=magnitude,
        start=100,
        squads=-(-magnitude // 20),
        full_squads=5,
        armour=4,
        traits=traits,
        weapons=(GUN,),
        status="ready" if magnitude else "destroyed",
        line=line,
        column=column,
        last_damage=damage,
    )


def _row(side: Side, line: Rank) -> tuple[SquareView, ...]:
    return tuple(_square(side, line, column) for column in range(1, COLUMNS + 1))


def _square(side: Side, line: Rank, column: int) -> SquareView:
    here = [
        (FIRST[side] + index, magnitude)
        for index, (rank, where, magnitude, _) in enumerate(STANDING[side])
        if (rank, where) == (line, column)
    ]
    key, magnitude = here[0] if here else (None, 0)
    gone = key if not magnitude else None
    return SquareView(side, line, column, column == COLUMNS, None if gone else key, gone)


def _own(side: SideView) -> OwnView:
    targets = (FIRST[Side.BLUE], FIRST[Side.BLUE] + 1)
    return OwnView(
        side=side.side,
        roster=side.hordes,
        commanders=(),
        attackers=(AttackerView(FIRST[Side.RED] + 1, targets),),
        orders=(OrderView(FIRST[Side.RED] + 1, targets[0], 0),),
    )
