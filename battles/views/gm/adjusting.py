"""A ruling on one figure: found in a list, then changed with a reason."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from django.http import HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from battles.rules.ruleset import Message
from battles.rules.rulings import Figure
from battles.services.gm import chair as services
from battles.services.gm import looks
from battles.services.words import sentence
from battles.views.answers import Answer
from battles.views.gates import Request, signed_in
from battles.views.gm.room import back, chair_here, page, tried

GONE = Message("There is no such figure in this battle now.")


@signed_in
@require_http_methods(["GET", "POST"])
def adjust(request: Request, pk: int) -> HttpResponse:
    """The list, searched by `q`; with `figure` the form for that one. It sends `was`, `value` and `reason`."""
    chair, refusal = chair_here(request, pk), None
    key = request.POST.get("figure") or request.GET.get("figure", "")
    given = {name: request.POST.get(name, "") for name in ("was", "value", "reason")}
    if request.method == "POST":
        refusal = tried(lambda: services.adjust(battle_id=pk, actor=request.user, key=key, **given))
        if refusal is None:
            return back(request, pk, gettext("Ruled."))
    looks.take(battle=chair.battle, person=request.user, what="figures")
    found = services.figures(battle_id=pk)
    figure = next((each for each in found if each.key == key), None)
    if figure is not None:
        return page(request, chair, "adjust_one", {"figure": figure}, refusal)
    if key and refusal is None:
        refusal = Answer(422, "illegal", GONE)
    wanted = request.GET.get("q", "").strip()
    shown = {"groups": _grouped(_matching(found, wanted)), "wanted": wanted, "over": chair.battle.finished_at}
    return page(request, chair, "adjust", shown, refusal)


def _matching(figures: Iterable[Figure], wanted: str) -> list[Figure]:
    """Those that have every word of it somewhere in what they are called."""
    words = wanted.casefold().split()
    return [each for each in figures if all(word in _called(each) for word in words)]


def _called(figure: Figure) -> str:
    return f"{figure.whose} {sentence(figure.label)} {figure.side or ''}".casefold()


def _grouped(figures: list[Figure]) -> list[tuple[str, str, list[Figure]]]:
    """By side, and within it by whose they are, each in the order in which the ruleset has them."""
    sides = sorted(figures, key=lambda each: {"red": 0, "blue": 1}.get(each.side or "", 2))
    return [
        (side, whose, list(own))
        for (side, whose), own in groupby(sides, key=lambda each: (each.side or "", each.whose))
    ]
