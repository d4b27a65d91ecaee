"""/sign-up/, /sign-in/, /account/, /forgotten/: who gets in, what each answer tells, how often one may try."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.hashers import BasePasswordHasher, get_hasher
from django.contrib.auth.models import User
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from redis.exceptions import ConnectionError as RedisAway

from battles.models import Guest
from battles.services import accounts, live
from battles.views import tries
from tests.noise import without_noise
from tests.table import Table, signed_in

pytestmark = pytest.mark.django_db
PASSWORD, OTHER = "correct horse battery", "another horse 47"
HTML = "<b id=x>'\"&{{ 7 }}</b>"


@pytest.fixture(autouse=True)
def mail_goes_out_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "apart", lambda send: send())


@pytest.fixture
def ann() -> User:
    return accounts.sign_up(name="Ann Lee", password=PASSWORD, email="ann@example.org")


def sign_up(client: Client | None = None, **otherwise: str) -> HttpResponse:
    fields = {"name": "Zoë", "password1": PASSWORD, "password2": PASSWORD, "email": ""} | otherwise
    return (client or Client()).post("/sign-up/", fields)


def sign_in(name: str, password: str, client: Client | None = None, **more: Any) -> HttpResponse:
    return (client or Client()).post("/sign-in/", {"username": name, "password": password}, **more)


def said(response: HttpResponse) -> str:
    found = re.findall(r'class="(?:errors|notice)[^>]*>(.*?)</(?:div|p)>', response.content.decode(), re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", "", each)).strip() for each in found)


# Signing up


def test_a_name_and_a_password_make_an_account_that_is_signed_in(client: Client) -> None:
    assert sign_up(client).headers["Location"] == "/"
    assert client.get("/").status_code == 200
    assert User.objects.get().email == ""
    assert sign_in("zoë", PASSWORD).status_code == 302


def test_signing_up_leads_back_to_the_page_it_was_wanted_for(client: Client) -> None:
    assert sign_up(client, next="/invites/x/").headers["Location"] == "/invites/x/"
    for evil in ("https://evil.example/", "//evil.example", "javascript:alert(1)"):
        assert sign_up(name=f"Guest {len(evil)}", next=evil).headers["Location"] == "/"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": ""}, "Name: please fill this in."),
        ({"name": "x" * 81}, "Name: at most 80 characters"),
        ({"name": "x" * 100_000}, "Name: at most"),
        ({"name": "a\x00b"}, "Name: only characters that can be read."),
        ({"name": "a\u202eb"}, "Name: at most 80 characters are allowed, all of which can be seen."),
        ({"name": "ANN  LEE"}, "Name: “ANN LEE”, or a name that looks like it, is taken."),
        ({"name": "Аnn Lее"}, "is taken."),
        (
            {"password1": "", "password2": ""},
            "Password: please fill this in. Password again: please fill this in.",
        ),
        ({"password2": "x"}, "password fields didn’t match"),
        ({"password1": "12345", "password2": "12345"}, "too short"),
        ({"password1": "password", "password2": "password"}, "too common"),
        ({"name": "Bartholomew", "password1": "bartholomew", "password2": "bartholomew"}, "too similar"),
        ({"email": "no"}, "Enter a valid email address."),
    ],
)
def test_what_is_refused_is_said_and_nobody_is_made(ann: User, fields: dict[str, str], words: str) -> None:
    response = sign_up(**fields)
    assert (response.status_code, User.objects.count()) == (422, 1)
    assert words in said(response)


def test_an_email_that_somebody_has_already_is_taken_without_a_word(ann: User) -> None:
    assert sign_up(email="ann@example.org").status_code == 302


def test_a_name_is_shown_literally_wherever_it_stands(client: Client) -> None:
    sign_up(client, name=HTML)
    for page in ("/", "/account/", "/campaigns/new/"):
        text = client.get(page).content.decode()
        assert HTML not in text and "<b id=x>" not in text
        assert "&lt;b id=x&gt;" in text and "{{ 7 }}" in text


# Signing in


@pytest.mark.parametrize("name", ["Ann Lee", "ann lee", " ANN  LEE ", "Ａｎｎ Ｌｅｅ"])
def test_a_name_may_be_typed_in_any_case_and_form(ann: User, name: str) -> None:
    assert sign_in(name, PASSWORD).status_code == 302


def test_one_who_looks_alike_does_not_get_in_for_another(ann: User) -> None:
    assert sign_in("Аnn Lee", PASSWORD).status_code == 200


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Each password that was hashed, which is nearly all of the time that an answer takes."""
    done: list[str] = []
    hasher: BasePasswordHasher = get_hasher()
    encode = type(hasher).encode

    def counted(self: Any, password: str, *given: Any, **more: Any) -> str:
        done.append(password)
        return encode(self, password, *given, **more)

    monkeypatch.setattr(type(hasher), "encode", counted)
    yield done


@pytest.mark.parametrize("name", ["Nobody", "zoe\u202e", "x" * 150, "guest", "linked", "off"])
def test_a_wrong_name_is_answered_like_a_wrong_password_in_words_and_in_work(
    ann: User, hashed: list[str], django_assert_num_queries: Any, name: str
) -> None:
    User.objects.create_user("guest")
    User.objects.create(username="linked")  # by a sign-in link only
    User.objects.create_user("off", password=OTHER, is_active=False)
    hashed.clear()
    with django_assert_num_queries(2):
        wrong_password = sign_in("Ann Lee", OTHER)
    assert hashed == [OTHER]
    with django_assert_num_queries(2):
        wrong_name = sign_in(name, OTHER)
    assert len(hashed) == 2
    answers = [without_noise(each.content.decode()) for each in (wrong_password, wrong_name)]
    assert answers[0].replace("Ann Lee", "") == answers[1].replace(name, "")
    assert {each.status_code for each in (wrong_password, wrong_name)} == {200}
    assert said(wrong_name) == "The name or the password is not right."


def test_eleven_tries_for_one_name_are_too_many_even_with_the_right_password(ann: User) -> None:
    answers = [sign_in("Ann Lee", "wrong").status_code for _ in range(10)]
    assert answers == [200] * 10
    late = sign_in("ANN LEE", PASSWORD)
    assert (late.status_code, "tried too often" in said(late)) == (429, True)
    assert "_auth_user_id" not in Client().session


def test_a_name_that_nobody_has_is_held_back_as_soon_as_one_that_somebody_has(ann: User) -> None:
    told = [[sign_in(name, "wrong").status_code for _ in range(12)] for name in ("Ann Lee", "Nobody")]
    assert told[0] == told[1] == [200] * 10 + [429] * 2


def test_who_tries_elsewhere_is_not_held_back_by_another(ann: User) -> None:
    for _ in range(12):
        sign_in("Ann Lee", "wrong", REMOTE_ADDR="192.0.2.7")
    assert sign_in("Ann Lee", PASSWORD, REMOTE_ADDR="192.0.2.8").status_code == 302


def test_many_names_from_one_address_are_too_many(ann: User) -> None:
    with mock.patch.dict(tries.BY_ADDRESS, {"sign_in": "3/10m"}):
        answers = [sign_in(f"name {number}", "wrong").status_code for number in range(5)]
    assert answers == [200] * 3 + [429] * 2


@pytest.mark.parametrize(
    ("behind", "forwarded", "where"),
    [
        (False, "192.0.2.1", "127.0.0.1"),
        (True, "192.0.2.1", "192.0.2.1"),
        (True, "198.51.100.9, 192.0.2.1", "192.0.2.1"),
        (True, "nonsense", "0.0.0.0"),
        (True, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (True, "", "127.0.0.1"),
    ],
)
def test_where_a_request_comes_from_is_what_the_proxy_says_and_no_visitor(
    rf: Any, settings: Any, behind: bool, forwarded: str, where: str
) -> None:
    settings.BEHIND_PROXY = behind
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    assert tries.address(rf.get("/", headers=headers)) == where


def test_with_the_cache_away_one_can_still_sign_in(ann: User) -> None:
    with mock.patch.object(tries, "is_ratelimited", side_effect=RedisAway):
        assert sign_in("Ann Lee", PASSWORD).status_code == 302


def test_twenty_one_accounts_from_one_address_are_too_many() -> None:
    answers = [sign_up(name=f"Guest number {chr(97 + number)}").status_code for number in range(21)]
    assert answers == [302] * 20 + [429]
    assert User.objects.count() == 20


# The account


def test_a_guest_who_sets_a_password_comes_back_by_it_with_all_his_seats(table: Table) -> None:
    guest = User.objects.create_user("Guest")
    Guest.objects.create(user=guest)
    table.battle.seats.filter(user=table.ann).update(user=guest)
    client = signed_in(guest)
    assert 'id="claim"' in client.get("/account/").content.decode()
    fields = {"name": "Zoë", "password1": PASSWORD, "password2": PASSWORD, "email": ""}
    assert client.post("/account/claim/", fields).status_code == 302
    assert client.get("/account/").status_code == 200
    assert not Guest.objects.exists()
    again = Client()
    assert sign_in("Zoë", PASSWORD, again).status_code == 302
    assert again.get(table.address()).status_code == 200


def test_an_account_is_claimed_once(ann: User) -> None:
    client = signed_in(ann)
    fields = {"name": "Ann Lee", "password1": OTHER, "password2": OTHER, "email": ""}
    assert client.post("/account/claim/", fields).status_code == 422
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)


def test_a_name_is_changed_alone_an_email_with_the_password_only(ann: User) -> None:
    client = signed_in(ann)
    given = {"name": "Zoë", "email": "ann@example.org", "password": ""}
    assert client.post("/account/", given).status_code == 302
    for password, status in (("", 422), ("wrong", 422), (PASSWORD, 302)):
        answer = client.post("/account/", given | {"email": "evil@example.org", "password": password})
        assert answer.status_code == status
        ann.refresh_from_db()
        assert (ann.username, ann.email == "evil@example.org") == ("Zoë", status == 302)


def test_a_new_password_ends_all_other_sessions_and_their_sockets(ann: User) -> None:
    here, stolen = signed_in(ann), signed_in(ann)
    fields = {"old_password": PASSWORD, "new_password1": OTHER, "new_password2": OTHER}
    with mock.patch.object(live, "hang_up") as hang_up:
        assert here.post("/account/password/", fields).status_code == 302
    assert mock.call(person=ann.pk) in hang_up.call_args_list
    assert here.get("/account/").status_code == 200
    assert stolen.get("/account/").status_code == 302
    assert (sign_in("Ann Lee", PASSWORD).status_code, sign_in("Ann Lee", OTHER).status_code) == (200, 302)


def test_the_old_password_is_not_guessed_for_long(ann: User) -> None:
    client = signed_in(ann)
    fields = {"old_password": "wrong", "new_password1": OTHER, "new_password2": OTHER}
    answers = [client.post("/account/password/", fields).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]


# Signing out


@pytest.mark.parametrize("page", ["/sign-out/", "/gm/logout/"])
def test_whoever_could_not_come_back_by_a_password_is_asked_before_he_is_signed_out(table: Table, page: str) -> None:
    client = signed_in(table.gm)
    asked = client.post(page, follow=True)
    assert asked.redirect_chain == [("/account/", 302)]
    assert "You are still signed in" in said(asked) and 'id="claim"' in asked.content.decode()
    assert client.post(page, {"sure": "1"}).headers["Location"] == "/sign-in/"
    assert client.get("/account/").status_code == 302


def test_who_has_a_password_is_signed_out_at_once(ann: User) -> None:
    client = signed_in(ann)
    assert client.post("/sign-out/").headers["Location"] == "/sign-in/"
    assert client.get("/account/").status_code == 302


@pytest.mark.parametrize("has_password", [True, False])
def test_in_his_battle_too_a_guest_is_told_how_to_keep_his_account(table: Table, has_password: bool) -> None:
    if has_password:
        table.ann.set_password(PASSWORD)
        table.ann.save()
    page = signed_in(table.ann).get(table.address()).content.decode()
    assert ('id="to-claim"' in page) is not has_password


# A forgotten password


def forgotten(email: str) -> HttpResponse:
    return Client().post("/forgotten/", {"email": email}, follow=True)


def test_the_link_in_the_mail_leads_to_a_new_password_once(ann: User) -> None:
    forgotten("Ann@Example.org")
    (sent,) = mail.outbox
    assert sent.to == ["ann@example.org"]
    found = re.search(r"http://testserver(/forgotten/\S+)", str(sent.body))
    assert found
    client = Client()
    page = client.get(found[1], follow=True)
    assert "Ann Lee" in page.content.decode()
    form = page.redirect_chain[-1][0]
    with mock.patch.object(live, "hang_up") as hang_up:
        answer = client.post(form, {"new_password1": OTHER, "new_password2": OTHER})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/sign-in/")
    assert hang_up.call_args == mock.call(person=ann.pk)
    assert sign_in("Ann Lee", OTHER).status_code == 302
    assert "no longer good" in Client().get(found[1]).content.decode()


@pytest.mark.parametrize("site", ["https://battles.example.org", "http://10.0.0.7:8000"])
def test_a_mail_leads_to_the_sites_own_address_whatever_host_it_was_asked_by(
    ann: User, settings: Any, site: str
) -> None:
    settings.SITE_URL = site
    Client().post("/forgotten/", {"email": "ann@example.org"}, headers={"Host": "evil.example"})
    (sent,) = mail.outbox
    assert f"\n{site}/forgotten/" in sent.body
    assert "evil.example" not in f"{sent.body}{sent.subject}{sent.from_email}"


def test_a_mail_carries_no_word_of_whoever_gave_its_address(settings: Any) -> None:
    accounts.sign_up(name="Free money at http://evil.example", password=PASSWORD, email="vic@example.org")
    forgotten("vic@example.org")
    (sent,) = mail.outbox
    assert "money" not in f"{sent.subject}{sent.body}"


def test_whether_an_email_is_known_is_told_by_nothing(ann: User) -> None:
    accounts.sign_up(name="Guest with mail", password=PASSWORD)
    pages = [forgotten(email) for email in ("ann@example.org", "nobody@example.org")]
    assert len({without_noise(page.content.decode()) for page in pages}) == 1
    assert {page.status_code for page in pages} == {200}
    assert len(mail.outbox) == 1


def test_nobody_is_flooded_with_mail_and_the_answer_stays_the_same(ann: User) -> None:
    pages = [forgotten("ann@example.org") for _ in range(8)]
    assert len({without_noise(page.content.decode()) for page in pages}) == 1
    assert len(mail.outbox) == 5


def test_a_mail_goes_out_apart_and_what_it_fails_of_is_only_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with mock.patch.object(accounts.log, "exception") as logged, mock.patch.object(accounts, "Thread") as thread:
        accounts.apart(mock.Mock(side_effect=OSError("no mail server")))
        thread.call_args.kwargs["target"]()
    assert logged.called


def test_a_mail_that_goes_out_apart_is_in_the_language_of_who_asked_for_it(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    with mock.patch.object(accounts, "Thread") as thread:
        Client().post("/forgotten/", {"email": "ann@example.org"}, headers={"Accept-Language": "fr"})
    thread.call_args.kwargs["target"]()  # in a thread that has no language yet
    (sent,) = mail.outbox
    assert "un nouveau mot de passe" in sent.subject and "Choisissez-le ici" in sent.body


@pytest.mark.parametrize("page", ["/forgotten/MQ/x/", "/forgotten/x/y/", f"/forgotten/{'9' * 200}/set-password/"])
def test_a_link_that_is_no_good_says_so(page: str) -> None:
    assert "no longer good" in Client().get(page).content.decode()


@pytest.mark.parametrize("page", ["/sign-up/", "/account/", "/account/password/"])
def test_nothing_of_an_account_is_kept_by_a_cache(ann: User, page: str) -> None:
    client = Client() if page == "/sign-up/" else signed_in(ann)
    assert "no-store" in client.get(page).headers["Cache-Control"]
