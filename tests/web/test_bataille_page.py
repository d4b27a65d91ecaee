"""The pages of a pitched battle: each phase for each viewer, with the controls that are his and no others."""

import re
from collections import Counter

import pytest
from django.contrib.auth.models import User
from msgspec.structs import replace

from battles.models import Step
from battles.rules.bataille.commands import Challenge, Ready, SetBase
from battles.rules.bataille.state import Phase, State
from battles.rules.bataille.view import BatailleView, TurnView
from battles.services import records
from battles.templatetags import bataille_tags as tags
from battles.templatetags._bataille_chart import chart_of
from battles.templatetags._chart import LABEL
from tests.noise import without_noise
from tests.table import Table, signed_in
from tests.web.test_stratagem_pages import page, press

pytestmark = pytest.mark.django_db

PHASES = ("evaluation", "pre_battle", "start_of_turn", "challenges", "answers", "declarations", "wounds", "result")


def laid(phase: str) -> Table:
    """The demo at that phase, sensible choices made before it."""
    table = Table.laid("" if phase == "evaluation" else {"answers": "challenges"}.get(phase, phase), "bataille")
    if phase == "answers":
        challenged(table)
    if phase == "wounds":
        with_somebody_dying(table)
    return table


def challenged(table: Table) -> None:
    """Ann challenges somebody, Bob nobody."""
    table.issue(table.ann, table.offered(table.ann, Challenge)[0])
    for person in (table.ann, table.bob):
        table.issue(person, Ready())


def with_somebody_dying(table: Table) -> None:
    """Whether the dice bring the phase or not: red's first hero is dying in it, and he has a Fate Point."""
    table.play_until("declarations")
    step = records.last_step(table.battle.pk)
    state: State = records.state_of(records.ruleset_of(table.battle), step)
    hero = replace(state.red.heroes[0], dying=True, fate=1, wounds=0)
    unready = replace(state.red.put(hero), ready=False)
    state = replace(state, phase=Phase.WOUNDS, red=unready, blue=replace(state.blue, ready=False))
    Step.objects.filter(pk=step.pk).update(state=records.as_json(state))


def everybody(table: Table) -> tuple[User, ...]:
    return table.gm, table.ann, table.bob, table.sue


def keys(table: Table, person: User) -> list[int]:
    return [hero.key for hero in table.board(person).view.own[0].heroes]


# Every page


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_has_a_page_for_every_viewer_and_its_ids_and_headings_are_in_order(phase: str) -> None:
    table = laid(phase)
    for person in everybody(table):
        shown = page(table, person)
        assert f'data-phase="{phase}"' in shown.html
        ids = Counter(re.findall(r'\sid="([^"]+)"', shown.html))
        assert [name for name, count in ids.items() if count > 1] == []
        levels = [
            int(level) for level in re.findall(r"<h([1-6])\b", shown.html[shown.html.index("battle-title") - 20 :])
        ]
        jumps = [(one, two) for one, two in zip(levels, levels[1:], strict=False) if two > one + 1]
        assert jumps == []


@pytest.mark.parametrize("phase", PHASES)
def test_every_button_names_a_command_that_its_viewer_is_offered(phase: str) -> None:
    table = laid(phase)
    for person in everybody(table):
        shown, offered = page(table, person), table.board(person).view.options
        assert set(shown.buttons.values()) <= {tags_json(command) for command in offered}
        if person == table.sue:
            assert shown.buttons == {}


def tags_json(command: object) -> str:
    return records.as_json(command)


@pytest.mark.parametrize("phase", PHASES)
def test_every_offered_command_has_its_control_on_the_page(phase: str) -> None:
    """Or people would have to know its JSON by heart."""
    table = laid(phase)
    for person in everybody(table):
        shown = page(table, person)
        forms = re.findall(r'<input type="hidden" name="command" value="([^"]+)"', shown.html)
        there = {*shown.buttons.values(), *(text.replace("&quot;", '"') for text in forms)}
        offered = {tags_json(command) for command in table.board(person).view.options}
        assert offered <= there


@pytest.mark.parametrize("phase", PHASES)
def test_a_page_and_its_healing_frame_show_the_same_regions(phase: str) -> None:
    table = laid(phase)
    client = signed_in(table.ann)
    frame = client.get(table.address("frame/")).content.decode()
    shown = client.get(table.address()).content.decode()
    for region in ("status", "board", "orders"):
        assert f'id="{region}"' in frame and f'id="{region}"' in shown


# Before the battle


def test_br_03_the_gm_types_the_figures_and_chooses_one_of_seven_cases() -> None:
    table = laid("evaluation")
    shown = page(table, table.gm)
    for name in ("assess-red-headcount", "assess-blue-training", "set-base-points"):
        assert shown.attributes[name]["name"] == f"typed-{name.rsplit('-', 1)[1]}"
    assert len(shown.starting("case-")) == 7
    chosen = press(table, table.gm, "case-crushing-blue")
    assert chosen.attributes["case-crushing-blue"]["aria-pressed"] == "true"
    assert chosen.attributes["case-balanced"]["aria-pressed"] == "false"
    back = press(table, table.gm, "use-suggestion")
    assert back.attributes["case-balanced"]["aria-pressed"] == "true"


def test_the_figures_are_the_gm_s_until_they_are_announced() -> None:
    table = laid("evaluation")
    for person in (table.ann, table.sue):
        text = page(table, person).html
        assert "typed-" not in text and "1,400" not in text and "1400" not in text
    press(table, table.gm, "advance")
    for person in (table.ann, table.sue):
        assert "1,400" in page(table, person).html


def test_a_hero_is_left_out_and_taken_in_and_the_gm_is_told_that_numbers_differ() -> None:
    table = laid("evaluation")
    hero = keys(table, table.ann)[1]
    out = press(table, table.gm, f"fielded-{hero}")
    assert "Heroes: 3 against 4" in out.texts["orders"]
    assert out.texts[f"fielded-{hero}"] == "Take in"
    assert "Heroes: 3 against 4" not in press(table, table.gm, f"fielded-{hero}").texts["orders"]


def test_br_15_thresholds_and_starting_points_move_with_each_tick() -> None:
    table = laid("pre_battle")
    assert page(table, table.gm).texts["would-be-red"].endswith("0 0 60")
    shown = press(table, table.gm, "tick-red-ground-major")
    assert shown.texts["would-be-red"].endswith("4 4 64")
    assert shown.texts["would-be-blue"].endswith("0 0 64")
    assert "tick-red-ground-minor" not in shown.buttons  # one of its group
    for _ in range(2):
        shown = press(table, table.gm, "give-blue-mission-5")
    assert shown.texts["would-be-blue"].endswith("10 10 70")
    assert len(shown.starting("take-blue-mission-")) == 2
    assert press(table, table.gm, "take-blue-mission-1").texts["would-be-blue"].endswith("5 5 65")


def test_the_gm_s_ticks_leave_every_other_page_as_it_was() -> None:
    table = laid("pre_battle")
    before = [without_noise(page(table, person).html) for person in (table.ann, table.bob, table.sue)]
    press(table, table.gm, "tick-red-surprise")
    assert [without_noise(page(table, person).html) for person in (table.ann, table.bob, table.sue)] == before


def test_ready_waits_for_a_general_and_the_choice_stays_where_it_was_pressed() -> None:
    table = laid("pre_battle")
    first, second, *_ = keys(table, table.ann)
    assert "Name a general." in page(table, table.ann).texts["problems"]
    assert "ready" not in page(table, table.ann).buttons
    shown = press(table, table.ann, f"general-{first}")
    assert (shown.texts[f"general-{first}"], shown.attributes[f"general-{first}"]["aria-pressed"]) == (
        "✓ General",
        "true",
    )
    press(table, table.ann, f"second-{second}")
    assert "Fingerprint" in press(table, table.ann, "ready").texts["orders"]
    assert "Not ready yet" in press(table, table.ann, "ready").texts["orders"]


# Turns


def test_the_status_bar_tells_phase_turn_and_points_against_the_threshold() -> None:
    table = laid("declarations")
    text = page(table, table.sue).texts["status"]
    side = table.board(table.sue).view.sides[0]
    assert "phase 3 of 6 · turn 1" in text
    assert f"{side.points} /{side.threshold}" in text


def test_a_challenge_is_secret_until_both_have_sealed_and_is_answered_by_a_button() -> None:
    table = laid("challenges")
    before = without_noise(page(table, table.bob).html)
    button = page(table, table.ann).starting("challenge-")[0]
    shown = press(table, table.ann, button)
    assert shown.texts[button] == "✓ challenged"
    assert without_noise(page(table, table.bob).html) == before
    for person in (table.ann, table.bob):
        press(table, person, "ready")
    assert "not answered yet" in page(table, table.sue).texts["duels"]
    asked = page(table, table.bob)
    [accept], [decline] = asked.starting("accept-"), asked.starting("decline-")
    assert press(table, table.bob, decline).texts[decline] == "✓ declines"
    assert press(table, table.bob, accept).texts[accept] == "✓ accepts"


def test_each_action_tells_its_odds_and_the_counter_who_has_none() -> None:
    table = laid("declarations")
    hero = keys(table, table.ann)[0]
    shown = page(table, table.ann)
    assert shown.texts["action-counter"] == "4 of 4 heroes have no action yet."
    card = shown.texts[f"action-{hero}-ha-10"]
    assert re.search(r"Weapon Skill \d+ \d+% : \+4 to \+9 points; on a failure 0", card)
    assert "Success 1D6+SB · failure – · damage the highest of 2D10+7" in card
    after = press(table, table.ann, f"declare-{hero}-ha-10-weapon_skill")
    assert after.attributes[f"declare-{hero}-ha-10-weapon_skill"]["aria-pressed"] == "true"
    assert "Into the thick of the fight" in after.texts[f"orders-of-{hero}"].split("Roll once more")[0]
    assert after.texts["open-heroes"].startswith("3 of 4 heroes")
    assert press(table, table.ann, "ready").texts["open-heroes"] == "3 heroes without an action hold back."


def test_fortune_is_set_and_taken_back_by_the_same_button() -> None:
    table = laid("declarations")
    assert page(table, table.ann).starting("fortune-") == []  # nothing to roll yet
    press(table, table.ann, f"declare-{keys(table, table.ann)[0]}-ha-10-weapon_skill")
    button = page(table, table.ann).starting("fortune-")[0]
    assert press(table, table.ann, button).texts[button] == "Keep the Fortune Point"
    assert press(table, table.ann, button).texts[button] == "Roll once more if it fails"


def test_actions_are_shown_to_everybody_once_they_are_resolved() -> None:
    table = laid("declarations")
    hero = keys(table, table.ann)[0]
    press(table, table.ann, f"declare-{hero}-ha-10-weapon_skill")
    assert "thick of the fight" not in page(table, table.sue).texts["board"]
    for person in (table.ann, table.bob):
        press(table, person, "ready")
    press(table, table.gm, "resolve")
    assert "thick of the fight" in page(table, table.sue).texts[f"hero-{hero}"]


def test_fate_is_burnt_or_not_by_a_button() -> None:
    table = laid("wounds")
    hero = keys(table, table.ann)[0]
    assert press(table, table.ann, f"burn-{hero}").texts[f"burn-{hero}"] == "✓ burns a Fate Point"
    assert press(table, table.ann, f"die-{hero}").texts[f"die-{hero}"] == "✓ dies"
    assert f"burn-{hero}" not in page(table, table.bob).html


def test_a_side_asks_to_leave_thinks_better_of_it_asks_again_and_is_let_go() -> None:
    table = laid("evaluation")
    table.issue(table.gm, SetBase(999))  # no turn ends this battle
    for phase in ("start_of_turn", "declarations", "start_of_turn"):
        table.play_until(phase)
    press(table, table.ann, "withdraw")
    press(table, table.ann, "fight-on")
    assert "allow-withdrawal-red" not in page(table, table.gm).buttons
    press(table, table.ann, "withdraw")
    press(table, table.gm, "allow-withdrawal-red")
    assert 'data-phase="result"' in page(table, table.sue).html


def test_the_result_has_the_headline_the_heroes_and_the_dice_s_secret() -> None:
    table = laid("result")
    shown, view = page(table, table.sue), table.board(table.sue).view
    assert shown.texts["headline"].endswith(str(view.result.headline))
    for side in view.sides:
        assert all(hero.name in shown.texts[f"losses-{side.side}"] for hero in side.heroes)
    assert table.battle.__class__.objects.get().secret.hex() in shown.html


# The track


def drawn(rows: list[tuple[int, int]], thresholds: tuple[int, int], turn: int) -> BatailleView:
    table = laid("start_of_turn")
    view: BatailleView = table.board(table.sue).view
    red, blue = rows[-1]
    sides = (
        replace(view.sides[0], points=red, threshold=thresholds[0]),
        replace(view.sides[1], points=blue, threshold=thresholds[1]),
    )
    track = tuple(TurnView(number, *row) for number, row in enumerate(rows[: turn or None]))
    return replace(view, sides=sides, track=track, round=turn)


@pytest.mark.parametrize(
    ("rows", "thresholds"),
    [
        ([(0, 0)], (60, 60)),
        ([(9, 3), (30, 23), (52, 36), (71, 50)], (69, 69)),
        ([(0, 0), (5, 5)], (60, 69)),
        ([(0, 0), (-4, -9), (2, -12)], (40, 40)),
        ([(turn * 3, turn * 2) for turn in range(60)], (150, 150)),
        ([(0, 0), (900, 998)], (999, 999)),
    ],
)
def test_the_picture_stays_in_its_frame_and_its_last_numbers_apart(
    rows: list[tuple[int, int]], thresholds: tuple[int, int]
) -> None:
    chart = chart_of(drawn(rows, thresholds, len(rows) - 1))
    points = [point for series in chart.series for point in series.points]
    assert all(0 <= float(point.x.rstrip("%")) <= 90 and 0 <= float(point.y) <= chart.height for point in points)
    assert len(chart.across) <= 10 and 2 <= len(chart.up) <= 9
    red, blue = (float(series.label.y) for series in chart.series)
    assert abs(red - blue) >= LABEL - 0.2
    assert len(chart.thresholds) == (1 if thresholds[0] == thresholds[1] else 2)
    assert [series.last for series in chart.series] == list(rows[-1])


def test_a_turn_that_still_runs_has_a_point_of_its_own() -> None:
    chart = chart_of(drawn([(9, 3), (30, 23), (34, 23)], (69, 69), 2))
    assert (chart.running, [row.turn for row in chart.rows]) == (True, [0, 1, 2])


def test_a_turn_in_which_nothing_has_happened_yet_has_none() -> None:
    chart = chart_of(drawn([(9, 3), (30, 23), (30, 23)], (69, 69), 2))
    assert (chart.running, [row.turn for row in chart.rows]) == (False, [0, 1])


def test_the_track_is_told_in_words_and_in_a_table_too() -> None:
    table = laid("declarations")
    shown, side = page(table, table.sue), table.board(table.sue).view.sides[0]
    assert f"{side.title}: {side.points} of {side.threshold} victory points." in shown.texts["track-told"]
    assert "start" in shown.texts["track-table"] and "1, so far" in shown.texts["track-table"]


# Words


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0", "0"),
        ("-", "–"),
        ("1d6", "1D6"),
        ("d6", "1D6"),
        ("-1d3", "−1D3"),
        ("1d6+SB", "1D6+SB"),
        ("1d6+BF", "1D6+SB"),
        ("1d3+BE", "1D3+TB"),
        ("1d6+Mag", "1D6+Mag"),
        ("1d10+foe SB+3", "1D10+foe SB+3"),
        ("1d10+BF adverse+3", "1D10+foe SB+3"),
        ("2d10kh+7", "the highest of 2D10+7"),
    ],
)
def test_a_formula_in_the_reader_s_words(text: str, shown: str) -> None:
    assert tags.formula(text) == shown


@pytest.mark.parametrize(("minutes", "shown"), [(0, "0 min"), (45, "45 min"), (60, "1 h 00"), (90, "1 h 30")])
def test_the_clock(minutes: int, shown: str) -> None:
    assert tags.clock(minutes) == shown


@pytest.mark.parametrize(
    ("span", "shown"), [((0, 0), "0"), ((2, 2), "+2"), ((1, 6), "+1 to +6"), ((-3, -1), "−3 to −1")]
)
def test_points_from_the_least_to_the_most(span: tuple[int, int], shown: str) -> None:
    assert tags.points(span) == shown
