"""Advantages: cards that a side drew at the end of a contest, kept with the campaign until a linked mission (D-27)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from battles.models import Advantage, Army, Battle, LedgerEntry, Seat
from battles.rules.outcomes import Outcome
from battles.rules.ruleset import Side, row_text
from battles.services.campaigns import Membership
from battles.services.refusals import Refused
from battles.services.seats import SIDES, NotSeated

LONGEST_NOTE = 500


@dataclass(frozen=True)
class Card:
    """An advantage as it is shown. may_spend: this person may use it up now, or put it away if it is passive.

    taken_back: it was spent before the result of its battle was taken back.
    """

    pk: int
    name: str
    horde: str
    battle: str
    effect: str
    passive: bool
    spent_at: datetime | None
    spent_by: str
    note: str
    may_spend: bool
    taken_back: bool


@dataclass(frozen=True)
class Hand:
    """The cards of an army, those in force first."""

    army: str
    cards: list[Card]


def record(*, battle: Battle, outcome: Outcome) -> list[Advantage]:
    """Keep what the sides drew. The caller holds the battle's row and records once.

    A card that was spent before the GM rewound the battle is not drawn a second time.
    """
    kept = Counter(Advantage.objects.filter(battle=battle).values_list("side", "horde", "name"))
    armies = {Side.RED: battle.red_army_id, Side.BLUE: battle.blue_army_id}
    names = {horde["key"]: horde["name"] for side in Side for horde in battle.setup[side].get("hordes", ())}
    return Advantage.objects.bulk_create(
        Advantage(
            campaign_id=battle.campaign_id,
            army_id=armies[gain.side],
            battle=battle,
            side=gain.side.value,
            horde=names[gain.horde],
            name=gain.name,
            kind=gain.kind,
            effect=gain.effect,
        )
        for gain in outcome.gains
        if not _kept(kept, (gain.side.value, names[gain.horde], gain.name))
    )


def _kept(kept: Counter[tuple[str, str, str]], card: tuple[str, str, str]) -> bool:
    kept[card] -= 1
    return kept[card] >= 0


def hands(member: Membership) -> list[Hand]:
    """All cards for the GM, for the others those of battles in which they have commanded a side.

    Not for who watches: he may see a battle later than it happens.
    """
    seats = dict(Seat.objects.filter(user_id=member.person.pk).values_list("battle_id", "role"))
    found: dict[Army | None, list[Card]] = {}
    for advantage in _seen_by(member):
        found.setdefault(advantage.army, []).append(_card(advantage, member, seats.get(advantage.battle_id, "")))
    return [_hand(army, cards) for army, cards in found.items()]


@transaction.atomic
def spend(*, member: Membership, card: int, note: str) -> Advantage:
    """Use a card up, or put a passive one away, with a note of the linked mission.

    Raises NotSeated for a card that this person does not see, and Refused: not his, no note, spent already.
    """
    advantage = _seen_by(member).filter(pk=card).first()
    if advantage is None:
        raise NotSeated
    if not _may_spend(advantage, member, _role(advantage, member)):
        raise Refused("", "%(name)s is for the side that drew it, or the GM, to spend.", name=row_text(advantage.name))
    if not 1 <= len(note.strip()) <= LONGEST_NOTE or not note.isprintable():
        raise Refused(
            "note", "Note: a note of the linked mission is needed, of 1 to %(most)s characters.", most=LONGEST_NOTE
        )
    # Conditional, so that of two who spend it at one instant one comes too late.
    spent = Advantage.objects.filter(pk=card, spent_at=None).update(
        spent_at=timezone.now(), spent_by=member.person, note=note.strip()
    )
    if not spent:
        raise Refused("", "%(name)s has been spent already.", name=row_text(advantage.name))
    _book_spent(advantage, member.person, note.strip())
    return advantage


def _book_spent(advantage: Advantage, person: User, note: str) -> None:
    LedgerEntry.objects.create(
        campaign_id=advantage.campaign_id,
        army=advantage.army,
        battle=advantage.battle,
        subject=LedgerEntry.Subject.ADVANTAGE,
        reason=LedgerEntry.Reason.SPENT,
        advantage=advantage,
        name=advantage.name,
        field="spent",
        amount=-1,
        detail={"why": note, "passive": advantage.kind == Advantage.Kind.PASSIVE},
        by=person,
    )


def _hand(army: Army | None, cards: list[Card]) -> Hand:
    name = army.name if army else gettext("An army since deleted")
    return Hand(name, sorted(cards, key=lambda card: card.spent_at is not None))


def _seen_by(member: Membership) -> QuerySet[Advantage]:
    back = LedgerEntry.objects.filter(battle=OuterRef("battle"), reason=LedgerEntry.Reason.TAKEN_BACK)
    found = Advantage.objects.filter(campaign=member.campaign).select_related("army", "battle", "spent_by")
    found = found.annotate(taken_back=Exists(back))
    if not member.is_gm:
        found = found.filter(battle__seats__user_id=member.person.pk, battle__seats__role__in=SIDES)
    return found.defer("battle__setup", "battle__sources", "battle__secret").order_by("army__name", "pk")


def _role(advantage: Advantage, member: Membership) -> str:
    seat = Seat.objects.filter(battle_id=advantage.battle_id, user_id=member.person.pk).first()
    return seat.role if seat else ""


def _may_spend(advantage: Advantage, member: Membership, role: str) -> bool:
    return member.is_gm or role == advantage.side


def _card(advantage: Advantage, member: Membership, role: str) -> Card:
    by: User | None = advantage.spent_by
    return Card(
        pk=advantage.pk,
        name=advantage.name,
        horde=advantage.horde,
        battle=advantage.battle.title,
        effect=advantage.effect,
        passive=advantage.kind == Advantage.Kind.PASSIVE,
        spent_at=advantage.spent_at,
        spent_by=by.get_username() if by else "",
        note=advantage.note,
        may_spend=advantage.spent_at is None and _may_spend(advantage, member, role),
        taken_back=advantage.taken_back,  # type: ignore[attr-defined]
    )
