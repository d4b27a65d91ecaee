"""A round that is decided and not yet published: throw its dice, overrule a test, roll it again, publish, drop."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from msgspec.structs import replace

from battles.models import Seat
from battles.rules.dice import SecretDice
from battles.rules.ruleset import EVERYBODY, Message
from battles.services import figures, seats, steps
from battles.services.gm import acts, chair, onward, rulings, standing
from battles.services.gm.chair import Stale
from battles.services.gm.rulings import Pending, Settled, Test, Trial
from battles.services.refusals import Refused
from battles.services.steps import Present

VALUE = Message("Value")
MOST_THROWN = 500  # letters that somebody types at once


@transaction.atomic
def throw(*, battle_id: int, actor: User, number: int, text: str) -> None:
    """Dice thrown at the table: the roll `number`, which is waited for; of the GM's also as many after it as are typed,
    parted by spaces. A side throws for its own tests, one by one: what it is asked next tells what the last one did.
    Raises NotSeated, Stale and Refused, with nothing stored.
    """
    role = seats.find(battle_id=battle_id, person=actor).role
    if role == Seat.Role.SPECTATOR:
        raise seats.NotSeated
    now = _seated(battle_id)
    pending = _pending(now)
    if now.battle.paused_at:
        raise Refused("", "The battle is paused.")
    values = text.replace(",", " ").split() if len(text) <= MOST_THROWN else []
    if not values:
        raise Refused("thrown", "Dice: the numbers that were thrown are needed.")
    if len(values) > 1 and role != Seat.Role.GM:
        raise Refused("thrown", "Dice: one number is needed.")
    wanted = _tried(now, pending).missing
    if wanted is None or wanted.number != number:
        raise Stale
    for value in values:
        pending = _thrown(now, pending, role, value)
    _settle(now, actor, pending, heard=EVERYBODY)


def _thrown(now: Present, pending: Pending, role: str, text: str) -> Pending:
    trial = _tried(now, pending)
    if trial.missing is None:
        raise Refused("thrown", "Dice: more numbers than are needed.")
    test = rulings.tests(now.rules, now.state, pending, trial)[-1]
    if role not in (Seat.Role.GM, test.side):
        raise Refused("thrown", "Dice: the next one is not yours to throw.")
    value = figures.whole("thrown", test.name, text, 1, test.faces)
    return _with(now, pending, Settled(test.number, test.faces, value, "table", test.name, audience=_audience(test)))


@transaction.atomic
def overrule(*, battle_id: int, actor: User, number: int, was: int, value: str, reason: str) -> None:
    """The roll counts as the GM says. Raises Stale and Refused."""
    now = chair.present(battle_id, actor)
    pending, test = _ruled(now, number, was)
    told = acts.checked_reason(reason)
    wanted = figures.whole("value", VALUE, value, 1, test.faces)
    made = Settled(number, test.faces, wanted, "overruled", test.name, told, was, _times(test), _audience(test))
    _settle(now, actor, _with(now, pending, made))


@transaction.atomic
def roll_again(*, battle_id: int, actor: User, number: int, was: int, reason: str) -> None:
    """The roll is drawn once more. Raises Stale and Refused."""
    now = chair.present(battle_id, actor)
    pending, test = _ruled(now, number, was)
    told = acts.checked_reason(reason)
    times = _times(test) + 1
    value = SecretDice(bytes(now.battle.secret), now.step.dice + 1).draw(number, test.faces, times)
    made = Settled(number, test.faces, value, "again", test.name, told, was, times, _audience(test))
    _settle(now, actor, _with(now, pending, made))


@transaction.atomic
def publish(*, battle_id: int, actor: User, token: str) -> None:
    """Everybody sees it. token: of the draft that the GM saw. Raises Stale and Refused."""
    now = chair.present(battle_id, actor)
    _pending(now)
    if token != token_of(now):
        raise Stale
    publish_as_it_is(now)


def publish_as_it_is(now: Present) -> None:
    """Raises Refused while dice are missing."""
    pending = _pending(now)
    trial = _tried(now, pending)
    if trial.missing:
        raise Refused("", "Dice are still to be thrown.")
    _publish(now, pending, trial)


@transaction.atomic
def drop(*, battle_id: int, actor: User, token: str, reason: str) -> None:
    """As if the command had not been given; the same dice when it is given again. token: of the draft that the GM saw.
    Raises Stale and Refused.
    """
    now = chair.present(battle_id, actor)
    pending = _pending(now)
    if token != token_of(now):
        raise Stale
    told = acts.checked_reason(reason)
    message = Message("The GM takes back a round that was not published.")
    # What he had ruled stays in his record alone: the same dice will be rolled.
    ruled = tuple(replace(each, audience=("gm",)) for each in pending.settled)
    chair.act(now, actor, acts.told("dropped", message, reason=told), pending=None, settled=ruled)


def token_of(now: Present) -> str:
    """Which draft somebody saw."""
    return standing.token(now.step)


def _seated(battle_id: int) -> Present:
    """For whoever has a seat; the caller has asked."""
    battle = steps.lock(battle_id)
    if battle.campaign.archived_at:
        raise Refused("", "This campaign is archived: its battles stay as they are.")
    return Present.of(battle)


def _pending(now: Present) -> Pending:
    pending = rulings.pending_of(now.step)
    if pending is None:
        raise Refused("", "No round waits to be published.")
    return pending


def _tried(now: Present, pending: Pending) -> Trial:
    return rulings.tried(now.battle, now.rules, now.step, now.state, pending)


def _ruled(now: Present, number: int, was: int) -> tuple[Pending, Test]:
    """A test that the GM may rule on, if it still is what he saw."""
    pending = _pending(now)
    if not pending.draft:
        raise Refused("", "The dice thrown at the table count as they are.")
    tests = rulings.tests(now.rules, now.state, pending, _tried(now, pending))
    test = next((each for each in tests if each.number == number and each.value), None)
    if test is None:
        raise Refused("number", "There is no such test in this round.")
    if test.value != was:
        raise Stale
    return pending, test


def _times(test: Test) -> int:
    """How often it was rolled again so far."""
    return test.settled.times if test.settled else 0


def _audience(test: Test) -> tuple[str, ...]:
    return () if test.audience >= EVERYBODY else tuple(sorted(test.audience))


def _with(now: Present, pending: Pending, made: Settled) -> Pending:
    """With one more roll settled; what was said of later ones holds where they are still the same tests."""
    rolls = _tried(now, pending).rolls
    asked = rulings.asked(now.rules, now.state, pending, rolls, made.number)
    known = replace(made, asked=asked.name) if asked else made
    pending = replace(pending, settled=(*pending.settled, known))
    return rulings.holding(now.battle, now.rules, now.step, now.state, pending, made.number)


def _settle(now: Present, actor: User, pending: Pending, heard: frozenset[str] = frozenset({"gm"})) -> None:
    """Keep it, or publish it where nobody has anything more to do."""
    trial = _tried(now, pending)
    if trial.missing is None and not pending.draft:
        _publish(now, pending, trial)
    else:
        chair.act(now, actor, acts.silent("settled"), pending=pending, heard=heard)


def _publish(now: Present, pending: Pending, trial: Trial) -> None:
    actor = User.objects.filter(pk=pending.actor or 0).first()
    onward.follow(steps.publish(now, pending, actor, trial))
