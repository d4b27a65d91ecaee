"""What both admin sites share: the site's own way in and out, and that they do not exist for others."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from battles.views.lobby import sign_out


class OwnSite(admin.AdminSite):
    site_title = "Battlefront"
    site_url = "/"
    home = ""  # its address

    def is_open_to(self, request: HttpRequest) -> bool:
        """Whether it exists for whoever is signed in."""
        raise NotImplementedError

    def has_permission(self, request: HttpRequest) -> bool:
        if not request.user.is_authenticated:
            return False
        if not self.is_open_to(request):
            raise Http404
        return request.user.is_active

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """One sign-in page for all, with its limit on tries."""
        return redirect_to_login(request.GET.get("next", self.home))

    def logout(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # type: ignore[override]
        """As everywhere: the session's sockets close too."""
        return sign_out(request)

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # type: ignore[override]
        """One page for all, with its limit on tries."""
        return redirect("battles:password")

    def get_urls(self) -> list[Any]:
        """Without the short cut "view on site", which would tell what exists."""
        return [url for url in super().get_urls() if getattr(url, "name", "") != "view_on_site"]
