"""What a battle may well be opened with, and its GM may not have meant."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.armies import ArmySheet
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.setup import Setup
from battles.rules.ruleset import Doubt, Message, Side

FEWER = {
    Domain.AIR: Message("%(army)s has fewer air hordes than the scenario allows: %(has)s of %(most)s."),
    Domain.LAND: Message("%(army)s has fewer land hordes than the scenario allows: %(has)s of %(most)s."),
}
NONE_ALLOWED = {
    Domain.AIR: Message("%(army)s may bring no air horde in this scenario; it has %(has)s."),
    Domain.LAND: Message("%(army)s may bring no land horde in this scenario; it has %(has)s."),
}


def doubts(setup: Setup) -> Iterator[Doubt]:
    """Caps that an army cannot fill, or that leave a part of it at home whole (BF-01)."""
    domains = {profile.key: profile.domain for profile in setup.profiles}
    for side, army in ((Side.RED, setup.red), (Side.BLUE, setup.blue)):
        for domain in Domain:
            most = getattr(setup.scenario, f"{side}_{domain}")
            yield from _of_domain(army, domain, _count(army, domain, domains), most)


def _of_domain(army: ArmySheet, domain: Domain, has: int, most: int) -> Iterator[Doubt]:
    if has < most:
        text = FEWER[domain]
    elif has and not most:
        text = NONE_ALLOWED[domain]
    else:
        return
    yield Doubt(Message(text.text, {"army": army.title, "has": has, "most": most}), "BF-01")


def _count(army: ArmySheet, domain: Domain, domains: dict[str, Domain]) -> int:
    return sum(domains.get(horde.profile) is domain for horde in army.hordes)
