"""The GM's admin site at /gm/: open to GMs and their deputies, with their own campaigns' battles only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext_lazy

from battles.models import Battle
from battles.services import seats
from battles.views.gates import Request
from battles.views.gm import index, room
from battles.views.lobby import sign_out

if TYPE_CHECKING:
    BaseBattleAdmin = admin.ModelAdmin[Battle]
else:
    BaseBattleAdmin = admin.ModelAdmin


class GMSite(admin.AdminSite):
    site_header = gettext_lazy("Battlefront: GM")
    site_title = "Battlefront"
    index_title = gettext_lazy("Your campaigns")
    site_url = "/"

    def has_permission(self, request: HttpRequest) -> bool:
        """To whoever is signed in and no GM the whole site does not exist."""
        if not request.user.is_authenticated:
            return False
        if not seats.is_gm(request.user):
            raise Http404
        return request.user.is_active

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """One sign-in page for all."""
        return redirect_to_login(request.GET.get("next", "/gm/"))

    def logout(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # type: ignore[override]
        """As everywhere: the session's sockets close too."""
        return sign_out(request)

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # type: ignore[override]
        """One page for all, with its limit on tries."""
        return redirect("battles:password")

    def get_urls(self) -> list[Any]:
        """Without the short cut "view on site", which would tell whether another GM's battle exists."""
        own = [path("desk/", self.admin_view(index.desk), name="desk")]
        return own + [url for url in super().get_urls() if getattr(url, "name", "") != "view_on_site"]

    def index(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # type: ignore[override]
        """The GM's desk."""
        return index.index(cast(Request, request))


class BattleAdmin(BaseBattleAdmin):
    """A battle's change page is its control room. Battles are changed by commands alone, never by a form."""

    list_display = ["title", "campaign", "phase_title", "created_at", "finished_at"]
    list_filter = [("campaign", admin.RelatedOnlyFieldListFilter)]
    actions = None

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
