"""The battle report: one line for each public event, with its clause and what explains it."""

from __future__ import annotations

from typing import assert_never

from battles.rules.bataille import closing, report, report_wounds
from battles.rules.bataille import events as e
from battles.rules.bataille.report import plain, side_title
from battles.rules.bataille.state import State
from battles.rules.bataille.words import HEADINGS, case_message
from battles.rules.ruleset import Line, Message, Term, Values, Viewer, row_text
from battles.rules.rulings import told

PHASE_CLAUSES = {1: "BR-13", 2: "BR-16", 3: "BR-21", 4: "BR-27", 5: "BR-31", 6: "BR-35", 7: "BD-15"}


def narrate(state: State, event: e.BatailleEvent, viewer: Viewer) -> Line | None:
    """`state` is as it was after the event's step; it is asked for names only."""
    if not event.narrated or viewer.audience not in event.audience:
        return None
    match event:
        case e.PhaseOpened(number=number, turn=turn):
            return Line(Message(HEADINGS[number].text, {"turn": turn}), PHASE_CLAUSES[number], "heading")
        case e.ForcesEvaluated() | e.GeneralsShown() | e.StrategicPointsGiven() | e.ThresholdSet():
            return _opening(state, event)
        case e.TurnEnded() | e.BattleEnded() | e.AftermathCounted():
            return _ending(state, event)
        case e.Adjusted():
            return told(event)
        case e.BattleStopped():
            return Line(closing.STOPPED, "BR-35")
        case e.ChallengeVoided() | e.ActionCancelled():
            return report.undone_line(state, event)
        case _:
            return _of_a_turn(state, event)


def _of_a_turn(state: State, event: e.BatailleEvent) -> Line | None:
    match event:
        case e.PointsChanged():
            return report.points_line(state, event)
        case e.TacticsTested():
            return report.tactics_line(state, event)
        case e.TacticsRolledAgain(red=red, blue=blue):
            values: Values = {"red": red, "blue": blue}
            return Line(Message("Nobody wins by %(red)s and %(blue)s: rolled again.", values), "BR-18", "test")
        case e.TacticsDecided():
            return report.decided_line(state, event)
        case e.ActionTested():
            return report.tested_line(state, event)
        case e.TestModified():
            return report.modified_line(state, event)
    if isinstance(event, report.DuelOrDeed):
        return report.deed_line(state, event)
    return report_wounds.line(state, event) if isinstance(event, e.WoundEvent) else None


def _opening(state: State, event: e.OpeningEvent) -> Line:
    match event:
        case e.ForcesEvaluated():
            return _forces(state, event)
        case e.GeneralsShown(side=side, general=general, second=second):
            values = {**side_title(state, side), "general": state.hero(general).name}
            text = Message("%(general)s leads %(side)s.")
            if second is not None:
                text = Message("%(general)s leads %(side)s, %(second)s is the second in command.")
                values["second"] = state.hero(second).name
            return Line(Message(text.text, values), "BR-18", side=side)
        case e.StrategicPointsGiven():
            return _strategic(state, event)
        case e.ThresholdSet(side=side, base=base, raised=raised, start=start):
            values = {**side_title(state, side), "threshold": base + raised, "start": start}
            text = Message("%(side)s needs %(threshold)s victory points and starts with %(start)s.")
            terms = (plain(Message("Base"), base), Term(Message("Strategic points"), raised))
            return Line(Message(text.text, values), "BR-15", "damage", side, terms)
        case _:
            assert_never(event)


def _forces(state: State, event: e.ForcesEvaluated) -> Line:
    headcounts = tuple(
        Term(Message("Headcount of %(side)s", {"side": camp.title}), camp.headcount, plain=True)
        for camp in (state.red, state.blue)
    )
    looked_up = (
        plain(Message("Fighters looked up"), event.total),
        plain(Message("Row of the size table"), event.value),
    )
    message = case_message(state, event.case, event.favoured)
    terms = (*headcounts, *looked_up, plain(Message("Threshold before strategic points"), event.base))
    return Line(message, "BR-02", "damage", event.favoured, terms)


def _strategic(state: State, event: e.StrategicPointsGiven) -> Line:
    """With its sources, one by one."""
    names = {source.key: source.name for source in state.rows.sources}
    camp = state.of(event.side)
    terms = [Term(row_text(names[each.source]), each.points) for each in camp.given]
    if event.force:
        terms.append(Term(Message("Force evaluation"), event.force))
    over = event.points - sum(term.value for term in terms)
    if over:
        terms.append(Term(Message("At most 20 by sources"), over))
    values: Values = {"side": camp.title, "points": event.points}
    text = Message("Strategic points of %(side)s: %(points)s.", values)
    return Line(text, "BR-14", "damage", event.side, tuple(terms))


def _ending(state: State, event: e.EndEvent) -> Line:
    match event:
        case e.TurnEnded(turn=turn, minutes=minutes):
            values: Values = {"turn": turn, "minutes": minutes}
            text = Message("Turn %(turn)s took %(minutes)s minutes.", values)
            terms = tuple(
                Term(Message("Points of %(side)s", {"side": camp.title}), camp.points, plain=True)
                for camp in (state.red, state.blue)
            )
            return Line(text, "BR-36", "plain", terms=terms)
        case e.BattleEnded():
            return _ended(state, event)
        case e.AftermathCounted(side=side, dead=dead, wounded=wounded):
            values = {**side_title(state, side), "dead": dead, "wounded": wounded}
            return Line(Message("%(side)s: %(dead)s dead, %(wounded)s wounded.", values), "BD-15", side=side)
        case _:
            assert_never(event)


def _ended(state: State, event: e.BattleEnded) -> Line:
    assert state.ended is not None
    headline = closing.headline(state, state.ended)
    fate = next(closing.sentences(state, state.ended))
    rule = "BR-33" if event.winner is None else "BR-32" if event.massacre else "BR-31"
    return Line(Message("%(headline)s %(fate)s", {"headline": headline, "fate": fate}), rule, side=event.winner)
