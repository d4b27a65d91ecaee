from battles.models.advantage import Advantage
from battles.models.army import Army, Commander, Horde
from battles.models.battle import Battle, Seat
from battles.models.campaign import Campaign
from battles.models.catalogue import CatalogueEntry
from battles.models.hero import Hero
from battles.models.step import Step

__all__ = ["Advantage", "Army", "Battle", "Campaign", "CatalogueEntry", "Commander", "Hero", "Horde", "Seat", "Step"]
