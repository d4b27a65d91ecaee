"""Who hears of a deadline away from the battle's page: whoever is waited for by mail, the campaign's chat by webhook.

Nothing is told twice, however many processes tell: each first claims it in the battle's row. So what cannot be sent is
lost, which is better than a mail every second. No command waits for any of this: the clock's process sends it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import send_mail
from django.db.models import F
from django.utils import timezone
from django.utils.translation import override

from battles.models import Battle, Seat
from battles.rules.ruleset import Message, Side, Values
from battles.services import records, webhooks
from battles.services.gm import conduct, standing
from battles.services.gm.conduct import ABSENCE, Delay
from battles.services.webhooks import NotTold
from battles.services.words import sentence

log = logging.getLogger(__name__)
# A reminder comes when a quarter of the time is left, and not earlier than this.
EARLIEST = timedelta(hours=1)
# Who has less time than this sits at the table anyway.
WORTH_IT = timedelta(minutes=10)
REMEMBERED = timedelta(days=1)  # after its end a battle has nothing more to tell

SUBJECT = Message("%(battle)s: %(phase)s is to be sealed by %(when)s")
WAITED_FOR = Message("%(side)s has not sealed its choices in %(battle)s yet. The deadline for %(phase)s is %(when)s.")
OTHERWISE = Message("Whoever has not sealed by then: %(what)s.")
OPENED = Message("%(battle)s: %(phase)s has begun.")
ENDED = Message("%(battle)s has ended.")
BY_THEN = Message("To be sealed by %(when)s.")
NEARS = Message("%(battle)s: %(phase)s is to be sealed by %(when)s; %(sides)s has not sealed yet.")
NEARS_FOR_BOTH = Message("%(battle)s: %(phase)s is to be sealed by %(when)s; neither side has sealed yet.")
STRUCK = Message("%(battle)s: time was up, and %(sides)s was not ready.")
STRUCK_BOTH = Message("%(battle)s: time was up, and neither side was ready.")


def struck(battle: Battle, sides: list[str]) -> None:
    """The chat is to hear that a deadline was over. In the transaction in which it strikes; sides: their titles."""
    battle.told = battle.told | {"struck": sides}
    battle.save(update_fields=["told"])


def wanted(now: datetime) -> list[int]:
    """The battles of which there is something to tell."""
    return sorted({*_near(now), *_with_news(now)})


def tell(*, battle_id: int) -> None:
    """Remind of the deadline if it is time, and tell the chat what is new."""
    battle = Battle.objects.select_related("campaign").get(pk=battle_id)
    with override(settings.SITE_LANGUAGE):
        if _is_near(battle.deadline, battle.waiting_since, timezone.now()):
            _remind(battle)
        _tell_news(battle)


# Reminders


def _near(now: datetime) -> list[int]:
    found = Battle.objects.filter(deadline__gt=now, deadline__lte=now + EARLIEST, finished_at=None, voided_at=None)
    found = found.filter(campaign__archived_at=None).exclude(reminded_for=F("deadline"))
    rows = found.values_list("pk", "deadline", "waiting_since")
    return [pk for pk, deadline, since in rows if _is_near(deadline, since, now)]


def _is_near(deadline: datetime | None, since: datetime | None, now: datetime) -> bool:
    if deadline is None or deadline <= now:
        return False
    whole = deadline - (since or now)
    return whole >= WORTH_IT and deadline - now <= min(EARLIEST, whole / 4)


def _remind(battle: Battle) -> None:
    """Once for each deadline, also where two do it at once. A moved one is another: what was told of it is wrong."""
    rules, step = records.ruleset_of(battle), records.last_step(battle.pk)
    state = records.state_of(rules, step)
    sides = rules.waited_for(state)
    if not sides or standing.halt(battle, step) or not _claimed(battle):
        return
    titles = {side: state.of(side).title for side in sides}
    for person, side in _commanders(battle, sides):
        _mail(battle, person, titles[side])
    text = NEARS if len(titles) == 1 else NEARS_FOR_BOTH
    _post(battle, [_said(battle, text, sides=", ".join(titles.values()))])


def _claimed(battle: Battle) -> bool:
    same = Battle.objects.filter(pk=battle.pk, deadline=battle.deadline).exclude(reminded_for=battle.deadline)
    return same.update(reminded_for=battle.deadline) == 1


def _commanders(battle: Battle, sides: Iterable[Side]) -> list[tuple[User, Side]]:
    seats = Seat.objects.filter(battle=battle, role__in=[side.value for side in sides], user__is_active=True)
    return [(seat.user, Side(seat.role)) for seat in seats.exclude(user__email="").select_related("user")]


def _mail(battle: Battle, person: User, side: str) -> None:
    absence = Message(OTHERWISE.text, {"what": ABSENCE[conduct.of(battle).absence]})
    parts = [_said(battle, WAITED_FOR, side=side), sentence(absence), link(battle)]
    try:
        send_mail(_said(battle, SUBJECT), "\n\n".join(part for part in parts if part) + "\n", None, [person.email])
    except Exception:  # the others are to hear of it all the same
        log.exception("Battle %s: a reminder could not be sent", battle.pk)


# The campaign's chat


def _with_news(now: datetime) -> list[int]:
    found = Battle.objects.filter(voided_at=None, campaign__archived_at=None).exclude(campaign__webhook="")
    going_on, ended = found.filter(finished_at=None), found.filter(finished_at__gt=now - REMEMBERED)
    rows = (going_on | ended).values_list("pk", "phase", "told")
    return [pk for pk, phase, told in rows if told.get("phase") != phase or "struck" in told]


def _tell_news(battle: Battle) -> None:
    """What has struck, then what has begun by it: both in one message."""
    told, new = battle.told, {"phase": battle.phase}
    if told == new or not Battle.objects.filter(pk=battle.pk, phase=battle.phase, told=told).update(told=new):
        return
    lines = []
    if sides := told.get("struck"):
        lines.append(_said(battle, STRUCK if len(sides) == 1 else STRUCK_BOTH, sides=", ".join(sides)))
    if told.get("phase") != battle.phase:
        lines.append(_said(battle, ENDED if battle.finished_at else OPENED))
        if battle.deadline:
            lines.append(_said(battle, BY_THEN))
    _post(battle, lines)


def _post(battle: Battle, lines: list[str]) -> None:
    """Nothing of a battle that spectators may not follow as it is: they read the chat too."""
    campaign, run = battle.campaign, conduct.of(battle)
    if not campaign.webhook or not run.spectators or run.delays.get("status", Delay()) != Delay():
        return
    try:
        webhooks.post(address=campaign.webhook, text="\n".join(filter(None, (*lines, link(battle)))))
    except NotTold as error:
        log.warning("Battle %s: the campaign's chat was not told: %s", battle.pk, error)


# Words


def link(battle: Battle) -> str:
    """Empty where the site does not know by what address people reach it."""
    return f"{settings.SITE_URL}{battle.get_absolute_url()}" if settings.SITE_URL else ""


def _said(battle: Battle, message: Message, **values: str) -> str:
    """About the battle: its title, its phase and its deadline stand in the places of those names."""
    known: Values = {"battle": battle.title, "phase": Message(battle.phase_title), "when": _when(battle)}
    return sentence(Message(message.text, {**known, **values}))


def _when(battle: Battle) -> str:
    """The deadline, as a clock in the zone shows it in which the GM has set it."""
    if battle.deadline is None:
        return ""
    limit = conduct.of(battle).limits.get(battle.phase)
    zone = limit.zone if limit and limit.zone else settings.TIME_ZONE
    local = battle.deadline.astimezone(ZoneInfo(zone))
    return f"{local:%Y-%m-%d %H:%M %Z}" + (f" ({zone})" if zone != settings.TIME_ZONE else "")
