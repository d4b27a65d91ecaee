"""Drafts as their events change them: a side's, and what the GM prepares."""

from __future__ import annotations

from typing import Any, assert_never

from msgspec.structs import replace

from battles.rules.bataille import events as e
from battles.rules.bataille.state import Declared, Draft, Duel, Given, SideState, State


def drafted(camp: SideState, event: e.SideDraft) -> SideState:
    match event:
        case e.GeneralNamed(hero=hero):
            # A second who is named general changes places with the one before him.
            return replace(camp, general=hero, second=camp.general if camp.second == hero else camp.second)
        case e.SecondNamed(hero=hero):
            return replace(camp, second=hero)
        case e.NamingDropped(hero=hero):
            general, second = (None if key == hero else key for key in (camp.general, camp.second))
            return replace(camp, general=general, second=second)
        case e.ChallengesWaived(waive=waive):
            return replace(camp, waives=waive)
        case _:
            return replace(camp, draft=_chosen(camp.draft, event))


def _chosen(
    draft: Draft,
    event: e.ChallengeDrafted
    | e.ChallengeCalledOff
    | e.AnswerDrafted
    | e.ActionDrafted
    | e.ActionDropped
    | e.FortuneDrafted
    | e.FateDrafted,
) -> Draft:
    match event:
        case e.ChallengeDrafted(hero=hero, target=target):
            kept = tuple(duel for duel in draft.challenges if duel.challenger != hero)
            return replace(draft, challenges=(*kept, Duel(hero, target)))
        case e.ChallengeCalledOff(hero=hero):
            return replace(draft, challenges=tuple(duel for duel in draft.challenges if duel.challenger != hero))
        case e.AnswerDrafted(hero=hero, accept=accept):
            return replace(draft, answers=_with(draft.answers, hero, accept))
        case e.ActionDrafted(hero=hero, action=action, test=test):
            kept_actions = tuple(each for each in draft.actions if each.hero != hero)
            return replace(draft, actions=(*kept_actions, Declared(hero, action, test)))
        case e.ActionDropped(hero=hero):
            return replace(draft, actions=tuple(each for each in draft.actions if each.hero != hero))
        case e.FortuneDrafted(hero=hero, use=use):
            others = tuple(each for each in draft.fortune if each != hero)
            return replace(draft, fortune=(*others, hero) if use else others)
        case e.FateDrafted(hero=hero, burn=burn):
            return replace(draft, fate=_with(draft.fate, hero, burn))
        case _:
            assert_never(event)


def _with(pairs: tuple[tuple[int, bool], ...], hero: int, value: bool) -> tuple[tuple[int, bool], ...]:
    return (*((key, old) for key, old in pairs if key != hero), (hero, value))


def prepared(state: State, event: e.GMDraft) -> State:
    match event:
        case e.CaseChosen(case=case, favoured=favoured):
            return replace(state, case=case, favoured=favoured)
        case e.BaseSet(points=points):
            return replace(state, own_base=points)
        case e.HeroFielded(hero=key, fielded=fielded):
            side = state.side_of(key)
            return state.put(side, state.of(side).put(replace(state.hero(key), fielded=fielded)))
        case e.Assessed() | e.EscapeSet() | e.SourceGiven() | e.SourceTaken() | e.ModifierSet():
            return state.put(event.side, replace(state.of(event.side), **_figures(state.of(event.side), event)))
        case _:
            assert_never(event)


def _figures(
    camp: SideState, event: e.Assessed | e.EscapeSet | e.SourceGiven | e.SourceTaken | e.ModifierSet
) -> dict[str, Any]:
    match event:
        case e.Assessed(headcount=headcount, arms=arms, training=training):
            return {"headcount": headcount, "arms": arms, "training": training}
        case e.EscapeSet(open=is_open):
            return {"has_escape": is_open}
        case e.SourceGiven(source=source, points=points):
            return {"given": (*camp.given, Given(source, points))}
        case e.SourceTaken(source=source, points=points):
            left = list(camp.given)
            left.remove(Given(source, points))
            return {"given": tuple(left)}
        case e.ModifierSet(modifier=modifier):
            return {"modifier": modifier}
        case _:
            assert_never(event)
