"""A battle that can be opened in the demo's campaign, but for what a test wants otherwise."""

from typing import Any

from django.contrib.auth.models import User

from battles.models import Campaign
from battles.services.openings import Plan


def plan(campaign: Campaign, **otherwise: Any) -> Plan:
    german, french = campaign.armies.order_by("-name")
    people = {name: User.objects.get(username=name) for name in ("ann", "bob", "sue")}
    usual: dict[str, Any] = {
        "ruleset": "battlefront",
        "title": "Second crossing",
        "scenario": "open-field",
        "red": german,
        "blue": french,
        "red_players": [people["ann"]],
        "blue_players": [people["bob"]],
        "spectators": [people["sue"]],
        "house_rules": {},
    }
    return Plan(**usual | otherwise)
