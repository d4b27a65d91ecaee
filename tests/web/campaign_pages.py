"""Who may open what of a campaign: the addresses, and the answer to each person."""

SIGN_IN, OK, NONE, BAD_METHOD, REFUSED = "sign in", 200, 404, 405, 422
FOR_GM = (SIGN_IN, NONE, NONE, NONE, NONE, OK, NONE)
FOR_MEMBERS = (SIGN_IN, NONE, OK, OK, OK, OK, NONE)
# An empty form of the GM's is refused with a sentence; to the others the address does not exist.
GMS_FORM = (SIGN_IN, NONE, NONE, NONE, NONE, REFUSED, NONE)
ONLY_POST = (SIGN_IN, *[BAD_METHOD] * 6)
DONE = 302
GMS_BUTTON = (SIGN_IN, NONE, NONE, NONE, NONE, DONE, NONE)
# Players may bring armies of their own.
FOR_PLAYERS = (SIGN_IN, NONE, NONE, OK, OK, OK, NONE)
PLAYERS_FORM = (SIGN_IN, NONE, NONE, REFUSED, REFUSED, REFUSED, NONE)
# address, then the answer to: nobody, stranger, sue (spectator), ann (red), bob (blue), gm, another campaign's gm
PAGES = [
    ("GET", "/campaigns/{pk}/", FOR_MEMBERS),
    ("POST", "/campaigns/{pk}/", ONLY_POST),
    ("GET", "/campaigns/{pk}/house-rules/", FOR_MEMBERS),
    ("POST", "/campaigns/{pk}/house-rules/", GMS_FORM),
    ("GET", "/campaigns/{pk}/catalogue/", FOR_GM),
    ("GET", "/campaigns/{pk}/catalogue/{kind}/new/", FOR_GM),
    ("POST", "/campaigns/{pk}/catalogue/{kind}/new/", GMS_FORM),
    ("GET", "/campaigns/{pk}/catalogue/{kind}/{key}/", FOR_GM),
    ("POST", "/campaigns/{pk}/catalogue/{kind}/{key}/", GMS_FORM),
    ("GET", "/campaigns/{pk}/catalogue/{kind}/{key}/delete/", ONLY_POST),
    ("POST", "/campaigns/{pk}/catalogue/{kind}/{key}/delete/", GMS_FORM),
    ("GET", "/campaigns/{pk}/battles/new/", FOR_GM),
    ("POST", "/campaigns/{pk}/battles/new/", GMS_FORM),
    ("GET", "/campaigns/{pk}/battles/new/?ruleset=bataille", FOR_GM),
    ("GET", "/campaigns/{pk}/armies/", FOR_MEMBERS),
    ("POST", "/campaigns/{pk}/armies/", ONLY_POST),
    ("GET", "/campaigns/{pk}/armies/new/", FOR_PLAYERS),
    ("POST", "/campaigns/{pk}/armies/new/", PLAYERS_FORM),
    ("GET", "/campaigns/{pk}/armies/import/", FOR_PLAYERS),
    ("POST", "/campaigns/{pk}/armies/import/", PLAYERS_FORM),
    ("GET", "/campaigns/{pk}/armies/import/accept/", ONLY_POST),
    ("POST", "/campaigns/{pk}/armies/import/accept/", PLAYERS_FORM),
    ("GET", "/campaigns/{pk}/armies/{army}/", FOR_GM),
    ("POST", "/campaigns/{pk}/armies/{army}/", GMS_FORM),
    ("GET", "/campaigns/{pk}/armies/{army}/names/", FOR_GM),
    ("POST", "/campaigns/{pk}/armies/{army}/names/", GMS_FORM),
    ("GET", "/campaigns/{pk}/armies/{army}/delete/", ONLY_POST),
    ("POST", "/campaigns/{pk}/armies/{army}/delete/", GMS_BUTTON),
    ("GET", "/campaigns/{pk}/armies/{army}/rows/{part}/add/", ONLY_POST),
    ("POST", "/campaigns/{pk}/armies/{army}/rows/{part}/add/", GMS_FORM),
    ("GET", "/campaigns/{pk}/armies/{army}/rows/{part}/{row}/", FOR_GM),
    ("POST", "/campaigns/{pk}/armies/{army}/rows/{part}/{row}/", GMS_FORM),
    ("GET", "/campaigns/{pk}/armies/{army}/rows/{part}/{row}/duplicate/", ONLY_POST),
    ("POST", "/campaigns/{pk}/armies/{army}/rows/{part}/{row}/duplicate/", GMS_BUTTON),
    ("GET", "/campaigns/{pk}/armies/{army}/rows/{part}/{row}/delete/", ONLY_POST),
    ("POST", "/campaigns/{pk}/armies/{army}/rows/{part}/{row}/delete/", GMS_BUTTON),
    ("GET", "/campaigns/{pk}/armies/{army}/rows/{part}/{row}/move/", ONLY_POST),
    ("POST", "/campaigns/{pk}/armies/{army}/rows/{part}/{row}/move/", GMS_FORM),
    ("GET", "/campaigns/{pk}/armies/{army}/export/{extension}/", FOR_GM),
    ("POST", "/campaigns/{pk}/armies/{army}/export/{extension}/", ONLY_POST),
    ("GET", "/campaigns/{pk}/armies/{army}/versions/", FOR_GM),
    ("GET", "/campaigns/{pk}/armies/{army}/versions/{number}/", FOR_GM),
    ("GET", "/campaigns/{pk}/armies/{army}/versions/{number}/take-back/", ONLY_POST),
    ("POST", "/campaigns/{pk}/armies/{army}/versions/{number}/take-back/", GMS_BUTTON),
    ("GET", "/campaigns/{pk}/armies/{army}/versions/{number}/bring-back/", ONLY_POST),
    ("POST", "/campaigns/{pk}/armies/{army}/versions/{number}/bring-back/", GMS_FORM),
    ("GET", "/campaigns/{pk}/armies/{army}/heroes/new/", FOR_GM),
    ("POST", "/campaigns/{pk}/armies/{army}/heroes/new/", GMS_FORM),
    ("GET", "/campaigns/{pk}/armies/{army}/heroes/{hero}/", FOR_GM),
    ("POST", "/campaigns/{pk}/armies/{army}/heroes/{hero}/", GMS_FORM),
    ("GET", "/campaigns/{pk}/armies/{army}/heroes/{hero}/move/", ONLY_POST),
    ("POST", "/campaigns/{pk}/armies/{army}/heroes/{hero}/move/", GMS_FORM),
    ("GET", "/campaigns/{pk}/armies/{army}/heroes/{hero}/delete/", ONLY_POST),
    ("POST", "/campaigns/{pk}/armies/{army}/heroes/{hero}/delete/", GMS_BUTTON),
    ("GET", "/campaigns/{pk}/armies/{army}/repairs/", FOR_GM),
    ("POST", "/campaigns/{pk}/armies/{army}/repairs/", GMS_FORM),
    ("GET", "/campaigns/{pk}/ledger/", FOR_MEMBERS),
    ("POST", "/campaigns/{pk}/ledger/", ONLY_POST),
    # The battle has not ended: there is nothing to take back.
    ("GET", "/campaigns/{pk}/ledger/{battle}/take-back/", GMS_FORM),
    ("POST", "/campaigns/{pk}/ledger/{battle}/take-back/", GMS_FORM),
    ("GET", "/campaigns/{pk}/advantages/", FOR_MEMBERS),
    ("GET", "/campaigns/{pk}/advantages/{card}/spend/", ONLY_POST),
    # D-27: a card of red's. Sue and Bob see it and are told whose it is; Ann and the GM are told to write a note.
    ("POST", "/campaigns/{pk}/advantages/{card}/spend/", (SIGN_IN, NONE, NONE, REFUSED, REFUSED, REFUSED, NONE)),
    ("POST", "/campaigns/{pk}/advantages/", ONLY_POST),
    ("POST", "/campaigns/{pk}/catalogue/", ONLY_POST),
    ("POST", "/campaigns/{pk}/armies/{army}/versions/", ONLY_POST),
    ("POST", "/campaigns/{pk}/armies/{army}/versions/{number}/", ONLY_POST),
]
ROWS = ("pk", "card", "army", "hero", "battle", "row", "number", "invite", "person", "seat")
SLUGS = ("kind", "key", "part", "extension")
CONVERTERS = {f"{{{name}}}": f"<row:{name}>" for name in ROWS} | {f"{{{name}}}": f"<slug:{name}>" for name in SLUGS}


def route(address: str) -> str:
    """The address as `urls.py` writes it, whatever it calls what stands there."""
    for place, converter in CONVERTERS.items():
        address = address.replace(place, converter)
    return address.removeprefix("/").split("?")[0]
