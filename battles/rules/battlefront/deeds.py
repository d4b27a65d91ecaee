"""What a choice is called, for whoever may take it back."""

from __future__ import annotations

from typing import assert_never

from battles.rules.battlefront import advantages, deployment, land, muster, stages
from battles.rules.battlefront import commands as c
from battles.rules.battlefront.state import Card, State
from battles.rules.battlefront.stratagems import BY_KEY
from battles.rules.ruleset import Message, row_text

POSTS = {
    c.Role.AIR_MARSHAL: Message("Air Marshal"),
    c.Role.GENERAL: Message("General"),
    c.Role.SUPREME_COMMANDER: Message("Supreme Commander"),
}
PLAIN = {
    c.Retreat: Message("Retreat from this contest"),
    c.FightOn: Message("Fight on"),
    c.FillIn: Message("Fill in the rest"),
    c.Ready: Message("Ready"),
    c.Unready: Message("Take Ready back"),
    c.Advance: Message("Go on"),
    c.Resolve: Message("Go on"),
}


def named(state: State, command: c.BattlefrontCommand) -> Message:
    match command:
        case c.ChooseHorde() | c.LeaveHorde() | c.NameCommander() | c.DismissCommander():
            return _mustered(state, command)
        case c.Place() | c.TakeUp() | c.HoldBack():
            return _deployed(state, command)
        case c.OrderAttack() | c.CancelAttack() | c.MoveUp() | c.StayBack():
            return _ordered(state, command)
        case c.PlayStratagem() | c.DropStratagem() | c.DrawAdvantage() | c.ReturnAdvantage():
            return _played(state, command)
        case c.Retreat() | c.FightOn() | c.FillIn() | c.Ready() | c.Unready() | c.Advance() | c.Resolve():
            return PLAIN[type(command)]
        case _:
            assert_never(command)


def _mustered(state: State, command: muster.MusterCommand) -> Message:
    match command:
        case c.ChooseHorde(horde=horde):
            return Message("Choose %(name)s", {"name": _name(state, horde)})
        case c.LeaveHorde(horde=horde):
            return Message("Leave %(name)s", {"name": _name(state, horde)})
        case c.NameCommander(role=role, commander=key):
            sheets = (*state.red.commanders, *state.blue.commanders)
            name = next((sheet.name for sheet in sheets if sheet.key == key), "")
            return Message("%(role)s: %(name)s", {"role": POSTS[role], "name": name})
        case c.DismissCommander(role=role):
            return Message("%(role)s: nobody", {"role": POSTS[role]})
        case _:
            assert_never(command)


def _deployed(state: State, command: deployment.DeploymentCommand) -> Message:
    match command:
        case c.Place(horde=horde, line=line, column=column):
            square = f"{line.value[0].upper()}{column}"  # as the rule text writes squares
            return Message("Place %(name)s at %(square)s", {"name": _name(state, horde), "square": square})
        case c.TakeUp(horde=horde):
            return Message("Take up %(name)s", {"name": _name(state, horde)})
        case c.HoldBack(horde=horde):
            return Message("Hold back %(name)s", {"name": _name(state, horde)})
        case _:
            assert_never(command)


def _ordered(state: State, command: land.OrderCommand | land.MoveCommand) -> Message:
    name = _name(state, command.horde)
    match command:
        case c.OrderAttack(target=target):
            return Message("%(name)s attacks %(target)s", {"name": name, "target": _name(state, target)})
        case c.CancelAttack():
            return Message("%(name)s holds its fire", {"name": name})
        case c.MoveUp():
            return Message("%(name)s moves up", {"name": name})
        case c.StayBack():
            return Message("%(name)s stays back", {"name": name})
        case _:
            assert_never(command)


def _played(state: State, command: stages.StratagemCommand | advantages.DrawCommand) -> Message:
    match command:
        case c.PlayStratagem(stratagem=key):
            return Message("Play %(name)s", {"name": BY_KEY[key].name})
        case c.DropStratagem():
            return Message("Play no stratagem")
        case c.DrawAdvantage(horde=horde, advantage=index):
            _, card = advantages.card_of(state, state.side_of(horde), Card(horde, index))
            return Message(
                "Draw %(name)s from %(horde_name)s", {"name": row_text(card.name), "horde_name": _name(state, horde)}
            )
        case c.ReturnAdvantage(horde=horde):
            return Message("Draw nothing from %(horde_name)s", {"horde_name": _name(state, horde)})
        case _:
            assert_never(command)


def _name(state: State, key: int) -> str:
    horde = state.of(state.side_of(key)).horde(key)
    return horde.name if horde else ""
