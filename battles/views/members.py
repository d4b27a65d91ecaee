"""A campaign's members, and what its GM does with the whole of it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from battles.forms.campaigns import CampaignForm, CampaignLinkForm, ChatForm, PlaceForm
from battles.services import campaigns, invites, webhooks
from battles.services import members as services
from battles.services.campaigns import Membership
from battles.views.gates import Request, gm_or_404, member_or_404, owner_or_404, signed_in
from battles.views.links import reaches_others, shown
from battles.views.once import once
from battles.views.said import Refusal, done, tried
from battles.views.tries import sentence, too_many


@signed_in
@require_GET
def members(request: Request, pk: int) -> HttpResponse:
    return page(request, member_or_404(request, pk))


def page(request: Request, member: Membership, refusal: Refusal | None = None) -> HttpResponse:
    """Everybody sees who is in the campaign; the links are for who runs it."""
    given = {"member": member, "lines": services.seen_by(member), "refusal": refusal}
    if member.is_gm:
        given |= {
            "links": shown(request, invites.of_campaign(member.campaign)),
            "link_form": CampaignLinkForm(),
            "roles": PlaceForm().fields["role"].choices,  # type: ignore[attr-defined]
            "reaches_others": reaches_others(request),
        }
    return render(request, "battles/campaign/members.html", given, status=422 if refusal else 200)


@signed_in
@require_POST
def change_member(request: Request, pk: int, person: int) -> HttpResponse:
    member, form = gm_or_404(request, pk), PlaceForm(request.POST)
    return _act(
        request,
        member,
        lambda: services.change(campaign=member.campaign, person=person, **form.cleaned_data),
        gettext("Saved."),
        form,
    )


@signed_in
@require_POST
def remove_member(request: Request, pk: int, person: int) -> HttpResponse:
    member = gm_or_404(request, pk)
    said = gettext("Removed from the campaign and its seats.")
    return _act(request, member, lambda: services.remove(campaign=member.campaign, person=person), said)


@signed_in
@require_POST
def hand_over(request: Request, pk: int, person: int) -> HttpResponse:
    """The GM alone does that; then he is a deputy."""
    member = owner_or_404(request, pk)
    member_or_404(request, pk)  # not in an archived campaign
    said = gettext("The campaign is handed over. You are its deputy GM now.")
    return _act(request, member, lambda: services.hand_over(campaign=member.campaign, person=person), said)


def _act(request: Request, member: Membership, act: object, said: str, form: PlaceForm | None = None) -> HttpResponse:
    try:
        refusal = tried(form, act)  # type: ignore[arg-type]
    except services.NoSuchMember:
        raise Http404 from None
    if refusal:
        return page(request, member, refusal)
    messages.success(request, said)
    return redirect("battles:members", member.campaign.pk)


@signed_in
@require_http_methods(["GET", "POST"])
@once
def new_campaign(request: Request) -> HttpResponse:
    """Anybody may start one, and then is its GM."""
    form = CampaignForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        made = []
        if done(form, lambda: made.append(campaigns.create(name=form.cleaned_data["name"], gm=request.user))):
            return redirect(made[0])
    return render(request, "battles/new_campaign.html", {"form": form}, status=422 if form.errors else 200)


@signed_in
@require_http_methods(["GET", "POST"])
def settings(request: Request, pk: int) -> HttpResponse:
    """The name; for the GM alone the chat and archiving as well."""
    member = gm_or_404(request, pk)
    form = CampaignForm(request.POST if request.method == "POST" else None, initial={"name": member.campaign.name})
    if request.method == "POST" and form.is_valid() and done(form, lambda: _rename(member, form)):
        messages.success(request, gettext("Saved."))
        return redirect("battles:settings", pk)
    return _settings(request, member, form, _chat_form(member))


def _settings(request: Request, member: Membership, form: CampaignForm, chat: ChatForm) -> HttpResponse:
    given = {"member": member, "form": form, "chat_form": chat if member.is_owner else None}
    return render(request, "battles/campaign/settings.html", given, status=422 if form.errors or chat.errors else 200)


def _chat_form(member: Membership, data: QueryDict | None = None) -> ChatForm:
    return ChatForm(data, initial={"webhook": member.campaign.webhook})


@signed_in
@require_POST
def chat(request: Request, pk: int) -> HttpResponse:
    """Where the campaign's chat is told of its battles: the GM alone sees it."""
    member = owner_or_404(request, pk)
    member_or_404(request, pk)  # not in an archived campaign
    form = _chat_form(member, request.POST)
    if form.is_valid() and done(form, lambda: _put_chat(member, form)):
        messages.success(request, gettext("Saved."))
        return redirect("battles:settings", pk)
    return _settings(request, member, CampaignForm(initial={"name": member.campaign.name}), form)


def _put_chat(member: Membership, form: ChatForm) -> None:
    webhooks.put(campaign=member.campaign, address=form.cleaned_data["webhook"])


@signed_in
@require_POST
def greet_chat(request: Request, pk: int) -> HttpResponse:
    """A first message, to see whether it arrives."""
    member = owner_or_404(request, pk)
    member_or_404(request, pk)  # not in an archived campaign
    if too_many(request, "chat", request.user.get_username()):
        messages.error(request, sentence())
    elif refusal := tried(None, lambda: webhooks.greet(campaign=member.campaign)):
        messages.error(request, refusal.message)
    else:
        messages.success(request, gettext("The chat has taken the message."))
    return redirect("battles:settings", pk)


def _rename(member: Membership, form: CampaignForm) -> None:
    campaigns.rename(campaign=member.campaign, name=form.cleaned_data["name"])


@signed_in
@require_POST
def archive(request: Request, pk: int) -> HttpResponse:
    campaigns.archive(campaign=owner_or_404(request, pk).campaign)
    messages.success(request, gettext("The campaign is archived: it can only be read, and is listed apart."))
    return redirect("battles:campaign", pk)


@signed_in
@require_POST
def unarchive(request: Request, pk: int) -> HttpResponse:
    campaigns.unarchive(campaign=owner_or_404(request, pk).campaign)
    messages.success(request, gettext("The campaign goes on."))
    return redirect("battles:campaign", pk)
