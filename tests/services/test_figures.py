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
