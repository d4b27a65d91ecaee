"""The GM's admin site at /gm/: open to GMs and their deputies, with their own campaigns' battles only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import path
from django.utils.translation import gettext, gettext_lazy

from battles.models import Battle
from battles.own_site import OwnSite
from battles.services import seats
from battles.views.gates import Request
from battles.views.gm import index, room

if TYPE_CHECKING:
    BaseBattleAdmin = admin.ModelAdmin[Battle]
else:
    BaseBattleAdmin = admin.ModelAdmin


class GMSite(OwnSite):
    site_header = gettext_lazy("Battlefront: GM")
    index_title = gettext_lazy("Your campaigns")
    home = "/gm/"

    def is_open_to(self, request: HttpRequest) -> bool:
        return seats.is_gm(request.user)

    def get_urls(self) -> list[Any]:
        return [path("desk/", self.admin_view(index.desk), name="desk"), *super().get_urls()]

    def index(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # type: ignore[override]
        """The GM's desk."""
        return index.index(cast(Request, request))


class BattleAdmin(BaseBattleAdmin):
    """A battle's change page is its control room. Battles are changed by commands alone, never by a form."""

    list_display = ["title", "campaign", "phase", "created_at", "finished_at"]
    list_filter = [("campaign", admin.RelatedOnlyFieldListFilter)]
    actions = None

    @admin.display(description=gettext_lazy("Phase"), ordering="phase_title")
    def phase(self, battle: Battle) -> str:
        return gettext(battle.phase_title)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only the filter on the page: by any other a GM could feel his way to the dice's secret, digit by digit."""
        return lookup == "campaign__id__exact"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Battle]:
        return super().get_queryset(request).filter(pk__in=seats.run_by(cast(User, request.user)).values("pk"))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return True

    def has_view_permission(self, request: HttpRequest, obj: Battle | None = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Battle | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Battle | None = None) -> bool:
        return False

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The control room."""
        if request.method != "GET":
            return HttpResponseNotAllowed(["GET"])
        battle = self.get_object(request, object_id or "")
        if battle is None:
            raise Http404
        return room.control(cast(Request, request), battle.pk)


gm_site = GMSite(name="gm")
gm_site.register(Battle, BattleAdmin)
