"""Before the first turn: the force evaluation, strategic points and thresholds (BR-02 to BR-15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import Band, Source
from battles.rules.bataille.commands import Case
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.bataille.state import Given, Phase, SideState, State
from battles.rules.ruleset import Illegal, Message, Side

MOST_STRATEGIC = 20
BASES = {"hundred": 100, "eighty": 80, "sixty": 60, "forty": 40}
# From which ratio of strengths on, in hundredths, the stronger army is favoured.
RATIOS = ((300, Case.CRUSHING), (200, Case.CLEAR), (125, Case.SLIGHT), (0, Case.BALANCED))
STARTING = {Case.BALANCED: 0, Case.SLIGHT: 5, Case.CLEAR: 10, Case.CRUSHING: 20}
PREPARING = (Phase.EVALUATION, Phase.PRE_BATTLE)


class Judgement(NamedTuple):
    """A case of the force evaluation. ratio: stronger over weaker in hundredths, None where a side has nobody."""

    case: Case
    favoured: Side | None
    ratio: int | None = None


class Race(NamedTuple):
    """What a side needs: `raised` above the base; and what it starts with."""

    raised: int
    start: int


def strength(camp: SideState) -> int:
    """Headcount x arms x training, in ten-thousandths; never from terrain (BR-03, BR-04)."""
    return camp.headcount * camp.arms * camp.training


def suggested(state: State) -> Judgement:
    """By the ratio of strengths; balanced where a headcount is open."""
    red, blue = strength(state.red), strength(state.blue)
    if not red or not blue:
        return Judgement(Case.BALANCED, None)
    stronger, weaker = max(red, blue), min(red, blue)
    case = next(case for least, case in RATIOS if stronger * 100 >= least * weaker)
    favoured = None if case is Case.BALANCED else (Side.RED if red > blue else Side.BLUE)
    return Judgement(case, favoured, stronger * 100 // weaker)


def judged(state: State) -> Judgement:
    """What holds: the GM's choice, or the suggestion (BR-02, BR-05)."""
    proposal = suggested(state)
    return proposal if state.case is None else Judgement(state.case, state.favoured, proposal.ratio)


def total(state: State) -> int:
    """The fighters that the size table is read with (BD-02)."""
    numbers = (state.red.headcount, state.blue.headcount)
    return max(numbers) if state.house_rules.size.startswith("larger") else sum(numbers)


def band(state: State) -> Band:
    """The row of the size table (BR-07 to BR-10)."""
    return row_of(state.rows.bands, total(state), state.house_rules)


def row_of(bands: tuple[Band, ...], fighters: int, rules: HouseRules) -> Band:
    """The last row that begins at or below that number; of two that begin alike a small one goes first (BD-02)."""
    small = rules.size.endswith("small")
    rows = sorted((row for row in bands if small or not row.small), key=lambda row: (row.least, row.small))
    return next((row for row in reversed(rows) if row.least <= fighters), rows[0])


def table_threshold(state: State) -> int:
    """base x row / 100, rounded down (BR-11, BD-01)."""
    return BASES[state.house_rules.base] * band(state).value // 100


def base(state: State) -> int:
    return state.own_base or table_threshold(state)


def force_points(state: State, side: Side) -> int:
    """Strategic points that the favoured side gets for its strength, where a house rule says so (BD-04)."""
    found = judged(state)
    counts = state.house_rules.force_effect == "starting_points" and found.favoured is side
    return STARTING[found.case] if counts else 0


def strategic(state: State, side: Side) -> int:
    """All sources together, 20 at most, what the force evaluation adds, and what the GM rules besides (BR-14)."""
    return max(0, received(state, side) + state.of(side).correction)


def received(state: State, side: Side) -> int:
    """The same before any ruling."""
    given = sum(each.points for each in state.of(side).given)
    return min(MOST_STRATEGIC, given) + force_points(state, side)


def races(state: State) -> tuple[Race, Race]:
    """Red's and blue's, as BD-03 reads the clause (BR-15)."""
    red, blue = strategic(state, Side.RED), strategic(state, Side.BLUE)
    most, lead = max(red, blue), abs(red - blue)
    match state.house_rules.strategic_points:
        case "head_start":
            return Race(most, red), Race(most, blue)
        case "raise_both":
            return Race(most, 0), Race(most, 0)
        case "raise_opponent":
            raised = most
        case "raise_by_difference":
            raised = lead
    return Race(raised if red < blue else 0, 0), Race(raised if blue < red else 0, 0)


def sources(state: State, side: Side) -> Iterator[c.GiveSource]:
    """What the side can still receive: a source once, of a group one, unless it repeats."""
    given = {each.source for each in state.of(side).given}
    groups = {source.group for source in state.rows.sources if source.key in given and source.group}
    for source in state.rows.sources:
        if (source.key not in given or source.repeats) and source.group not in groups:
            yield from (c.GiveSource(side, source.key, points) for points in worth(source))


def worth(source: Source) -> range:
    """How many points the GM may give for it."""
    return range(source.points, max(source.points, source.most) + 1)


def options(state: State) -> Iterator[c.GMCommand]:
    """The GM's figures, open until they are announced."""
    if state.phase is Phase.EVALUATION:
        yield from _evaluation_options(state)
    if state.phase in PREPARING:
        yield from (c.SetEscape(side, not state.of(side).has_escape) for side in Side)
    if state.phase is Phase.PRE_BATTLE:
        for side in Side:
            yield from sources(state, side)
            given = dict.fromkeys(state.of(side).given)
            yield from (c.TakeSource(side, each.source, each.points) for each in given)


def _evaluation_options(state: State) -> Iterator[c.GMCommand]:
    for side in Side:
        camp = state.of(side)
        yield c.Assess(side, camp.headcount, camp.arms, camp.training)
    for case in Case:
        for favoured in (None,) if case is Case.BALANCED else tuple(Side):
            if (state.case, state.favoured) != (case, favoured):
                yield c.ChooseCase(case, favoured)
    if state.case is not None:
        yield c.UseSuggestion()
    yield c.SetBase(state.own_base)
    for side in Side:
        fielded = [hero for hero in state.of(side).heroes if hero.fielded]
        yield from (c.LeaveOut(hero.key) for hero in fielded if len(fielded) > 1)
        yield from (c.TakeIn(hero.key) for hero in state.of(side).heroes if not hero.fielded)


Preparing = (
    c.Assess
    | c.ChooseCase
    | c.UseSuggestion
    | c.SetBase
    | c.LeaveOut
    | c.TakeIn
    | c.SetEscape
    | c.GiveSource
    | c.TakeSource
)


def prepare(state: State, command: Preparing) -> e.GMDraft:
    """Raises Illegal for what is not open now."""
    match command:
        case c.SetEscape(side=side, open=is_open):
            _check_phase(state, PREPARING, Message("A way out is settled before the battle."), "BR-32")
            if state.of(side).has_escape is is_open:
                raise Illegal("That is so already.", clause="BR-32", field="open")
            return e.EscapeSet(side, is_open)
        case c.GiveSource() | c.TakeSource():
            return _source(state, command)
        case _:
            _check_phase(state, (Phase.EVALUATION,), Message("Forces are evaluated before anything else."), "BR-02")
            return _evaluate(state, command)


def _check_phase(state: State, phases: tuple[Phase, ...], sentence: Message, clause: str) -> None:
    if state.phase not in phases:
        raise Illegal(sentence.text, clause=clause)


def _evaluate(
    state: State, command: c.Assess | c.ChooseCase | c.UseSuggestion | c.SetBase | c.LeaveOut | c.TakeIn
) -> e.GMDraft:
    match command:
        case c.Assess(side=side, headcount=headcount, arms=arms, training=training):
            return e.Assessed(side, headcount, arms, training)
        case c.SetBase(points=points):
            return e.BaseSet(points)
        case c.UseSuggestion():
            if state.case is None:
                raise Illegal("The suggestion holds already.", clause="BR-02")
            return e.CaseChosen(None, None)
        case c.ChooseCase():
            return _case(state, command)
        case c.LeaveOut() | c.TakeIn():
            return _field(state, command)


def _case(state: State, command: c.ChooseCase) -> e.CaseChosen:
    if (command.case is Case.BALANCED) is not (command.favoured is None):
        raise Illegal(
            "Favoured: balanced armies favour nobody, and in every other case one side is favoured.",
            clause="BR-05",
            field="favoured",
        )
    if (state.case, state.favoured) == (command.case, command.favoured):
        raise Illegal("That case is chosen already.", clause="BR-05", field="case")
    return e.CaseChosen(command.case, command.favoured)


def _field(state: State, command: c.LeaveOut | c.TakeIn) -> e.HeroFielded:
    taking = isinstance(command, c.TakeIn)
    try:
        camp = state.of(state.side_of(command.hero))
    except LookupError:
        raise Illegal("Hero: there is no such hero in this battle.", clause="BR-21", field="hero") from None
    fielded = [hero.key for hero in camp.heroes if hero.fielded]
    if (command.hero in fielded) is taking:
        raise Illegal("That is so already.", clause="BR-21", field="hero")
    if fielded == [command.hero]:
        raise Illegal("Each side needs a hero who leads it.", clause="BR-18", field="hero")
    return e.HeroFielded(command.hero, taking)


def _source(state: State, command: c.GiveSource | c.TakeSource) -> e.GMDraft:
    _check_phase(state, (Phase.PRE_BATTLE,), Message("Strategic points are given before the battle."), "BR-13")
    if isinstance(command, c.TakeSource):
        if Given(command.source, command.points) not in state.of(command.side).given:
            raise Illegal("That side has not received it.", clause="BR-14", field="source")
        return e.SourceTaken(command.side, command.source, command.points)
    if command not in tuple(sources(state, command.side)):
        raise Illegal(
            "Source: that side has received it or another of its group, or it is worth other points.",
            clause="BR-14",
            field="source",
        )
    return e.SourceGiven(command.side, command.source, command.points)
