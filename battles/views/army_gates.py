"""Whose army it is: the gate of every page of one, and the page that holds its tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from battles import forms
from battles.models import Army
from battles.rules.ruleset import Message
from battles.services import army_list, army_rows, veterans
from battles.services.army_kinds import HEROES, KINDS, Kind, NoSuchKind, Profiles, Row, find, profiles_of
from battles.services.army_rows import NoSuchRow
from battles.services.campaigns import Membership
from battles.services.refusals import Refused
from battles.views.gates import Request, member_or_404


@dataclass(frozen=True)
class Desk:
    """An army on the desk of somebody who may edit it."""

    member: Membership
    army: Army

    @property
    def runs(self) -> bool:
        """Whether he runs the campaign; else he is the army's owner."""
        return army_list.runs(self.member)

    @cached_property
    def fixed(self) -> tuple[str, ...]:
        """The kinds of rows of which there are neither more nor fewer, and whose `veterans.KEPT` he only reads."""
        return tuple(veterans.KEPT) if veterans.is_kept(self.army, self.member.person) else ()

    def kept(self, kind: Kind) -> tuple[str, ...]:
        """The fields of such rows that he only reads."""
        return veterans.KEPT[kind.key] if kind.key in self.fixed else ()


@dataclass(frozen=True)
class Part:
    """A kind's table: its rows, the form for more of them, whether there is room for any."""

    kind: Kind
    heads: tuple[army_rows.Cell, ...]
    lines: list[army_rows.Line]
    add: forms.AddRowsForm
    room: bool
    is_heroes: bool


def desk_or_404(request: Request, pk: int, army: int) -> Desk:
    """For who runs the campaign, and the army's owner; the others' answer is that for a page that does not exist."""
    member = member_or_404(request, pk)
    try:
        return Desk(member, army_list.find(member, army))
    except army_list.NoSuchArmy:
        raise Http404 from None


def kind_or_404(key: str) -> Kind:
    try:
        return find(key)
    except NoSuchKind:
        raise Http404 from None


def row_or_404(kind: Kind, army: Army, row: int) -> Row:
    try:
        return army_rows.find(kind, army, row)
    except NoSuchRow:
        raise Http404 from None


def part_of(desk: Desk, kind: Kind, profiles: Profiles, add: forms.AddRowsForm | None = None) -> Part:
    rows = list(getattr(desk.army, kind.key).all())
    heads = army_rows.line(kind, kind.model(), profiles, first=True, last=True).cells
    return Part(
        kind=kind,
        heads=heads,
        lines=army_rows.lines(kind, rows, profiles),
        add=add or forms.AddRowsForm(kind, profiles),
        room=len(rows) < kind.most and not desk.member.campaign.archived_at and kind.key not in desk.fixed,
        is_heroes=kind is HEROES,
    )


def army_page(
    request: Request,
    desk: Desk,
    *,
    figures: forms.FiguresForm | None = None,
    adding: tuple[Kind, forms.AddRowsForm] | None = None,
    refusal: Refused | None = None,
) -> HttpResponse:
    """The whole page, with what was refused."""
    profiles = profiles_of(desk.member.campaign)
    adds = {adding[0].key: adding[1]} if adding else {}
    shown = context(desk) | {
        "parts": [part_of(desk, kind, profiles, adds.get(key)) for key, kind in KINDS.items()],
        "totals": army_list.totals(desk.army, profiles),
        "figures": figures or figures_form(desk),
        "refusal": refusal,
    }
    wrong = refusal or adding or (figures and figures.errors)
    return render(request, "battles/campaign/army.html", shown, status=422 if wrong else 200)


def figures_form(desk: Desk, **given: Any) -> forms.FiguresForm:
    return forms.FiguresForm(desk.army, kept=veterans.OF_THE_ARMY if desk.fixed else (), **given)


def context(desk: Desk) -> dict[str, Any]:
    return {"member": desk.member, "army": desk.army, "runs": desk.runs, "fixed": desk.fixed}


def answer(
    request: Request, desk: Desk, body: str, message: Message | str, *, level: str = "success", status: int = 200
) -> HttpResponse:
    """To htmx: what takes the place of its target, and beside it the totals and a notice, with a way back."""
    before = desk.army.version
    desk.army.refresh_from_db(fields=["version"])
    shown = context(desk) | {
        "totals": army_list.totals(desk.army, profiles_of(desk.member.campaign)),
        "message": message,
        "level": level,
        "undo": desk.army.version if desk.army.version > before else 0,
    }
    beside = render_to_string("battles/campaign/_army_beside.html", shown, request)
    return HttpResponse(body + beside, status=status)
