"""Reads the pages of a pitched battle as somebody who knows one language: what is left in English?"""

import re

from battles.services.demo_heroes import RIVERLANDERS, SPLIT_TUSK
from tests.browser.people import Person
from tests.browser.pitched import Pitched, plain

NAMES = [
    RIVERLANDERS["name"],
    SPLIT_TUSK["name"],
    "The battle of Eichenfurt",
    *(h["name"] for army in (RIVERLANDERS, SPLIT_TUSK) for h in army["heroes"]),
]
ENGLISH = re.compile(
    r"\b(the|and|of|with|needs|wins|his|their|who|nobody|hero|heroes|wounds|wound|against|turn|side|loses|ready|choose"
    r"|both|your|you|is|are|has|if|rolls|dice|failed|passed|armour|hit|none|open|start|starts|added|roll|head|body)\b",
    re.IGNORECASE,
)
ALL_WORDS = """() => {
    const places = [...document.querySelectorAll("#status, #board, #orders, #log, #dice-proof, #notice")];
    const spoken = places.flatMap((place) => [...place.querySelectorAll("[aria-label], [title]")]);
    const told = spoken.flatMap((e) => [e.getAttribute("aria-label") ?? "", e.getAttribute("title") ?? ""]);
    return [...places.map((e) => e.textContent), ...told];
}"""


class Reader:
    """Reads all four pages; remembers what is in English."""

    def __init__(self, crew: Pitched) -> None:
        self.crew = crew
        self.found: dict[str, list[str]] = {}  # role and phase -> passages

    def read(self) -> None:
        for person in self.crew:
            self.found.setdefault(f"{person.role}, {self.crew.phase()}", []).extend(_english(person))

    def has_read(self, language: str) -> None:
        """On a page in another language nothing is left in English; on one in English everything is, everywhere."""
        places = {place: passages for place, passages in self.found.items() if passages}
        if language == "en":
            assert places.keys() == self.found.keys(), "the search is blind"
        else:
            assert not places, "left in English:\n" + "\n".join(
                sorted({text for each in places.values() for text in each})
            )


def _english(person: Person) -> list[str]:
    """What is around each word that is English and nothing else; the names of the demo are."""
    found = []
    for text in map(plain, person.page.evaluate(ALL_WORDS)):
        for name in NAMES:
            text = text.replace(name, "…")
        found += [text[max(0, word.start() - 40) : word.end() + 40] for word in ENGLISH.finditer(text)]
    return found
