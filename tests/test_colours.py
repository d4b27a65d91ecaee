"""Every pair of colours that may meet can be told apart, in both schemes; and no sheet has a colour of its own."""

import re
from pathlib import Path

import pytest

from battles.services.colours import PAIRS, PART, SHEETS, TEXT, contrast, measured, roles, tokens

STYLES = Path(__file__).parent.parent / "static" / "battles"
ROLES = roles(tokens())
# Shadows, what lies over a page, and a code that a camera reads; black on white is paper's.
NO_ROLE = re.compile(r"rgb\(0 0 0 / [.\d]+\)|#fff\b")


def test_contrast_is_reckoned_as_the_standard_has_it() -> None:
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48
    assert contrast("#123456", "#123456") == 1


@pytest.mark.parametrize(
    "found", list(measured(tokens())), ids=lambda found: f"{found.pair.above} on {found.pair.ground}"
)
def test_each_pair_that_may_meet_has_its_contrast_in_both_schemes(found: object) -> None:
    assert found.holds, found  # type: ignore[attr-defined]


def test_every_colour_is_of_a_pair() -> None:
    """But those that only part or decorate."""
    paired = {name for pair in PAIRS for name in (pair.above, pair.ground)}
    assert set(ROLES) - paired == {"rule", "map-line", "greyed"}


def test_what_is_read_needs_more_than_what_is_seen() -> None:
    assert {pair.least for pair in PAIRS if pair.above in ("ink", "soft") and pair.ground != "map"} == {TEXT}
    assert (TEXT, PART) == (4.5, 3.0)


@pytest.mark.parametrize("sheet", sorted(path.name for path in STYLES.glob("*.css")))
def test_no_sheet_has_a_colour_that_is_no_role(sheet: str) -> None:
    text = (STYLES / sheet).read_text().partition("@media print")[0]
    lines = [line for line in text.splitlines() if not (sheet in SHEETS and re.match(r"\s*--[\w-]+: ", line))]
    own = [
        found for line in lines for found in re.findall(r"#[0-9a-f]{3,8}\b(?=[;, )])|rgb\([^)]*\)|hsl\([^)]*\)", line)
    ]
    assert [colour for colour in own if not NO_ROLE.fullmatch(colour)] == []
