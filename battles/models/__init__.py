from battles.models.advantage import Advantage
from battles.models.army import Army, Commander, Horde
from battles.models.battle import Battle, Look, Seat
from battles.models.campaign import Campaign
from battles.models.catalogue import CatalogueEntry
from battles.models.hero import Hero
from battles.models.ledger import LedgerEntry
from battles.models.member import Guest, HandOver, Invite, Member
from battles.models.name import Name
from battles.models.seen import Seen
from battles.models.sent import SentForm
from battles.models.step import Step
from battles.models.version import ArmyVersion

__all__ = [
    "Advantage",
    "Army",
    "ArmyVersion",
    "Battle",
    "Campaign",
    "CatalogueEntry",
    "Commander",
    "Guest",
    "HandOver",
    "Hero",
    "Horde",
    "Invite",
    "LedgerEntry",
    "Look",
    "Member",
    "Name",
    "Seat",
    "Seen",
    "SentForm",
    "Step",
]
