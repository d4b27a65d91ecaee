"""docs/conformance.md: every clause and choice of the rule texts with its tests, written by the tests themselves.

A test of tests/rules is about the clauses in its name (`test_bf_09_d_07_...`) or in its marker:
`@pytest.mark.clause("BF-09", "D-15")`, on a test or on one row of its parameters. A selectable value of a choice is
tested where its name is in the test's (`test_d_14_never_...`, `...[each_side]`) or as `clause("D-03=willpower")`.

A new ruleset needs its clauses in `tests.rules.clauses`; its choices are those of its house rules. No two rulesets
begin their ids with the same letters.

A run of all of tests/rules writes the table if it changed, and fails if a clause has no test. With CI set it compares
instead and fails if the file is out of date. Any other run leaves the file alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from battles.rules import RULESETS
from battles.rules.choices import Choice
from battles.rules.ruleset import Ruleset
from tests.rules.clauses import CLAUSES

ROOT = Path(__file__).resolve().parent.parent
TESTS, PAGE = ROOT / "tests" / "rules", ROOT / "docs" / "conformance.md"


def choices_of(ruleset: Ruleset) -> tuple[Choice, ...]:
    listed: tuple[Choice, ...] = ruleset.house_rules.CHOICES
    return listed


CHOICES = {choice.id: choice for ruleset in RULESETS for choice in choices_of(ruleset)}
VALUES = {key: tuple(option.value for option in choice.options if choice.field) for key, choice in CHOICES.items()}
IDS = (*(key for ruleset in RULESETS for key in CLAUSES[ruleset.key]), *CHOICES)
KNOWN = {*IDS, *(f"{key}={value}" for key, values in VALUES.items() for value in values)}
LETTERS = "|".join(sorted({key.partition("-")[0].lower() for key in IDS}))
IN_A_NAME = re.compile(rf"(?<![a-z0-9])({LETTERS})_(\d\d)(?![0-9])")
HEAD = """# Conformance

Written by the tests of `tests/rules`, which fail if a clause has no test. For each ruleset: the clauses of its rule
text, and what that leaves open; below each of these the values that a campaign may choose, the default first. The
tests' names are those of functions; many run with a whole table of cases.
"""


class Row(NamedTuple):
    """A line of a table. key: `BF-09`, `D-15` or `D-15=damage`."""

    key: str
    title: str
    text: str


class Page:
    """Which tests are about what, and what became of them."""

    def __init__(self) -> None:
        self.subjects: dict[str, frozenset[str]] = {}  # node id -> keys
        self.outcomes: dict[str, str] = {}  # node id -> passed, failed or skipped

    def tests_of(self, key: str) -> list[str]:
        return sorted(node for node, keys in self.subjects.items() if key in keys)

    def unknown(self) -> list[str]:
        return sorted({key for keys in self.subjects.values() for key in keys} - KNOWN)

    def untested(self) -> list[str]:
        return [key for key in sorted(KNOWN) if not self._outcomes_of(key) & {"passed", "failed"}]

    def complete(self) -> bool:
        return set(self.subjects) <= set(self.outcomes)

    def _outcomes_of(self, key: str) -> set[str]:
        return {self.outcomes.get(node, "skipped") for node in self.tests_of(key)}

    def text(self) -> str:
        return HEAD + "".join(self._section(ruleset) for ruleset in RULESETS)

    def _section(self, ruleset: Ruleset) -> str:
        tables = (("Clauses", clause_rows(ruleset)), ("Choices", choice_rows(ruleset)))
        return f"\n## {ruleset.title}\n" + "".join(f"\n### {name}\n\n{self._table(rows)}" for name, rows in tables)

    def _table(self, rows: Iterable[Row]) -> str:
        lines = [f"| {row.title} | {row.text} | {self._names(row.key)} | {self._verdict(row.key)} |\n" for row in rows]
        return "| id | what it says | tests | |\n|---|---|---|---|\n" + "".join(lines)

    def _names(self, key: str) -> str:
        found: dict[str, list[str]] = {}
        for node in self.tests_of(key):
            path, name = collapsed(node)
            if name not in found.setdefault(path, []):
                found[path].append(name)
        return "<br>".join(f"{path}: {', '.join(names)}" for path, names in found.items())

    def _verdict(self, key: str) -> str:
        found = self._outcomes_of(key)
        if "failed" in found:
            return "**FAIL**"
        return "pass" if "passed" in found else "**NO TEST**"


def clause_rows(ruleset: Ruleset) -> Iterator[Row]:
    for key, text in CLAUSES[ruleset.key].items():
        yield Row(key, key, text)


def choice_rows(ruleset: Ruleset) -> Iterator[Row]:
    """Each question, and below it each value that can be chosen; a question with one answer only says that."""
    for choice in choices_of(ruleset):
        if choice.field is None:
            yield Row(choice.id, choice.id, f"{choice.question} {choice.default.effect}")
            continue
        yield Row(choice.id, choice.id, str(choice.question))
        for option in choice.options:
            mark = ", default" if option is choice.default else ""
            yield Row(f"{choice.id}={option.value}", "", f"`{option.value}`{mark}: {option.effect}")


def collapsed(node: str) -> tuple[str, str]:
    """`tests/rules/test_x.py::test_a[1]` is test_a of test_x.py."""
    path, _, name = node.partition("::")
    return path.rsplit("/", 1)[-1], name.partition("[")[0]


def keys_of(name: str, marks: Iterable[str] = ()) -> frozenset[str]:
    """What a test is about, by its name with its parameters and by its marks."""
    function, _, parameters = name.rstrip("]").partition("[")
    ids = {f"{letters.upper()}-{number}" for letters, number in IN_A_NAME.findall(function)}
    ids |= {mark.partition("=")[0] for mark in marks}
    values = {f"{key}={value}" for key in ids for value in VALUES.get(key, ())}
    named = {one for one in values if _names(function, one) or one.partition("=")[2] in parameters.split("-")}
    return frozenset({*ids, *named, *marks} - {""})


def _names(function: str, key: str) -> bool:
    """Whether `d_14_never` for `D-14=never` is in the name."""
    words = key.lower().replace("-", "_").replace("=", "_")
    return re.search(rf"(?<![a-z0-9]){words}(?![a-z0-9])", function) is not None


class Plugin:
    def __init__(self) -> None:
        self.page = Page()
        self.files: set[Path] = set()
        self.problems: list[str] = []

    # First, before what is not wanted is left out of the run: then a run that leaves something out is not complete.
    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            if item.path.parent == TESTS:
                self.files.add(item.path)
                marks = [key for mark in item.iter_markers("clause") for key in mark.args]
                if keys := keys_of(item.name, marks):
                    self.page.subjects[item.nodeid] = keys

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        counts = report.when == "call" or not report.passed  # a fixture that worked says nothing yet
        if report.nodeid in self.page.subjects and counts and self.page.outcomes.get(report.nodeid) != "failed":
            self.page.outcomes[report.nodeid] = report.outcome

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not self._all_was_run(session):
            return
        page = self.page
        self.problems += [f"{key} has no test." for key in page.untested()]
        self.problems += [f"{key} is in a test's name or marker, but there is no such thing." for key in page.unknown()]
        if not PAGE.exists() or PAGE.read_text() != page.text():
            if os.environ.get("CI"):
                self.problems.append("docs/conformance.md is out of date: run the tests of tests/rules and commit it.")
            else:
                PAGE.write_text(page.text())
        if self.problems:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _all_was_run(self, session: pytest.Session) -> bool:
        """Every file of tests/rules whole, and each test that is about something."""
        parts = any("::" in argument for argument in session.config.args)
        return self.files == set(TESTS.glob("test_*.py")) and not parts and self.page.complete()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.problems:
            terminalreporter.section("conformance")
            for problem in self.problems:
                terminalreporter.write_line(problem)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): what the test is about; see tests/conformance.py")
    config.pluginmanager.register(Plugin(), "conformance")
