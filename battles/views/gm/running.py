"""How a battle is run, and what its spectators get of it."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from battles.models import Battle
from battles.rules.ruleset import Message
from battles.services.gm import chair as services
from battles.services.gm import company, conducting
from battles.services.gm.conduct import ABSENCE, KINDS
from battles.views.gates import Request, signed_in
from battles.views.gm.room import back, chair_here, page, tried

SWITCHES = {
    "by_itself": (
        Message("Go on when all are ready"),
        Message("Needs no GM at all: once both sides are ready, the next phase or round comes by itself."),
    ),
    "draft_first": (
        Message("Draft, then publish"),
        Message("You see a decided round first, with every test, and may rule on it. The others read that you do."),
    ),
    "table_dice": (
        Message("Table dice"),
        Message("Tests wait for the numbers thrown at the table, typed in by the thrower or by you."),
    ),
}


@signed_in
@require_http_methods(["GET", "POST"])
def conduct(request: Request, pk: int) -> HttpResponse:
    """Switches, a limit for each phase, what happens to who is absent, and for how long the GM may be gone."""
    chair, refusal = chair_here(request, pk), None
    battle = chair.battle
    if request.method == "POST":
        wanted = request.POST.dict()
        refusal = tried(lambda: services.put(battle_id=pk, actor=request.user, changes=conducting.run(battle, wanted)))
        if refusal is None:
            return back(request, pk, gettext("Saved: the battle is run so from now on."))
    texts = _texts(request, battle)
    shown = {
        "texts": texts,
        "switches": [(name, *words, texts.get(name)) for name, words in SWITCHES.items()],
        "limits": [
            (key, title, texts.get(f"minutes-{key}", ""), texts.get(f"at-{key}", ""))
            for key, title in conducting.phases(battle)
        ],
        "absence": ABSENCE.items(),
        "zones": conducting.zones(),
        "phase": battle.phase,
    }
    return page(request, chair, "conduct", shown, refusal)


@signed_in
@require_http_methods(["GET", "POST"])
def spectators(request: Request, pk: int) -> HttpResponse:
    """Open or closed, and for each kind of information how late; who they are, and who of them is here."""
    chair, refusal = chair_here(request, pk), None
    battle = chair.battle
    if request.method == "POST":
        wanted = request.POST.dict()
        refusal = tried(lambda: services.put(battle_id=pk, actor=request.user, changes=conducting.spectators(wanted)))
        if refusal is None:
            return back(request, pk, gettext("Saved: spectators see the battle so from now on."))
    texts = _texts(request, battle)
    shown = {
        "open": texts.get("spectators"),
        "kinds": [
            (kind, title, texts.get(f"seconds-{kind}", ""), texts.get(f"round-{kind}")) for kind, title in KINDS.items()
        ],
        "people": company.watching(battle),
    }
    return page(request, chair, "spectators", shown, refusal)


def _texts(request: Request, battle: Battle) -> Mapping[str, str]:
    """What was sent and refused, else how it is run now."""
    return request.POST.dict() if request.method == "POST" else conducting.texts(battle)
