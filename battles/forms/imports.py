"""A file or a text to be read, and the preview of what was read: every row editable, every guess beside its field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext

from battles.forms.army_rows import BESIDE, column_field, worded
from battles.forms.speaking import number_input, speak, text_field
from battles.importers import DraftArmy
from battles.rules.ruleset import Message, row_text
from battles.services import armies, imports
from battles.services.army_kinds import KINDS, NAME, Column, Kind, Profiles
from battles.services.imports import Draft

TARGET = Message("Where to")


class FileForm(forms.Form):
    """One of the two. The text's length is the reader's to judge."""

    file = forms.FileField(required=False, max_length=255)
    text = forms.CharField(required=False, strip=False, widget=forms.Textarea({"rows": 10, "spellcheck": "false"}))

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.fields["file"].label = gettext("File")
        self.fields["file"].help_text = gettext(
            "BattleScribe (.ros, .rosz), New Recruit or Foundry JSON, CSV, or an army exported here; 2 MB at most."
        )
        self.fields["file"].error_messages["empty"] = gettext("File: it is empty.")
        self.fields["text"].label = gettext("Or a text to paste")
        self.fields["text"].help_text = gettext("A line a horde: “10x Termagants - Fleshborer”, “Infantry (5 squads)”.")
        for name in ("file", "text"):
            speak(self.fields[name], str(self.fields[name].label))


@dataclass(frozen=True)
class Cell:
    """fields: with the sentences on what was guessed of each. title: of the column."""

    title: Message
    fields: list[tuple[BoundField, list[Message]]]


@dataclass(frozen=True)
class PreviewRow:
    """name, notes: bound fields, notes only where they can be edited. asides: of what has no field here."""

    name: tuple[BoundField, list[Message]]
    notes: BoundField | None
    cells: list[Cell]
    leave: BoundField
    where: Message | None
    written: str
    points: str
    asides: list[Message]
    guessed: bool


class PreviewForm(forms.Form):
    """What a draft says, to be mended and accepted. It carries the draft itself, sealed."""

    def __init__(
        self, draft: Draft, seal: str, targets: list[tuple[str, Any]], profiles: Profiles, **given: Any
    ) -> None:
        super().__init__(initial=_initial(draft.army, seal, given.pop("target", "")), auto_id="import-%s", **given)
        self.draft, self.profiles = draft, profiles
        self.fields["draft"] = forms.CharField(widget=forms.HiddenInput(), required=False)
        self._of_army(targets)
        for place, text in enumerate(imports.unknown_types(draft)):
            self.fields[f"type-{place}"] = _typed(text, profiles)
        for key, kind in KINDS.items():
            for place in range(len(getattr(draft.army, key))):
                self._of_row(kind, place)

    def army_fields(self) -> list[tuple[BoundField, list[Message]]]:
        guesses = _guesses(self.draft.army)
        return [(self[name], guesses.get(name, [])) for name in ("target", "name", *armies.FIGURES)]

    def types(self) -> list[BoundField]:
        return [self[name] for name in self.fields if name.startswith("type-")]

    def parts(self) -> list[tuple[Kind, list[Message], list[PreviewRow]]]:
        """For each kind: the titles of its columns between name and the box, and its rows."""
        found = []
        for key, kind in KINDS.items():
            rows = [self._row(kind, place, row) for place, row in enumerate(getattr(self.draft.army, key))]
            if rows:
                found.append((kind, [cell.title for cell in rows[0].cells], rows))
        return found

    def _of_army(self, targets: list[tuple[str, Any]]) -> None:
        choices = [(value, worded(words)) for value, words in targets]
        self.fields["target"] = text_field(TARGET, forms.Select(choices=choices))
        self.fields["name"] = text_field(NAME.title, forms.TextInput({"maxlength": NAME.most, "autocomplete": "off"}))
        for name, (title, least, most) in armies.FIGURES.items():
            self.fields[name] = text_field(title, number_input(least, most))

    def _of_row(self, kind: Kind, place: int) -> None:
        for column in _editable(kind):
            field = column_field(column, self.profiles)
            if column.of == "profile":
                field.widget = self._types()
            self.fields[f"{kind.key}-{place}-{column.name}"] = field
        self.fields[f"{kind.key}-{place}-leave"] = forms.BooleanField(required=False, label=gettext("Leave out"))

    def _types(self) -> forms.Select:
        return forms.Select(choices=_type_choices(self.profiles))

    def _row(self, kind: Kind, place: int, row: Any) -> PreviewRow:
        guesses = _guesses(row)
        bound = {column.name: self[f"{kind.key}-{place}-{column.name}"] for column in _editable(kind)}
        cells = [
            Cell(
                column.title, [(bound[name], guesses.get(name, [])) for name in _sharing(column.name) if name in bound]
            )
            for column in _editable(kind)
            if column.shape in ("number", "choice") and column.name not in BESIDE
        ]
        points = getattr(row, "points", None)
        return PreviewRow(
            name=(bound["name"], guesses.get("name", [])),
            notes=bound.get("notes"),
            cells=cells,
            leave=self[f"{kind.key}-{place}-leave"],
            where=imports.told(row.where) if row.where else None,
            written=getattr(row, "type", ""),
            points="" if points is None else f"{points:f}",
            asides=[each for name, said in guesses.items() if name not in bound for each in said],
            guessed=bool(guesses),
        )


def _editable(kind: Kind) -> list[Column]:
    return [column for column in kind.columns if column.name in imports.EDITABLE[kind.key]]


def _sharing(name: str) -> list[str]:
    """A field and those that share its cell."""
    return [name, *(second for second, first in BESIDE.items() if first == name)]


def _guesses(marked: Any) -> dict[str, list[Message]]:
    found: dict[str, list[Message]] = {}
    for guess in marked.guesses:
        found.setdefault(guess.field, []).append(imports.told(guess.why))
    return found


def _typed(text: str, profiles: Profiles) -> forms.CharField:
    title = Message("“%(text)s” is", {"text": text}) if text else Message("Without a written type")
    return text_field(title, forms.Select(choices=_type_choices(profiles)))


def _type_choices(profiles: Profiles) -> list[tuple[str, str]]:
    return [("", gettext("Choose a type")), *((key, worded(row_text(each.name))) for key, each in profiles.items())]


def _initial(army: DraftArmy, seal: str, target: str) -> dict[str, Any]:
    figures = {name: getattr(army, name) for name in ("name", *armies.FIGURES)}
    return {"draft": seal, "target": target, **figures, **dict(_of_rows(army))}


def _of_rows(army: DraftArmy) -> Iterator[tuple[str, Any]]:
    for key, kind in KINDS.items():
        for place, row in enumerate(getattr(army, key)):
            for column in _editable(kind):
                value = getattr(row, column.name)
                yield f"{key}-{place}-{column.name}", "" if value is None else value
