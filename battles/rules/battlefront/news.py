"""What two boards of one viewer tell of the time between them: told to whoever has been away."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.battlefront.view import BattlefrontView, HordeView, ResultView, SideView
from battles.rules.news import News
from battles.rules.ruleset import Message, Side, Values

GONE = ("broken", "destroyed")
OVER = {
    "air": Message("The Air Contest is over: %(result)s for %(side)s."),
    "land": Message("The Land Contest is over: %(result)s for %(side)s."),
}
ENDED = Message("The battle is over.")
STOPPED = Message("Ended by the GM: nobody has won.")
# Once the phase has come, in its first round.
REVEALED = {
    "air": Message("The air hordes were revealed."),
    "land": Message("The deployment was revealed."),
}


def news(before: BattlefrontView, after: BattlefrontView) -> News:
    """Of two boards of the same viewer, the older one first."""
    cost = (_cost(after, *both) for both in zip(before.sides, after.sides, strict=True))
    mine_first = sorted((each for each in cost if each), key=lambda each: each[0] != after.audience)
    over = _fresh_result(before, after)
    return News(tuple(_came(before, after)), tuple(said for _, said in mine_first), (over.contest,) if over else ())


def _came(before: BattlefrontView, after: BattlefrontView) -> Iterator[Message]:
    if after.stopped_in and not before.stopped_in:
        yield STOPPED
        return
    if over := _fresh_result(before, after):
        yield _over(after, over)
    elif after.finished and not before.finished:
        yield ENDED
    if after.phase in REVEALED and after.phase != before.phase and after.round == 1:
        yield REVEALED[after.phase]


def _fresh_result(before: BattlefrontView, after: BattlefrontView) -> ResultView | None:
    """Of the contest that has ended last."""
    if after.stopped_in:
        return None
    if after.land_result:
        return None if before.land_result else after.land_result
    return None if before.air_result else after.air_result


def _over(view: BattlefrontView, result: ResultView) -> Message:
    """As the own side reads it; for everybody else as its winner does, of a stalemate as red."""
    better = Side.RED if result.diff >= 0 else Side.BLUE
    side = Side(view.audience) if view.audience in tuple(Side) else better
    read = result.red_result if side is Side.RED else result.blue_result
    title = next(each.title for each in view.sides if each.side is side)
    return Message(OVER[result.contest].text, {"result": read, "side": title})


def _cost(view: BattlefrontView, before: SideView, after: SideView) -> tuple[Side, Message] | None:
    """What the side lost, as far as the viewer has seen it; nothing where nothing is lost."""
    known = {horde.key: horde for horde in before.hordes}
    lost = sum(max(0, _magnitude(known.get(horde.key), horde) - horde.magnitude) for horde in after.hordes)
    gone = sum(horde.status in GONE and not _was_gone(known.get(horde.key)) for horde in after.hordes)
    if not lost and not gone:
        return None
    values: Values = {"side": after.title, "magnitude": lost, "gone": gone}
    return after.side, Message(_words(own=after.side == view.audience, gone=gone), values)


def _words(*, own: bool, gone: int) -> str:
    if own:
        lost = Message("You lost %(magnitude)s Magnitude.")
        broken = Message("You lost %(magnitude)s Magnitude; hordes broken or destroyed: %(gone)s.")
    else:
        lost = Message("%(side)s lost %(magnitude)s Magnitude.")
        broken = Message("%(side)s lost %(magnitude)s Magnitude; hordes broken or destroyed: %(gone)s.")
    return (broken if gone else lost).text


def _magnitude(before: HordeView | None, now: HordeView) -> int:
    """What it had; one that was not seen then, as it came to the battle."""
    return before.magnitude if before else now.start


def _was_gone(before: HordeView | None) -> bool:
    return before is not None and before.status in GONE
