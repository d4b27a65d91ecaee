"""Writing to a chat: only to the internet, only to where was looked, never for long, and its secret stays one."""

import logging
import socket
import ssl
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils import timezone

from battles.models import Battle, Campaign
from battles.services import webhooks
from battles.services.refusals import Refused
from battles.services.webhooks import NotTold
from tests.processes import free_port
from tests.services.chatting import SECRET, Chat, chatting
from tests.table import Table

PUBLIC, PRIVATE = "93.184.216.34", "10.0.0.8"
ELSEWHERE = [
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.0.0.8",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.8",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
]


@pytest.fixture
def anywhere(settings: Any) -> None:
    settings.WEBHOOKS_ANYWHERE = True


@pytest.fixture
def chat(anywhere: None) -> Iterator[Chat]:
    with chatting() as found:
        yield found


def leads_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[tuple[str, int]]:
    """Every name leads there. Where somebody would connect to, which he cannot."""
    asked: list[tuple[str, int]] = []

    def resolved(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET6 if ":" in each else socket.AF_INET, 1, 6, "", (each, port)) for each in addresses]

    def connect(where: tuple[str, int], **_: Any) -> socket.socket:
        asked.append(where)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    monkeypatch.setattr(socket, "create_connection", connect)
    return asked


# What is sent


def test_a_message_has_the_shape_that_discord_takes_and_calls_nobody(chat: Chat) -> None:
    webhooks.post(address=chat.address, text="@everyone: Schlacht «é» " + "x" * 3000)
    ((path, headers, message),) = chat.heard
    assert path == f"/hooks/7/{SECRET}?wait=1"
    assert headers["Content-Type"] == "application/json"
    assert message["allowed_mentions"] == {"parse": []}
    assert message["content"].startswith("@everyone: Schlacht «é» x") and len(message["content"]) == 2000


@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 200 OK\r\n\r\n", b"HTTP/1.0 204 No Content\r\nX: y\r\n\r\n" + b"z" * 10**6]
)
def test_a_good_answer_is_good_whatever_comes_after_it(chat: Chat, answer: bytes) -> None:
    chat.answer = answer
    webhooks.post(address=chat.address, text="x")
    assert chat.texts == ["x"]


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 500 Oh\r\n\r\n",
        b"HTTP/1.1 404 No\r\n\r\n",
        b"HTTP/1.1 429 Slowly\r\n\r\n",
        b"",
        b"SSH-2.0-x\r\n",
        b"HTTP/1.1\r\n",
        b"HTTP/1.1 x\r\n",
        b"x" * 10**6,
    ],
)
def test_any_other_answer_is_a_failure_that_does_not_name_the_secret(chat: Chat, answer: bytes) -> None:
    chat.answer = answer
    with pytest.raises(NotTold) as caught:
        webhooks.post(address=chat.address, text="x")
    assert "localhost" in str(caught.value) and SECRET not in str(caught.value)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(chat: Chat, status: int) -> None:
    with chatting() as other:
        chat.answer = f"HTTP/1.1 {status} Moved\r\nLocation: {other.address}\r\n\r\n".encode()
        with pytest.raises(NotTold, match=str(status)):
            webhooks.post(address=chat.address, text="x")
        assert (len(chat.heard), other.heard) == (1, [])


def test_nobody_who_answers_is_a_failure(anywhere: None) -> None:
    with pytest.raises(NotTold, match="localhost"):
        webhooks.post(address=f"http://localhost:{free_port()}/", text="x")


def test_who_never_answers_is_waited_for_no_longer_than_the_limit(
    anywhere: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(NotTold, match="TimeoutError"):
        webhooks.post(address=f"http://127.0.0.1:{silent.getsockname()[1]}/", text="x")


def test_who_answers_drop_by_drop_is_not_waited_for_either(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is of the whole, not of each drop: by a clock of the test's own."""
    drops: list[int] = []

    class Dripping(socket.socket):
        def recv(self, *_: Any) -> bytes:
            drops.append(1)
            return b"x"

    end = 3
    monkeypatch.setattr(webhooks.time, "monotonic", lambda: float(len(drops)))
    with Dripping() as sock, pytest.raises(TimeoutError):
        webhooks._status(sock, lambda: webhooks._left(end))
    assert len(drops) == end


# Where it may lead


@pytest.mark.parametrize("place", ELSEWHERE)
@pytest.mark.django_db
def test_an_address_that_is_not_on_the_internet_is_refused_when_it_is_typed(table: Table, place: str) -> None:
    host = f"[{place}]" if ":" in place else place
    with pytest.raises(Refused, match="Webhook: an address that begins with https://"):
        webhooks.put(campaign=table.battle.campaign, address=f"https://{host}/hooks/1")
    assert Campaign.objects.get().webhook == ""


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_name_that_leads_there_is_not_connected_to(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    asked = leads_to(monkeypatch, place)
    with pytest.raises(NotTold, match="chat.example is not on the internet"):
        webhooks.post(address=f"https://chat.example/{SECRET}", text="x")
    assert asked == []


@pytest.mark.parametrize("host", ["localhost", "127.1", "2130706433", "0x7f.1"])
def test_this_machine_by_any_other_name_is_not_connected_to(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("connected"))
    with pytest.raises(NotTold):
        webhooks.post(address=f"https://{host}/x", text="x")


def test_one_private_address_among_others_is_enough_to_refuse_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = leads_to(monkeypatch, PUBLIC, PRIVATE)
    with pytest.raises(NotTold, match="not on the internet"):
        webhooks.post(address="https://chat.example/", text="x")
    assert asked == []


def test_what_was_looked_at_is_what_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads elsewhere when it is asked for again gains nothing by it."""
    asked = leads_to(monkeypatch, PUBLIC, "2606:2800:220:1::1")
    with pytest.raises(NotTold, match="ConnectionRefusedError"):
        webhooks.post(address="https://chat.example/", text="x")
    assert asked == [(PUBLIC, 443), ("2606:2800:220:1::1", 443)], "numbers, so nobody asks for the name again"


@pytest.mark.parametrize(
    "address",
    [
        "http://chat.example/x",
        "ftp://chat.example/x",
        "file:///etc/passwd",
        "chat.example/x",
        "https://",
        "https:///x",
        "https://user:pass@chat.example/x",
        "https://chat.example:99999/x",
        "https://chat.example/a b",
        "https://chat.example/\r\nHost: x",
        "https://chat.example/\u00e9",
        "https://[::1",
        "javascript:alert(1)",
        "https://chat.example/" + "x" * 500,
    ],
)
@pytest.mark.django_db
def test_what_is_no_such_address_is_refused_with_a_sentence_and_nothing_is_changed(table: Table, address: str) -> None:
    before = "https://chat.example/before"
    webhooks.put(campaign=table.battle.campaign, address=before)
    with pytest.raises(Refused, match="Webhook: "):
        webhooks.put(campaign=table.battle.campaign, address=address)
    assert Campaign.objects.get().webhook == before


@pytest.mark.django_db
def test_a_chat_is_set_and_taken_away(table: Table) -> None:
    for address in (f" https://discord.com/api/webhooks/1/{SECRET} ", ""):
        webhooks.put(campaign=table.battle.campaign, address=address)
        assert Campaign.objects.get().webhook == address.strip()
        assert Battle.objects.get().told == {"phase": "briefing"}, "what was before is no news"


# Encrypted


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """Of localhost, signed by nobody but itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
    made = made.not_valid_before(timezone.now() - timedelta(days=1)).not_valid_after(timezone.now() + timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    path = tmp_path / "certificate.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    return path


@pytest.mark.parametrize("trusted", [True, False])
def test_the_chat_must_prove_its_name(
    anywhere: None, monkeypatch: pytest.MonkeyPatch, certificate: Path, trusted: bool
) -> None:
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(certificate)
    if trusted:
        monkeypatch.setattr(webhooks, "_tls", lambda: ssl.create_default_context(cafile=str(certificate)))
    with chatting(own) as chat:
        if trusted:
            webhooks.post(address=chat.address, text="x")
            with pytest.raises(NotTold, match="SSLCertVerificationError"):
                webhooks.post(address=chat.address.replace("localhost", "127.0.0.1"), text="x")
        else:
            with pytest.raises(NotTold, match="SSLCertVerificationError"):
                webhooks.post(address=chat.address, text="x")
        assert chat.texts == ["x"] * trusted


@pytest.mark.django_db
def test_a_first_message_that_does_not_arrive_is_a_sentence_and_a_line_in_the_log_without_the_secret(
    table: Table, chat: Chat, caplog: pytest.LogCaptureFixture
) -> None:
    campaign = table.battle.campaign
    campaign.webhook = chat.address
    webhooks.greet(campaign=campaign)
    assert chat.texts == [f"Battlefront tells this chat of the battles of {campaign.name}."]
    chat.answer = b"HTTP/1.1 401 Unauthorized\r\n\r\n"
    with caplog.at_level(logging.WARNING), pytest.raises(Refused, match="The chat has not taken the message"):
        webhooks.greet(campaign=campaign)
    assert "localhost answered 401" in caplog.text and SECRET not in caplog.text
