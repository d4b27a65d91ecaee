"""A site on which every page has something to show. This module runs inside a site, in its shell: no browser is near.

The first table is the permission matrix's own, with its people. At a second one four others fight both rulesets'
battles, one for each state that looks different.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from unittest import mock

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import override
from sesame.utils import get_query_string

from battles.models import Army, Battle, Campaign, Member, Seat
from battles.rules.bataille.commands import Challenge, Ready
from battles.rules.battlefront.commands import OrderAttack
from battles.rules.ruleset import Side
from battles.services import autopilot, demo, live, reports
from battles.services.gm import chair
from tests.browser import fated
from tests.services.ruling import choose, onward, run, seal
from tests.table import DICE, Table, signed_in
from tests.web.matrix import cast, places

FIGHTERS = {"gm": "host", "red": "rose", "blue": "bert", "spectator": "sid"}
LAST_WOUND = {"wounds_left": 1}


def lay() -> dict[str, Any]:
    """sessions: person -> his session's key. places: what stands in the pages' addresses. broken: language -> page."""
    with mock.patch.object(live, "publish"):  # nobody is there to hear
        return _lay()


def _lay() -> dict[str, Any]:
    table = Table.laid()
    clients = cast(table)
    found = places(table) | {name: make().battle.pk for name, make in STATES.items()}
    found |= _over(found["over"]) | _carla() | _elsewhere() | _operators()
    clients |= {name: signed_in(User.objects.get(username=name)) for name in (*FIGHTERS.values(), "carla")}
    sessions = {name: client.session.session_key for name, client in clients.items() if name != "nobody"}
    return {"sessions": sessions, "places": found, "cookie": settings.SESSION_COOKIE_NAME, "broken": _broken()}


def at(phase: str, ruleset: str = "battlefront", gm: str = "host") -> Table:
    """The same dice in every run, and so the same battle."""
    battle = demo.create(FIGHTERS | {"gm": gm}, ruleset=ruleset).battle
    Battle.objects.filter(pk=battle.pk).update(secret=DICE)
    autopilot.play_until(battle_id=battle.pk, phase=phase)
    table = _table(battle)
    assert table.battle.phase == phase
    return table


def _table(battle: Battle) -> Table:
    people = dict(battle.seats.values_list("role", "user"))
    seated = [User.objects.get(pk=people[role]) for role in ("gm", "red", "blue", "public")]
    return Table(Battle.objects.select_related("campaign").get(pk=battle.pk), *seated)


def fought() -> Table:
    """A round is over, and both sides order the next one."""
    table = at("land")
    seal(table)
    onward(table)
    while not table.offered(table.ann, OrderAttack):
        seal(table)
    for person in (table.ann, table.bob):
        table.issue(person, table.offered(person, OrderAttack)[0])
    return table


def paused(gm: str = "host") -> Table:
    table = at("land", gm=gm)
    run(table, limits={"land": {"minutes": 10}})
    choose(table, table.bob, Side.BLUE)
    chair.pause(battle_id=table.battle.pk, actor=table.gm)
    return table


def left_alone() -> Table:
    """The GM has paused it and is gone: both sides may wish to go on."""
    table = paused(gm="absent")
    Battle.objects.filter(pk=table.battle.pk).update(paused_at=timezone.now() - timedelta(days=1))
    return table


def ruled(**switches: bool) -> Table:
    """The dice of a round wait for the GM, or for the table."""
    table = at("land")
    run(table, **switches)
    seal(table)
    onward(table)
    return table


def ended(ruleset: str) -> Table:
    """With its report shared, and something kept for the campaign."""
    table = at("result", ruleset)
    reports.share(battle_id=table.battle.pk, actor=table.gm)
    return table


def challenged() -> Table:
    """Blue has to answer."""
    table = at("challenges", "bataille")
    table.issue(table.ann, table.offered(table.ann, Challenge)[0])
    for person in (table.ann, table.bob):
        table.issue(person, Ready())
    return table


def dying() -> Table:
    """A hero of each side is mortally wounded."""
    sheets = {"Sir Aubrin the Tall": LAST_WOUND, "Morg the Boulder": LAST_WOUND}
    with mock.patch.object(demo, "create", partial(demo.create, FIGHTERS)):
        fated.lay("dying", "", sheets)
    return _table(Battle.objects.latest("pk"))


STATES: dict[str, Callable[[], Table]] = {
    **{phase: partial(at, phase) for phase in ("muster", "air", "air_result", "first_deployment", "deployment")},
    "fought": fought,
    "paused": paused,
    "left_alone": left_alone,
    "ruled": partial(ruled, draft_first=True),
    "thrown": partial(ruled, table_dice=True),
    "land_result": partial(at, "land_result"),
    "over": partial(ended, "battlefront"),
    **{
        phase: partial(at, phase, "bataille")
        for phase in ("evaluation", "pre_battle", "start_of_turn", "challenges", "declarations")
    },
    "answers": challenged,
    "pitched_over": partial(ended, "bataille"),
    "wounds": dying,
}


def _over(pk: object) -> dict[str, object]:
    """What the campaign of a battle has that is over."""
    battle = Battle.objects.select_related("campaign").get(pk=pk)
    army = battle.red_army
    assert army is not None
    return {
        "over_campaign": battle.campaign_id,
        "over_army": army.pk,
        "over_row": army.hordes.all()[0].pk,
        "report": battle.report_token,
        "pitched_report": Battle.objects.get(ruleset="bataille", report_token__gt="").report_token,
    }


def _carla() -> dict[str, object]:
    """She has a password to change and to forget. Who comes by a sign-in link has none, and nothing at all."""
    carla = User.objects.create_user("carla", "carla@example.org", "nine lamps over the weir")
    return {
        "carla_uid": urlsafe_base64_encode(str(carla.pk).encode()),
        "carla_token": default_token_generator.make_token(carla),
        "enter": get_query_string(User.objects.create(username="newcomer"), scope="enter"),
    }


def _elsewhere() -> dict[str, object]:
    """A campaign in which nothing has happened, an army with nobody in it, a campaign that is only read."""
    empty = Campaign.objects.get(name="Elsewhere")
    archived = Campaign.objects.create(name="Long ago", gm=empty.gm, archived_at=timezone.now())
    army = Army.objects.create(campaign=empty, name="Nobody yet")
    return {"empty": empty.pk, "empty_army": army.pk, "archived": archived.pk}


def _operators() -> dict[str, object]:
    """One row of each model that the operator's site lists."""
    models = {"user": User, "campaign": Campaign, "member": Member, "battle": Battle, "seat": Seat}
    return {f"any_{name}": model._default_manager.order_by("pk")[0].pk for name, model in models.items()}


def _broken() -> dict[str, str]:
    found = {}
    for language, _ in settings.LANGUAGES:
        with override(language):
            found[language] = render_to_string("500.html")
    return found
