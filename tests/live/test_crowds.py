"""Sockets that vanish leave nothing behind: no file, no memory, no database connection."""

import socket
import struct
from pathlib import Path

import psycopg

from tests.live.people import Crew, Person
from tests.processes import LOOPBACK, Process, wait_until
from tests.sites import Site

CROWD = 250
ABORT = struct.pack("ii", 1, 0)  # linger for no time: the close is a reset, as when a phone loses its network
KIB = 1024


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


def come_and_vanish(person: Person, *, waiting: bool) -> None:
    """waiting: until each is let in; otherwise they vanish in the middle of the handshake."""
    crowd = [knock(person) for _ in range(CROWD)]
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


def test_f20_crowds_that_vanish_leave_no_open_file_and_no_memory_behind(any_live_site: Site) -> None:
    crew, process = Crew.at(any_live_site, "muster"), any_live_site.processes[0]
    steady = crew.blue.listen()
    files, memory = open_files(process), []
    for waiting in (True, False, True, True):
        come_and_vanish(crew.spectator, waiting=waiting)
        wait_until(lambda: open_files(process) <= files + 2, what="the server closed what the crowd left")
        memory.append(resident(process))
    # The first crowds fill pools and caches.
    assert memory[-1] - memory[1] < 4 * KIB * KIB, memory
    crew.red.do("FillIn").do("Ready")
    assert steady.next().version == crew.blue.frame().version


def test_f21_a_crowd_of_sockets_holds_no_database_connection(full_live_site: Site) -> None:
    crew = Crew.at(full_live_site)
    crowd = [knock(crew.spectator) for _ in range(CROWD)]
    busiest = max(database_connections(full_live_site) for caller in crowd if listens(caller))
    assert busiest <= 40
    wait_until(lambda: database_connections(full_live_site) == 0, what="no connection is kept for an open socket")
    crew.gm.do("Advance")
    for caller in crowd:
        assert b'data-phase="muster"' in caller.recv(64 * KIB)
        abort(caller)
