"""Report lines of a turn: points, tests, duels (BR-16 to BR-26)."""

from __future__ import annotations

from typing import assert_never

from battles.rules.bataille import events as e
from battles.rules.bataille.heroes import action_of, duel_action
from battles.rules.bataille.own_views import clause
from battles.rules.bataille.state import State
from battles.rules.bataille.words import action_name, test_name
from battles.rules.d100 import D100Test
from battles.rules.ruleset import Line, Message, Side, Term, Values

CAUSES: dict[e.Cause, tuple[Message, str]] = {
    e.Cause.MORAL: (
        Message("Moral advantage: %(side)s gains %(change)s, %(before)s → %(after)s victory points."),
        "BR-17",
    ),
    e.Cause.ARMY: (Message("Army dice: %(side)s gains %(change)s, %(before)s → %(after)s victory points."), "BD-04"),
    e.Cause.FORCE: (Message("Force: %(side)s gains %(change)s, %(before)s → %(after)s victory points."), "BD-04"),
    e.Cause.TACTICS: (Message("Tactics: %(side)s gains %(change)s, %(before)s → %(after)s victory points."), "BR-20"),
    e.Cause.ACTION: (Message("%(hero)s: %(side)s gains %(change)s, %(before)s → %(after)s victory points."), "BR-23"),
    e.Cause.DECLINED: (
        Message("%(hero)s declines: %(side)s gains %(change)s, %(before)s → %(after)s victory points."),
        "HA-09",
    ),
    e.Cause.GENERAL: (
        Message("%(hero)s has fallen: %(side)s gains %(change)s, %(before)s → %(after)s victory points."),
        "BR-30",
    ),
}
LOST = Message("%(hero)s: %(side)s loses %(change)s, %(before)s → %(after)s victory points.")
REASONS = {
    e.TacticsReason.SUCCESS: Message("%(side)s wins the tactics roll: only its general succeeds."),
    e.TacticsReason.DEGREES: Message("%(side)s wins the tactics roll by degrees of success."),
    e.TacticsReason.MARGIN: Message("%(side)s wins the tactics roll by the margin."),
    e.TacticsReason.DEFENDER: Message("%(side)s wins the tactics roll as the defender."),
    e.TacticsReason.FEWER_FAILURES: Message("%(side)s wins the tactics roll: it fails by less."),
    e.TacticsReason.NOBODY: Message("Nobody wins the tactics roll."),
}


def plain(label: Message, value: int) -> Term:
    return Term(label, value, plain=True)


def points_line(state: State, event: e.PointsChanged) -> Line:
    """The dice and what is added to them, and the total."""
    text, rule = CAUSES[event.cause]
    if event.cause is e.Cause.ACTION:
        rule = _clause_of_action(state, event.hero)
        text = LOST if event.after < event.before or event.lost else text
    change = abs(event.after - event.before)
    values: Values = {
        "side": state.of(event.side).title,
        "before": event.before,
        "after": event.after,
        "change": change,
    }
    if event.hero:
        values["hero"] = state.hero(event.hero).name
    return Line(Message(text.text, values), rule, "damage", event.side, tuple(_sum(event)))


def _clause_of_action(state: State, hero: int) -> str:
    side = state.side_of(hero)
    shown = next((each for each in state.of(side).declared if each.hero == hero), None)
    action = action_of(state, shown.action) if shown else duel_action(state)
    return clause(action) if action else "BR-23"


def dice_terms(dice: tuple[int, ...]) -> list[Term]:
    return [plain(Message("Die %(number)s", {"number": number}), die) for number, die in enumerate(dice, 1)]


def _sum(event: e.PointsChanged) -> list[Term]:
    terms = [
        Term(Message("Die %(number)s", {"number": number}), die, plain=True) for number, die in enumerate(event.dice, 1)
    ]
    if event.flat:
        terms.append(Term(Message("Added"), event.flat))
    if abs(event.after - event.before) < sum(event.dice) + event.flat and event.lost:
        terms.append(plain(Message("Never below 0: lost"), event.before - event.after))
    return terms


def test_terms(base: Message, test: D100Test) -> tuple[Term, ...]:
    """Base and modifiers of a test, its target and its roll."""
    return (
        Term(base, test.base, plain=True),
        *test.modifiers,
        plain(Message("Target"), test.target),
        plain(Message("Roll"), test.roll),
        plain(Message("Degrees of success") if test.success else Message("Degrees of failure"), degrees(test)),
    )


def degrees(test: D100Test) -> int:
    """Full tens between target and roll, either way."""
    return abs(test.target - test.roll) // 10


def tactics_line(state: State, event: e.TacticsTested) -> Line:
    if event.hero is None or event.test is None or event.key is None:
        text = Message(
            "%(side)s has no general on the field: its tactics roll fails.", {"side": state.of(event.side).title}
        )
        return Line(text, "BR-18", "test", event.side)
    values: Values = {
        "hero": state.hero(event.hero).name,
        "test": test_name(state, event.key),
        "roll": event.test.roll,
        "target": event.test.target,
    }
    text = Message("Tactics roll of %(hero)s, %(test)s: %(roll)s against %(target)s, failed.")
    if event.test.success:
        text = Message("Tactics roll of %(hero)s, %(test)s: %(roll)s against %(target)s, passed.")
    rule = "BR-18" if event.key.value == "tactics" else "BR-19"
    return Line(
        Message(text.text, values), rule, "test", event.side, test_terms(test_name(state, event.key), event.test)
    )


def decided_line(state: State, event: e.TacticsDecided) -> Line:
    values: Values = {"side": state.of(event.winner).title} if event.winner else {}
    return Line(Message(REASONS[event.reason].text, values), "BR-20", side=event.winner)


def tested_line(state: State, event: e.ActionTested) -> Line:
    """A hero's test of his action."""
    values: Values = {
        "hero": state.hero(event.hero).name,
        "action": action_name(state, event.action),
        "test": test_name(state, event.key),
        "roll": event.test.roll,
        "target": event.test.target,
    }
    texts = (
        (Message("%(hero)s, %(action)s: %(test)s %(roll)s against %(target)s, failed."),
         Message("%(hero)s, %(action)s: %(test)s %(roll)s against %(target)s, passed.")),
        (Message("%(hero)s spends a Fortune Point: %(roll)s against %(target)s, failed."),
         Message("%(hero)s spends a Fortune Point: %(roll)s against %(target)s, passed.")),
    )  # fmt: skip
    text = texts[event.again][event.test.success]
    action = action_of(state, event.action)
    rule = clause(action) if action else "BR-23"
    terms = test_terms(test_name(state, event.key), event.test)
    return Line(Message(text.text, values), rule, "test", state.side_of(event.hero), terms)


def modified_line(state: State, event: e.TestModified) -> Line:
    values: Values = {"hero": state.hero(event.hero).name}
    terms = (Term(Message("The GM's modifier"), event.modifier),)
    return Line(Message("The GM modifies this turn's tests of %(hero)s.", values), "BR-23", "test", terms=terms)


DuelOrDeed = (
    e.ChallengeAnnounced | e.ChallengeAnswered | e.DuelDecided | e.ActionRevealed | e.FriendTended | e.WayScouted
)


def deed_line(state: State, event: DuelOrDeed) -> Line:
    """What heroes do, said in one sentence."""
    match event:
        case e.ChallengeAnnounced(challenger=one, target=other):
            return _pair(state, Message("%(hero)s challenges %(foe)s."), one, other)
        case e.ChallengeAnswered(challenger=one, target=other):
            return _pair(state, _answer(event), other, one)
        case e.DuelDecided(challenger=one, target=other, winner=0):
            return _pair(state, Message("%(hero)s against %(foe)s: nobody wins the duel."), one, other)
        case e.DuelDecided(challenger=one, target=other, winner=winner):
            loser = other if winner == one else one
            return _pair(state, Message("%(hero)s beats %(foe)s in the duel."), winner, loser)
        case e.ActionRevealed(hero=hero, action=action):
            values: Values = {"hero": state.hero(hero).name, "action": action_name(state, action)}
            return Line(Message("%(hero)s: %(action)s.", values), "BR-21", side=state.side_of(hero))
        case e.FriendTended(hero=hero):
            text, rule = Message("%(hero)s will help one friend who bleeds."), "HA-02"
        case e.WayScouted(hero=hero):
            text, rule = Message("%(hero)s: the side's next tactics roll is at +10."), "HA-04"
        case _:
            assert_never(event)
    return Line(Message(text.text, {"hero": state.hero(hero).name}), rule, side=state.side_of(hero))


def _answer(event: e.ChallengeAnswered) -> Message:
    if event.by_rule:
        if event.accepted:
            return Message("%(hero)s and %(foe)s challenge each other: they fight.")
        return Message("%(hero)s has challenged somebody else and declines the challenge of %(foe)s.")
    if event.accepted:
        return Message("%(hero)s accepts the challenge of %(foe)s.")
    return Message("%(hero)s declines the challenge of %(foe)s.")


def _pair(state: State, text: Message, hero: int, foe: int) -> Line:
    values: Values = {"hero": state.hero(hero).name, "foe": state.hero(foe).name}
    return Line(Message(text.text, values), "HA-09", side=state.side_of(hero))


def side_title(state: State, side: Side) -> Values:
    return {"side": state.of(side).title}


def undone_line(state: State, event: e.ChallengeVoided | e.ActionCancelled) -> Line:
    """What a ruling has made impossible."""
    if isinstance(event, e.ChallengeVoided):
        text = Message("The challenge of %(hero)s to %(foe)s is void: one of them can't fight.")
        return _pair(state, text, event.challenger, event.target)
    values: Values = {"hero": state.hero(event.hero).name, "action": action_name(state, event.action)}
    text = Message("%(hero)s can no longer do what was declared: %(action)s.", values)
    return Line(text, "BR-21", side=state.side_of(event.hero))
