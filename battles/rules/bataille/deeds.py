"""What a choice, a side's or the GM's, is called, for whoever may take it back."""

from __future__ import annotations

from typing import Any

from battles.rules.bataille import commands as c
from battles.rules.bataille.state import State
from battles.rules.bataille.words import action_name
from battles.rules.ruleset import Message, Values, row_text

# By what the command says and, where it says yes or no, by that.
TEXTS = {
    (c.NameGeneral, None): Message("Name %(name)s general"),
    (c.NameSecond, None): Message("Name %(name)s second"),
    (c.Challenge, None): Message("%(name)s challenges %(foe)s"),
    (c.CallOff, None): Message("%(name)s challenges nobody"),
    (c.WaiveChallenges, True): Message("Challenge nobody, also in later turns"),
    (c.WaiveChallenges, False): Message("Ask me again"),
    (c.Answer, True): Message("%(name)s accepts"),
    (c.Answer, False): Message("%(name)s declines"),
    (c.Declare, None): Message("%(name)s: %(action)s"),
    (c.Undeclare, None): Message("Leave the action of %(name)s open"),
    (c.UseFortune, True): Message("%(name)s rolls once more if it fails"),
    (c.UseFortune, False): Message("%(name)s keeps the Fortune Point"),
    (c.BurnFate, True): Message("%(name)s burns a Fate Point"),
    (c.BurnFate, False): Message("Let %(name)s die"),
    (c.FillIn, None): Message("Fill in the rest"),
    (c.Ready, None): Message("Ready"),
    (c.Unready, None): Message("Take Ready back"),
    (c.AskWithdrawal, None): Message("Ask to leave the field"),
    (c.FightOn, None): Message("Fight on"),
    (c.Advance, None): Message("Go on"),
    (c.Resolve, None): Message("Go on"),
    (c.AllowWithdrawal, None): Message("%(side)s may leave the field"),
    (c.BreakOff, None): Message("End the battle undecided"),
    (c.ModifyTest, None): Message("Modifier of the tests of %(name)s"),
    (c.Assess, None): Message("Figures of %(side)s"),
    (c.ChooseCase, None): Message("The case"),
    (c.UseSuggestion, None): Message("Back to the suggestion"),
    (c.SetBase, None): Message("The threshold"),
    (c.LeaveOut, None): Message("Leave %(name)s out"),
    (c.TakeIn, None): Message("Take %(name)s in"),
    (c.SetEscape, True): Message("Open a way out for %(side)s"),
    (c.SetEscape, False): Message("Close the way out of %(side)s"),
    (c.GiveSource, None): Message("Give %(side)s %(points)s for %(source)s"),
    (c.TakeSource, None): Message("Take %(points)s for %(source)s back from %(side)s"),
    (c.SetModifier, None): Message("Modifier of the tactics roll of %(side)s"),
}
CHOICES = ("waive", "accept", "use", "burn", "open")


def named(state: State, command: c.BatailleCommand) -> Message:
    said = next((getattr(command, name) for name in CHOICES if hasattr(command, name)), None)
    return Message(TEXTS[type(command), said].text, _values(state, command))


def _values(state: State, command: Any) -> Values:
    values: Values = {}
    if hasattr(command, "hero"):
        values["name"] = state.hero(command.hero).name
    if hasattr(command, "side"):
        values["side"] = state.of(command.side).title
    if isinstance(command, c.Challenge):
        values["foe"] = state.hero(command.target).name
    if isinstance(command, c.Declare):
        values["action"] = action_name(state, command.action)
    if isinstance(command, c.GiveSource | c.TakeSource):
        names = {source.key: source.name for source in state.rows.sources}
        values |= {"points": command.points, "source": row_text(names.get(command.source, command.source))}
    return values
