"""One entry of a file while it is read: where it stands, and which of its fields were guessed and why."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from battles.importers.draft import MAX_MAGNITUDE, MAX_SQUADS, SQUAD_MAGNITUDE, Guess, Remark, Values
from battles.importers.limits import LONGEST_NAME, LONGEST_NOTE, LONGEST_NOTES, MOST_WEAPONS
from battles.importers.texts import decimal, odd_digits, short, tidy, visible, whole

FIELDS = {
    "name": Remark("name"),
    "type": Remark("type"),
    "profile": Remark("type"),
    "squads": Remark("Squads"),
    "magnitude": Remark("Magnitude"),
    "models": Remark("models"),
    "weapons": Remark("weapons"),
    "notes": Remark("notes"),
    "points": Remark("points"),
    "headcount": Remark("headcount"),
    "arms": Remark("arms"),
    "training": Remark("training"),
    "intelligence": Remark("Intelligence"),
    "fellowship": Remark("Fellowship"),
    "willpower": Remark("Willpower"),
    "weapon_skill": Remark("Weapon Skill"),
    "ballistic_skill": Remark("Ballistic Skill"),
    "strength": Remark("Strength"),
    "toughness": Remark("Toughness"),
    "agility": Remark("Agility"),
    "wounds": Remark("wounds"),
    "wounds_left": Remark("wounds left"),
    "magic": Remark("Magic"),
    "fate": Remark("Fate"),
    "armour": Remark("armour"),
    "command": Remark("Command"),
    "tactics": Remark("Tactics"),
    "heal": Remark("Heal"),
    "ride": Remark("Ride"),
    "perception": Remark("Perception"),
    "channelling": Remark("Channelling"),
    "mounted": Remark("mounted"),
    "player": Remark("player"),
    "condition": Remark("condition"),
    "injuries": Remark("injuries"),
}

# What is no field of a horde is told of the field that follows from it.
TOLD_OF = {"models": "magnitude"}


def line(number: int) -> Remark:
    return Remark("Line %(line)s", {"line": number})


class Entry:
    """Reads the fields of one entry and keeps the guesses, of which a field may have several."""

    def __init__(self, where: Remark) -> None:
        self.where = where
        self._guesses: list[Guess] = []

    @property
    def guesses(self) -> tuple[Guess, ...]:
        return tuple(self._guesses)

    def guess(self, field: str, text: str, /, **values: str | int | Remark) -> None:
        """The sentence may name `where` and `field`."""
        places: Values = {"where": self.where, "field": FIELDS[field]}
        self._guesses.append(Guess(field=TOLD_OF.get(field, field), why=Remark(text, places | values)))

    def text(self, field: str, given: object, longest: int = LONGEST_NAME) -> str:
        """A text on one line. Nothing if there is none, or nothing of it is seen."""
        if not isinstance(given, str):
            return ""
        text, cut, cleaned = tidy(given, longest)
        if cut:
            self.guess(field, "%(where)s, %(field)s: cut to %(longest)s characters.", longest=longest)
        elif cleaned:
            self.guess(field, "%(where)s, %(field)s: control characters were removed.")
        return text if visible(text) else ""

    def note(self, given: object) -> str:
        """Of a row: on one line."""
        return self.text("notes", given, LONGEST_NOTE)

    def notes(self, given: object) -> str:
        """Of an army: on several."""
        lines = given[:LONGEST_NOTES].splitlines() if isinstance(given, str) else []
        return "\n".join(self.text("notes", each, LONGEST_NOTES) for each in lines).strip()

    def whole(self, field: str, given: object, least: int, most: int, default: int | None = None) -> int | None:
        """A whole number in its range; the nearest that is. `default` for what is none, None for what is not there."""
        if given is None or given == "":
            return None
        number = whole(given)
        if number is None:
            return self._instead(field, given, least, most, default)
        if not least <= number <= most:
            return self._instead(field, given, least, most, min(max(number, least), most))
        if odd_digits(given):
            self.guess(
                field, "%(where)s, %(field)s: “%(given)s” was read as %(taken)s.", given=short(given), taken=number
            )
        return number

    def _instead(self, field: str, given: object, least: int, most: int, taken: int | None) -> int | None:
        values: dict[str, str | int] = {"given": short(given), "least": least, "most": most}
        if taken is None:
            self.guess(
                field, "%(where)s, %(field)s: “%(given)s” is not a whole number from %(least)s to %(most)s.", **values
            )
        else:
            self.guess(
                field,
                "%(where)s, %(field)s: “%(given)s” is not a whole number from %(least)s to %(most)s;"
                " %(taken)s was taken.",
                **values,
                taken=taken,
            )
        return taken

    def points(self, given: object) -> Decimal | None:
        if given is None or given == "":
            return None
        number = decimal(given)
        if number is None:
            self.guess("points", "%(where)s, %(field)s: “%(given)s” is not a number; left empty.", given=short(given))
        elif odd_digits(given):
            self.guess(
                "points",
                "%(where)s, %(field)s: “%(given)s” was read as %(taken)s.",
                given=short(given),
                taken=f"{number:f}",
            )
        return number

    def weapons(self, given: Iterable[object]) -> tuple[str, ...]:
        listed = list(given)
        if len(listed) > MOST_WEAPONS:
            self.guess(
                "weapons",
                "%(where)s, %(field)s: the first %(most)s of %(count)s were taken.",
                most=MOST_WEAPONS,
                count=len(listed),
            )
        return tuple(text for each in listed[:MOST_WEAPONS] if (text := self.text("weapons", each)))

    def size(self, squads: object = None, magnitude: object = None, models: int | None = None) -> tuple[int, int]:
        """Squads and Magnitude of what is given: 1 to 5, and 0 to 20 a Squad. What is missing follows from the rest."""
        of_squads = self.whole("squads", squads, 1, MAX_SQUADS)
        of_magnitude = self.whole("magnitude", magnitude, 0, MAX_MAGNITUDE)
        if of_magnitude is None and models is not None:
            of_magnitude = self._of_models(models)
        if of_squads is None:
            of_squads = self._squads_of(of_magnitude)
        if of_magnitude is None:
            of_magnitude = of_squads * SQUAD_MAGNITUDE
            self.guess("magnitude", "%(where)s: Magnitude %(taken)s, that of full Squads.", taken=of_magnitude)
        return of_squads, self._within(of_magnitude, of_squads)

    def _of_models(self, models: int) -> int:
        taken = min(models, MAX_MAGNITUDE)
        if taken < models:
            self.guess(
                "magnitude",
                "%(where)s: %(models)s models were cut to Magnitude %(taken)s, the most a horde has.",
                models=models,
                taken=taken,
            )
        else:
            self.guess("magnitude", "%(where)s: Magnitude %(taken)s, as many as it has models.", taken=taken)
        return taken

    def _squads_of(self, magnitude: int | None) -> int:
        if magnitude is None:
            self.guess("squads", "%(where)s: no size is given; a full horde was taken.")
            return MAX_SQUADS
        squads = max(1, -(-magnitude // SQUAD_MAGNITUDE))
        self.guess(
            "squads",
            "%(where)s: Squads %(taken)s for Magnitude %(magnitude)s, at %(each)s a Squad.",
            taken=squads,
            magnitude=magnitude,
            each=SQUAD_MAGNITUDE,
        )
        return squads

    def _within(self, magnitude: int, squads: int) -> int:
        taken = min(magnitude, squads * SQUAD_MAGNITUDE)
        if taken < magnitude:
            self.guess(
                "magnitude",
                "%(where)s: Magnitude %(given)s was cut to %(taken)s, the most for its Squads (%(squads)s).",
                given=magnitude,
                taken=taken,
                squads=squads,
            )
        return taken
