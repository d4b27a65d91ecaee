"""The control room and the frame of the pages reached from it; how an act of the GM's is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from battles.models import Seat
from battles.rules.ruleset import Illegal, Message
from battles.services import seats
from battles.services.gm import presence
from battles.services.gm.chair import Stale
from battles.services.refusals import Refused
from battles.services.words import sentence
from battles.views.answers import LEVELS, Answer, notice, page_context
from battles.views.gates import Request, chair_or_404

SITE = "gm"  # the admin site whose frame these pages have
FASTER = Message("Somebody was faster: what you decided on is no longer so, and nothing was changed. Look again.")
Act = Callable[[], Any]


def frame(request: HttpRequest) -> dict[str, Any]:
    """What the admin site's frame is given, on pages that have an address of their own."""
    request.current_app = SITE
    return {
        "site_title": "Battlefront",
        "site_header": gettext("Battlefront: GM"),
        "site_url": "/",
        "has_permission": True,
        "is_popup": False,
        "is_nav_sidebar_enabled": False,
    }


def control(request: Request, pk: int, status: int = 200) -> HttpResponse:
    """The GM's board inside the frame."""
    chair = chair_or_404(request, pk)
    presence.note(battle_id=pk, person=request.user.pk)
    context = frame(request) | page_context(request, chair)
    return render(request, "battles/gm/control.html", context, status=status)


def chair_here(request: Request, pk: int) -> Seat:
    """The gate of all these pages: 404 to whoever has not the GM's chair. Whoever looks at one is here."""
    chair = chair_or_404(request, pk)
    presence.note(battle_id=pk, person=request.user.pk)
    return chair


def page(
    request: Request, chair: Seat, name: str, given: dict[str, Any], refusal: Answer | None = None
) -> HttpResponse:
    """One of the pages reached from the control room. refusal: why what was sent from it was not done."""
    battle = {"pk": chair.battle_id, "title": chair.battle.title, "campaign": chair.battle.campaign.name}
    shown = frame(request) | {"battle": battle, "sent": request.POST, "refusal": refusal} | given
    return render(request, f"battles/gm/{name}.html", shown, status=refusal.status if refusal else 200)


def tried(act: Act) -> Answer | None:
    """Do it. The answer, if it was refused; then nothing was changed."""
    try:
        act()
    except Refused as error:
        return Answer(422, "illegal", error.message)
    except Illegal as error:
        return Answer(422, "illegal", error.message, clause=error.clause)
    except Stale:
        return Answer(409, "stale", FASTER)
    except seats.NotSeated:
        raise Http404 from None
    return None


def back(request: Request, pk: int, said: str) -> HttpResponse:
    """To the control room, once it is done."""
    messages.success(request, said)
    return redirect("gm:battles_battle_change", pk)


def clicked(request: Request, seat: Seat, act: Act, said: Message) -> HttpResponse:
    """The answer to a small form on the battle's page itself: a notice, or without script the page anew."""
    pk, answer = seat.battle_id, tried(act) or Answer(200, "ok", said)
    if request.htmx or seat.role != Seat.Role.GM:
        return notice(request, pk, answer)
    messages.add_message(request, LEVELS[answer.level], sentence(answer.message))
    if answer.status == 200:
        return redirect("gm:battles_battle_change", pk)
    return control(request, pk, answer.status)
