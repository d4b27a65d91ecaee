"""The texts of the interface: found in the code, the templates and the bundled rows, and kept in a PO file a language.

By Babel and not by GNU gettext, which a fresh machine lacks.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from battles.rules import RULESETS
from battles.services.words import READ, languages, mo_file

ROOT: Path = settings.BASE_DIR
# Calls whose text people read, and which of their arguments it is: a second one is the plural.
CALLS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), (0,)),
    **dict.fromkeys(("Message", "M", "Illegal", "Forbidden", "Remark", "Unreadable"), (0,)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (0, 1)),
    "Refused": (1,),
    "guess": (1,),  # of the importers: a field and why
}
# What `templatize` makes of the tags; `c` is the context.
TAGS = {"_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3)}
# The mo file must not differ from one machine to the next, so it carries no real date.
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural}\\n"

"""
Found = tuple[str | tuple[str, ...], str, int, str | None]  # text (or singular and plural), file, line, context


def po_file(language: str) -> Path:
    return mo_file(language).with_suffix(".po")


def extracted() -> Catalog:
    """Every text that is to be translated, with the files it stands in, in the order of the files and their lines."""
    found, ordered = Catalog(charset="utf-8"), Catalog(charset="utf-8")
    for text, file, line, context in (*_of_code(), *_of_templates(), *_of_rows()):
        found.add(text, locations=[(file, line)], context=context)
    for message in sorted((each for each in found if each.id), key=lambda each: each.locations):
        ordered.add(message.id, locations=message.locations, context=message.context)
    return ordered


def stored(language: str) -> Catalog:
    path = po_file(language)
    if not path.exists():
        return Catalog(locale=language, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language, charset="utf-8", abort_invalid=True)


def refreshed(language: str, template: Catalog) -> str:
    """The text of a PO file with exactly the template's texts, and the translations that there were."""
    catalog = stored(language)
    catalog.update(template, no_fuzzy_matching=True)
    body = BytesIO()
    # In the template's order: a PO file has no lines to sort by, and read again would come out in another.
    write_po(body, catalog, width=120, omit_header=True, ignore_obsolete=True, include_lineno=False)
    # Without the dates and names of tools that Babel would write: a file differs where a text does.
    return HEADER.format(language=language, plural=catalog.plural_forms) + body.getvalue().decode()


def untranslated(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id and not all(_forms(message.string))]


def _forms(text: Any) -> tuple[str, ...]:
    """The text, or the singular and the plural."""
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def outdated() -> list[str]:
    """Languages whose compiled file is missing or older than its source."""
    return [code for code in languages() if _time(mo_file(code)) < _time(po_file(code))]


def compile_one(language: str) -> Path:
    """Written whole under another name first: a server may be reading the old one."""
    catalog = stored(language)
    catalog.creation_date = catalog.revision_date = NO_DATE
    path = mo_file(language)
    draft = path.with_suffix(f".mo.{os.getpid()}")
    with draft.open("wb") as file:
        write_mo(file, catalog)
    return draft.replace(path)


def _time(path: Path) -> float:
    return path.stat().st_mtime if path.exists() else 0.0


def _files(pattern: str, *folders: str) -> Iterator[tuple[Path, str]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob(pattern)):
            yield path, path.relative_to(ROOT).as_posix()


def _of_code() -> Iterator[Found]:
    for path, name in _files("*.py", "battles", "battlefront_site"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and _called(node) in CALLS:
                yield from ((text, name, node.lineno, None) for text in _texts(node))


def _called(call: ast.Call) -> str:
    return getattr(call.func, "id", "") or getattr(call.func, "attr", "")


def _texts(call: ast.Call) -> list[str] | list[tuple[str, ...]]:
    places = CALLS[_called(call)]
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    given = [call.args[place] if place < len(call.args) else named.get("text") for place in places]
    forms = [list(_constants(argument)) for argument in given]
    return forms[0] if len(forms) == 1 else list(zip(*forms, strict=True))


def _constants(node: ast.expr | None) -> Iterator[str]:
    """The text that is written there; of a choice between two, both. What comes from elsewhere is found where it is."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


def _of_templates() -> Iterator[Found]:
    for path, name in (*_files("*.html", "templates"), *_files("*.txt", "templates")):
        # In brackets a template's indentation means nothing to the reader of Python.
        source = BytesIO(f"({templatize(path.read_text())})".encode())
        for line, call, texts, _ in extract_python(source, TAGS, (), {"encoding": "utf-8"}):
            parts = [text for text in ((texts,) if isinstance(texts, str) else texts) if text]
            context = parts.pop(0) if call in ("pgettext", "npgettext") else None
            yield parts[0] if len(parts) == 1 else tuple(parts), name, line, context


def _of_rows() -> Iterator[Found]:
    """The bundled rows: a campaign may change them, and what it leaves as it was is shown translated."""
    for ruleset in RULESETS:
        folder = f"battles/rules/{ruleset.key}"
        for kind in getattr(ruleset, "catalogue", ()):
            for _, row in kind.rows:
                yield from ((text, f"{folder}/catalogue.py", 0, None) for text in _read(row))


def _read(value: Any) -> Iterator[str]:
    """What people read of a row and of the rows within it."""
    if isinstance(value, tuple):
        for part in value:
            yield from _read(part)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            part = getattr(value, field)
            if isinstance(part, str) and field in READ and part:
                yield part
            elif not isinstance(part, str):
                yield from _read(part)
