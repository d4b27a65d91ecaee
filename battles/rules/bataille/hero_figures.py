"""What the GM may rule on of a hero: what everybody sees of him, and his sheet, which his own side alone knows."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.armies import LOCATIONS, Location
from battles.rules.bataille.catalogue import CHARACTERISTICS, TestKey
from battles.rules.bataille.closing import loss
from battles.rules.bataille.heroes import duel_action
from battles.rules.bataille.ruled import NO, YES, condition_of
from battles.rules.bataille.state import PLACES, Hero, Phase, SideState, State
from battles.rules.bataille.testing import SKILLS
from battles.rules.bataille.words import test_name
from battles.rules.outcomes import HeroLoss
from battles.rules.ruleset import Message, Side
from battles.rules.rulings import Choice, Figure

K = TestKey
TRUTHS = (Choice(YES, Message("yes")), Choice(NO, Message("no")))
RANKS = tuple(
    Choice(str(rank), label)
    for rank, label in enumerate((Message("untrained"), Message("trained"), Message("at +10"), Message("at +20")))
)
CONDITIONS = {
    "fit": Message("fit to fight"),
    "out": Message("out of action"),
    "bleeding": Message("out of action, bleeding"),
    "dying": Message("dying"),
    "dying_out": Message("dying, out of action"),
    "dying_bleeding": Message("dying, bleeding"),
    "dead": Message("dead"),
}
DYING = ("dying", "dying_out", "dying_bleeding")
MOST_ARMOUR, MOST_MAGIC = 5, 10  # as on the sheet
CLAUSES = {
    K.STRENGTH: "BR-24",
    K.TOUGHNESS: "BR-28",
    K.INTELLIGENCE: "BR-18",
    K.FELLOWSHIP: "BR-19",
    K.TACTICS: "BR-18",
    K.COMMAND: "BR-19",
    K.HEAL: "HA-02",
    K.RIDE: "HA-04",
    K.PERCEPTION: "HA-04",
    K.CHANNELLING: "HA-06",
}


def number(
    key: str,
    whose: str,
    label: Message,
    value: int,
    clause: str,
    side: Side | None = None,
    *,
    least: int = 0,
    most: int,
    audience: tuple[str, ...] = (),
) -> Figure:
    return Figure(key, whose, label, str(value), clause, side, least, most, audience=audience)


def figures(state: State) -> Iterator[Figure]:
    for side in Side:
        for hero in state.of(side).heroes:
            if state.phase is not Phase.EVALUATION:
                yield from _part(state.of(side), side, hero)
            if hero.fielded or state.phase is Phase.EVALUATION:
                yield from _seen(state, side, hero)
                yield from _card(state, side, hero)


def _part(camp: SideState, side: Side, hero: Hero) -> Iterator[Figure]:
    """Whether he takes part: he may come late, but who has lost something was there, and somebody must lead."""
    fielded = [each for each in camp.heroes if each.fielded]
    stays = hero.fielded and (fielded == [hero] or loss(hero) != HeroLoss(hero.key, 0, 0, "fit"))
    if not stays:
        value = YES if hero.fielded else NO
        label = Message("Takes part in the battle")
        yield Figure(f"hero.{hero.key}.fielded", hero.name, label, value, "BR-21", side, choices=TRUTHS)


def _seen(state: State, side: Side, hero: Hero) -> Iterator[Figure]:
    """What everybody sees of him. Wounds: never more than he came with."""
    key, name = f"hero.{hero.key}", hero.name
    if left := hero.sheet.wounds_left:
        yield number(f"{key}.wounds", name, Message("Wounds"), hero.wounds, "BR-27", side, most=left)
    choices = tuple(Choice(each, CONDITIONS[each]) for each in _conditions(state, hero))
    yield Figure(f"{key}.condition", name, Message("Condition"), condition_of(hero), "BR-28", side, choices=choices)
    if state.house_rules.heroes == "players_only":
        value = YES if hero.sheet.player else NO
        label = Message("A player's own character")
        yield Figure(f"{key}.player", name, label, value, "BR-21", side, choices=TRUTHS)
    if state.turn:
        stunned, shaken = Message("Turn in which the action is lost"), Message("Turn with tests at -30")
        yield number(f"{key}.stunned", name, stunned, hero.stunned, "BR-28", side, most=state.turn + 1)
        yield number(f"{key}.shaken", name, shaken, hero.shaken, "BR-28", side, most=state.turn + 1)


def _conditions(state: State, hero: Hero) -> Iterator[str]:
    """Dying is a question to his side: whether he burns Fate. Who bleeds does so to the end of a turn's wounds."""
    asked = state.phase is Phase.WOUNDS and hero.fate > 0
    for each in CONDITIONS:
        possible = asked if each in DYING else state.turn > 0 or each != "bleeding"
        if possible or each == condition_of(hero):
            yield each


def _card(state: State, side: Side, hero: Hero) -> Iterator[Figure]:
    """His sheet: what his own side and the GM read, and what the rules ask of it."""
    own, key, name, sheet = ("gm", str(side)), f"hero.{hero.key}", hero.name, hero.sheet
    if sheet.fate:
        least = 1 if hero.dying else 0  # his side is being asked whether he burns it
        fate, fortune = Message("Fate Points"), Message("Fortune Points")
        yield number(f"{key}.fate", name, fate, hero.fate, "BR-28", side, least=least, most=sheet.fate, audience=own)
        yield number(f"{key}.fortune", name, fortune, hero.fortune, "BR-21", side, most=sheet.fate, audience=own)
    for test in CHARACTERISTICS:
        value, clause = getattr(sheet, test), CLAUSES.get(test, "BR-23")
        yield number(f"{key}.{test}", name, test_name(state, test), value, clause, side, most=100, audience=own)
    yield from _skills(state, side, hero)
    yield number(f"{key}.magic", name, Message("Magic"), sheet.magic, "HA-06", side, most=MOST_MAGIC, audience=own)
    value = YES if sheet.mounted else NO
    label = Message("Mounted")
    yield Figure(f"{key}.mounted", name, label, value, "HA-08", side, choices=TRUTHS, audience=own)
    for where in Location:
        label = Message("Armour before damage, %(location)s", {"location": LOCATIONS[where]})
        points = sheet.armour[PLACES[where]]
        yield number(f"{key}.armour.{where}", name, label, points, "BR-28", side, most=MOST_ARMOUR, audience=own)


def _skills(state: State, side: Side, hero: Hero) -> Iterator[Figure]:
    """Whoever can't make a duel's test can't be challenged: that everybody sees."""
    duel = duel_action(state)
    for test in SKILLS:
        seen = duel is not None and duel.tests[0] == test
        yield Figure(
            f"hero.{hero.key}.{test}",
            hero.name,
            test_name(state, test),
            str(getattr(hero.sheet, test)),
            CLAUSES[test],
            side,
            choices=RANKS,
            audience=() if seen else ("gm", str(side)),
        )
