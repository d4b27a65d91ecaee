"""A battle with its cast: the GM gm, Ann for red, Bob for blue, Sue who watches."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from battles.models import Battle, Step
from battles.rules.ruleset import Command
from battles.services import autopilot, battles, boards, demo
from tests import played

DICE = b"the dice of the tests' battle"
CAST = {"gm": "gm", "red": "ann", "blue": "bob", "spectator": "sue"}


@dataclass
class Table:
    battle: Battle
    gm: User
    ann: User
    bob: User
    sue: User

    @classmethod
    def laid(cls, phase: str = "", ruleset: str = "battlefront") -> "Table":
        """At that phase, or at the start."""
        key = ruleset, phase, repr(demo.CASTS[ruleset]), demo.create, demo.openings.Plan, autopilot.play_until
        played.laid(key, lambda: _play(phase, ruleset))
        battle = Battle.objects.select_related("campaign").latest("pk")
        people = {user.username: user for user in User.objects.filter(username__in=CAST.values())}
        return cls(battle, **people)

    def play_until(self, phase: str) -> None:
        autopilot.play_until(battle_id=self.battle.pk, phase=phase)

    def board(self, person: User) -> boards.Board:
        return boards.load(battle_id=self.battle.pk, person=person)

    def issue(self, person: User, command: Command, seen: str | None = None) -> boards.Board:
        seen = self.board(person).seen if seen is None else seen
        return battles.issue(battle_id=self.battle.pk, actor=person, command=command, seen=seen)

    def offered(self, person: User, kind: type[Command]) -> list[Any]:
        return [command for command in self.board(person).view.options if isinstance(command, kind)]

    def steps(self) -> list[Step]:
        return list(Step.objects.filter(battle=self.battle))

    def address(self, page: str = "") -> str:
        return f"/battles/{self.battle.pk}/{page}"


def _play(phase: str, ruleset: str) -> None:
    battle = demo.create(CAST, ruleset=ruleset).battle
    Battle.objects.update(secret=DICE)  # the same battle in every run
    if phase:
        autopilot.play_until(battle_id=battle.pk, phase=phase)


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client
