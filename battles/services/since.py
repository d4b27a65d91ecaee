"""What happened since somebody last looked at a battle: told once to whoever comes back, in his own rights.

It is the difference of two boards of his own, each built for him as the page's is: the one that he last had in sight,
or that a rewind has led back to since, and the present one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from typing import NamedTuple

from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

from battles.models import HandOver, Seat, Seen, Step
from battles.rules.ruleset import AUDIENCES, Message, Values, View
from battles.services import records, replay
from battles.services.gm import conduct, spectators
from battles.services.replay import Mark, Past

AWAY = timedelta(seconds=60)  # a page in sight says so every 20
KEPT = timedelta(seconds=30)  # for which a look is not noted anew
MOST = 5  # sentences
# One, two and more of them.
ROUNDS = (
    Message("%(phase)s: round %(first)s was fought."),
    Message("%(phase)s: rounds %(first)s and %(last)s were fought."),
    Message("%(phase)s: rounds %(first)s to %(last)s were fought."),
)
TURNS = (
    Message("Turn %(first)s was fought."),
    Message("Turns %(first)s and %(last)s were fought."),
    Message("Turns %(first)s to %(last)s were fought."),
)


@dataclass(frozen=True)
class Since:
    """at: when he last had the board in sight."""

    at: datetime
    sentences: tuple[Message, ...]


class Stretch(NamedTuple):
    """What lies between two boards of one viewer. marks: all that count by now. stopped: the step with which the GM
    ended the battle in it, if he did.
    """

    marks: tuple[Mark, ...]
    first: Mark
    before: View
    after: View
    stopped: int | None

    @property
    def last(self) -> Mark:
        return self.marks[-1]


def look(*, seat: Seat) -> Since | None:
    """The person has the board in sight now. What he is told, if he had been away and something happened: nothing on a
    first visit, nor of what was seen from another seat.
    """
    now = timezone.now()
    newest = Step.objects.filter(battle=OuterRef("battle")).order_by("-number").values("number")[:1]
    found = Seen.objects.filter(battle=seat.battle_id, user=seat.user_id)
    seen = found.annotate(newest=Subquery(newest)).first()
    if seen is None:
        given = {"role": seat.role, "step": _shown(seat, records.last_step(seat.battle_id).number), "at": now}
        Seen.objects.get_or_create(battle=seat.battle, user_id=seat.user_id, defaults=given)
        return None
    step = _shown(seat, seen.newest)
    same = (seen.role, seen.step) == (seat.role, step)
    tell = seen.at < now - AWAY and not same and _is_his(seat, seen)
    # Noted first: what goes wrong in the telling goes wrong once.
    if not same or seen.at < now - KEPT:
        Seen.objects.filter(pk=seen.pk).update(role=seat.role, step=step, at=now)
    return _told(seat, seen) if tell else None


def _shown(seat: Seat, newest: int) -> int:
    """The last step that his board shows: of a late spectator's, the one that is behind most."""
    run = conduct.of(seat.battle)
    if seat.role != Seat.Role.SPECTATOR or not run.delayed:
        return newest
    late = spectators.late(seat.battle, records.last_step(seat.battle_id), run)
    return min(step.number for step in late.values()) if late else newest


def _is_his(seat: Seat, seen: Seen) -> bool:
    """Whether he has sat there all the time."""
    moved = HandOver.objects.filter(Q(old=seat.user_id) | Q(new=seat.user_id), battle=seat.battle, at__gt=seen.at)
    return seen.role == seat.role and not moved.exists()


def _told(seat: Seat, seen: Seen) -> Since | None:
    past, known = replay.of_seat(seat), _known(seat, seen)
    gaps = records.undone(past.battle.pk, until=past.marks[-1].number)
    back = min((gap.start - 1 for gap in gaps if gap.stop > known), default=None)
    found = _stretch(past, known if back is None else min(known, back))
    if found.first == found.last:
        return None
    sentences = tuple(_sentences(past, found, None if back is None else _at(found.marks, back)))
    sentences = sentences or tuple(_entries(past, known, found.last.number))
    return Since(seen.at, sentences) if sentences else None


def _known(seat: Seat, seen: Seen) -> int:
    """The last step that he knows of: a later one that is his own, wherever he took it, counts as seen."""
    own = Step.objects.filter(battle=seat.battle, actor=seat.user_id, number__gt=seen.step)
    return own.order_by("-number").values_list("number", flat=True).first() or seen.step


def _stretch(past: Past, since: int) -> Stretch:
    marks = past.shown(undone=False)
    first, rules = _at(marks, since), records.ruleset_of(past.battle)
    steps = Step.objects.filter(battle=past.battle)
    found = steps.filter(number__in=(first.number, marks[-1].number))
    viewer = AUDIENCES[past.audience]
    views = {step.number: rules.view(records.state_of(rules, step), viewer) for step in found}
    counting = [mark.number for mark in marks if mark.number > first.number]
    stopped = steps.filter(kind="stopped", number__in=counting).values_list("number", flat=True).first()
    return Stretch(marks, first, views[first.number], views[marks[-1].number], stopped)


def _at(marks: tuple[Mark, ...], step: int) -> Mark:
    """What counted at that step; who may not look so far back begins with the first that he may see."""
    return next((mark for mark in reversed(marks) if mark.number <= step), marks[0])


def _sentences(past: Past, found: Stretch, back: Mark | None) -> list[Message]:
    """The rounds are left out first where there is too much to tell."""
    rules = records.ruleset_of(past.battle)
    titles, news = dict(rules.phases), rules.news(found.before, found.after)
    rewound = [_rewound(back, titles)] if back else []
    rounds = [said for phase, said in _rounds(found, titles) if phase not in news.phases]
    room = MOST - len(rewound) - len(news.came) - len(news.cost)
    return [*rewound, *news.came, *rounds[max(0, len(rounds) - max(0, room)) :], *news.cost]


def _rewound(to: Mark, titles: Mapping[str, Message]) -> Message:
    values: Values = {"phase": titles.get(to.phase, Message(to.phase)), "round": to.round}
    if to.round:
        return Message("The GM has rewound the battle to %(phase)s, round %(round)s.", values)
    return Message("The GM has rewound the battle to %(phase)s.", values)


def _rounds(found: Stretch, titles: Mapping[str, Message]) -> Iterator[tuple[str, Message]]:
    """Those that came to their end in it, by their phase; where a round has phases of its own they are turns."""
    parts = replay.stretches(found.marks)
    turns = any(len({mark.phase for mark in marks}) > 1 for marks in parts if marks[0].round)
    bounds = [(marks[0], after[0].number) for marks, after in pairwise(parts)]
    ended = [mark for mark, end in bounds if end > found.first.number and end != found.stopped]
    if found.after.finished and not found.before.finished and found.stopped is None:
        ended.append(parts[-1][0])
    for phase, group in groupby((mark for mark in ended if mark.round), key=lambda mark: "" if turns else mark.phase):
        rounds = [mark.round for mark in group]
        text = (TURNS if turns else ROUNDS)[min(len(rounds), 3) - 1].text
        values: Values = {"first": rounds[0], "last": rounds[-1]}
        yield phase, Message(text, values if turns else values | {"phase": titles[phase]})


def _entries(past: Past, known: int, until: int) -> Iterator[Message]:
    """Where nothing else is to be said: that his report has grown."""
    found = Step.objects.filter(battle=past.battle, narrated=True, readers__contains=past.audience[0])
    if number := found.filter(number__gt=known, number__lte=until).count():
        yield Message("New entries in the report: %(number)s.", {"number": number})
