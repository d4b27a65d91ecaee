"""A pitched battle's view laid out for the eye: the choices of a case, sources as switches, a hero's actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from battles.rules.bataille.commands import (
    Answer,
    BurnFate,
    Case,
    Challenge,
    ChooseCase,
    Declare,
    GiveSource,
    TakeSource,
)
from battles.rules.bataille.view import (
    BatailleView,
    ChoiceView,
    EvaluationView,
    FoeView,
    ForceView,
    Odds,
    OwnHeroView,
    SideView,
    SourceView,
)
from battles.rules.ruleset import Command, Side

Offers = Mapping[str, Sequence[Any]]


class CaseChoice(NamedTuple):
    """One of the seven outcomes of the evaluation. command: None where it holds already."""

    case: Case
    side: SideView | None
    command: ChooseCase | None
    holds: bool
    suggested: bool


class Amount(NamedTuple):
    """So many points of a source for a side."""

    points: int
    command: Command | None


class Switch(NamedTuple):
    """A source and a side. take: what takes back each time it was given; give: how it may be given (again)."""

    side: SideView
    take: tuple[Amount, ...]
    give: tuple[Amount, ...]


class SourceRow(NamedTuple):
    """several: the GM chooses how many points, or how many times. alone: first of a group of which one may be given."""

    of: SourceView
    several: bool
    group: str
    switches: tuple[Switch, ...]


class Test(NamedTuple):
    """A test of an action, or the action without one. command: declares it."""

    odds: Odds
    command: Declare | None


class ActionChoice(NamedTuple):
    of: ChoiceView
    tests: tuple[Test, ...]
    declared: bool


class Foe(NamedTuple):
    of: FoeView
    command: Challenge | None


class Pair(NamedTuple):
    """Two commands of which one or the other holds: accept and decline, burn and die."""

    yes: Answer | BurnFate | None
    no: Answer | BurnFate | None


def side_of(view: BatailleView, side: Side) -> SideView:
    return view.sides[0] if side is Side.RED else view.sides[1]


def find(offers: Offers, kind: str, **fields: Any) -> Any:
    """The first offered command of this class with these fields, None without one."""
    found = (each for each in offers.get(kind, ()) if all(getattr(each, name) == fields[name] for name in fields))
    return next(found, None)


def force_of(evaluation: EvaluationView, side: Side) -> ForceView:
    return next(force for force in evaluation.forces if force.side is side)


def cases_of(view: BatailleView, offers: Offers) -> Iterator[CaseChoice]:
    """Balanced, then each other case for red and for blue."""
    evaluation = view.evaluation[0]
    for case in Case:
        for side in (None,) if case is Case.BALANCED else tuple(Side):
            yield CaseChoice(
                case=case,
                side=None if side is None else side_of(view, side),
                command=find(offers, "ChooseCase", case=case, favoured=side),
                holds=(evaluation.case, evaluation.favoured) == (case, side),
                suggested=(evaluation.suggested, evaluation.suggested_side) == (case, side),
            )


def sources_of(view: BatailleView, offers: Offers) -> Iterator[SourceRow]:
    last = ""
    for source in view.evaluation[0].sources:
        several = source.repeats or source.most > source.points
        switches = tuple(_switch(view, source, side, offers) for side in Side)
        yield SourceRow(source, several, source.group if source.group != last else "", switches)
        last = source.group


def _switch(view: BatailleView, source: SourceView, side: Side, offers: Offers) -> Switch:
    given = next((tick.given for tick in source.ticks if tick.side is side), ())
    return Switch(
        side=side_of(view, side),
        take=tuple(Amount(points, _take(offers, side, source.key, points)) for points in given),
        give=tuple(Amount(give.points, give) for give in _gives(offers, side, source.key)),
    )


def _take(offers: Offers, side: Side, source: str, points: int) -> TakeSource | None:
    found: TakeSource | None = find(offers, "TakeSource", side=side, source=source, points=points)
    return found


def _gives(offers: Offers, side: Side, source: str) -> list[GiveSource]:
    return [give for give in offers.get("GiveSource", ()) if (give.side, give.source) == (side, source)]


def actions_of(hero: OwnHeroView, offers: Offers) -> Iterator[ActionChoice]:
    for choice in hero.choices:
        tests = (
            Test(odds, find(offers, "Declare", hero=hero.key, action=choice.key, test=odds.test))
            for odds in choice.odds
        )
        yield ActionChoice(choice, tuple(tests), any(odds.declared for odds in choice.odds))


def foes_of(hero: OwnHeroView, offers: Offers) -> Iterator[Foe]:
    for foe in hero.foes:
        yield Foe(foe, find(offers, "Challenge", hero=hero.key, target=foe.key))


def answers_of(hero: OwnHeroView, offers: Offers) -> Pair:
    return Pair(*(find(offers, "Answer", hero=hero.key, accept=accept) for accept in (True, False)))


def fates_of(hero: OwnHeroView, offers: Offers) -> Pair:
    return Pair(*(find(offers, "BurnFate", hero=hero.key, burn=burn) for burn in (True, False)))
