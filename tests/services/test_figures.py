"""services.figures: one reading of whole numbers, for the forms of a campaign and for the commands of a battle."""

import pytest

from battles.rules.bataille.commands import SetModifier
from battles.rules.ruleset import Illegal, Message, Side
from battles.services import figures, inputs
from battles.services.refusals import Refused

COMMAND = SetModifier(Side.RED, 0)
LEAST, MOST = inputs.limits(SetModifier, "modifier")
GOOD = {"7": 7, " 7\t": 7, "+7": 7, "007": 7, "-7": -7, "−7": -7, "–7": -7, "\u00a07": 7}
BAD = ["", " ", "seven", "3.5", "3,5", "1e1", "１２", "٣", "--7", "- 7", "7 7", "0x7", "7\x00", "9" * 5000, "Ⅶ", "7_0"]


@pytest.mark.parametrize(("text", "value"), [*GOOD.items(), (str(LEAST), LEAST), (str(MOST), MOST)])
def test_a_whole_number_is_read_alike_everywhere(text: str, value: int) -> None:
    assert figures.whole("field", Message("Field"), text, LEAST, MOST) == value
    assert inputs.filled(COMMAND, {"modifier": text}) == SetModifier(Side.RED, value)


@pytest.mark.parametrize("text", [*BAD, str(LEAST - 1), str(MOST + 1)])
def test_what_is_none_is_refused_everywhere_by_a_sentence_with_the_range(text: str) -> None:
    with pytest.raises(Refused) as refused:
        figures.whole("field", Message("Field"), text, LEAST, MOST)
    with pytest.raises(Illegal) as illegal:
        inputs.filled(COMMAND, {"modifier": text})
    for error in (refused.value, illegal.value):
        assert f"from {LEAST} to {MOST}" in str(error.message)


UNSEEN = [
    "",
    " ",
    "\u200b",
    "\u200d",
    "\u0301",
    "\u3164",
    "\u2800",
    "A\u3164B",
    "a\nb",
    "a\tb",
    "a\u2028b",
    "\u202eabc",
    "a\x07",
]
SEEN = {
    "A  B": "A B",
    " x ": "x",
    "–": "–",
    "e\u0301": "é",
    "Q" + "\u0301" * 4: "Q" + "\u0301" * 4,
    "👩\u200d👩\u200d👧": "👩\u200d👩\u200d👧",
    "नि\u200dर": "नि\u200dर",
    "<b>{{ 7 }}</b>%s": "<b>{{ 7 }}</b>%s",
}


@pytest.mark.parametrize("text", [*UNSEEN, "x" * 101])
def test_a_name_is_a_text_all_of_which_can_be_seen(text: str) -> None:
    with pytest.raises(Refused, match="Name: a text of 1 to 100 readable characters is needed."):
        figures.readable("name", Message("Name"), text, 1, 100)


@pytest.mark.parametrize("most", [100, 500])
def test_no_marks_are_heaped_on_a_letter(most: int) -> None:
    with pytest.raises(Refused, match="at most 4 marks on one letter"):
        figures.readable("name", Message("Name"), "Q" + "\u0301" * 5, 0, most)


@pytest.mark.parametrize("text", SEEN)
def test_a_name_is_kept_with_one_space_at_a_time_and_then_as_it_is(text: str) -> None:
    kept = figures.readable("name", Message("Name"), text, 1, 100)
    assert kept == SEEN[text] == figures.readable("name", Message("Name"), kept, 1, 100)
