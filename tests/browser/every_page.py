"""Every page of the site, and who looks at it: the addresses of the permission matrix and of both admin sites; then
what they show in another phase, to another person or after a click.

The places in an address are those of `tests.browser.everywhere`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import get_resolver

from tests.web.campaign_pages import BAD_METHOD, SIGN_IN
from tests.web.matrix import whole
from tests.web.test_rights import PAGES, _routes

# As which answers a page is shown: as a form that was refused or a link that is no longer good, too.
SHOWN = {200, 403, 410, 422}
NOWHERE = "/no-such-page/"
LEADS = "leads elsewhere"
PART = "a part for another page"
NO_PAGE = {
    "/battles/{pk}/frame/": PART,
    "/battles/{pk}/replay/board/?step=1": LEADS,
    "/battles/{pk}/commands/": LEADS,
    "/reports/{token}/replay/board/": PART,
    "/reports/{token}/picture.png": "a picture",
    "/campaigns/{pk}/armies/{army}/export/{extension}/": "a file",
    "/gm/desk/": PART,
    "/gm/r/{battles}/{pk}/": "does not exist",
    "/healthz/": "one word",
    "/language/": LEADS,
}
# Of both admin sites.
NO_ADMIN_PAGE = {
    "desk/": PART,
    "login/": LEADS,
    "logout/": LEADS,
    "password_change/": LEADS,
    "password_change/done/": "nothing leads there",
    "autocomplete/": "JSON",
    "jsi18n/": "a script",
    "(?P<url>.*)$": LEADS,
}
# The short form of a page's address, and what nobody may do there, which is one page for all.
NO_ENDINGS = re.compile(r"/\{\w+\}/$|(?<!auth/user)/(add|\{\w+\}/delete)/$|user/\{\w+\}/delete/$")


@dataclass(frozen=True)
class Page:
    """act: what is done there before it is looked at; one of `tests.browser.looking.ACTS`."""

    person: str
    address: str
    act: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.person, self.address, self.act)))


# Where a row's own address shows nothing to anybody, or not all.
ELSEWHERE: dict[str, tuple[Page, ...]] = {
    "/battles/{pk}/report/": (Page("host", "/battles/{over}/report/"), Page("rose", "/battles/{pitched_over}/report/")),
    "/reports/{token}/": (Page("nobody", "/reports/{report}/"), Page("nobody", "/reports/{pitched_report}/")),
    "/reports/{token}/replay/": (Page("nobody", "/reports/{report}/replay/?step=20"),),
    "/account/password/": (Page("carla", "/account/password/"),),
    "/forgotten/{uid}/{token}/": (Page("nobody", "/forgotten/{carla_uid}/{carla_token}/"),),
    "/enter/": (Page("nobody", "/enter/{enter}"),),
    "/campaigns/{pk}/ledger/": (Page("host", "/campaigns/{over_campaign}/ledger/"),),
    "/campaigns/{pk}/ledger/{battle}/take-back/": (
        Page("host", "/campaigns/{over_campaign}/ledger/{over}/take-back/"),
    ),
    "/campaigns/{pk}/armies/{army}/repairs/": (Page("host", "/campaigns/{over_campaign}/armies/{over_army}/repairs/"),),
    "/campaigns/{pk}/advantages/": (Page("host", "/campaigns/{over_campaign}/advantages/"),),
    "/battles/{battle}/gm/rewind/{number}/": (Page("host", "/battles/{over}/gm/rewind/20/"),),
    "/battles/{battle}/gm/adjust/": (Page("host", "/battles/{wounds}/gm/adjust/"),),
}
# The states of battles that a player sees, and those in which their GM's control room differs.
PLAYED = (
    *("muster", "air", "air_result", "first_deployment", "fought", "paused", "left_alone", "thrown", "land_result"),
    *("evaluation", "pre_battle", "start_of_turn", "challenges", "declarations", "wounds", "over", "pitched_over"),
)
RUN = (
    *("muster", "deployment", "fought", "paused", "ruled", "thrown", "over"),
    *("evaluation", "pre_battle", "start_of_turn", "declarations", "pitched_over"),
)
MORE = (
    *(Page("rose", f"/battles/{{{state}}}/") for state in PLAYED),
    *(Page("host", f"/gm/battles/battle/{{{state}}}/change/") for state in RUN),
    Page("rose", "/battles/{deployment}/", "pick"),
    Page("bert", "/battles/{fought}/", "aim"),
    Page("bert", "/battles/{answers}/"),
    Page("sid", "/battles/{fought}/"),
    Page("sid", "/battles/{declarations}/"),
    Page("rose", "/battles/{fought}/", "keys"),
    # Where there is nothing yet.
    Page("stranger", "/"),
    Page("other_gm", "/gm/"),
    *(Page("other_gm", f"/campaigns/{{empty}}/{page}") for page in ("", "ledger/", "advantages/", "members/")),
    *(Page("other_gm", f"/campaigns/{{empty}}/armies/{page}") for page in ("", "{empty_army}/")),
    # Where there is much.
    Page("host", "/"),
    Page("host", "/gm/"),
    Page("other_gm", "/campaigns/{archived}/"),
    Page("other_gm", "/archived/"),
    # Forms that were refused, and the page between a file and its army.
    Page("nobody", "/sign-in/", "send"),
    Page("nobody", "/sign-up/", "send"),
    Page("nobody", "/invites/{link}/", "send"),
    *(
        Page("gm", f"/campaigns/{{campaign}}/{page}", "send")
        for page in ("catalogue/profile/new/", "battles/new/", "armies/new/", "armies/{army}/heroes/new/")
    ),
    Page("gm", "/campaigns/{campaign}/armies/{army}/", "edit"),
    Page("gm", "/battles/{battle}/gm/end/", "send"),
    Page("gm", "/campaigns/{campaign}/armies/import/", "paste"),
    # What went wrong.
    Page("nobody", NOWHERE),
    Page("nobody", "/sign-in/", "forge"),
    Page("nobody", "/sign-in/", "break"),
    Page("gm", "/campaigns/{campaign}/armies/import/", "overload"),
)

PEOPLE = {"gm": "gm", "admin": "operator"}  # who looks at an admin site


def rows() -> list[tuple[str, tuple[object, ...]]]:
    """Those of the matrix that anybody can open."""
    return [
        (address, answers)
        for method, address, answers in PAGES
        if method == "GET" and not set(answers) <= {SIGN_IN, BAD_METHOD}
    ]


def of_row(address: str, answers: tuple[object, ...]) -> Iterator[Page]:
    """Who looks at it: one who may, if it is for everybody, and else the GM and a player."""
    seeing = [name for name, answer in whole(answers).items() if answer in SHOWN]
    own = [name for name in ("gm", "ann") if name in seeing]
    people = seeing[:1] if "stranger" in seeing else own or seeing[:1]
    yield from (Page(name, address) for name in people)
    yield from ELSEWHERE.get(address, ())


def of_admin_sites() -> Iterator[Page]:
    for route in _routes(get_resolver().url_patterns):
        site, _, name = route.partition("/")
        if site in PEOPLE and name not in NO_ADMIN_PAGE:
            yield from (
                Page(PEOPLE[site], each) for each in _addresses(site, f"/{route}") if not NO_ENDINGS.search(each)
            )


def _addresses(site: str, route: str) -> list[str]:
    """As the matrix writes them."""
    if apps := re.search(r"\^\(\?P<app_label>([\w|]+)\)/\$$", route):
        return [route[: apps.start()] + f"{app}/" for app in apps[1].split("|")]
    kind = route.split("/")[3] if route.count("/") > 3 else ""
    return [re.sub("<[^>]*>", "{pk}" if site == "gm" else f"{{any_{kind}}}", route)]


def every_page() -> list[Page]:
    known = [page for address, answers in rows() if address not in NO_PAGE for page in of_row(address, answers)]
    return list(dict.fromkeys((*known, *of_admin_sites(), *MORE)))
