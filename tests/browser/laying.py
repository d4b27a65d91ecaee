"""Demo battles with what a test needs of them: other commanders, dice that fall the same way in every run."""

from tests.live.inside import ask
from tests.sites import Site

LAID = """
from battles.management.commands import links
from battles.models import Battle
from battles.services import autopilot, demo

demo.GERMANS["commanders"], demo.FRENCH["commanders"] = RED, BLUE
battle = demo.create().battle
Battle.objects.filter(pk=battle.pk).update(secret=DICE)
autopilot.play_until(battle_id=battle.pk, phase=PHASE)
found = {"spectator" if seat.role == "public" else seat.role: link for seat, link in links.of_seats(URL, battle.pk)}
pages = {"battle": battle, "campaign": battle.campaign}
answer(found | {name: URL + page.get_absolute_url() for name, page in pages.items()})
"""
PLAYED = """
from battles.services import autopilot
autopilot.play_until(battle_id=BATTLE, phase=PHASE)
answer(True)
"""
# name, Intelligence, Fellowship, Tactics rank, Command rank. The second of each leads on land: he may play everything.
RED = [("Hauptmann Rieger", 49, 38, 3, 1), ("General von Stahl", 47, 53, 3, 3)]
BLUE = [("Commandant Lefèvre", 51, 36, 3, 1), ("Général Moreau", 50, 51, 3, 3)]
DICE = b"the dice of a battle of Stratagems"


def lay_generals(site: Site, phase: str) -> dict[str, str]:
    """A battle in that phase between Generals who meet every prerequisite: links, and `battle` and `campaign`."""
    links: dict[str, str] = ask(site, LAID, RED=RED, BLUE=BLUE, DICE=DICE, PHASE=phase, URL=site.url)
    return links


def play_on(site: Site, battle: int, phase: str) -> None:
    """By sensible choices, in a process of its own: pages that are open hear nothing of it."""
    ask(site, PLAYED, BATTLE=battle, PHASE=phase)
