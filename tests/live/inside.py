"""What a site's database holds, asked through the site's own shell, in a process of its own each time."""

import json
from typing import Any

from tests.live.people import ROLES, Crew, number_of
from tests.sites import Site

LAID = """
from itertools import count
from django.urls import reverse
from sesame.utils import get_query_string
from django.contrib.auth.models import User
from battles.services import autopilot, demo

def laid(people, phase, ruleset):
    made = demo.create({role: f"{role}-{people}" for role in ROLES}, ruleset=ruleset)
    autopilot.play_until(battle_id=made.battle.pk, phase=phase)
    enter = URL + reverse("battles:enter")
    links = {role: enter + get_query_string(user, scope="enter") for role, user in made.people.items()}
    return links | {"battle": URL + made.battle.get_absolute_url()}

number = User.objects.count()
"""
TABLE = LAID + "answer(laid(number, PHASE, RULESET))"
ONE_IN_EACH_PHASE = LAID + "answer([laid(number, phase, RULESET) for phase in PHASES])"
STEPS = """
from battles.models import Step
found = Step.objects.filter(battle=BATTLE)
answer([[step.number, step.audience, step.command and step.command["type"], step.events] for step in found])
"""
RECOMPUTE = """
from battles.services import recording
from battles.models import Step
answer(recording.recompute(battle_id=BATTLE) == Step.objects.filter(battle=BATTLE).count() - 1)
"""
WHAT_IT_WOULD_GIVE = """
from battles.models import Battle
from battles.rules.dice import SecretDice
from battles.rules.ruleset import AUDIENCES
from battles.services import battles, records
battle, step = Battle.objects.get(pk=BATTLE), records.last_step(BATTLE)
rules = records.ruleset_of(battle)
dice, command = SecretDice(bytes(battle.secret), step.dice + 1), battles.parse(battle.ruleset, COMMAND)
answer(records.as_json(rules.decide(records.state_of(rules, step), AUDIENCES[AUDIENCE], command, dice)))
"""


def ask(site: Site, code: str, **values: Any) -> Any:
    """The values are the code's constants; it ends with `answer(...)`."""
    given = "".join(f"{name} = {value!r}\n" for name, value in values.items())
    begin = "import json\ndef answer(value): print(json.dumps(value))\n"
    return site.manage("shell", "--no-imports", "--verbosity=0", "-c", begin + given + code, json=True)


def steps(site: Site, battle: int) -> list[list[Any]]:
    """[number, audience, type of the command, events as JSON text] of each."""
    found: list[list[Any]] = ask(site, STEPS, BATTLE=battle)
    assert [step[0] for step in found] == list(range(len(found)))
    return found


def all_dice_follow_from_the_secret(site: Site, battle: int) -> bool:
    """Every command decided again gives what was stored."""
    return ask(site, RECOMPUTE, BATTLE=battle) is True


def what_it_would_give(site: Site, battle: int, audience: str, kind: str) -> str:
    """The events of this person's command, decided elsewhere and not stored."""
    command = json.dumps({"type": kind})
    events: str = ask(site, WHAT_IT_WOULD_GIVE, BATTLE=battle, AUDIENCE=audience, COMMAND=command)
    return events


def seated(site: Site, phase: str = "briefing", ruleset: str = "battlefront") -> Crew:
    """Four people who sit at no other table, signed in to a new demo battle in that phase."""
    return Crew.entered(ask(site, TABLE, URL=site.url, ROLES=ROLES, PHASE=phase, RULESET=ruleset))


def one_battle_in_each(site: Site, *phases: str, ruleset: str = "battlefront") -> dict[str, Crew]:
    """The same four people at a battle in each phase."""
    *earlier, last = ask(site, ONE_IN_EACH_PHASE, URL=site.url, ROLES=ROLES, PHASES=phases, RULESET=ruleset)
    crew = Crew.entered(last)
    battles = [number_of(links["battle"]) for links in (*earlier, last)]
    return {phase: crew.at_battle(battle) for phase, battle in zip(phases, battles, strict=True)}
