"""The golden battles of Bataille rangée: their plans, how they are played, and what they hold together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from battles.rules import BATAILLE
from battles.rules.armies import Location
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import ACTIONS, Battlefield
from battles.rules.bataille.commands import Case
from battles.rules.bataille.house_rules import QUESTIONS as QUESTIONS
from battles.rules.bataille.setup import Setup
from battles.rules.bataille.state import Phase, State
from battles.rules.recording import Replayed
from battles.rules.ruleset import GM, Audience, Command, Commander, Side
from tests.rules.bataille import hero, setup
from tests.rules.playing import one_of

RULES = BATAILLE
RED, BLUE = Side.RED, Side.BLUE
DULL = (c.Ready, c.FillIn, c.FightOn, c.AskWithdrawal)
MAIL, PLATE = (1, 2, 2, 3, 1, 1), (3, 4, 4, 5, 3, 3)
OTTO = hero(101, "Otto", intelligence=45, tactics=1, fellowship=48, command=2, wounds=14, armour=MAIL, fate=1)
BRENNA = hero(102, "Brenna", weapon_skill=58, strength=45, toughness=38, wounds=13, armour=PLATE, fate=2)
LUKAS = hero(103, "Lukas", ballistic_skill=61, agility=52, ride=2, perception=1, mounted=True, armour=MAIL)
FRIEDA = hero(104, "Frieda", heal=2, intelligence=50, channelling=1, magic=2, willpower=52, wounds=10, player=False)
GRASHNAK = hero(201, "Grashnak", weapon_skill=55, strength=50, toughness=48, wounds=16, armour=PLATE, command=1)
URZOG = hero(202, "Urzog", weapon_skill=47, strength=46, toughness=41, wounds=13, fate=1)
MOKK = hero(203, "Mokk", channelling=2, magic=3, willpower=55, wounds=11, fate=1, heal=1)
SKRIT = hero(204, "Skrit", agility=55, ride=1, perception=2, ballistic_skill=45, wounds=9, player=False)
REDS, BLUES = (OTTO, BRENNA, LUKAS, FRIEDA), (GRASHNAK, URZOG, MOKK, SKRIT)


ENDING = (c.AllowWithdrawal, c.BreakOff)


class Plan(NamedTuple):
    """One golden battle. must: words that it has. wild: how often a side takes any offer at all instead of what is
    suggested. fuss: how often the GM changes a figure before he goes on. leaves: turn -> the side that withdraws.
    night: the turn in which the GM breaks off, 0 for never. rules: the number of the combination of house rules, 0 for
    the defaults. hurt: Wounds that each hero has left."""

    title: str
    ground: Battlefield
    must: tuple[str, ...] = ()
    rules: int = 0
    wild: float = 0.4
    fuss: float = 0.3
    leaves: Mapping[int, Side] = {}
    night: int = 0
    hurt: int = 40
    headcounts: tuple[int, int] = (1_400, 1_600)


PLANS: dict[str, Plan] = {
    "pitched-battle": Plan(
        "An even fight",
        Battlefield("Open country", base=60),
        ("ending threshold red", "challenge accepted", "case balanced"),
        fuss=0.0,
    ),
    "pitched-massacre": Plan(
        "A last stand",
        Battlefield("A bridge", "Red has its back to the river.", base=50, defender=RED, red_escape=False),
        ("ending threshold blue", "massacre"),
        rules=1,
        headcounts=(2_000, 9_000),
    ),
    "pitched-tie": Plan(
        "Neither army is beaten",
        Battlefield("A ford", base=90),
        ("ending tie both", "tactics defender"),
        rules=5,
        headcounts=(20_000, 21_000),
    ),
    "pitched-withdrawal": Plan(
        "Red leaves the field",
        Battlefield("A hill", base=90, defender=BLUE),
        ("ending withdrawal blue", "challenge mutual", "command FightOn"),
        rules=2,
        leaves={4: RED},
        headcounts=(0, 300),
    ),
    "pitched-nightfall": Plan(
        "Night falls",
        Battlefield("A moor", base=90),
        ("ending broken_off both", "command BreakOff"),
        night=3,
    ),
    "pitched-generals": Plan(
        "Generals fall",
        Battlefield("A wood", base=70, rolled=True),
        ("cause general", "cause force", "succession second", "succession next", "fate kept", "event FateBurned"),
        rules=4,
        headcounts=(1_000, 2_500),
        wild=0.6,
        hurt=2,
    ),
    "pitched-challenges": Plan(
        "Champion against champion",
        Battlefield("A causeway", base=60),
        ("challenge mutual", "challenge elsewhere", "challenge declined", "duel tie", "duel target", "duel challenger")
        + ("event TacticsRolledAgain",),
        rules=3,
        wild=0.8,
        headcounts=(40_000, 15_000),
    ),
    "pitched-preparations": Plan(
        "Second thoughts",
        Battlefield("Open country", base=60),
        tuple(f"command {kind.__name__}" for kind in c.GMCommand.__args__ if kind not in ENDING)
        + ("case chosen", "case slight"),
        wild=0.6,
        fuss=0.9,
    ),
    "pitched-scratches": Plan(
        "Light wounds",
        Battlefield("A village", base=90),
        ("effect 1", "effect 2", "effect 3", "tactics margin"),
        wild=0.8,
        hurt=5,
    ),
    "pitched-wounds": Plan(
        "Dearly bought",
        Battlefield("A breach", base=90, rolled=True, blue_escape=False),
        ("event BleedingStopped", "bleeding passed", "bleeding failed"),
        wild=0.7,
        hurt=3,
    ),
}


def opened(plan: Plan, rules: Any) -> Setup:
    reds, blues = ([_hurt(one, plan.hurt) for one in heroes] for heroes in (REDS, BLUES))
    return setup(reds, blues, ground=plan.ground, rules=rules, headcounts=plan.headcounts)


def _hurt(sheet: Any, most: int) -> Any:
    figures = {name: getattr(sheet, name) for name in sheet.__struct_fields__}
    return hero(**{**figures, "wounds_left": min(most, sheet.wounds)})


def chosen(plan: Plan, state: State, random: Random, played: set[Any]) -> tuple[Audience, Command] | None:
    """The GM goes on when he can, now and then after a figure of his own; otherwise a side that has not sealed yet.
    Between two turns a side may ask to leave, and leaves in the turn of the plan."""
    moves = BATAILLE.options(state, GM())
    sides = [side for side in Side if BATAILLE.suggest(state, side)]
    if state.phase is Phase.START_OF_TURN and state.turn == plan.night:
        return "gm", c.BreakOff()
    if state.phase is Phase.START_OF_TURN and state.turn > 1 and (move := _leaving(plan, state, random)):
        return move
    if moves and random.random() < (plan.fuss if not sides else plan.fuss / 3):
        return "gm", _figure(one_of(moves, random), random)
    if not sides:
        return ("gm", moves[0]) if moves else None
    side = random.choice(sides)
    if state.of(side.rival).ready and random.random() < plan.wild / 10:
        return Commander(side.rival).audience, c.Unready()
    return Commander(side).audience, _of_a_side(plan, state, side, random)


def _leaving(plan: Plan, state: State, random: Random) -> tuple[Audience, Command] | None:
    leaver = plan.leaves.get(state.turn)
    if leaver is None:
        side = random.choice(list(Side))
        doubts = Commander(side).audience, (c.FightOn() if state.of(side).withdrawal else c.AskWithdrawal())
        return doubts if plan.leaves and random.random() < 0.3 else None
    return ("gm", c.AllowWithdrawal(leaver)) if state.of(leaver).withdrawal else (leaver.value, c.AskWithdrawal())


def _figure(move: Command, random: Random) -> Command:
    """What the GM types."""
    match move:
        case c.SetModifier(side=side):
            return c.SetModifier(side, random.choice((-20, -10, 10, 20)))
        case c.ModifyTest(hero=hero):
            return c.ModifyTest(hero, random.choice((-20, 10, 20)))
        case c.SetBase():
            return c.SetBase(random.choice((0, 40, 50, 60)))
        case c.Assess(side=side):
            return c.Assess(
                side, random.choice((900, 1_500, 4_000)), random.choice((75, 110)), random.choice((90, 150))
            )
        case c.AllowWithdrawal() | c.BreakOff():
            return c.Resolve()
    return move


def _of_a_side(plan: Plan, state: State, side: Side, random: Random) -> Command:
    if random.random() < plan.wild:
        options = BATAILLE.options(state, Commander(side))
        if offers := tuple(one for one in options if not isinstance(one, DULL) or random.random() < 0.05):
            return one_of(offers, random)
    return BATAILLE.suggest(state, side)[0]


def words(step: Replayed) -> Iterator[str]:
    """What a step has in it beside its command's and its events' types."""
    for event in step.events:
        yield from _battle(event)
        yield from _duels(event)
        yield from _heroes(event)
        yield from _deaths(event, step.state)


def _battle(event: Any) -> Iterator[str]:
    match event:
        case e.BattleEnded(winner=winner, how=how, massacre=massacre):
            yield f"ending {how} {winner or 'both'}"
            yield "massacre" if massacre else "no massacre"
        case e.ForcesEvaluated(case=case, chosen=by_the_gm):
            yield f"case {case}"
            yield "case chosen" if by_the_gm else "case suggested"
        case e.PointsChanged(cause=cause, lost=lost):
            yield f"cause {cause}"
            if lost:
                yield "points lost"
        case e.TacticsDecided(reason=reason):
            yield f"tactics {reason}"
        case e.TacticsTested(hero=None):
            yield "tactics without a general"
        case e.StageOpened(declaring=Side() as side, second=second):
            yield f"declares {'second' if second else 'first'} {side}"


def _duels(event: Any) -> Iterator[str]:
    match event:
        case e.ChallengeAnswered(accepted=accepted, by_rule=True):
            yield "challenge mutual" if accepted else "challenge elsewhere"
        case e.ChallengeAnswered(accepted=accepted):
            yield "challenge accepted" if accepted else "challenge declined"
        case e.DuelDecided(challenger=challenger, winner=winner):
            yield "duel " + {0: "tie", challenger: "challenger"}.get(winner, "target")


def _heroes(event: Any) -> Iterator[str]:
    match event:
        case e.ActionRevealed(action=action):
            yield f"action {action}"
        case e.ActionTested(test=test, again=True):
            yield "fortune helps" if test.success else "fortune fails"
        case e.Struck(location=location, roll=roll, further=further):
            yield f"location {location}"
            yield "location rolled" if roll else "location swapped"
            if further:
                yield "a further die"
        case e.CriticalSuffered(effect=effect, bare=bare):
            yield f"effect {effect}"
            if bare:
                yield "effect 4 on no armour"


def _deaths(event: Any, state: State) -> Iterator[str]:
    match event:
        case e.BleedingTested(test=test):
            yield "bleeding passed" if test.success else "bleeding failed"
        case e.HeroDied(hero=key) if state.hero(key).fate:
            yield "fate kept"
        case e.CommandPassed(side=side, hero=key):
            heir = "second" if key == state.of(side).second else "next"
            yield "succession nobody" if key is None else f"succession {heir}"


def wanted() -> frozenset[str]:
    """What all of them together must hold, beside every command, event and house rule."""
    return frozenset(
        {
            *("ending threshold red", "ending threshold blue", "ending tie both", "ending withdrawal blue"),
            "ending broken_off both",
            *("massacre", "no massacre", "case chosen", "case suggested", "points lost", "tactics without a general"),
            *(f"challenge {how}" for how in ("accepted", "declined", "mutual", "elsewhere")),
            *(f"duel {who}" for who in ("challenger", "target", "tie")),
            *(f"succession {heir}" for heir in ("second", "next", "nobody")),
            *("fate kept", "fortune helps", "fortune fails", "bleeding passed", "bleeding failed"),
            *("location rolled", "location swapped", "a further die", "effect 4 on no armour"),
            *("declares first red", "declares first blue", "declares second red", "declares second blue"),
            *(f"case {case}" for case in Case),
            *(f"cause {cause}" for cause in e.Cause),
            *(f"tactics {reason}" for reason in e.TacticsReason),
            *(f"action {row.key}" for row in ACTIONS if not row.duel),
            *(f"location {location}" for location in Location),
            *(f"effect {number}" for number in range(1, 11)),
        }
    )
