"""Who may open what of a campaign: the addresses, and the answer to each person."""

SIGN_IN, OK, NONE, BAD_METHOD, REFUSED = "sign in", 200, 404, 405, 422
FOR_GM = (SIGN_IN, NONE, NONE, NONE, NONE, OK, NONE)
FOR_MEMBERS = (SIGN_IN, NONE, OK, OK, OK, OK, NONE)
# An empty form of the GM's is refused with a sentence; to the others the address does not exist.
GMS_FORM = (SIGN_IN, NONE, NONE, NONE, NONE, REFUSED, NONE)
ONLY_POST = (SIGN_IN, *[BAD_METHOD] * 6)
DONE = 302
GMS_BUTTON = (SIGN_IN, NONE, NONE, NONE, NONE, DONE, NONE)
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
    ("GET", "/campaigns/{pk}/armies/{army}/", FOR_GM),
    ("POST", "/campaigns/{pk}/armies/{army}/", GMS_FORM),
    ("GET", "/campaigns/{pk}/armies/{army}/heroes/new/", FOR_GM),
    ("POST", "/campaigns/{pk}/armies/{army}/heroes/new/", GMS_FORM),
    ("GET", "/campaigns/{pk}/armies/{army}/heroes/{hero}/", FOR_GM),
    ("POST", "/campaigns/{pk}/armies/{army}/heroes/{hero}/", GMS_FORM),
    ("GET", "/campaigns/{pk}/armies/{army}/heroes/{hero}/move/", ONLY_POST),
    ("POST", "/campaigns/{pk}/armies/{army}/heroes/{hero}/move/", GMS_FORM),
    ("GET", "/campaigns/{pk}/armies/{army}/heroes/{hero}/delete/", ONLY_POST),
    ("POST", "/campaigns/{pk}/armies/{army}/heroes/{hero}/delete/", GMS_BUTTON),
    ("GET", "/campaigns/{pk}/advantages/", FOR_MEMBERS),
    ("GET", "/campaigns/{pk}/advantages/{card}/spend/", ONLY_POST),
    # D-27: a card of red's. Sue and Bob see it and are told whose it is; Ann and the GM are told to write a note.
    ("POST", "/campaigns/{pk}/advantages/{card}/spend/", (SIGN_IN, NONE, REFUSED, REFUSED, REFUSED, REFUSED, NONE)),
]
CONVERTERS = {f"{{{name}}}": f"<row:{name}>" for name in ("pk", "card", "army", "hero")} | {
    f"{{{name}}}": f"<slug:{name}>" for name in ("kind", "key")
}


def route(address: str) -> str:
    """The address as `urls.py` writes it."""
    for place, converter in CONVERTERS.items():
        address = address.replace(place, converter)
    return address.removeprefix("/").split("?")[0]
