"""Files made to break an importer: each is refused with a sentence, in little memory, by limits that come first."""

import itertools
import string
import tracemalloc
from collections.abc import Callable

import pytest

from battles.importers import Unreadable
from battles.importers.limits import MOST_BYTES
from tests.importers.files import draft, refusal, zipped

MOST_MEMORY = 100_000_000
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
LAUGHS = b"""<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<roster name="&b;"/>"""
DOCTYPE = "The XML declares entities or a document type; such a file is refused."


def words(count: int, length: int = 4) -> list[str]:
    return ["".join(each) for each in itertools.islice(itertools.product(string.ascii_letters, repeat=length), count)]


@pytest.mark.parametrize(
    ("data", "filename", "sentence"),
    [
        (b"", "a.csv", "The file is empty."),
        (b"\xef\xbb\xbf \r\n", "a.csv", "The file is empty."),
        (PNG, "a.csv", "The file is not a text: it is a picture, a document or an archive of another kind."),
        (PNG[:9], "a.ros", "The file is not a text: it is a picture, a document or an archive of another kind."),
        (b"%PDF-1.7", "", "The file is not a text: it is a picture, a document or an archive of another kind."),
        (b"a\0\0b", "", "The file is not a text."),
        (b"\xff\x01abc", "", "The file is not a text."),
        (b"\xff\xfea", "", "The file cannot be read as UTF-16."),
        (b"a" * (MOST_BYTES + 1), "", "The file is larger than 2 MB."),
        (b"[" * 5000, "", "Line 1: the file is nested more than 100 deep."),
        (b'{"forces":\n' * 5000, "", "Line 101: the file is nested more than 100 deep."),
        (b"<roster>" + b"<a>" * 5000, "", "At a the file is nested more than 100 deep."),
        (b"<a>" * 5000, "a.ros", "At a the file is nested more than 100 deep."),
        (b"<a>" * 5000, "", "Line 1 has more than 2000 characters."),
        (b"<roster>" + b"<a/>" * 20_000, "", "The file has more than 20000 elements."),
        (b"[" + b"{}," * 20_000, "", "The file has more than 20000 elements."),
        (b"name,type\n" + b"a," * 101, "", "Line 2 has more than 100 columns."),
        (b"name,type\n" + b"a,b\n" * 10_001, "", "The file has more than 20000 elements."),
        (b"name,type\n" + b"a,b\n" * 501, "", "The file has more than 500 entries."),
        (b"Tank\n" * 501, "", "The file has more than 500 entries."),
        (b"[" + b",".join([b'{"name":"a","type":"horde"}'] * 501) + b"]", "", "The file has more than 500 entries."),
        (LAUGHS, "", DOCTYPE),
        (LAUGHS.decode().encode("utf-16"), "", DOCTYPE),
        (b'<!DOCTYPE roster SYSTEM "http://example.org/x.dtd"><roster/>', "", DOCTYPE),
        (b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><roster name="&x;"/>', "", DOCTYPE),
        (b'<!DOCTYPE r [<!ENTITY % x SYSTEM "http://example.org/">%x;]><roster/>', "", DOCTYPE),
        (b"<roster>&x;</roster>", "", "Line 1: the XML is damaged or cut off."),
        (b'<?xml version="1.0" encoding="utf-7"?><roster/>', "", "The XML is in an encoding that cannot be read."),
        (b'<?xml version="1.0" encoding="none"?><roster/>', "", "The XML is in an encoding that cannot be read."),
        (b'{"roster": {"forces": NaN}}', "", "Line 1: the JSON is damaged or cut off."),
        (b'{"roster": {"forces": [1e999]}}', "", "Line 1: the JSON is damaged or cut off."),
        (b'{"a": ' + b"9" * 5000 + b"}", "", "Line 1: the JSON is damaged or cut off."),
        (b'{"name": "\\ud800"}', "", "Line 1: the JSON is damaged or cut off."),
    ],
)
def test_it_is_refused_with_a_sentence(data, filename, sentence):
    assert refusal(data, filename) == sentence


def test_a_refusal_names_its_line_or_element_apart_from_the_sentence():
    with pytest.raises(Unreadable) as of_line:
        draft(b"{\n[")
    with pytest.raises(Unreadable) as of_element:
        draft(b"<roster>" + b"<a>" * 101)
    assert (of_line.value.line, of_element.value.element) == (2, "a")


def test_nothing_outside_the_file_is_read(monkeypatch):
    opened = []
    monkeypatch.setattr("builtins.open", lambda *given, **_: opened.append(given))
    monkeypatch.setattr("socket.socket.connect", lambda *given: opened.append(given))
    refusal(b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><roster name="&x;"/>')
    refusal(b'<?xml-stylesheet href="http://example.org/"?><roster><include href="/etc/passwd"/></roster>')
    assert opened == []


# Made only when needed: some are as large as a file may be.
BOMBS: dict[str, Callable[[], bytes]] = {
    "attributes": lambda: b"<roster " + " ".join(f'{each}=""' for each in words(240_000)).encode() + b"/>",
    "namespaces": lambda: b"<roster " + " ".join(f'xmlns:{each}="a"' for each in words(110_000)).encode() + b"/>",
    "references": lambda: b"<roster>" + b"&lt;" * 490_000 + b"</roster>",
    "text": lambda: b"<roster>" + b"a\n" * 990_000 + b"</roster>",
    "elements": lambda: b"<roster>" + b"<a/>" * 490_000 + b"</roster>",
    "selections": lambda: (
        b"<roster><forces><force><selections>"
        + b'<selection name="a"><categories/></selection>' * 9_990
        + b"</selections></force></forces></roster>"
    ),
    "one name": lambda: b"<" + b"roster " + b"a" * 1_900_000 + b'=""/>',
    "open texts": lambda: b'{"' + b'\\"' * 990_000,
    "short texts": lambda: b"[{" + b'"",' * 600_000,
    "keys": lambda: ("{" + ",".join(f'"{each}":1' for each in words(210_000)) + "}").encode(),
    "texts": lambda: ('[{},"\N{PILE OF POO}",' + ",".join(f'"{each}"' for each in words(250_000)) + "]").encode(),
    "numbers": lambda: b"[{}," + b",".join([b"0.5"] * 490_000) + b"]",
    "weapons": lambda: (
        b'{"format":"battlefront-army","version":1,"hordes":[{"name":"a","weapons":['
        + b",".join([b'"\\u0007a"'] * 180_000)
        + b"]}]}"
    ),
    "cells": lambda: b"name,type\n" + b"," * 1_900_000,
    "rows": lambda: b"name,type\n" + b"\n" * 900_000,
    "quotation marks": lambda: b'name,type\n"' + b'""' * 950_000,
    "lines": lambda: b"a b" + b"\n" * 1_900_000,
    "spaces": lambda: (b"a" + b" " * 1_900 + b"b(\n") * 499,
    "brackets": lambda: (b"a" + b"(" * 1_900 + b"\n") * 499,
    "digits": lambda: (b"1" * 1_900 + b"x\n") * 499,
    "marks": lambda: "name,type\n{}\n".format("a" + "\u0301\u0323" * 65_000).encode(),
    "likenesses": lambda: ("name,type\n" + "".join(f"{each},infantrx{each}\n" for each in words(499))).encode(),
    "zip": lambda: zipped({"a.ros": b"<roster>" + b" " * 50_000_000}),
    "flat zip": lambda: zipped({f"{number}.ros": b"a" * 1000 for number in range(9000)}),
    "emoji": lambda: ("name,type\n" + ("\N{PILE OF POO}" * 990 + ",\n") * 480).encode(),
}


@pytest.mark.parametrize("name", BOMBS)
def test_it_takes_little_memory(name):
    data = BOMBS[name]()[:MOST_BYTES]
    tracemalloc.start()
    try:
        draft(data, "a.bin")
    except Unreadable:
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < MOST_MEMORY
