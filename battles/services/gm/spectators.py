"""Spectators: let in or not, and how much later than the table they see each kind of information."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from battles.models import Battle, Member, Seat, Step
from battles.services import records
from battles.services.gm import conduct
from battles.services.gm.conduct import KINDS, Conduct, Delay

Late = dict[str, Step]  # kind of information -> the step as of which it is shown


def shut_out(battle: Battle) -> bool:
    """Whether the GM has closed the battle to spectators."""
    return not conduct.of(battle).spectators


def late(battle: Battle, last: Step, run: Conduct) -> Late | None:
    """As of which steps spectators see the battle; None where they see it as it is."""
    if not run.delayed:
        return None
    gaps = records.undone(battle.pk) if any(delay.a_round for delay in run.delays.values()) else []
    return {kind: _as_of(battle, last, run.delays.get(kind, Delay()), gaps) for kind in KINDS}


def _as_of(battle: Battle, last: Step, delay: Delay, gaps: list[range]) -> Step:
    """The newest step that the delay lets through. After the end there is no next round to wait for."""
    found = Step.objects.filter(battle=battle).order_by("-number")
    if delay.a_round and battle.finished_at is None:
        found = found.exclude(moment=last.moment)
        for gap in gaps:
            found = found.exclude(number__in=gap)
    if delay.seconds:
        found = found.filter(at__lte=timezone.now() - timedelta(seconds=delay.seconds))
    if not delay.seconds and not delay.a_round:
        return last
    return found.first() or Step.objects.get(battle=battle, number=0)


def version(shown: Late) -> int:
    """Of what spectators are shown: grows with every part of it."""
    return sum(step.versions["public"] for step in shown.values())


def knows_the_end(battle: Battle, now: datetime) -> bool:
    """Whether spectators may know that it is over."""
    longest = max((delay.seconds for delay in conduct.of(battle).delays.values()), default=0)
    return battle.finished_at is not None and battle.finished_at + timedelta(seconds=longest) <= now


def people(battle: Battle) -> list[tuple[int, str]]:
    """Primary key and name of everybody who may watch: by a seat, or as a spectator of the campaign."""
    seated = Seat.objects.filter(battle=battle)
    watching = set(seated.filter(role=Seat.Role.SPECTATOR).values_list("user_id", "user__username"))
    others = Member.objects.filter(campaign_id=battle.campaign_id, role=Member.Role.SPECTATOR)
    watching |= set(others.exclude(user__in=seated.values("user")).values_list("user_id", "user__username"))
    return sorted(watching, key=lambda each: each[1].casefold())
