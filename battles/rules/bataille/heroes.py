"""The third phase: who may act, and what each hero may choose (BR-21, BR-22, BR-23)."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import Action, TestKey
from battles.rules.bataille.state import Declared, Duel, Hero, Phase, State
from battles.rules.bataille.testing import target
from battles.rules.ruleset import Illegal, Message, Side, row_text

NOBODY = Message("Hero: there is no such hero on your side.")


def unable(state: State, hero: Hero) -> Message | None:
    """Why the hero takes no action this turn, None if he may. The general may, beside his tactics roll (BR-22)."""
    if not hero.fielded:
        return Message("%(hero)s takes no part in this battle.", {"hero": hero.name})
    if hero.condition == "dead":
        return Message("%(hero)s is dead.", {"hero": hero.name})
    if hero.condition == "out":
        return Message("%(hero)s is out of action.", {"hero": hero.name})
    if state.turn and hero.stunned == state.turn:
        return Message("%(hero)s is stunned and loses this turn's action.", {"hero": hero.name})
    if state.house_rules.heroes == "players_only" and not hero.sheet.player:
        return Message("%(hero)s is not a player's character and takes no action.", {"hero": hero.name})
    return None


def able(state: State, side: Side) -> tuple[Hero, ...]:
    return tuple(hero for hero in state.of(side).heroes if unable(state, hero) is None)


def duel_of(state: State, hero: int) -> Duel | None:
    """The challenge that is this hero's action of the turn: his own, or one that he accepted."""
    return next(
        (duel for duel in state.duels if hero == duel.challenger or (hero == duel.target and duel.accepted)), None
    )


def free(state: State, side: Side) -> tuple[Hero, ...]:
    """Heroes whose action of the turn is still theirs to choose."""
    return tuple(hero for hero in able(state, side) if duel_of(state, hero.key) is None)


def tests_of(action: Action, hero: Hero) -> tuple[TestKey, ...]:
    """What he may test it on; whoever rides has no choice where the row says so."""
    return (action.mounted,) if hero.sheet.mounted and action.mounted is not None else action.tests


def duel_action(state: State) -> Action | None:
    """The row that is fought out between two heroes, the first if there are several (HA-09)."""
    return next((action for action in state.rows.actions if action.duel), None)


def action_of(state: State, key: str) -> Action | None:
    return next((action for action in state.rows.actions if action.key == key), None)


def choices(state: State, hero: Hero) -> Iterator[c.Declare]:
    """Every action open to the hero, with each test that he could make; duels begin with a challenge."""
    for action in state.rows.actions:
        if action.duel:
            continue
        keys = tests_of(action, hero)
        if not keys:
            yield c.Declare(hero.key, action.key)
        for key in keys:
            if target(state, hero, key) is not None:
                yield c.Declare(hero.key, action.key, key)


def possible(state: State, declared: Declared) -> bool:
    """Whether the hero can still do what he declared: a ruling may have come between."""
    hero = state.hero(declared.hero)
    test = declared.test is None or target(state, hero, declared.test) is not None
    return test and unable(state, hero) is None


def drafted(state: State, side: Side, hero: int) -> Declared | None:
    return next((each for each in state.of(side).draft.actions if each.hero == hero), None)


def options(state: State, side: Side) -> Iterator[c.SideCommand]:
    """Declarations: each free hero's actions but the one chosen, and Fortune for whoever will roll."""
    draft = state.of(side).draft
    for hero in free(state, side):
        chosen = drafted(state, side, hero.key)
        yield from (each for each in choices(state, hero) if chosen != Declared(each.hero, each.action, each.test))
        if chosen is not None:
            yield c.Undeclare(hero.key)
    for hero in able(state, side):
        if may_promise(state, side, hero):
            yield c.UseFortune(hero.key, hero.key not in draft.fortune)


def decide(state: State, side: Side, command: c.Declare | c.Undeclare | c.UseFortune) -> e.SideDraft:
    hero = own_hero(state, side, command.hero)
    match command:
        case c.UseFortune(use=use):
            return _fortune(state, side, hero, use)
        case c.Undeclare():
            if drafted(state, side, hero.key) is None:
                raise Illegal(
                    "%(hero)s has no action that could be taken back.", clause="BR-21", field="hero", hero=hero.name
                )
            return e.ActionDropped(side, hero.key)
        case c.Declare():
            _check_action(state, side, hero, command)
            return e.ActionDrafted(side, hero.key, command.action, command.test)


def own_hero(state: State, side: Side, key: int) -> Hero:
    """A hero of that side who may act this turn. Raises Illegal."""
    hero = state.of(side).hero(key)
    if hero is None:
        raise Illegal(NOBODY.text, clause="BR-21", field="hero")
    if reason := unable(state, hero):
        raise Illegal.of(reason, clause="BR-21", field="hero")
    return hero


def _check_action(state: State, side: Side, hero: Hero, command: c.Declare) -> None:
    if duel_of(state, hero.key) is not None:
        raise Illegal(
            "%(hero)s has the one action of this turn already: the challenge.",
            clause="BR-21",
            field="hero",
            hero=hero.name,
        )
    action = action_of(state, command.action)
    if action is None or action.duel:
        raise Illegal("Action: there is no such action to declare.", clause="BR-23", field="action")
    if command not in tuple(choices(state, hero)):
        raise Illegal(
            "Test: %(action)s is not made on that, or %(hero)s never learnt it.",
            clause="BR-23",
            field="test",
            action=row_text(action.name),
            hero=hero.name,
        )
    if drafted(state, side, hero.key) == Declared(command.hero, command.action, command.test):
        raise Illegal("%(hero)s has chosen that already.", clause="BR-21", field="action", hero=hero.name)


def may_promise(state: State, side: Side, hero: Hero) -> bool:
    """Whether a Fortune Point has a test that it could serve; a promise can always be taken back."""
    if not hero.fortune:
        return False
    if hero.key in state.of(side).draft.fortune:
        return True
    chosen, duel = drafted(state, side, hero.key), duel_of(state, hero.key)
    return bool(duel.accepted) if duel else chosen is not None and chosen.test is not None


def _fortune(state: State, side: Side, hero: Hero, use: bool) -> e.FortuneDrafted:
    if not hero.fortune:
        raise Illegal("%(hero)s has no Fortune Point left.", clause="BR-21", field="hero", hero=hero.name)
    if not may_promise(state, side, hero):
        raise Illegal("%(hero)s makes no test this turn.", clause="BR-21", field="hero", hero=hero.name)
    if (hero.key in state.of(side).draft.fortune) is use:
        raise Illegal("That is so already.", clause="BR-21", field="use")
    return e.FortuneDrafted(side, hero.key, use)


def revealed(state: State, side: Side) -> Iterator[e.ActionRevealed]:
    """The side's actions, shown, by rank. Whoever has none holds back and is not named."""
    for hero in free(state, side):
        if chosen := drafted(state, side, hero.key):
            yield e.ActionRevealed(hero.key, chosen.action, chosen.test)


def opens_declarations(state: State) -> e.StageOpened:
    """In secret and together, or one side after the other: the one with fewer points first, at a tie red (BD-18)."""
    first = None
    if state.house_rules.declarations == "open":
        first = Side.BLUE if state.blue.points < state.red.points else Side.RED
        first = first if able(state, first) else first.rival
    return e.StageOpened(Phase.DECLARATIONS, first)
