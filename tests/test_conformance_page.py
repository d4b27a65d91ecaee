"""docs/conformance.md: what a test is about, and what the run says of clauses without one (tests/conformance.py)."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from battles.rules import RULESETS
from tests import conformance
from tests.conformance import KNOWN, Page, Plugin, collapsed, keys_of
from tests.rules.clauses import CLAUSES

NODE = "tests/rules/test_some.py::test_all[1]"


@pytest.mark.parametrize(
    ("name", "marks", "keys"),
    [
        ("test_bf_09_damage", (), {"BF-09"}),
        ("test_bf_12_bf_39_the_limit[air-5]", (), {"BF-12", "BF-39"}),
        ("test_d_14_never_nobody_moves_up", (), {"D-14", "D-14=never"}),
        ("test_d_18_how_often[each_side]", (), {"D-18", "D-18=each_side"}),
        ("test_d_18_each_target_and_d_19[horde-3]", (), {"D-18", "D-18=each_target", "D-19", "D-19=horde"}),
        ("test_abf_09_and_d_155", (), set()),
        ("test_a_table", ("BF-14", "D-03=willpower"), {"BF-14", "D-03", "D-03=willpower"}),
        ("test_other[bf_09]", (), set()),
        ("test_br_17_bd_11_the_moment", (), {"BR-17", "BD-11"}),
        ("test_ha_09_a_duel[red-3]", (), {"HA-09"}),
        ("test_bd_03_is_not_d_03s_business", (), {"BD-03", "D-03"}),
        ("test_bd_03_raise_both_lengthens_the_battle", (), {"BD-03", "BD-03=raise_both"}),
        ("test_bd_03_readings[raise_opponent-69]", (), {"BD-03", "BD-03=raise_opponent"}),
        ("test_bd_03_raise_opponent", (), {"BD-03", "BD-03=raise_opponent"}),
        ("test_a_table", ("BD-03=raise_both",), {"BD-03", "BD-03=raise_both"}),
    ],
)
def test_what_a_test_is_about(name: str, marks: tuple[str, ...], keys: set[str]):
    assert keys_of(name, marks) == keys


def test_a_node_is_shown_as_file_and_function():
    assert collapsed(NODE) == ("test_some.py", "test_all")


@pytest.mark.parametrize(("letters", "count"), [("BF", 49), ("D", 32), ("BR", 37), ("HA", 10), ("BD", 21)])
def test_the_ids_are_numbered_through(letters: str, count: int):
    found = {key for key in KNOWN if key.startswith(f"{letters}-") and "=" not in key}
    assert found == {f"{letters}-{number:02}" for number in range(1, count + 1)}


def test_every_ruleset_has_its_clauses_and_none_those_of_another():
    assert set(CLAUSES) == {ruleset.key for ruleset in RULESETS}
    letters = [{key.partition("-")[0] for key in ids} for ids in per_ruleset()]
    assert sum(map(len, letters)) == len(set().union(*letters))


def per_ruleset() -> list[set[str]]:
    return [{*CLAUSES[one.key], *(choice.id for choice in one.house_rules.CHOICES)} for one in RULESETS]


def page(outcome: str = "passed", keys: frozenset[str] = frozenset(KNOWN)) -> Page:
    made = Page()
    made.subjects, made.outcomes = {NODE: keys}, {NODE: outcome}
    return made


def test_the_table_says_pass_fail_and_no_test():
    assert "**" not in page().text() and page().text().count("| pass |") == len(KNOWN)
    assert page("failed").text().count("| **FAIL** |") == len(KNOWN)
    assert page("skipped").text().count("| **NO TEST** |") == len(KNOWN)
    assert "| BF-01 | Each side learns a cap" in page().text()


def test_each_ruleset_has_a_section_with_its_own_clauses_and_choices():
    _, battlefront, bataille, *_ = page().text().split("\n## ")
    assert battlefront.startswith("Battlefront\n") and bataille.startswith("Bataille rangée\n")
    for section, own, other in ((battlefront, "BF-01", "BR-01"), (bataille, "BR-01", "BF-01")):
        assert f"\n| {own} |" in section and f"\n| {other} |" not in section
    assert "\n| D-03 |" in battlefront and "\n| BD-03 |" in bataille and "`raise_both`: " in bataille


def test_one_failed_case_of_a_clause_fails_it():
    made = page()
    made.subjects |= {f"{NODE}2": frozenset({"BF-09"})}
    made.outcomes |= {f"{NODE}2": "failed"}
    assert made.text().count("**FAIL**") == 1


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "test_some.py").touch()
    monkeypatch.setattr(conformance, "TESTS", tmp_path)
    monkeypatch.setattr(conformance, "PAGE", tmp_path / "page.md")
    monkeypatch.delenv("CI", raising=False)
    return tmp_path


def finished(
    folder: Path, made: Page, *arguments: str, files: tuple[str, ...] = ("test_some.py",)
) -> tuple[int, Plugin]:
    plugin, session = Plugin(), SimpleNamespace(config=SimpleNamespace(args=list(arguments)), exitstatus=0)
    plugin.page, plugin.files = made, {folder / name for name in files}
    whole: Any = session
    plugin.pytest_sessionfinish(whole)
    return session.exitstatus, plugin


def test_a_full_run_writes_the_page(folder: Path):
    status, plugin = finished(folder, page())
    assert (status, plugin.problems) == (0, [])
    assert (folder / "page.md").read_text() == page().text()


def test_a_clause_without_a_test_fails_the_run(folder: Path):
    status, plugin = finished(folder, page(keys=frozenset(KNOWN - {"BF-26", "D-17=sum"})))
    assert (status, plugin.problems) == (1, ["BF-26 has no test.", "D-17=sum has no test."])


def test_a_clause_that_does_not_exist_fails_the_run(folder: Path):
    status, plugin = finished(folder, page(keys=frozenset(KNOWN | {"BF-50"})))
    assert (status, len(plugin.problems)) == (1, 1)
    assert plugin.problems[0].startswith("BF-50 ")


@pytest.mark.parametrize("old", [None, "something else"])
def test_in_ci_an_outdated_page_fails_the_run_and_stays(folder: Path, monkeypatch: pytest.MonkeyPatch, old: str | None):
    monkeypatch.setenv("CI", "true")
    if old:
        (folder / "page.md").write_text(old)
    status, plugin = finished(folder, page())
    assert (status, ["out of date" in one for one in plugin.problems]) == (1, [True])
    assert ((folder / "page.md").read_text() if old else None) == old


def test_in_ci_a_page_that_is_up_to_date_passes(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CI", "true")
    (folder / "page.md").write_text(page().text())
    assert finished(folder, page())[0] == 0


def test_a_run_of_a_part_says_and_writes_nothing(folder: Path):
    unfinished = page(keys=frozenset())
    unfinished.subjects |= {"never run": frozenset({"BF-09"})}
    for status, plugin in (
        finished(folder, page(keys=frozenset()), files=()),
        finished(folder, page(keys=frozenset()), "tests/rules/test_some.py::test_all"),
        finished(folder, unfinished),
    ):
        assert (status, plugin.problems) == (0, [])
    assert not (folder / "page.md").exists()
