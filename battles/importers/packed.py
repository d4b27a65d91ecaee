"""A `.rosz`: a zip archive that holds one `.ros`."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from battles.importers.draft import Unreadable
from battles.importers.limits import MOST_BYTES, MOST_MEGABYTES, MOST_MEMBERS, MOST_PACKED
from battles.importers.texts import short

STARTS = (b"PK\x03\x04", b"PK\x05\x06")
ENTRY = b"PK\x01\x02"
ENCRYPTED = 0x1
# What the zip module raises for archives that are not what they say.
BROKEN = (BadZipFile, zlib.error, struct.error, EOFError, OSError, OverflowError, RuntimeError, ValueError)


def is_archive(data: bytes) -> bool:
    return data.startswith(STARTS)


def unpacked(data: bytes) -> bytes:
    """The one `.ros` in the archive. Raises Unreadable."""
    # Counted before the directory is read, because reading makes an object of each.
    if data.count(ENTRY) > MOST_MEMBERS:
        raise Unreadable("The archive holds more than %(most)s files.", most=MOST_MEMBERS)
    try:
        with ZipFile(BytesIO(data)) as archive:
            return _read(archive, _roster(archive.infolist()))
    except BROKEN as error:
        raise Unreadable("The archive is damaged.") from error


def _roster(members: list[ZipInfo]) -> ZipInfo:
    for member in members:
        _guard(member)
    found = [member for member in members if member.filename.lower().endswith(".ros")]
    if not found:
        raise Unreadable("The archive holds no .ros file. A spreadsheet has to be saved as CSV first.")
    if len(found) > 1:
        raise Unreadable("The archive holds %(count)s .ros files; one is needed.", count=len(found))
    return found[0]


def _guard(member: ZipInfo) -> None:
    name = member.filename.replace("\\", "/")
    if name.startswith("/") or ".." in name.split("/") or name[1:2] == ":":
        raise Unreadable("%(element)s: a file outside of its archive is refused.", element=short(member.filename))
    if member.file_size > MOST_BYTES:
        raise Unreadable(
            "%(element)s is larger than %(most)s MB when unpacked.",
            element=short(member.filename),
            most=MOST_MEGABYTES,
        )
    if member.file_size > MOST_PACKED * max(member.compress_size, 1):
        raise Unreadable(
            "%(element)s is more than %(most)s times larger when unpacked.",
            element=short(member.filename),
            most=MOST_PACKED,
        )


def _read(archive: ZipFile, member: ZipInfo) -> bytes:
    """At most MOST_BYTES, whatever the directory says. Other ways of packing unpack without a bound."""
    if member.flag_bits & ENCRYPTED or member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise Unreadable("%(element)s is encrypted or packed in an unusual way.", element=short(member.filename))
    with archive.open(member) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Unreadable(
            "%(element)s is larger than %(most)s MB when unpacked.",
            element=short(member.filename),
            most=MOST_MEGABYTES,
        )
    return data
