"""`/style/`: every part of the design, for whoever works on it, made of the very templates of the other pages. It holds
nothing of anybody's, so everybody may see it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from battles.forms.campaigns import CampaignForm
from battles.rules.ruleset import Message
from battles.services import colours
from battles.services.words import sentence
from battles.views import style_samples as samples
from battles.views.battle import STALE

REM = 16
NOTICES = (
    ("ok", Message("Saved.")),
    ("stale", STALE),
    ("illegal", Message("Hordes you place first: %(number)s, no more.", {"number": 2})),
)


class Size(NamedTuple):
    token: str
    pixels: float


@require_GET
def style(request: HttpRequest) -> HttpResponse:
    shown = {
        "sizes": list(_sizes("text-[a-z0-9]+")),
        "spaces": list(_sizes("u[0-9]+")),
        "pairs": sorted(
            colours.measured(colours.tokens()), key=lambda found: colours.EVERY_GROUND.index(found.pair.ground)
        ),
        "form": _refused(),
        "notices": NOTICES,
        "view": samples.battle(),
        "offers": {},
        "symbols": samples.symbols(),
        "entry": samples.entry(),
    }
    return render(request, "battles/style.html", shown)


def _refused() -> CampaignForm:
    form = CampaignForm({"name": ""})
    form.add_error("name", sentence(Message("%(title)s: please fill this in.", {"title": str(form["name"].label)})))
    return form


def _sizes(names: str) -> Iterator[Size]:
    for token, value in colours.tokens().items():
        if re.fullmatch(names, token):
            yield Size(token, float(value.removesuffix("rem")) * REM)
