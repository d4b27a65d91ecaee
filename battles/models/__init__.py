from battles.models.army import Army, Commander, Horde
from battles.models.battle import Battle, Seat
from battles.models.campaign import Campaign
from battles.models.step import Step

__all__ = ["Army", "Battle", "Campaign", "Commander", "Horde", "Seat", "Step"]
