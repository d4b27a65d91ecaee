"""F-25: what is filled in on a live region is of a kind that a swap is known to give back (static/battles/keep.js)."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2] / "templates" / "battles"
# The swapped regions, and what their tags draw besides.
REGIONS = (
    "_standing.html", "_halted.html", "_log.html", "_typed.html", "_act.html", "gm/_desk.html",
    *(f"{ruleset}/_{name}.html" for ruleset in ("battlefront", "bataille") for name in ("status", "board", "orders")),
)  # fmt: skip
INCLUDED = re.compile(r"""\{% include "battles/([\w/]+\.html)\"""")
FIELD = re.compile(r"<(input|select|textarea)\b([^>]*)")


def reached(name: str, found: dict[str, str]) -> dict[str, str]:
    """The template and all that it includes by name: name -> text."""
    if name not in found:
        found[name] = (ROOT / name).read_text()
        for each in INCLUDED.findall(found[name]):
            reached(each, found)
    return found


def test_every_field_of_a_live_region_is_a_text_with_an_id_or_hidden() -> None:
    found: dict[str, str] = {}
    for region in REGIONS:
        reached(region, found)
    # A phase's own templates are included by a name that is put together.
    for path in ROOT.glob("*/board/*.html"), ROOT.glob("*/orders/*.html"):
        for each in path:
            reached(each.relative_to(ROOT).as_posix(), found)
    fields = [(name, tag, given) for name, text in found.items() for tag, given in FIELD.findall(text)]
    assert len(fields) > 5
    odd = [each for each in fields if not _is_kept(*each[1:])]
    assert not odd, "a swap would take what is chosen there: teach keep.js first"


def _is_kept(tag: str, given: str) -> bool:
    return tag == "input" and ('type="hidden"' in given or ('type="text"' in given and " id=" in f" {given}"))
