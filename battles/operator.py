"""The operator's admin at /admin/: accounts, campaigns, who is in them. Of a battle only what a list of battles says.

An operator may play himself: nothing here shows a setup, a step, a secret of the dice, an army or an invite's link.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from battles.models import Battle, Campaign, Member, Seat
from battles.own_site import OwnSite
from battles.services import live

if TYPE_CHECKING:
    BaseAdmin = admin.ModelAdmin[Any]
    BaseUserAdmin = UserAdmin[User]
else:
    BaseAdmin = admin.ModelAdmin
    BaseUserAdmin = UserAdmin


class OperatorSite(OwnSite):
    site_header = _("Battlefront: operator")
    index_title = _("Accounts and campaigns")
    home = "/admin/"

    def is_open_to(self, request: HttpRequest) -> bool:
        return request.user.is_active and request.user.is_staff


class Accounts(BaseUserAdmin):
    """People. Whoever is switched off or gets another password is out of every battle at once."""

    # Plain lists: the widget with two of them names its help in a way that no screen reader takes.
    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and obj.pk:
            live.hang_up(person=obj.pk)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """An account is switched off, so that what it did keeps its name."""
        return False


class Listed(BaseAdmin):
    """Only read, and searched by nothing but what is shown."""

    actions = None
    view_on_site = False
    shown: ClassVar[list[str]]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.shown

    def get_list_display(self, request: HttpRequest) -> Any:
        return self.shown

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Campaigns(Listed):
    shown = ["name", "gm", "created_at", "archived_at"]
    search_fields = ["name"]


class Members(Listed):
    shown = ["user", "campaign", "role", "joined_at"]


class Battles(Listed):
    shown = ["title", "campaign", "ruleset", "created_at", "finished_at"]
    search_fields = ["title"]


class Seats(Listed):
    shown = ["user", "battle", "role"]


operator_site = OperatorSite(name="operator")
for model, shown in ((User, Accounts), (Campaign, Campaigns), (Member, Members), (Battle, Battles), (Seat, Seats)):
    operator_site.register(model, shown)
