"""The GM's acts against everything else at one instant, on PostgreSQL, in two processes: one wins, the loser is told,
nothing is lost and nothing is done twice.
"""

from typing import Any

from tests.live.inside import all_dice_follow_from_the_secret, ask, seated
from tests.sites import Site

TRIES = 100
RACE = """
from tests.live.gm_race import race
answer(race(BATTLE, ONE, OTHER, LAID, TRIES))
"""
Tries = list[tuple[list[tuple[str, str]], list[str], list[str]]]


def raced(site: Site, one: str, other: str, laid: str) -> Tries:
    """Of each try: (act, what it was told) of both, the kinds of the new steps, who is waited for then."""
    battle = seated(site, "land").gm.battle
    found: Any = ask(site, RACE, BATTLE=battle, ONE=one, OTHER=other, LAID=laid, TRIES=TRIES)
    assert len(found) == TRIES
    assert all_dice_follow_from_the_secret(site, battle)
    return [([tuple(each) for each in outcome], kinds, waited) for outcome, kinds, waited in found]


def test_advance_against_advance_rolls_once_and_tells_the_other(full_live_site: Site) -> None:
    for outcome, kinds, _ in raced(full_live_site, "advance", "advance", "ready"):
        assert sorted(said for _, said in outcome) == ["Stale", "done"], outcome
        assert kinds == ["Resolve"], kinds


def test_advance_against_a_players_ready_goes_on_only_with_both(full_live_site: Site) -> None:
    for outcome, kinds, waited in raced(full_live_site, "advance", "ready", "red"):
        advance, ready = (dict(outcome)[name] for name in ("advance", "ready"))
        assert ready == "done", outcome
        if advance == "done":
            assert kinds == ["Ready", "Resolve"]
        else:
            assert (advance in ("Illegal", "Stale"), kinds, waited) == (True, ["Ready"], []), outcome


def test_a_deadline_against_a_players_ready_seals_once(full_live_site: Site) -> None:
    for outcome, kinds, waited in raced(full_live_site, "deadline", "ready", "red late"):
        deadline, ready = (dict(outcome)[name] for name in ("deadline", "ready"))
        assert (kinds.count("Ready"), waited, deadline) == (1, [], "done"), (outcome, kinds)
        assert ready in ("done", "Illegal", "Stale")
        assert (ready == "done") == ("forced" not in kinds)


def test_a_deadline_against_the_gms_own_forcing_seals_once(full_live_site: Site) -> None:
    for outcome, kinds, waited in raced(full_live_site, "deadline", "force", "red late"):
        assert (kinds.count("forced"), kinds.count("Ready"), waited) == (1, 1, []), (outcome, kinds)
        assert (dict(outcome)["deadline"], dict(outcome)["force"] in ("done", "Refused")) == ("done", True), outcome


def test_a_deadline_against_an_extension_leaves_the_side_its_time_or_tells_the_gm(full_live_site: Site) -> None:
    for outcome, kinds, waited in raced(full_live_site, "deadline", "extend", "red late"):
        if dict(outcome)["extend"] == "done":
            assert (kinds, waited) == (["extended"], ["blue"]), outcome
        else:
            assert (kinds, waited) == (["forced", "Ready"], []), outcome


def test_advance_against_a_deadline_that_nobody_is_late_for_resolves_once(full_live_site: Site) -> None:
    for outcome, kinds, _ in raced(full_live_site, "advance", "deadline", "ready late"):
        assert (dict(outcome), kinds) == ({"advance": "done", "deadline": "done"}, ["Resolve"])


def test_an_adjustment_against_a_resolving_round_counts_wholly_or_is_refused(full_live_site: Site) -> None:
    for outcome, kinds, _ in raced(full_live_site, "adjust", "advance", "ready"):
        told = dict(outcome)
        assert set(told.values()) <= {"done", "Stale", "Illegal", "Refused"}, outcome
        assert kinds and len(set(kinds)) == len(kinds) and set(kinds) <= {"Resolve", "adjusted"}, kinds
        assert ("adjusted" in kinds, "Resolve" in kinds) == (told["adjust"] == "done", told["advance"] == "done")
