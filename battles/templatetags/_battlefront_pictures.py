"""A Battlefront view laid out for the eye: rows of the grid, attackers and what they may hit, the muster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from battles.rules.battlefront.commands import (
    CancelAttack,
    DismissCommander,
    Line,
    NameCommander,
    OrderAttack,
    Place,
    Role,
    StratagemKey,
)
from battles.rules.battlefront.view import (
    AttackerView,
    BattlefrontView,
    CommanderView,
    HordeView,
    OrderView,
    OwnView,
    PlacementView,
    SideView,
    SquareView,
)
from battles.rules.ruleset import Side

Offers = Mapping[str, Sequence[Any]]
Square = tuple[Side, Line, int]


class Cell(NamedTuple):
    """One square. places: keys of the hordes that may be put here; place: the command for the horde picked by link.

    rises: its horde is ordered to step up to the Front Line.
    """

    id: str
    name: str
    side: Side
    line: Line
    column: int
    greyed: bool
    horde: HordeView | None
    fallen: HordeView | None
    draft: bool
    movable: bool
    places: tuple[int, ...]
    place: Place | None
    attack: Attack | None
    rises: bool


class Row(NamedTuple):
    side: SideView
    line: Line
    cells: tuple[Cell, ...]


class Shot(NamedTuple):
    """A legal order: attack this horde with this weapon."""

    command: OrderAttack
    weapon: str
    target: HordeView
    square: str


class Attack(NamedTuple):
    """An attacking horde of one's own and its order, if it has one."""

    horde: HordeView
    square: str
    targets: tuple[int, ...]
    target: HordeView | None
    target_square: str
    weapon: str
    shots: tuple[Shot, ...]
    cancel: CancelAttack | None


class Muster(NamedTuple):
    """One domain of an army in the muster."""

    domain: str
    chosen: int
    cap: int
    hordes: tuple[tuple[HordeView, bool], ...]


class Post(NamedTuple):
    role: Role
    holder: CommanderView | None


def hordes_of(view: BattlefrontView) -> dict[int, HordeView]:
    """Every horde the viewer knows of, by key; what stands in the battle before what stands in the order of battle."""
    known = {horde.key: horde for own in view.own for horde in own.roster}
    known.update({horde.key: horde for side in view.sides for horde in side.hordes})
    return known


def side_of(view: BattlefrontView, side: Side) -> SideView:
    return view.sides[0] if side is Side.RED else view.sides[1]


def square_name(line: Line | None, column: int | None) -> str:
    """F3 or R2, as the rule text writes squares; empty for a horde that stands on none."""
    return "" if line is None or column is None else f"{line.value[0].upper()}{column}"


def placements_of(view: BattlefrontView) -> dict[Square, PlacementView]:
    return {(own.side, spot.line, spot.column): spot for own in view.own for spot in own.placements}


def rows_of(view: BattlefrontView, offers: Offers, pick: int | None) -> tuple[Row, ...]:
    """The grid's four rows from the top of the page down, drafts of the viewer's own laid over the view's squares."""
    cells = Cells(view, offers, pick)
    return tuple(Row(side_of(view, row[0].side), row[0].line, tuple(map(cells.cell, row))) for row in view.grid)


class Cells:
    """Turns squares into cells; holds what all of them look up."""

    def __init__(self, view: BattlefrontView, offers: Offers, pick: int | None) -> None:
        self.hordes = hordes_of(view)
        deploying = view.phase in ("first_deployment", "deployment")
        self.drafts = placements_of(view) if deploying else {}
        self.movable = {key for own in view.own for key in own.movable}
        self.rising = {key for own in view.own for key in own.moves}
        self.own_side = view.own[0].side if len(view.own) == 1 else None
        aiming = view.own if view.stage != "after" else ()  # then they have fired
        self.attacks = {attack.horde.key: attack for own in aiming for attack in attacks_of(view, own, offers)}
        self.offered: dict[tuple[Line, int], list[Place]] = {}
        for place in offers.get("Place", ()):
            self.offered.setdefault((place.line, place.column), []).append(place)
        self.pick = pick

    def cell(self, square: SquareView) -> Cell:
        spot = self.drafts.get((square.side, square.line, square.column))
        key = square.horde if square.horde is not None else (spot.horde if spot else None)
        offered = self.offered.get((square.line, square.column), []) if square.side is self.own_side else []
        movable = key in self.movable
        return Cell(
            id=f"square-{square.side.value}-{square.line.value}-{square.column}",
            name=square_name(square.line, square.column),
            side=square.side,
            line=square.line,
            column=square.column,
            greyed=square.greyed,
            horde=None if key is None else self.hordes.get(key),
            fallen=self.hordes.get(square.fallen or 0),
            draft=movable,
            movable=movable,
            places=tuple(place.horde for place in offered),
            place=next((place for place in offered if place.horde == self.pick), None),
            attack=None if key is None else self.attacks.get(key),
            rises=key in self.rising and square.line is Line.REAR,
        )


def attacks_of(view: BattlefrontView, own: OwnView, offers: Offers) -> Iterator[Attack]:
    hordes = hordes_of(view)
    orders = {order.horde: order for order in own.orders}
    squares = {horde.key: _planned(horde, own) for horde in hordes.values()}
    for attacker in sorted(own.attackers, key=lambda attacker: _reading_order(hordes[attacker.horde])):
        yield _attack(hordes, attacker, squares[attacker.horde], orders.get(attacker.horde), offers)


def _planned(horde: HordeView, own: OwnView) -> str:
    """Where the horde will stand when it attacks: its targets are counted from there."""
    played = own.played
    if played and played.key is StratagemKey.REFUSE_FLANK and played.horde == horde.key:
        return square_name(played.line, played.column)
    return square_name(Line.FRONT if horde.key in own.moves else horde.line, horde.column)


def _reading_order(horde: HordeView) -> tuple[bool, int]:
    return horde.line is Line.REAR, horde.column or 0


def _attack(
    hordes: Mapping[int, HordeView], attacker: AttackerView, square: str, order: OrderView | None, offers: Offers
) -> Attack:
    horde = hordes[attacker.horde]
    target = hordes.get(order.target) if order else None
    return Attack(
        horde=horde,
        square=square,
        targets=attacker.targets,
        target=target,
        target_square=square_name(target.line, target.column) if target else "",
        weapon=horde.weapons[order.weapon].name if order else "",
        shots=tuple(_shots(hordes, horde, offers.get("OrderAttack", ()))),
        cancel=next((cancel for cancel in offers.get("CancelAttack", ()) if cancel.horde == horde.key), None),
    )


def _shots(hordes: Mapping[int, HordeView], horde: HordeView, orders: Iterable[OrderAttack]) -> Iterator[Shot]:
    for order in orders:
        if order.horde == horde.key:
            target = hordes[order.target]
            yield Shot(order, horde.weapons[order.weapon].name, target, square_name(target.line, target.column))


def muster_of(view: BattlefrontView, own: OwnView) -> tuple[Muster, Muster]:
    side = side_of(view, own.side)
    return _muster(own, "air", side.air_cap), _muster(own, "land", side.land_cap)


def _muster(own: OwnView, domain: str, cap: int) -> Muster:
    hordes = tuple((horde, horde.key in own.chosen) for horde in own.roster if horde.domain == domain)
    return Muster(domain, sum(chosen for _, chosen in hordes), cap, hordes)


def posts_of(own: OwnView) -> tuple[Post, ...]:
    commanders = {commander.key: commander for commander in own.commanders}
    held = {post.role: commanders.get(post.commander) for post in own.posts}
    return tuple(Post(role, held.get(role)) for role in own.roles)


def naming(
    post: Post, offers: Offers, commander: CommanderView, holds: bool
) -> NameCommander | DismissCommander | None:
    """What a press on this post's button would ask for, if it is offered."""
    if holds:
        return next((offer for offer in offers.get("DismissCommander", ()) if offer.role is post.role), None)
    mine = (offer for offer in offers.get("NameCommander", ()) if offer.commander == commander.key)
    return next((offer for offer in mine if offer.role is post.role), None)
