"""The tables of an army, edited in place. To htmx each answer is the row or the table; to a plain form a redirect."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from battles import forms
from battles.rules.ruleset import Message
from battles.services import army_rows as services
from battles.services.army_kinds import Kind, Row, profiles_of
from battles.services.refusals import Refused
from battles.services.words import sentence
from battles.views.army_gates import Desk, answer, army_page, context, desk_or_404, kind_or_404, part_of, row_or_404
from battles.views.gates import Request, not_archived, signed_in
from battles.views.once import once


@signed_in
@require_http_methods(["GET", "POST"])
def row(request: Request, pk: int, army: int, part: str, row: int) -> HttpResponse:
    """The row as a form, or what became of it; `?as=line` is the row as the table shows it."""
    desk, kind = desk_or_404(request, pk, army), kind_or_404(part)
    if request.method == "POST" and not _still_there(desk, kind, row):
        return _gone(request, desk)
    found = row_or_404(kind, desk.army, row)
    not_archived(desk.member)
    if request.method == "GET" and "as" in request.GET:
        return HttpResponse(_line(request, desk, kind, found)) if request.htmx else _to_table(desk, kind)
    sent = request.POST if request.method == "POST" else None
    form = forms.ArmyRowForm(kind, found, _profiles(desk), desk.kept(kind), data=sent)
    if request.method == "POST" and form.is_valid() and _saved(request, desk, kind, found, form):
        return _after_change(request, desk, kind, row_or_404(kind, desk.army, row))
    return _form(request, desk, kind, form)


@signed_in
@require_POST
@once
def add_rows(request: Request, pk: int, army: int, part: str) -> HttpResponse:
    """Several of a kind, behind the others."""
    desk, kind = desk_or_404(request, pk, army), kind_or_404(part)
    form = forms.AddRowsForm(kind, _profiles(desk), data=request.POST)
    try:
        if not form.is_valid():
            return _not_added(request, desk, kind, form)
        rows = services.add(army=desk.army, kind=kind, given=form.cleaned_data, by=request.user)
    except Refused as error:
        form.add_error(error.field or None, sentence(error.message))
        return _not_added(request, desk, kind, form)
    names = ", ".join(row.name for row in rows)
    return _after_act(request, desk, kind, Message("Added: %(names)s.", {"names": names}))


@signed_in
@require_POST
@once
def duplicate_row(request: Request, pk: int, army: int, part: str, row: int) -> HttpResponse:
    desk, kind = desk_or_404(request, pk, army), kind_or_404(part)
    try:
        twin = services.duplicate(army=desk.army, kind=kind, row=row, by=request.user)
    except services.NoSuchRow:
        return _gone(request, desk)
    except Refused as error:
        return _refused(request, desk, kind, error)
    return _after_act(request, desk, kind, Message("Added: %(names)s.", {"names": twin.name}))


@signed_in
@require_POST
def delete_row(request: Request, pk: int, army: int, part: str, row: int) -> HttpResponse:
    desk, kind = desk_or_404(request, pk, army), kind_or_404(part)
    try:
        name = services.delete(army=desk.army, kind=kind, row=row, by=request.user)
    except services.NoSuchRow:
        return _gone(request, desk)
    except Refused as error:
        return _refused(request, desk, kind, error)
    return _after_act(request, desk, kind, Message("Deleted: %(name)s.", {"name": name}))


@signed_in
@require_POST
def move_row(request: Request, pk: int, army: int, part: str, row: int) -> HttpResponse:
    """`to` is `up` or `down`."""
    desk, kind = desk_or_404(request, pk, army), kind_or_404(part)
    try:
        moved = services.move(army=desk.army, kind=kind, row=row, to=request.POST.get("to", ""), by=request.user)
    except services.NoSuchRow:
        return _gone(request, desk)
    except Refused as error:
        return _refused(request, desk, kind, error)
    return _after_act(request, desk, kind, Message("Moved: %(name)s.", {"name": moved.name}))


def _saved(request: Request, desk: Desk, kind: Kind, row: Row, form: forms.ArmyRowForm) -> bool:
    try:
        services.change(army=desk.army, kind=kind, row=row.pk, given=form.cleaned_data, by=request.user)
    except services.NoSuchRow:
        raise Http404 from None
    except Refused as error:
        if error.field == "seen":
            form.row = row_or_404(kind, desk.army, row.pk)
            form.show_afresh()
        form.add_error(None if error.field in ("", "seen") else error.field, sentence(error.message))
        return False
    return True


def _profiles(desk: Desk) -> Any:
    return profiles_of(desk.member.campaign)


def _still_there(desk: Desk, kind: Kind, row: int) -> bool:
    return bool(kind.model.objects.filter(army=desk.army, pk=row).exists())


def _to_table(desk: Desk, kind: Kind) -> HttpResponse:
    return redirect(reverse("battles:army", args=[desk.member.campaign.pk, desk.army.pk]) + f"#part-{kind.key}")


def _form(request: Request, desk: Desk, kind: Kind, form: forms.ArmyRowForm) -> HttpResponse:
    """To htmx the row alone; else a page of its own."""
    template = "battles/campaign/_army_row_form.html" if request.htmx else "battles/campaign/army_row.html"
    shown = context(desk) | {"kind": kind, "form": form, "row": form.row}
    return render(request, template, shown, status=422 if form.errors else 200)


def _line(request: Request, desk: Desk, kind: Kind, row: Row) -> str:
    line = services.placed(kind, desk.army, row, _profiles(desk))
    return render_to_string("battles/campaign/_army_row.html", context(desk) | {"kind": kind, "line": line}, request)


def _table(request: Request, desk: Desk, kind: Kind, add: forms.AddRowsForm | None = None) -> str:
    shown = context(desk) | {"part": part_of(desk, kind, _profiles(desk), add)}
    return render_to_string("battles/campaign/_army_part.html", shown, request)


def _after_change(request: Request, desk: Desk, kind: Kind, row: Row) -> HttpResponse:
    message = Message("Saved: %(name)s.", {"name": row.name})
    if request.htmx:
        return answer(request, desk, _line(request, desk, kind, row), message)
    messages.success(request, sentence(message))
    return _to_table(desk, kind)


def _after_act(request: Request, desk: Desk, kind: Kind, message: Message) -> HttpResponse:
    if request.htmx:
        return answer(request, desk, _table(request, desk, kind), message)
    messages.success(request, sentence(message))
    return _to_table(desk, kind)


def _not_added(request: Request, desk: Desk, kind: Kind, form: forms.AddRowsForm) -> HttpResponse:
    if request.htmx:
        return HttpResponse(_table(request, desk, kind, form), status=422)
    return army_page(request, desk, adding=(kind, form))


def _refused(request: Request, desk: Desk, kind: Kind, error: Refused) -> HttpResponse:
    if request.htmx:
        body = _table(request, desk, kind)
        return answer(request, desk, body, error.message, level="illegal", status=422)
    return army_page(request, desk, refusal=error)


def _gone(request: Request, desk: Desk) -> HttpResponse:
    """The row has been deleted meanwhile: to htmx it goes, with a sentence why."""
    if not request.htmx:
        raise Http404
    gone = Message("Somebody has deleted this row since the page was opened.")
    return answer(request, desk, "", gone, level="illegal", status=404)
