"""Both sides together, where the GM is gone and the battle waits for him: they hold, or they go on."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from battles.rules.ruleset import AUDIENCES, EVERYBODY, Message, Side
from battles.services import seats, steps
from battles.services.gm import acts, chair, drafts, onward, standing
from battles.services.refusals import Refused
from battles.services.steps import Change, Present

GO_ON, HOLD = "go_on", "hold"
TOLD = {
    GO_ON: Message("%(side)s would go on without the GM."),
    HOLD: Message("%(side)s would wait for the GM."),
}


@transaction.atomic
def vote(*, battle_id: int, actor: User, wish: str) -> None:
    """One side's wish; the second same one is carried out. Raises NotSeated and Refused."""
    battle = steps.lock(battle_id)
    role = seats.find(battle_id=battle_id, person=actor).role
    if role not in tuple(Side):
        raise seats.NotSeated
    if battle.campaign.archived_at:
        raise Refused("", "This campaign is archived: its battles stay as they are.")
    now = Present.of(battle)
    if wish not in TOLD:
        raise Refused("wish", "Wish: one of the choices offered is needed.")
    for_gm = now.rules.onward(now.state) is not None
    if not standing.may_vote(battle, standing.halt(battle, now.step), for_gm=for_gm):
        raise Refused("", "The battle does not wait for the GM, or the GM is here.")
    battle.votes = battle.votes | {role: wish}
    said = Message(TOLD[wish].text, {"side": now.state.of(Side(role)).title})
    now = steps.write(now, Change(actor, role, act=acts.told("voted", said), heard=EVERYBODY))
    if [battle.votes.get(side.value) for side in Side] == [wish, wish]:
        _carry_out(now, actor, wish)


def _carry_out(now: Present, actor: User, wish: str) -> None:
    now.battle.votes = {}
    if wish == HOLD:
        _hold(now)
    elif now.battle.paused_at:
        chair.start_clock(now, timezone.now())
        onward.follow(chair.act(now, None, acts.told("resumed", Message("Both sides go on without the GM."))))
    elif now.step.pending:
        drafts.publish_as_it_is(now)
    else:
        command = now.rules.onward(now.state)
        assert command is not None
        onward.follow(steps.carry_out(now, actor, AUDIENCES["gm"], command))


def _hold(now: Present) -> None:
    if not now.battle.paused_at:
        chair.stop_clock(now.battle, timezone.now())
    told = Message("Both sides hold: the battle is paused until the GM is back.")
    chair.act(now, None, acts.told("paused", told))
