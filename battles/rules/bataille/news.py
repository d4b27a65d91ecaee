"""What two boards of one viewer tell of the time between them: told to whoever has been away."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.bataille.view import BatailleView, HeroView, SideView
from battles.rules.news import News
from battles.rules.ruleset import Message

LOST = {
    "dead": Message("%(side)s: dead: %(names)s."),
    "out": Message("%(side)s: out of action: %(names)s."),
}


def news(before: BatailleView, after: BatailleView) -> News:
    """Of two boards of the same viewer, the older one first."""
    sides = sorted(zip(before.sides, after.sides, strict=True), key=lambda both: both[1].side != after.audience)
    fallen = (said for both in sides for said in _fallen(*both))
    return News(tuple(_came(before, after)), (*_race(before, after), *fallen))


def _came(before: BatailleView, after: BatailleView) -> Iterator[Message]:
    if after.result and not before.result:
        yield after.result.headline
    elif _thresholds(after) and not _thresholds(before):
        yield Message("Strategic points and thresholds were announced.")
    elif after.announced and not before.announced:
        yield Message("The force evaluation was announced.")


def _thresholds(view: BatailleView) -> bool:
    return view.sides[0].threshold is not None


def _race(before: BatailleView, after: BatailleView) -> Iterator[Message]:
    """Both sides' victory points, from the first turn on."""
    now, then = after.sides, before.sides
    if not _thresholds(after) or [side.points for side in now] == [side.points for side in then]:
        return
    red, blue = (
        Message("%(side)s %(was)s → %(now)s", {"side": new.title, "was": old.points, "now": new.points})
        for old, new in zip(then, now, strict=True)
    )
    yield Message("Victory points: %(red)s, %(blue)s.", {"red": red, "blue": blue})


def _fallen(before: SideView, after: SideView) -> Iterator[Message]:
    known = {hero.key: hero.condition for hero in before.heroes}
    for condition, said in LOST.items():
        names = [hero.name for hero in after.heroes if _fell(hero, known.get(hero.key, "fit"), condition)]
        if names:
            yield Message(said.text, {"side": after.title, "names": ", ".join(names)})


def _fell(hero: HeroView, before: str, condition: str) -> bool:
    return hero.condition == condition != before
