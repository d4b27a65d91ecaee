"""XML and JSON to plain dicts and lists, their size, depth and number of elements bounded before they are built."""

from __future__ import annotations

import re
from typing import Any
from xml.parsers.expat import ExpatError

import msgspec
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from battles.importers.draft import Unreadable
from battles.importers.limits import DEEPEST, guard_depth, guard_elements
from battles.importers.texts import short

IS_XML = re.compile(
    r"\s*<(?:\?xml|!--|!DOCTYPE|(?:[\w.-]{1,40}:)?(?:roster|gameSystem|catalogue|html)\b)", re.IGNORECASE
)
IS_JSON = re.compile(r"\s*(?:\{|\[\s*[\[{\]])")
# A text, closed or not, or a bracket: what stands in a text opens nothing.
BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
# Elements whose children are listed under the name of the element, as New Recruit's JSON lists them.
LISTS = frozenset({"forces", "selections", "costs", "categories", "profiles"})


def json_value(text: str) -> Any:
    """Raises Unreadable."""
    _guard_json(text)
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        hit = re.search(r"\(byte (\d+)\)", str(error))
        before = text.encode()[: int(hit[1])] if hit else text.encode()
        raise Unreadable("Line %(line)s: the JSON is damaged or cut off.", line=before.count(b"\n") + 1) from error


def _guard_json(text: str) -> None:
    depth = count = 0
    for hit in BRACKET.finditer(text):
        if text[hit.start()] in "[{":
            depth += 1
            count += 1
            guard_elements(count)
            if depth > DEEPEST:
                line = text.count("\n", 0, hit.start()) + 1
                raise Unreadable("Line %(line)s: the file is nested more than %(most)s deep.", line=line, most=DEEPEST)
        elif text[hit.start()] in "]}":
            depth -= 1


def xml_value(data: bytes) -> dict[str, Any]:
    """{name of the root: its attributes and lists}, as New Recruit writes the same as JSON. Raises Unreadable."""
    tree = _Tree()
    parser = DefusedXMLParser(target=tree, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    try:
        parser.feed(data)
        parser.close()
    except (ParseError, ExpatError) as error:
        line = error.position[0] if isinstance(error, ParseError) else error.lineno
        raise Unreadable("Line %(line)s: the XML is damaged or cut off.", line=line) from error
    except DefusedXmlException as error:
        raise Unreadable("The XML declares entities or a document type; such a file is refused.") from error
    except (ValueError, LookupError) as error:
        raise Unreadable("The XML is in an encoding that cannot be read.") from error
    return tree.root


class _Tree:
    """What the parser tells of each element. Text between elements is of no use here and is not kept."""

    def __init__(self) -> None:
        self.root: dict[str, Any] = {}
        self._open: list[dict[str, Any] | list[Any]] = []
        self._count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition("}")[2]
        self._count += 1
        guard_elements(self._count)
        guard_depth(len(self._open) + 1, short(name))
        self._open.append(self._opened(name, attributes))

    def _opened(self, name: str, attributes: dict[str, str]) -> dict[str, Any] | list[Any]:
        parent = self._open[-1] if self._open else self.root
        if name in LISTS and isinstance(parent, dict) and self._open:
            listed: list[Any] = parent.setdefault(name, [])
            return listed
        element = {key: value for key, value in attributes.items() if key not in LISTS}
        if isinstance(parent, list):
            parent.append(element)
        elif not self._open:
            self.root[name] = element
        return element

    def end(self, tag: str) -> None:
        self._open.pop()

    def close(self) -> None:
        """Nothing is left to do."""
