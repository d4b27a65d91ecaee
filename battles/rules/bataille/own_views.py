"""A side's own compartment: its heroes' sheets, what each may choose, and what it promises and threatens."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from battles.rules.armies import Location
from battles.rules.bataille import drafts, duels, heroes, odds
from battles.rules.bataille.catalogue import CHARACTERISTICS, Action, TestKey
from battles.rules.bataille.formulas import parse
from battles.rules.bataille.state import Declared, Hero, Phase, State
from battles.rules.bataille.testing import LABELS, SKILLS, Target, tactics, target
from battles.rules.bataille.view import ChoiceView, Danger, FoeView, Odds, OwnHeroView, OwnView
from battles.rules.bataille.words import action_name, states, test_name
from battles.rules.ruleset import Message, Side, Values, row_text, tenths

USUAL_STRENGTH, USUAL_SKILL = 30, 40
DUELS = {
    None: Message("Challenge to %(foe)s, not answered yet"),
    False: Message("Challenge to %(foe)s, declined"),
    True: Message("Duel with %(foe)s"),
}
LETTING = (Phase.CHALLENGES, Phase.ANSWERS, Phase.DECLARATIONS)


def own(state: State, side: Side, *, gm: bool) -> OwnView:
    """gm: for the GM, who alone knows whom he leaves out until he announces it (BD-14)."""
    camp, settled = state.of(side), gm or state.reached is not Phase.EVALUATION
    return OwnView(
        side=side,
        heroes=tuple(_hero(state, side, hero, hero.fielded or not settled) for hero in camp.heroes),
        general=camp.leading,
        second=camp.second,
        open=_open(state, side),
        withdrawal=camp.withdrawal,
        waives=camp.waives,
        problems=drafts.problems(state, side) if not camp.ready and drafts.may_choose(state, side) else (),
        fingerprint=_fingerprint(state, side) if camp.ready else "",
    )


def _open(state: State, side: Side) -> int:
    if state.phase is not Phase.DECLARATIONS or not drafts.may_choose(state, side):
        return 0
    return sum(heroes.drafted(state, side, hero.key) is None for hero in heroes.free(state, side))


def _fingerprint(state: State, side: Side) -> str:
    """Of what was sealed: the same as long as nothing is changed."""
    sealed = state.of(side).draft, state.of(side).general, state.of(side).second
    return hashlib.sha256(msgspec.json.encode(sealed)).hexdigest()[:8]


def _hero(state: State, side: Side, hero: Hero, fielded: bool) -> OwnHeroView:
    sheet, camp, leads = hero.sheet, state.of(side), _leading(state, side, hero)
    return OwnHeroView(
        key=hero.key,
        name=hero.name,
        condition=hero.condition,
        fielded=fielded,
        general=camp.leading == hero.key,
        second=camp.second == hero.key,
        wounds=hero.wounds,
        full=sheet.wounds,
        fate=hero.fate,
        fortune=hero.fortune,
        magic=sheet.magic,
        mounted=sheet.mounted,
        player=sheet.player,
        tactics=leads.number,
        tactics_on=test_name(state, leads.key),
        figures=tuple((LABELS[key], getattr(sheet, key.value)) for key in CHARACTERISTICS),
        skills=tuple(_skills(state, hero)),
        armour=tuple((where, hero.armour(where)) for where in Location),
        injuries=hero.injuries,
        states=states(state, hero),
        dying=hero.dying,
        fate_choice=dict(camp.draft.fate).get(hero.key),
        **_turn(state, side, hero),
    )


def _leading(state: State, side: Side, hero: Hero) -> Target:
    """His tactics roll as his side may know it: without what the GM has not announced."""
    known = state.put(side, msgspec.structs.replace(state.of(side), modifier=0))
    if state.reached is Phase.EVALUATION:
        known = msgspec.structs.replace(known, case=None, favoured=None)
    return tactics(known, side, hero)


def _skills(state: State, hero: Hero) -> list[tuple[Message, int]]:
    """Those he can test, with the target that he has now."""
    found = ((key, target(state, hero, key)) for key in SKILLS)
    return [(test_name(state, key), wanted.number) for key, wanted in found if wanted is not None]


def _turn(state: State, side: Side, hero: Hero) -> dict[str, Any]:
    """What the hero may do in this turn."""
    why_not = heroes.unable(state, hero)
    duel, drafted = heroes.duel_of(state, hero.key), heroes.drafted(state, side, hero.key)
    shown = next((each for each in state.of(side).declared if each.hero == hero.key), None)
    own_draft = state.of(side).draft
    challenge = next((each for each in own_draft.challenges if each.challenger == hero.key), None)
    waiting = next((each for each in duels.to_answer(state, side) if each.target == hero.key), None)
    may = why_not is None and state.phase in LETTING
    return {
        "may": may,
        "why_not": why_not if state.turn else None,
        "action": deed(state, hero, shown or drafted),
        "fixed": duel is not None or shown is not None,
        "fortune_on": hero.key in own_draft.fortune,
        "choices": tuple(_choices(state, hero, drafted)) if may and state.phase is Phase.DECLARATIONS else (),
        "foes": _foes(state, side) if may and state.phase is Phase.CHALLENGES else (),
        "duel": _duel(state, hero) if may and state.phase in (Phase.CHALLENGES, Phase.ANSWERS) else None,
        "challenge": state.hero(challenge.target).name if challenge else None,
        "challenged_by": state.hero(waiting.challenger).name if waiting else None,
        "answer": dict(own_draft.answers).get(hero.key),
    }


def deed(state: State, hero: Hero, declared: Declared | None) -> Message | None:
    """What the hero does in the turn, in words."""
    duel = heroes.duel_of(state, hero.key)
    if duel is not None:
        foe = duel.target if duel.challenger == hero.key else duel.challenger
        return Message(DUELS[duel.accepted].text, {"foe": state.hero(foe).name})
    if declared is None:
        return None
    name = action_name(state, declared.action)
    if declared.test is None:
        return name
    return Message("%(action)s (%(test)s)", {"action": name, "test": test_name(state, declared.test)})


def _foes(state: State, side: Side) -> tuple[FoeView, ...]:
    acting, drafted = state.of(side.rival).acting, state.of(side).draft.challenges
    return tuple(
        FoeView(foe.key, foe.name, foe.key == acting, any(duel.target == foe.key for duel in drafted))
        for foe in duels.duellists(state, side.rival)
    )


def _choices(state: State, hero: Hero, drafted: Declared | None) -> list[ChoiceView]:
    open_to = {(each.action, each.test) for each in heroes.choices(state, hero)}
    if heroes.duel_of(state, hero.key) is not None:
        return []
    return [_choice(state, hero, action, open_to, drafted) for action in state.rows.actions if not action.duel]


def _choice(
    state: State, hero: Hero, action: Action, open_to: set[tuple[str, TestKey | None]], drafted: Declared | None
) -> ChoiceView:
    keys: tuple[TestKey | None, ...] = heroes.tests_of(action, hero) or (None,)
    possible = [key for key in keys if (action.key, key) in open_to]
    chosen = (drafted.action, drafted.test) if drafted else None
    return ChoiceView(
        key=action.key,
        name=row_text(action.name),
        clause=clause(action),
        odds=tuple(_odds(state, hero, action, key, chosen == (action.key, key)) for key in possible),
        success=action.success,
        failure=action.failure,
        damage=action.damage,
        danger=_danger(state, hero, action.damage, WHEN.get(state.house_rules.damage)),
        note=None if possible else Message("Never learnt what it is tested on."),
        besides=_besides(action) if possible else None,
    )


def _besides(action: Action) -> Message | None:
    if action.stabilises:
        return Message("If it succeeds, one friend who bleeds this turn is helped.")
    return Message("If it succeeds, the side's next tactics roll is at +10.") if action.scouts else None


def clause(action: Action) -> str:
    """HA-03 of the list, for a campaign's own row the clause that speaks of the list."""
    return action.key.upper() if action.key.startswith("ha-") else "BR-23"


def _odds(state: State, hero: Hero, action: Action, key: TestKey | None, declared: bool) -> Odds:
    wanted = target(state, hero, key) if key else None
    return Odds(
        test=key,
        label=test_name(state, key) if key else Message("no test"),
        target=wanted.number if wanted else None,
        chance=wanted.chance if wanted else None,
        success=odds.points(hero, action.success),
        failure=_failure(state, hero, action),
        declared=declared,
    )


def _failure(state: State, hero: Hero, action: Action) -> tuple[int, int]:
    """A dash is what BD-05 makes of it."""
    if not parse(action.failure).dash:
        return odds.points(hero, action.failure)
    low, high = odds.points(hero, action.success)
    return {"nothing": (0, 0), "same_amount": (-high, -low), "one_die": (-6, -1)}[state.house_rules.dash]


# When the damage threatens (BD-06): of an action, and of who does not lose a duel.
WHEN_NOT_LOST = {
    "on_failure": Message("If the duel is won, nothing. If nobody wins: %(danger)s"),
    "half_on_success": Message("If nobody wins: %(danger)s If the duel is won, half of the damage."),
}
WHEN = {
    "on_failure": Message("Only on a failure: %(danger)s"),
    "half_on_success": Message("On a failure: %(danger)s On a success, half of the damage."),
}


def _danger(state: State, hero: Hero, damage: str, when: Message | None = None, foe: Hero | None = None) -> Danger:
    threat = odds.danger(state, hero, damage, foe)
    parts = (threat.none, threat.critical, threat.out - threat.bleeding, threat.death)
    none, critical, out, death = (round(100 * part) for part in parts)
    mean = round(10 * threat.mean)
    values: Values = {"none": none, "mean": tenths(mean), "critical": critical, "out": out, "death": death}
    words = Message(_words(threat, hero.wounds).text, values)
    if when is not None and threat.none < 1:
        words = Message(when.text, {"danger": words})
    return Danger(none, critical, death, mean, words)


RARE = 0.005  # below it no whole per cent can be told


def _words(threat: odds.Threat, left: int) -> Message:
    """Nothing that can happen is said to be impossible. Death is that by bleeding, too."""
    if threat.none == 1:
        return Message("No danger.")
    if not left and threat.critical >= RARE:
        return Message(
            "No Wounds are left. Of 100 cases: a critical wound in %(critical)s, out of action in %(out)s,"
            " death in %(death)s."
        )
    if threat.critical == 0:
        return Message("Costs about %(mean)s Wounds; in %(none)s of 100 cases none. No critical wound.")
    if threat.critical < RARE:
        return Message("Costs about %(mean)s Wounds; in %(none)s of 100 cases none. Hardly ever a critical wound.")
    if threat.death == threat.out == 0:
        return Message("Costs about %(mean)s Wounds. A critical wound in %(critical)s of 100 cases.")
    if threat.death < RARE and threat.out < RARE:
        return Message("Costs about %(mean)s Wounds. A critical wound in %(critical)s of 100 cases, hardly ever worse.")
    return Message(
        "Costs about %(mean)s Wounds. Of 100 cases: a critical wound in %(critical)s, out of action in %(out)s,"
        " death in %(death)s."
    )


def _duel(state: State, hero: Hero) -> ChoiceView | None:
    """With a foe of usual figures: the real one's are not this side's to know."""
    action = heroes.duel_action(state)
    wanted = target(state, hero, action.tests[0]) if action else None
    if action is None or wanted is None:
        return None
    foe = msgspec.structs.replace(hero, sheet=msgspec.structs.replace(hero.sheet, strength=USUAL_STRENGTH))
    return ChoiceView(
        key=action.key,
        name=row_text(action.name),
        clause=clause(action),
        odds=(_odds(state, hero, action, action.tests[0], False),),
        success=action.success,
        failure=action.failure,
        damage=action.damage,
        danger=_danger(state, hero, action.damage, WHEN_NOT_LOST.get(state.house_rules.damage), foe),
        note=_against_the_usual(wanted.number, _danger(state, hero, action.loser_damage, foe=foe)),
    )


def _against_the_usual(wanted: int, danger: Danger) -> Message:
    wins, losses = odds.duel_chances(wanted, USUAL_SKILL)
    values: Values = {"skill": USUAL_SKILL, "wins": wins, "losses": losses, "danger": danger.words}
    return Message(
        "Against a foe who tests on %(skill)s the duel is won in %(wins)s of 100 cases and lost in %(losses)s."
        " If it is lost: %(danger)s",
        values,
    )
