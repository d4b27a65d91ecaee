"""How far a side's choices have come, in a word or two: for the bar that stays in sight on a phone."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from battles.rules.battlefront.view import BattlefrontView, OwnView
from battles.templatetags import _battlefront_pictures as pictures


def chosen_so_far(view: BattlefrontView, own: OwnView, offers: pictures.Offers) -> str:
    if view.phase == "muster":
        return " · ".join(_mustered(domain) for domain in pictures.muster_of(view, own))
    if view.phase in ("first_deployment", "deployment"):
        return _placed(own)
    if view.phase == "land" and view.stage == "orders" and own.attackers:
        return _ordered(own)
    return _drawn(own) if own.draws_left else ""


def _mustered(domain: pictures.Muster) -> str:
    figures = {"chosen": domain.chosen, "cap": domain.cap}
    if domain.domain == "air":
        return gettext("%(chosen)d of %(cap)d air") % figures
    return gettext("%(chosen)d of %(cap)d land") % figures


def _placed(own: OwnView) -> str:
    placed = len(own.placements)
    every = placed + len(own.to_place)
    return gettext("%(placed)d of %(all)d placed") % {"placed": placed, "all": every} if every else ""


def _ordered(own: OwnView) -> str:
    return gettext("%(given)d of %(all)d orders") % {"given": len(own.orders), "all": len(own.attackers)}


def _drawn(own: OwnView) -> str:
    return ngettext("%(n)s still to draw", "%(n)s still to draw", own.draws_left) % {"n": own.draws_left}
