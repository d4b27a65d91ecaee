"""What a site's database holds, asked through the site's own shell in a process of its own."""

from typing import Any

from tests.live.people import ROLES, Crew
from tests.sites import Site

STRANGERS = """
from django.urls import reverse
from sesame.utils import get_query_string
from battles.services import demo
made = demo.create({role: "other-" + role for role in ROLES})
enter = URL + reverse("battles:enter")
links = {role: enter + get_query_string(user, scope="enter") for role, user in made.people.items()}
answer(links | {"battle": URL + made.battle.get_absolute_url()})
"""
ONE_IN_EACH_PHASE = """
from battles.management.commands import demo
*earlier, last = [demo.create(URL, phase) for phase in PHASES]
answer({phase: links["battle"] for phase, links in zip(PHASES, (*earlier, last))} | {"links": last})
"""
STEPS = """
from battles.models import Step
found = Step.objects.filter(battle=BATTLE)
answer([[step.number, step.audience, step.command and step.command["type"], step.events] for step in found])
"""
RECOMPUTE = """
from battles.services import battles
answer(battles.recompute(battle_id=BATTLE))
"""
WHAT_A_ROUND_WOULD_GIVE = """
from battles.models import Battle
from battles.rules.battlefront.commands import Resolve
from battles.rules.dice import SecretDice
from battles.rules.ruleset import GM
from battles.services import records
battle, step = Battle.objects.get(pk=BATTLE), records.last_step(BATTLE)
rules = records.ruleset_of(battle)
dice = SecretDice(bytes(battle.secret), step.number + 1)
answer(records.as_json(rules.decide(records.state_of(rules, step), GM(), Resolve(), dice)))
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
    recomputed: int = ask(site, RECOMPUTE, BATTLE=battle)
    return recomputed == len(steps(site, battle)) - 1


def what_a_round_would_give(site: Site, battle: int) -> str:
    """The events of the GM's Resolve, decided elsewhere and not stored."""
    events: str = ask(site, WHAT_A_ROUND_WOULD_GIVE, BATTLE=battle)
    return events


def strangers(site: Site) -> Crew:
    """Four other people with a battle of their own."""
    return Crew.entered(ask(site, STRANGERS, URL=site.url, ROLES=ROLES))


def one_battle_in_each(site: Site, *phases: str) -> dict[str, Crew]:
    """The same four people at a battle in each phase (`briefing` and those of --fast-forward)."""
    made = ask(site, ONE_IN_EACH_PHASE, URL=site.url, PHASES=phases)
    crew = Crew.entered(made.pop("links"))
    return {phase: crew.at_battle(int(page.rstrip("/").rsplit("/", 1)[1])) for phase, page in made.items()}
