"""Stratagems and Advantages on the pages: offered to whom they should be, sent by the buttons, secret until shown."""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from unittest import mock

import pytest
from django.contrib.auth.models import User

from battles.rules.battlefront.commands import Resolve
from battles.services import demo
from tests.noise import without_noise
from tests.table import Table, signed_in

TAG = '<span class="tag clause" title="'
pytestmark = pytest.mark.django_db
STAGES = {"orders": "· orders", "during": "· after the rolls", "after": "· after the Break tests"}
MOST_STEPS = 60


class Page(HTMLParser):
    """A battle's page as its reader has it. buttons: id -> the command it sends; texts: id -> all text inside."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html, self.seen = html, ""
        self.buttons: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        self.attributes: dict[str, dict[str, str | None]] = {}
        self._open: list[tuple[str, str]] = []
        self._words: dict[str, list[str]] = {}
        self.feed(html)
        self.texts |= {name: " ".join(words) for name, words in self._words.items()}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        name = found.get("id") or ""
        self.attributes[name] = found
        if name == "seen":
            self.seen = found.get("value") or ""
        if tag == "button" and found.get("form") == "command":
            self.buttons[name] = found.get("value") or ""
        if tag not in ("input", "meta", "link"):
            self._open.append((tag, name))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A picture's `<path/>`: it holds nothing."""

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        words = data.split()
        for _, name in self._open:
            if name:
                self._words.setdefault(name, []).extend(words)

    def starting(self, prefix: str) -> list[str]:
        return [name for name in self.buttons if name.startswith(prefix)]


def page(table: Table, person: User) -> Page:
    place = table.address() if person != table.gm else f"/gm/battles/battle/{table.battle.pk}/change/"
    response = signed_in(person).get(place)
    assert response.status_code == 200
    return Page(response.content.decode())


def press(table: Table, person: User, button: str) -> Page:
    """Send what the button sends, as a browser without script would; the page afterwards."""
    before = page(table, person)
    fields = {"command": before.buttons[button], "seen": before.seen}
    assert signed_in(person).post(table.address("commands/"), fields).status_code == 302
    return page(table, person)


def able(table_at: str) -> Table:
    """The demo with commanders who may play everything."""
    with mock.patch.dict(demo.GERMANS, _gifted(demo.GERMANS)), mock.patch.dict(demo.FRENCH, _gifted(demo.FRENCH)):
        return Table.laid(table_at)


def _gifted(army: dict[str, list[tuple[str, int, int, int, int]]]) -> dict[str, object]:
    return {"commanders": [(name, 51, 53, 3, 3) for name, *_ in army["commanders"]]}


@pytest.fixture
def land(db: None) -> Table:
    return able("land")


def seal(table: Table) -> None:
    """Both sides order what is sensible, and seal."""
    for person in (table.ann, table.bob):
        if "fill-in" in page(table, person).buttons:
            press(table, person, "fill-in")
        press(table, person, "ready")


def stages(table: Table) -> Iterator[str]:
    """Plays the Land Contest on, from stage to stage."""
    for _ in range(MOST_STEPS):
        view = table.board(table.sue).view
        if view.phase != "land":
            return
        yield view.stage
        seal(table)
        if view.stage == "orders":
            table.issue(table.gm, Resolve())


def reach(table: Table, stage: str) -> None:
    next(each for each in stages(table) if each == stage)


# Land round


def test_bf_37_the_orders_offer_the_stratagems_of_before_with_what_they_are_played_on(land: Table) -> None:
    view, found = land.board(land.ann).view, page(land, land.ann)
    for key in ("refuse_flank", "concentrated_fire", "smoke_and_mirrors"):
        wanted = [play for play in view.options if getattr(play, "stratagem", None) == key]
        assert wanted and len(found.starting(f"play-{key}-")) == len(wanted)
    assert not found.starting("play-hold_the_line")
    for one in view.own[0].stratagems:
        assert str(one.name) in found.texts[f"stratagem-{one.key}"]
        assert str(one.effect) in found.texts[f"stratagem-{one.key}"]
        assert str(one.needs) in found.texts[f"stratagem-{one.key}"]


@pytest.mark.parametrize("stage", STAGES)
def test_each_stage_is_named_to_everybody_and_only_commanders_are_offered_anything(land: Table, stage: str) -> None:
    reach(land, stage)
    for person in (land.gm, land.ann, land.bob, land.sue):
        assert STAGES[stage] in page(land, person).texts["status"]
    for person in (land.gm, land.sue):
        assert not page(land, person).starting("play-")
    for person in (land.ann, land.bob):
        found, view = page(land, person), land.board(person).view
        offered = [one for one in view.options if type(one).__name__ == "PlayStratagem"]
        assert len(found.starting("play-")) == len(offered)
        assert "ready" in found.buttons


@pytest.mark.parametrize("stage", ["during", "after"])
def test_d_20_both_are_asked_and_the_second_ready_makes_the_round_go_on_by_itself(land: Table, stage: str) -> None:
    reach(land, stage)
    for person in (land.ann, land.bob):
        assert "the round goes on by itself" in page(land, person).texts["stratagems"]
    gm = page(land, land.gm)
    assert "goes on by itself" in gm.texts["orders"] and "resolve" not in gm.buttons and "advance" not in gm.buttons
    press(land, land.ann, "ready")
    assert land.board(land.sue).view.stage == stage
    press(land, land.bob, "ready")
    view = land.board(land.sue).view
    assert (view.phase, view.stage) != ("land", stage)


def test_what_can_not_be_played_says_why(db: None) -> None:
    table = Table.laid("land")
    view, found = table.board(table.ann).view, page(table, table.ann)
    hindered = [one for one in view.own[0].stratagems if one.timing != "orders" and one.why_not == one.needs]
    assert hindered
    for one in hindered:
        assert f"Not met: {one.needs}" in found.texts[f"stratagem-{one.key}"]


def test_f_02_a_secret_choice_is_on_the_own_page_and_the_gms_and_on_no_other(land: Table) -> None:
    others = [without_noise(page(land, person).html) for person in (land.bob, land.sue)]
    button = page(land, land.ann).starting("play-refuse_flank-")[-1]
    found = press(land, land.ann, button)
    assert found.attributes[button]["aria-pressed"] == "true"
    assert "Refuse Flank" in found.texts["chosen-stratagem"]
    assert "Refuse Flank" in page(land, land.gm).texts["secret-stratagem-red"]
    assert "none chosen" in page(land, land.gm).texts["secret-stratagem-blue"]
    assert [without_noise(page(land, person).html) for person in (land.bob, land.sue)] == others


def test_a_secret_choice_can_be_replaced_and_taken_back(land: Table) -> None:
    press(land, land.ann, page(land, land.ann).starting("play-refuse_flank-")[0])
    found = press(land, land.ann, page(land, land.ann).starting("play-smoke_and_mirrors-")[0])
    assert "Smoke and Mirrors" in found.texts["chosen-stratagem"]
    found = press(land, land.ann, "drop-stratagem")
    assert "chosen-stratagem" not in found.texts and "drop-stratagem" not in found.buttons
    assert "None chosen" in found.texts["stratagems"]


def test_what_was_played_and_the_degrees_are_shown_to_everybody_after_the_rolls(land: Table) -> None:
    press(land, land.ann, page(land, land.ann).starting("play-smoke_and_mirrors-")[0])
    seal(land)
    land.issue(land.gm, Resolve())
    view = land.board(land.sue).view
    assert view.stage == "during"  # blue has played nothing yet
    for person in (land.gm, land.ann, land.bob, land.sue):
        shown = page(land, person).texts
        assert "Smoke and Mirrors" in shown["played-red"] and "played-blue" not in shown
        assert f"degrees of success {view.sides[0].degrees}" in shown["round"]


def test_bf_37_an_after_stratagem_is_played_by_its_button(land: Table) -> None:
    reach(land, "after")
    able_ones = [person for person in (land.ann, land.bob) if page(land, person).starting("play-")]
    button = page(land, able_ones[0]).starting("play-")[0]
    assert press(land, able_ones[0], button).texts["chosen-stratagem"].startswith("✓ You play")


# Advantages


@pytest.mark.parametrize("phase", ["air_result", "land_result"])
def test_d_27_cards_are_drawn_and_given_back_by_their_buttons_and_shown_when_the_battle_goes_on(
    db: None, phase: str
) -> None:
    table = able(phase)
    drawer, rival = _drawer(table)
    view, found = table.board(drawer).view, page(table, drawer)
    for source in view.own[0].drawable:
        for card in source.advantages:
            assert f"draw-{card.horde}-{card.index}" in found.buttons
            assert card.effect in found.texts[f"supplier-{card.horde}"]
    assert "Draw for me" in found.texts["fill-in"]
    before = without_noise(page(table, rival).html)
    card = view.own[0].drawable[0].advantages[0]
    found = press(table, drawer, f"draw-{card.horde}-{card.index}")
    assert card.name in found.texts[f"drawn-{card.horde}"]
    side = view.own[0].side
    assert card.name in page(table, table.gm).texts[f"secret-draws-{side}"]
    assert without_noise(page(table, rival).html) == before
    found = press(table, drawer, f"return-{card.horde}")
    assert f"drawn-{card.horde}" not in found.texts
    press(table, drawer, f"draw-{card.horde}-{card.index}")
    for person in (table.ann, table.bob):
        if "ready" in page(table, person).buttons:
            press(table, person, "ready")
    press(table, table.gm, "advance")
    if phase == "land_result":
        for person in (table.ann, table.bob, table.sue, table.gm):
            assert card.name in page(table, person).texts[f"advantages-{side}"]


def _drawer(table: Table) -> tuple[User, User]:
    """Who has cards to draw, and the other."""
    draws = table.board(table.ann).view.own[0].draws_left
    return (table.ann, table.bob) if draws else (table.bob, table.ann)


def test_ready_with_draws_left_is_warned_of(db: None) -> None:
    table = able("air_result")
    drawer, rival = _drawer(table)
    assert "Ready forgoes" in page(table, drawer).texts["draws-left"]
    assert "forgone" in press(table, drawer, "ready").texts["draws-left"]
    found = press(table, drawer, "fill-in")
    assert "draws-left" not in found.texts and not found.starting("draw-")
    assert not page(table, table.sue).starting("draw-") and not page(table, table.gm).starting("draw-")


# What explains it


@pytest.mark.parametrize(("phase", "folded"), [("air", True), ("land", True), ("result", False)])
def test_luck_is_folded_in_a_contest_and_open_in_the_result(
    lay_table: Callable[[str], Table], phase: str, folded: bool
) -> None:
    table = lay_table(phase)
    for person in (table.ann, table.sue, table.gm):
        found = page(table, person)
        assert ('<details class="card luck" id="luck">' in found.html) is folded
        for message in table.board(person).view.luck:
            assert str(message) in found.texts["luck"]


@pytest.mark.parametrize("phase", ["briefing", "air_result", "result"])
def test_the_house_rules_of_the_battle_are_shown(lay_table: Callable[[str], Table], phase: str) -> None:
    table = lay_table(phase)
    for person in (table.ann, table.sue, table.gm):
        assert "None differ from the defaults." in page(table, person).texts["house-rules"]


def test_house_rules_that_differ_are_shown_by_their_effect(db: None) -> None:
    real = demo.openings.Plan
    with mock.patch.object(
        demo.openings, "Plan", lambda **given: real(**{**given, "house_rules": {"moving_up": "step_up"}})
    ):
        table = Table.laid()
    (difference,) = table.board(table.sue).view.house_rules
    shown = page(table, table.sue).texts["house-rules"]
    assert all(words in shown for words in (str(difference.effect), str(difference.default), "D-14", "BF-21"))


def test_a_line_of_the_report_opens_to_its_parts_and_its_clause_which_stands_nowhere_else(
    lay_table: Callable[[str], Table],
) -> None:
    html = page(lay_table("result"), User.objects.get(username="sue")).html
    report = html.split('id="log-entries"')[1].split("</ol>")[0]
    opened = [part.split("</details>")[0] for part in report.split('<details class="line ')[1:]]
    assert any('<table class="terms">' in line for line in opened)
    assert all(line.split("</summary>")[1].count(TAG) == 1 for line in opened)
    assert report.count(TAG) == len(opened)
