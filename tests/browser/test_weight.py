"""What a phone on a slow line fetches: the first load of a battle's page, from a site as it is hosted."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.crew import Opener
from tests.browser.people import Person
from tests.sites import Site

OWN_SCRIPT = re.compile(r"/static/battles/[\w.]+\.js$")
OF_THIS_CONTENT = re.compile(r"\.[0-9a-f]{12}\.js$")
PAGE_LIMIT, SCRIPT_LIMIT = 120_000, 12_000  # bytes over the wire


@pytest.fixture(scope="module")
def hosted() -> Iterator[Site]:
    with Site.running("full") as site:
        yield site


@pytest.mark.parametrize(("ruleset", "phase"), [("battlefront", "land"), ("bataille", "declarations")])
def test_the_first_load_of_a_battle_is_light(hosted: Site, new_context: Opener, ruleset: str, phase: str) -> None:
    made = hosted.manage("demo", "--json", "--ruleset", ruleset, "--fast-forward", phase, "--url", hosted.url)
    links = json.loads(made)
    for role in ("red", "gm", "spectator"):
        came_in = new_context()
        Person(came_in.new_page(), role).enter(links[role])
        # The same person with a browser that has kept nothing but who he is.
        whole, bodies = fetched(new_context(storage_state=came_in.storage_state()).new_page(), links["battle"])
        scripts = {address: size for address, size in bodies.items() if OWN_SCRIPT.search(address)}
        assert any("/motion." in address for address in scripts), "what is fetched late was not waited for"
        assert all(OF_THIS_CONTENT.search(address) for address in scripts), "an update would be mixed with what is kept"
        assert sum(scripts.values()) <= SCRIPT_LIMIT, f"{role}: {sum(scripts.values())} bytes: {scripts}"
        assert sum(whole.values()) <= PAGE_LIMIT, f"{role}: {sum(whole.values())} bytes: {whole}"


def fetched(page: Page, address: str) -> tuple[dict[str, int], dict[str, int]]:
    """Address -> bytes over the wire, with headers and without, until the page has asked what it may have missed."""
    names: dict[str, str] = {}
    heads: dict[str, int] = {}
    whole: dict[str, int] = {}
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")

    def sent(event: dict[str, Any]) -> None:
        names[event["requestId"]] = event["request"]["url"]

    def answered(event: dict[str, Any]) -> None:
        heads[names[event["requestId"]]] = int(event["response"]["encodedDataLength"])

    def finished(event: dict[str, Any]) -> None:
        whole[names[event["requestId"]]] = int(event["encodedDataLength"])

    network.on("Network.requestWillBeSent", sent)
    network.on("Network.responseReceived", answered)
    network.on("Network.loadingFinished", finished)
    with page.expect_response(re.compile("/frame/")) as healed:
        page.goto(address)
    assert healed.value.status == 304, "the board was fetched twice"
    page.wait_for_load_state("networkidle")
    return whole, {name: size - heads[name] for name, size in whole.items()}
