"""Two acts on one battle at one instant, in two processes, over and over. Runs inside a site, by `inside.ask`."""

import multiprocessing
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from battles.models import Battle, Step
from battles.rules.battlefront.commands import Ready, Resolve
from battles.rules.ruleset import Illegal, Side, fold
from battles.rules.rulings import Figure
from battles.services import battles, boards, bookings, records
from battles.services.gm import absence, chair, clock, conduct
from battles.services.refusals import Refused
from battles.services.steps import Present

PATIENCE = 60  # seconds: longer than a try takes
HOUR = conduct.Limit(minutes=60)
Act = Callable[[], None]


class Arena:
    """A battle in its first land round, and what may be done to it. Between two tries it is put back."""

    def __init__(self, battle: int) -> None:
        self.battle = battle
        seats = Battle.objects.get(pk=battle).seats.select_related("user")
        self.people: dict[str, User] = {seat.role: seat.user for seat in seats}

    def present(self) -> Present:
        return Present.of(Battle.objects.select_related("campaign").get(pk=self.battle))

    def lay(self, laid: str) -> None:
        """laid: who is ready, and whether time is up for the others."""
        for side in Side:
            if "ready" in laid or side.value in laid.split():
                self.choose(side)
        if "late" in laid:
            Battle.objects.filter(pk=self.battle).update(deadline=timezone.now() - timedelta(seconds=1))

    def choose(self, side: Side) -> None:
        now = self.present()
        for command in now.rules.suggest(now.state, side):
            self.issue(side.value, command, self.seen(side.value))

    def seen(self, role: str) -> str:
        return boards.load(battle_id=self.battle, person=self.people[role]).seen

    def issue(self, role: str, command: Any, seen: str) -> None:
        battles.issue(battle_id=self.battle, actor=self.people[role], command=command, seen=seen)

    def prepared(self, name: str) -> Act:
        """An act, decided on what holds now."""
        gm: dict[str, Any] = {"battle_id": self.battle, "actor": self.people["gm"]}
        match name:
            case "advance":
                seen = self.seen("gm")
                return lambda: self.issue("gm", Resolve(), seen)
            case "ready":
                seen = self.seen("blue")
                return lambda: self.issue("blue", Ready(), seen)
            case "adjust":
                figure = self.figure()
                return lambda: chair.adjust(**gm, key=figure.key, was=figure.value, value="1", reason="x")
            case "force":
                return lambda: absence.force(**gm, side="blue", how="last", reason="x")
            case "extend":
                return lambda: chair.extend(**gm, minutes=5)
            case "deadline":
                return lambda: clock.strike(battle_id=self.battle)
        raise LookupError(name)

    def figure(self) -> Figure:
        """One that a round may change too."""
        now = self.present()
        numbers = (each for each in now.rules.figures(now.state) if each.key.endswith(".magnitude"))
        return next(each for each in numbers if int(each.value) > 1)

    def keep(self) -> None:
        """What every try begins with."""
        self.row = Battle.objects.values().get(pk=self.battle)
        self.start = self.present()

    def new_steps(self) -> list[Step]:
        """Since then, if their numbers have no gap and each state follows from the one before; else it raises."""
        number, state, rules = self.start.step.number, self.start.state, self.start.rules
        found = list(Step.objects.filter(battle=self.battle, number__gt=number))
        for count, step in enumerate(found, 1):
            state = fold(rules, state, records.events_of(rules, step))
            assert (step.number, records.state_of(rules, step)) == (number + count, state), f"{step} is not sound"
        return found

    def restore(self) -> None:
        Step.objects.filter(battle=self.battle, number__gt=self.start.step.number).delete()
        Battle.objects.filter(pk=self.battle).update(**self.row)


def race(battle: int, one: str, other: str, laid: str, tries: int) -> list[Any]:
    """Of each try what both were told, the kinds of the new steps, who is waited for then."""
    arena, fork = Arena(battle), multiprocessing.get_context("fork")
    if "late" in laid:
        chair.put(battle_id=battle, actor=arena.people["gm"], changes={"absence": "last", "limits": {"land": HOUR}})
    arena.lay(laid)
    arena.keep()
    barrier, results = fork.Barrier(3), fork.SimpleQueue()
    connection.close()
    runners = [fork.Process(target=_run, args=(arena, name, tries, barrier, results)) for name in (one, other)]
    for runner in runners:
        runner.start()
    told = [_try(arena, barrier, results) for _ in range(tries)]
    for runner in runners:
        runner.join()
    return told


def _try(arena: Arena, barrier: Any, results: Any) -> list[Any]:
    arena.restore()
    for _ in ("laid", "decided", "done"):
        barrier.wait(PATIENCE)
    outcome = sorted(results.get() for _ in range(2))
    now, new = arena.present(), arena.new_steps()
    assert bookings.unbalanced() == []
    kinds = [step.kind or (step.command or {}).get("type") for step in new]
    return [outcome, kinds, [side.value for side in now.rules.waited_for(now.state)]]


def _run(arena: Arena, name: str, tries: int, barrier: Any, results: Any) -> None:
    """One of the two processes."""
    for _ in range(tries):
        barrier.wait(PATIENCE)
        act = arena.prepared(name)
        barrier.wait(PATIENCE)
        results.put((name, _said(act)))
        barrier.wait(PATIENCE)


def _said(act: Act) -> str:
    try:
        act()
    except (battles.Stale, chair.Stale, Illegal, Refused) as error:
        return type(error).__name__
    except Exception as error:  # a fault: the test shows it
        return repr(error)
    return "done"
