"""Archives: one roster inside, and nothing that unpacks to more than it says."""

import struct
import zipfile
from io import BytesIO

import pytest

from tests.importers.files import as_xml, draft, force, refusal, roster, unit, zipped

ROSTER = as_xml(roster(force("Patrol", unit("Boyz"))))


def lying(data: bytes, size: int) -> bytes:
    """The same archive, its headers saying another size of what it unpacks to."""
    directory = data.index(b"PK\x01\x02")
    changed = bytearray(data)
    changed[22:26] = changed[directory + 24 : directory + 28] = struct.pack("<I", size)
    return bytes(changed)


def test_one_roster_among_other_files_is_read():
    data = zipped({"folder/LIST.ROS": ROSTER, "readme.txt": b"x"})
    assert [each.name for each in draft(data, "whatever.bin").hordes] == ["Boyz"]
    assert draft(zipped({"a.ros": ROSTER}, zipfile.ZIP_STORED)).hordes


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({}, "The archive holds no .ros file. A spreadsheet has to be saved as CSV first."),
        ({"xl/a.xml": b"x"}, "The archive holds no .ros file. A spreadsheet has to be saved as CSV first."),
        ({"a.ros": ROSTER, "b.ros": ROSTER}, "The archive holds 2 .ros files; one is needed."),
        ({"../a.ros": ROSTER}, "../a.ros: a file outside of its archive is refused."),
        ({"a.ros": ROSTER, "x/../../b": b""}, "x/../../b: a file outside of its archive is refused."),
        ({"/etc/a.ros": ROSTER}, "/etc/a.ros: a file outside of its archive is refused."),
        ({"..\\a.ros": ROSTER}, "..\\a.ros: a file outside of its archive is refused."),
        ({"C:\\a.ros": ROSTER}, "C:\\a.ros: a file outside of its archive is refused."),
        ({f"{n}.txt": b"" for n in range(21)}, "The archive holds more than 20 files."),
        ({"a.ros": b"x" * 2_000_001}, "a.ros is larger than 2 MB when unpacked."),
        ({"a.ros": b" " * 1_000_000}, "a.ros is more than 100 times larger when unpacked."),
        ({"a.ros": ROSTER, "bomb": b"0" * 1_000_000}, "bomb is more than 100 times larger when unpacked."),
        ({"a.ros": b""}, "Line 1: the XML is damaged or cut off."),
        ({"a.ros": zipped({"b.ros": ROSTER})}, "Line 1: the XML is damaged or cut off."),
    ],
)
def test_an_archive_that_is_refused_says_why(members, sentence):
    assert refusal(zipped(members)) == sentence


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_ways_of_packing_that_unpack_without_a_bound_are_refused(compression):
    assert refusal(zipped({"a.ros": ROSTER}, compression)) == "a.ros is encrypted or packed in an unusual way."


def test_an_encrypted_file_is_refused():
    data = bytearray(zipped({"a.ros": ROSTER}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert refusal(bytes(data)) == "a.ros is encrypted or packed in an unusual way."


@pytest.mark.parametrize("size", [10, 50_000])
def test_headers_that_lie_about_the_size_unpack_to_no_more(size):
    bomb = zipped({"a.ros": b"<roster>" + b" " * 50_000_000})
    assert refusal(lying(bomb, size)) in {
        "The archive is damaged.",
        "Line 1: the XML is damaged or cut off.",
        "a.ros is more than 100 times larger when unpacked.",
    }


def test_a_damaged_archive_is_refused():
    data = zipped({"a.ros": ROSTER})
    assert refusal(data[:-5]) == "The archive is damaged."
    changed = bytearray(data)
    changed[40] ^= 255
    assert refusal(bytes(changed)) == "The archive is damaged."


def test_a_directory_of_thousands_is_counted_before_it_is_read(monkeypatch):
    def never(*_):
        raise AssertionError

    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(3000):
            archive.writestr(str(number), b"")
    monkeypatch.setattr("battles.importers.packed.ZipFile", never)
    assert refusal(out.getvalue()) == "The archive holds more than 20 files."
