"""Sockets that vanish leave nothing behind: no file, no memory, no database connection."""

import socket
import struct
from pathlib import Path

import psycopg

from tests.live.inside import seated
from tests.live.people import Person
from tests.processes import LOOPBACK, Process, wait_until
from tests.sites import Site

CROWD = 250
FEW, ENOUGH, AT_MOST = 50, 5, 60  # crowds of so many; so many crowds without growth; so many tries
ABORT = struct.pack("ii", 1, 0)  # linger for no time: the close is a reset, as when a phone loses its network
KIB, MIB = 1024, 1024**2


def knock(person: Person) -> socket.socket:
    """A handshake by hand: a thread for each of a crowd would measure the threads."""
    port = int(person.url.rsplit(":", 1)[1])
    caller = socket.create_connection((LOOPBACK, port), timeout=30)
    lines = [
        f"GET /ws/battles/{person.battle}/ HTTP/1.1",
        f"Host: {LOOPBACK}:{port}",
        f"Origin: {person.url}",
        f"Cookie: {person.cookie}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    caller.sendall("\r\n".join([*lines, "", ""]).encode())
    return caller


def listens(caller: socket.socket) -> bool:
    heard = b""
    while b"kind=hello" not in heard and (more := caller.recv(KIB)):
        heard += more
    return b"kind=hello" in heard


def abort(caller: socket.socket) -> None:
    caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABORT)
    caller.close()


def come_and_vanish(person: Person, number: int, *, waiting: bool) -> None:
    """waiting: until each is let in; otherwise they vanish in the middle of the handshake."""
    crowd = [knock(person) for _ in range(number)]
    if waiting:
        assert all(listens(caller) for caller in crowd)
    for caller in crowd:
        abort(caller)


def open_files(process: Process) -> int:
    return len(list(Path(f"/proc/{process.popen.pid}/fd").iterdir()))


def resident(process: Process) -> int:
    """Bytes."""
    status = Path(f"/proc/{process.popen.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * KIB


def database_connections(site: Site) -> int:
    with psycopg.connect(site.environment["DATABASE_URL"]) as connection:
        row = connection.execute("select count(*) from pg_stat_activity where datname = current_database()").fetchone()
    assert row
    return int(row[0]) - 1


def test_f20_however_many_vanish_no_file_stays_open_and_memory_goes_flat(any_live_site: Site) -> None:
    """Pools and caches fill at first. Remembered sockets would cost 18 KiB each for ever, 4 MiB in ENOUGH crowds."""
    crew, process = seated(any_live_site, "muster"), any_live_site.processes[0]
    steady, files, memory = crew.blue.listen(), open_files(process), [resident(process)]
    while len(memory) <= ENOUGH or memory[-1] - memory[-ENOUGH - 1] > MIB:
        assert len(memory) < AT_MOST, memory
        come_and_vanish(crew.spectator, FEW, waiting=len(memory) % 4 != 0)
        wait_until(lambda: open_files(process) <= files + 2, what="the server closed what the crowd left")
        memory.append(resident(process))
    crew.red.do("FillIn").do("Ready")
    assert steady.next().version == crew.blue.frame().version


def test_f20_a_crowd_that_comes_at_one_instant_is_let_in(any_live_site: Site) -> None:
    """As after a restart, when every page reconnects."""
    crew = seated(any_live_site)
    crowd = [knock(crew.spectator) for _ in range(CROWD)]
    assert all(listens(caller) for caller in crowd)
    crew.gm.do("Advance")
    for caller in crowd:
        assert b"version=2 kind=push" in caller.recv(64 * KIB)
        abort(caller)


def test_f21_open_sockets_hold_no_database_connection(full_live_site: Site) -> None:
    spectator = seated(full_live_site).spectator
    crowd = [knock(spectator) for _ in range(FEW)]
    busiest = max(database_connections(full_live_site) for caller in crowd if listens(caller))
    assert busiest <= 10
    wait_until(lambda: database_connections(full_live_site) == 0, what="no connection is kept for an open socket")
    for caller in crowd:
        abort(caller)
