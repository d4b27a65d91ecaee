import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.models.battle import Battle
from battles.models.campaign import Campaign

TOKEN_BYTES = 24  # 32 letters in an address


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


class Member(models.Model):
    """A person's place in a campaign. Its GM is `Campaign.gm` and has no row here.

    faction: whose player he is, in the GM's words; empty for deputies and spectators.
    """

    class Role(models.TextChoices):
        DEPUTY = "deputy", _("deputy GM")
        PLAYER = "player", _("player")
        SPECTATOR = "spectator", _("spectator")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    faction = models.CharField(max_length=80, default="", blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "user"], name="one_place_a_person"),
            models.CheckConstraint(
                condition=models.Q(role__in=["deputy", "player", "spectator"]), name="member_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


class Invite(models.Model):
    """A link that lets somebody in: into a campaign, and into a seat of a battle if `battle` is set.

    seat: a `Seat.Role`, empty without a battle; role: a `Member.Role`. A link for a side works once, then `used_by`
    and `used_at` are set; one for spectators works until it is revoked or expires. token: the link's secret part.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invites")
    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, null=True, blank=True, related_name="invites")
    role = models.CharField(max_length=10, choices=Member.Role)
    seat = models.CharField(max_length=10, default="", blank=True)
    faction = models.CharField(max_length=80, default="", blank=True)
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    many = models.BooleanField(default=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role__in=["deputy", "player", "spectator"]), name="invite_role_known"
            ),
            models.CheckConstraint(
                condition=models.Q(seat__in=["", "red", "blue", "public"]), name="invite_seat_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign}: {self.seat or self.role}"


class Guest(models.Model):
    """A person who came by an invite with only a name; no longer one once he has set a password."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="guest")
    invite = models.ForeignKey(Invite, on_delete=models.SET_NULL, null=True, related_name="guests")
    came_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.user)


class HandOver(models.Model):
    """A seat that changed hands, or the GM's chair that somebody may no longer sit in.

    drafts: whether the GM let the new holder have the old one's secret choices.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="hand_overs")
    role = models.CharField(max_length=10)
    old = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    new = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    drafts = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.role}: {self.old} → {self.new}"
