"""The battle report: one line for each public event, with its clause and what explains it."""

from __future__ import annotations

from typing import assert_never

from battles.rules import rulings
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.explained import by_rule, figure, part, title
from battles.rules.battlefront.outcome import grade, tally, winner
from battles.rules.battlefront.report import round_line
from battles.rules.battlefront.state import State
from battles.rules.battlefront.stratagem_report import cards_line, reward_line, stratagem_line
from battles.rules.battlefront.texts import effect_message, ending_message
from battles.rules.ruleset import Line, Message, Side, Term, Values, Viewer

HEADINGS: dict[type[e.PhaseEvent], tuple[Message, str]] = {
    e.MusterOpened: (Message("The muster opens."), "BF-01"),
    e.AirContestOpened: (Message("The Air Contest opens: air hordes and Air Marshals are shown."), "BF-03"),
    e.DeploymentOpened: (Message("Both sides deploy in secret."), "BF-29"),
    e.DeploymentRevealed: (Message("The Land Contest opens: all that was deployed is revealed."), "BF-30"),
}
RESULTS = {
    "BF-14": Message("Air Supremacy for %(side)s: %(red)s against %(blue)s Magnitude."),
    "BF-15": Message("Air Superiority for %(side)s: %(red)s against %(blue)s Magnitude."),
    "BF-16": Message("Stalemate: %(red)s against %(blue)s Magnitude."),
    "BF-41": Message("Decisive Victory for %(side)s: %(red)s against %(blue)s Magnitude."),
    "BF-42": Message("Victory for %(side)s: %(red)s against %(blue)s Magnitude."),
    "BF-43": Message("Stalemate: %(red)s against %(blue)s Magnitude."),
}


def narrate(state: State, event: e.BattlefrontEvent, viewer: Viewer) -> Line | None:
    """`state` is the one after the event's step; it is asked for names and pinned numbers only."""
    if not event.narrated or viewer.audience not in event.audience or isinstance(event, e.DraftEvent):
        return None
    if isinstance(event, e.PhaseEvent):
        return _phase_line(state, event)
    if isinstance(event, e.ResultEvent):
        return _end_line(state, event)
    if isinstance(event, e.StratagemEvent):
        return stratagem_line(state, event)
    if isinstance(event, e.RulingEvent):
        return _ruling_line(event)
    return round_line(state, event)


def _ruling_line(event: e.RulingEvent) -> Line:
    match event:
        case e.Adjusted():
            return rulings.told(event)
        case e.BattleStopped():
            return Line(Message("The GM ends the battle here: nobody has won."), "BF-39", "heading")
        case _:
            assert_never(event)


def _phase_line(state: State, event: e.PhaseEvent) -> Line | None:
    match event:
        case e.FirstDeploymentOpened(side=side):
            return Line(Message("%(side)s places its first hordes.", title(state, side)), "BF-29", "heading", side)
        case e.FirstHordesShown(side=side):
            text = Message("The hordes that %(side)s placed first are shown.", title(state, side))
            return Line(text, "D-30", side=side)
        case e.MusterOpened() | e.AirContestOpened() | e.DeploymentOpened() | e.DeploymentRevealed():
            return Line(*HEADINGS[type(event)], "heading")
        case e.ReadyChanged() | e.RoundOpened() | e.StageOpened() | e.BattleClosed():
            return None
        case _:
            assert_never(event)


def _end_line(state: State, event: e.ResultEvent) -> Line:
    match event:
        case e.ContestEnded(contest=contest, ending=ending, side=side):
            clause = "BF-12" if contest is Domain.AIR else "BF-39"
            result = state.result(contest)
            text = ending_message(state, ending, side, result.rounds if result else 0)
            return Line(text, clause, "heading", side)
        case e.ResultDeclared():
            return _result_line(state, event)
        case e.AdvantagesEarned() | e.WidthGained() | e.FirstDeploymentOrdered():
            return _effect_line(state, event)
        case e.AdvantagesDrawn():
            return cards_line(state, event)
        case e.RewardPaid():
            return reward_line(state, event)
        case _:
            assert_never(event)


def _result_line(state: State, event: e.ResultDeclared) -> Line:
    """The name that the winner gives the result, and both totals (BF-14..18, BF-41..45)."""
    diff = event.red_total - event.blue_total
    best, clause = winner(diff), grade(event.contest, diff).clauses[0]
    values: Values = {"red": event.red_total, "blue": event.blue_total}
    totals = ((Side.RED, event.red_total), (Side.BLUE, event.blue_total))
    terms = tuple(term for side, total in totals for term in _total_terms(state, event.contest, side, total))
    if best is not None:
        values |= title(state, best)
    return Line(Message(RESULTS[clause].text, values), clause, "damage", best, terms)


def _total_terms(state: State, contest: Domain, side: Side, total: int) -> tuple[Term, ...]:
    """A side's total, what the Infantry is of it (BF-40), and the house rules of the tally (D-19, D-21)."""
    other, infantry = tally(state, side, contest)
    terms = (figure(Message("%(side)s", title(state, side)), total),)
    retreat = by_rule(state, "retreat_total", total) if state.of(side).retreated else ()
    if not infantry or other + infantry != total:
        return (*terms, *retreat)
    shares = part(Message("Infantry x1.5"), infantry), part(Message("Other hordes"), other)
    return (*terms, *shares, *by_rule(state, "infantry_rounding", infantry), *retreat)


def _effect_line(state: State, event: e.EffectEvent) -> Line:
    """Names the house rule where the air result's Width or first deployment follow another than the default (D-09)."""
    count = event.columns if isinstance(event, e.WidthGained) else event.count
    terms = () if isinstance(event, e.AdvantagesEarned) else by_rule(state, "air_superiority", count)
    return Line(effect_message(state, event), _effect_clause(state, event), side=event.side, terms=terms)


def _effect_clause(state: State, event: e.EffectEvent) -> str:
    """The table line as the side of the effect reads it; Width and first deployment come from the air alone."""
    contest = event.contest if isinstance(event, e.AdvantagesEarned) else Domain.AIR
    result = state.result(contest)
    diff = result.diff if result else 0
    return grade(contest, diff).clauses[0 if event.side is winner(diff) else 1]
