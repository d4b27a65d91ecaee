"""What a battle cost its armies and what it gained them."""

from __future__ import annotations

from battles.models import Battle, Horde
from battles.rules.outcomes import Outcome
from battles.services import advantages


def book(*, battle: Battle, outcome: Outcome) -> None:
    """Take every loss off the army's horde, and keep the advantages drawn.

    A loss is a difference: what the army gained meanwhile stays.

    The caller holds the battle's row and books once. A horde deleted from its army meanwhile has nothing to lose.
    """
    lost = {battle.sources.get(str(loss.horde)): loss.magnitude for loss in outcome.losses if loss.magnitude}
    hordes = list(Horde.objects.select_for_update().filter(pk__in=lost))
    for horde in hordes:
        horde.magnitude = max(0, horde.magnitude - lost[horde.pk])
    Horde.objects.bulk_update(hordes, ["magnitude"])
    advantages.record(battle=battle, outcome=outcome)
