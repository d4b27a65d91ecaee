"""From a running site with nothing on it to a battle of one's own armies: every page on the way, and no other help."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.crew import Crew, Opener, forgive
from tests.browser.way_in import SIDES, SPECTATORS, Guest, Host
from tests.browsers import PageErrors
from tests.sites import Site

TITLE = "The ford"
WINDOWS: dict[str, dict[str, Any]] = {
    "desktop": {"width": 1600},
    "phone": {"width": 360, "has_touch": True, "is_mobile": True},
}
BY_HAND = {"Lark Wing": "Interceptor", "Old Guard": "Infantry", "Iron Fist": "Tank"}
PASTED = {"Kestrel Wing": "Interceptor", "River Guard": "Infantry", "Steel Fist": "Tank"}
TEXT = "name,type,squads\r\n" + "".join(f"{name},{kind},3\r\n" for name, kind in PASTED.items())


@pytest.fixture(params=WINDOWS)
def window(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Everybody's, whatever his part."""
    return WINDOWS[request.param]


def new_names(*names: str) -> list[str]:
    """The site is shared, and a name belongs to one person."""
    return [f"{name} {uuid4().hex[:8]}" for name in names]


def gathered(gm: Host, red: Guest, blue: Guest, spectator: Guest) -> Crew:
    """On the pages of one battle."""
    people = {"gm": gm, "red": red, "blue": blue, "spectator": spectator}
    for person in people.values():
        person.is_connected()
        person.notes_page()
    return Crew(dict(people), red.page.url)


def test_a_gm_and_two_guests_come_from_nothing_to_the_muster_of_their_own_armies(
    shared_site: Site, new_context: Opener, window: dict[str, Any], page_errors: PageErrors
) -> None:
    gm = Host.arrives(new_context, "gm", **window)
    red, blue, spectator = (Guest.arrives(new_context, role, **window) for role in (*SIDES, "spectator"))
    host, *names = new_names("Gerda", "Anna", "Bob", "Sue")
    gm.sign_up(shared_site, host)
    gm.start_campaign("Autumn war")

    gm.press("step-invite")
    for guest, faction, name in zip((red, blue), ("Reds", "Blues"), names[:2], strict=True):
        guest.join(gm.invite(faction), name)

    gm.tab("Overview")
    gm.make_army("First Army")
    gm.add_commanders("Ada Vane", "Gus Holt")
    gm.add_hordes(BY_HAND)
    gm.tab("Overview")
    gm.paste_army("Second Army", TEXT, PASTED)
    gm.add_commanders("Bo Marsh", "Bea Croft")

    gm.tab("Overview")
    expect(gm.steps().and_(gm.page.locator(".done"))).to_have_count(2)
    gm.press("new-battle")
    gm.fill_in_battle(TITLE, {"red": "First Army", "blue": "Second Army"}, dict(zip(names, SIDES, strict=False)))
    expect(gm.check()).to_contain_text("This battle could start")
    gm.open_battle()

    gm.press("to-seats")
    spectator.join(gm.invite_to_seat(SPECTATORS), names[2])
    gm.press("to-control-room")
    red.open_battle_page(TITLE)
    blue.open_battle_page(TITLE)

    crew = gathered(gm, red, blue, spectator)
    crew.agree()
    assert crew.gm.phase() == "briefing"
    crew.advance()
    assert crew.gm.phase() == "muster"
    for person, own, others in ((red, BY_HAND, PASTED), (blue, PASTED, BY_HAND), (spectator, {}, BY_HAND | PASTED)):
        sees_hordes(person, own, others)
    red.choose("Old Guard")
    blue.choose("Steel Fist")


def sees_hordes(person: Guest, own: Mapping[str, str], others: Mapping[str, str]) -> None:
    """His own to choose from, and of the others not even the names."""
    for name in own:
        expect(person.button(f"Choose {name}")).to_be_visible()
    for name in others:
        expect(person.page.get_by_text(name)).to_have_count(0)


@pytest.mark.parametrize(
    ("ruleset", "source", "phases", "own"),
    [
        ("battlefront", "template-small", ("briefing", "muster"), "Choose Infantry 1"),
        ("bataille", "template-pitched", ("evaluation", "pre_battle"), ""),
    ],
)
def test_a_seats_link_leads_straight_to_its_side_of_the_battle_and_lets_in_one(
    shared_site: Site,
    new_context: Opener,
    page_errors: PageErrors,
    ruleset: str,
    source: str,
    phases: tuple[str, str],
    own: str,
) -> None:
    phone = WINDOWS["phone"]
    gm = Host.arrives(new_context, "gm", **phone)
    roles = {"red": "red", "blue": "blue", "spectator": SPECTATORS}
    guests = {role: Guest.arrives(new_context, role, **phone) for role in roles}
    host, *names = new_names("Gerda", *roles)
    gm.sign_up(shared_site, host)
    gm.start_campaign("Spring war")
    for army in ("North", "South"):
        gm.make_army(army, source)
        gm.tab("Overview")

    gm.press("new-battle")
    gm.press(f"ruleset-{ruleset}")
    gm.fill_in_battle(TITLE, {"red": "North", "blue": "South"}, {})
    gm.open_battle()
    gm.press("to-seats")
    links = {role: gm.invite_to_seat(seat) for role, seat in roles.items()}
    for (role, guest), name in zip(guests.items(), names, strict=True):
        guest.join(links[role], name)
    gm.press("to-control-room")

    crew = gathered(gm, **guests)
    assert crew.gm.phase() == phases[0]
    crew.advance()
    assert crew.gm.phase() == phases[1]
    if own:
        for side in SIDES:
            expect(guests[side].button(own)).to_be_visible()
    else:
        expect(guests["spectator"].page.locator("#board .hero")).to_have_count(6)

    late = Guest.arrives(new_context, "late", **phone)
    for side in SIDES:
        late.page.goto(links[side])
        expect(late.page.locator("#join")).to_have_count(0)
    forgive(page_errors, 410)
    late.join(links["spectator"], *new_names("Tom"))
    late.sees_phase(phases[1])
