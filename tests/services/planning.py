"""A battle that can be opened in the demo's campaign, but for what a test wants otherwise."""

from typing import Any

from django.contrib.auth.models import User

from battles.models import Campaign, Seat
from battles.services.openings import Plan

SEATED = {"ann": "red", "bob": "blue", "sue": "public"}


def plan(campaign: Campaign, **otherwise: Any) -> Plan:
    german, french = campaign.armies.order_by("-name")
    seats = {User.objects.get(username=name): Seat.Role(role) for name, role in SEATED.items()}
    usual: dict[str, Any] = {
        "ruleset": "battlefront",
        "title": "Second crossing",
        "scenario": "open-field",
        "red": german,
        "blue": french,
        "seats": seats,
        "house_rules": {},
    }
    return Plan(**usual | otherwise)
