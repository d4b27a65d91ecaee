"""Who may open what of the GM's control room, and what everybody at a battle's table may send beside commands.

The battle is at its briefing: nobody is waited for, no round waits for a ruling.
"""

from tests.web.campaign_pages import BAD_METHOD, FOR_GM, FOR_MEMBERS, GMS_FORM, NONE, OK, ONLY_POST, REFUSED, SIGN_IN

TO_GM = "/gm/"  # to the control room, once it is done
GMS_ACT = (SIGN_IN, NONE, NONE, NONE, NONE, TO_GM, NONE)
GM = "/battles/{battle}/gm/"
PAGES = [
    *[("GET", f"{GM}{page}/", FOR_GM) for page in ("adjust", "force", "conduct", "end", "void")],
    ("GET", f"{GM}spectators/", FOR_GM),
    ("GET", f"{GM}rewind/", FOR_GM),
    ("POST", f"{GM}rewind/", ONLY_POST),
    # There is no such step.
    ("GET", GM + "rewind/{number}/", GMS_FORM),
    ("POST", GM + "rewind/{number}/", GMS_FORM),
    *[("POST", f"{GM}{page}/", GMS_FORM) for page in ("adjust", "force", "conduct", "end", "void")],
    # Closed: an empty form has no tick at "open".
    ("POST", f"{GM}spectators/", GMS_ACT),
    ("POST", f"{GM}pause/", GMS_ACT),
    *[("POST", f"{GM}{act}/", GMS_FORM) for act in ("resume", "extend", "overrule", "again", "publish", "drop")],
    *[
        ("GET", f"{GM}{act}/", ONLY_POST)
        for act in ("pause", "resume", "extend", "overrule", "again", "publish", "drop")
    ],
    ("GET", "/battles/{battle}/throw/", ONLY_POST),
    ("POST", "/battles/{battle}/throw/", (SIGN_IN, NONE, NONE, REFUSED, REFUSED, REFUSED, NONE)),
    # Only a side wishes.
    ("GET", "/battles/{battle}/wish/", ONLY_POST),
    ("POST", "/battles/{battle}/wish/", (SIGN_IN, NONE, NONE, REFUSED, REFUSED, NONE, NONE)),
    ("GET", "/battles/{battle}/here/", ONLY_POST),
    ("POST", "/battles/{battle}/here/", FOR_MEMBERS),
    ("GET", "/gm/desk/", (SIGN_IN, NONE, NONE, NONE, NONE, OK, OK)),
    ("POST", "/gm/desk/", (SIGN_IN, NONE, NONE, NONE, NONE, BAD_METHOD, BAD_METHOD)),
]
