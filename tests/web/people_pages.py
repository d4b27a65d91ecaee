"""Who may open what of accounts, links, members and seats, and what is refused everywhere.

The people are those of `tests.web.matrix`; a row of seven stands for nine, see there.
"""

from tests.web.campaign_pages import (
    BAD_METHOD,
    DONE,
    FOR_GM,
    FOR_MEMBERS,
    GMS_BUTTON,
    GMS_FORM,
    NONE,
    OK,
    ONLY_POST,
    REFUSED,
    SIGN_IN,
)

EVERYBODY, GONE, NOBODY = (OK,) * 7, (410,) * 7, (NONE,) * 7
NO_METHOD = (BAD_METHOD,) * 7
WHO_IS_SIGNED_IN = (SIGN_IN, *[OK] * 6)
FORM_OF_WHO_IS_SIGNED_IN = (SIGN_IN, *[REFUSED] * 6)
# nobody, stranger, sue, ann, bob, gm, another's gm; deputy, operator
OWNERS_BUTTON = (SIGN_IN, NONE, NONE, NONE, NONE, DONE, NONE, NONE, NONE)
PAGES = [
    ("GET", "/", WHO_IS_SIGNED_IN),
    ("POST", "/", ONLY_POST),
    ("GET", "/archived/", WHO_IS_SIGNED_IN),
    ("POST", "/archived/", ONLY_POST),
    ("GET", "/healthz/", EVERYBODY),
    ("POST", "/healthz/", EVERYBODY),
    ("GET", "/style/", EVERYBODY),
    ("POST", "/style/", NO_METHOD),
    ("GET", "/language/", (DONE,) * 7),
    ("POST", "/language/", (DONE,) * 7),
    # Accounts
    ("GET", "/sign-in/", EVERYBODY),
    ("POST", "/sign-in/", EVERYBODY),
    ("GET", "/sign-out/", NO_METHOD),
    # None of these people has a password to come back by: they are asked once.
    ("POST", "/sign-out/", (SIGN_IN, *[DONE] * 6)),
    ("GET", "/sign-up/", (OK, *[DONE] * 6)),
    ("POST", "/sign-up/", (REFUSED, *[DONE] * 6)),
    ("GET", "/enter/", NOBODY),
    ("POST", "/enter/", NOBODY),
    ("GET", "/account/", WHO_IS_SIGNED_IN),
    ("POST", "/account/", WHO_IS_SIGNED_IN),
    ("GET", "/account/claim/", ONLY_POST),
    ("POST", "/account/claim/", FORM_OF_WHO_IS_SIGNED_IN),
    # None of these people has a password to change.
    ("GET", "/account/password/", (SIGN_IN, *[DONE] * 6)),
    ("POST", "/account/password/", (SIGN_IN, *[DONE] * 6)),
    ("GET", "/forgotten/", EVERYBODY),
    ("POST", "/forgotten/", EVERYBODY),
    ("GET", "/forgotten/sent/", EVERYBODY),
    ("POST", "/forgotten/sent/", NO_METHOD),
    ("GET", "/forgotten/{uid}/{token}/", EVERYBODY),
    ("POST", "/forgotten/{uid}/{token}/", EVERYBODY),
    # A link into a seat for red: Sue may come over from the spectators, who has blue's or runs the campaign may not.
    # Ann has such a seat, and is led to it.
    ("GET", "/invites/{link}/", (OK, OK, OK, DONE, OK, OK, OK)),
    ("POST", "/invites/{link}/", (REFUSED, DONE, DONE, DONE, REFUSED, REFUSED, DONE, REFUSED, DONE)),
    ("GET", "/invites/{token}/", GONE),
    ("POST", "/invites/{token}/", GONE),
    ("GET", "/reports/{token}/", NOBODY),
    ("POST", "/reports/{token}/", NO_METHOD),
    ("GET", "/reports/{token}/picture.png", NOBODY),
    ("POST", "/reports/{token}/picture.png", NO_METHOD),
    ("GET", "/reports/{token}/replay/", NOBODY),
    ("POST", "/reports/{token}/replay/", NO_METHOD),
    ("GET", "/reports/{token}/replay/board/", NOBODY),
    ("POST", "/reports/{token}/replay/board/", NO_METHOD),
    # Campaigns
    ("GET", "/campaigns/new/", WHO_IS_SIGNED_IN),
    ("POST", "/campaigns/new/", FORM_OF_WHO_IS_SIGNED_IN),
    ("GET", "/campaigns/{pk}/settings/", FOR_GM),
    ("POST", "/campaigns/{pk}/settings/", GMS_FORM),
    ("GET", "/campaigns/{pk}/settings/chat/", ONLY_POST),
    ("POST", "/campaigns/{pk}/settings/chat/", OWNERS_BUTTON),
    ("GET", "/campaigns/{pk}/settings/chat/greet/", ONLY_POST),
    ("POST", "/campaigns/{pk}/settings/chat/greet/", OWNERS_BUTTON),
    ("GET", "/campaigns/{pk}/archive/", ONLY_POST),
    ("POST", "/campaigns/{pk}/archive/", OWNERS_BUTTON),
    ("GET", "/campaigns/{pk}/unarchive/", ONLY_POST),
    ("POST", "/campaigns/{pk}/unarchive/", OWNERS_BUTTON),
    ("GET", "/campaigns/{pk}/members/", FOR_MEMBERS),
    ("POST", "/campaigns/{pk}/members/", ONLY_POST),
    ("GET", "/campaigns/{pk}/members/links/", ONLY_POST),
    ("POST", "/campaigns/{pk}/members/links/", GMS_FORM),
    ("GET", "/campaigns/{pk}/members/links/{invite}/revoke/", ONLY_POST),
    ("POST", "/campaigns/{pk}/members/links/{invite}/revoke/", GMS_BUTTON),
    ("GET", "/campaigns/{pk}/members/links/{invite}/reissue/", ONLY_POST),
    ("POST", "/campaigns/{pk}/members/links/{invite}/reissue/", GMS_BUTTON),
    ("GET", "/campaigns/{pk}/members/{person}/change/", ONLY_POST),
    ("POST", "/campaigns/{pk}/members/{person}/change/", GMS_FORM),
    ("GET", "/campaigns/{pk}/members/{person}/remove/", ONLY_POST),
    ("POST", "/campaigns/{pk}/members/{person}/remove/", GMS_BUTTON),
    ("GET", "/campaigns/{pk}/members/{person}/hand-over/", ONLY_POST),
    ("POST", "/campaigns/{pk}/members/{person}/hand-over/", OWNERS_BUTTON),
    # The seats of a battle
    ("GET", "/battles/{battle}/seats/", FOR_GM),
    ("POST", "/battles/{battle}/seats/", ONLY_POST),
    ("GET", "/battles/{battle}/seats/links/", ONLY_POST),
    ("POST", "/battles/{battle}/seats/links/", GMS_FORM),
    ("GET", "/battles/{battle}/seats/members/", ONLY_POST),
    ("POST", "/battles/{battle}/seats/members/", GMS_FORM),
    ("GET", "/battles/{battle}/seats/{seat}/replace/", ONLY_POST),
    ("POST", "/battles/{battle}/seats/{seat}/replace/", GMS_FORM),
]
