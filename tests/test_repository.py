"""What the repository promises of itself: who imports whom, how big a piece may be, nothing fetched from elsewhere."""

import ast
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "battles" / "rules"
LONGEST_FUNCTION, LONGEST_FILE = 40, 300
NINTH_DECILE, MEDIAN = 20, 8
# A step holds the state with both sides' secrets: nobody else names it, nor reaches it through a battle.
MAY_NAME_A_STEP = ("battles/models/", "battles/services/", "battles/migrations/")
NAMES_OF_STEPS = {"Step", "steps", "step_set"}

LOADED_FROM_ELSEWHERE = re.compile(
    r"""(?:src|href|action|srcset)\s*=\s*["']?\s*(?:https?:)?//|url\(\s*["']?(?:https?:)?//"""
)
INLINE_CODE = re.compile(
    r"""<script(?![^>]*\ssrc=)(?![^>]*application/json)[^>]*>
    | <style\b | \sstyle\s*= | \s(?:hx-)?on[\w:-]*\s*= | javascript:""",
    re.IGNORECASE | re.VERBOSE,
)
TEMPLATE_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}")


def _modules(*folders: str) -> list[Path]:
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in paths if "migrations" not in path.parts]


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _function_lengths() -> dict[str, int]:
    return {
        f"{_name(path)}:{node.lineno} {node.name}": node.end_lineno - node.lineno + 1
        for path in _modules("battles", "battlefront_site")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def _imports(path: Path) -> Iterator[str]:
    """Full names; a relative import starts with a dot."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names)


def _names(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.alias(name=name) | ast.Name(id=name) | ast.Attribute(attr=name):
                yield name


# Who imports whom


def test_the_import_contracts_of_pyproject_are_kept():
    # In a process of its own: beside Twisted's zope.interface, import-linter cannot list its own classes.
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_rules_import_only_the_standard_library_and_msgspec():
    allowed = sys.stdlib_module_names | {"msgspec"}
    strangers = [
        f"{_name(path)}: {name}"
        for path in _modules("battles/rules")
        for name in _imports(path)
        if name.split(".")[0] not in allowed and not name.startswith("battles.rules.")
    ]
    assert strangers == []


def test_no_ruleset_knows_another():
    rulesets = {path.parent.name for path in RULES.glob("*/__init__.py")}
    found = [
        f"{_name(path)}: {name}"
        for ruleset in rulesets
        for path in _modules(f"battles/rules/{ruleset}")
        for name in _imports(path)
        if name.startswith("battles.rules.") and name.split(".")[2] in rulesets - {ruleset}
    ]
    assert found == []


def test_the_web_layer_names_no_step():
    found = [
        f"{_name(path)}: {name}"
        for path in _modules("battles", "battlefront_site")
        if not path.is_relative_to(RULES) and not _name(path).startswith(MAY_NAME_A_STEP)
        for name in NAMES_OF_STEPS.intersection(_names(path))
    ]
    assert found == []


# Sizes


def test_no_function_is_longer_than_a_screen():
    assert {name: length for name, length in _function_lengths().items() if length > LONGEST_FUNCTION} == {}


def test_most_functions_are_small():
    lengths = list(_function_lengths().values())
    assert statistics.median(lengths) <= MEDIAN
    assert statistics.quantiles(lengths, n=10)[-1] <= NINTH_DECILE


def test_no_file_is_too_long_for_one_responsibility():
    lengths = {_name(path): len(path.read_text().splitlines()) for path in _modules("battles", "battlefront_site")}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


# Nothing from elsewhere


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-production.lock", "requirements-dev.lock"])
def test_a_lock_file_names_no_host_and_no_path_and_hashes_everything(lock):
    text = (ROOT / lock).read_text()
    assert re.findall(r"\S*(?:://|file:|@ |--index-url|--find-links)\S*|(?<!\S)/\S+", text) == []
    pinned = re.findall(r"^[\w.-]+==\S+.*$", text, re.MULTILINE)
    assert pinned and all(line.endswith("\\") for line in pinned)


def test_the_lock_of_development_has_the_versions_of_production():
    runtime, development = (
        set(re.findall(r"^[\w.-]+==.*", (ROOT / name).read_text(), re.MULTILINE))
        for name in ("requirements-production.lock", "requirements-dev.lock")
    )
    assert runtime <= development


def test_pages_and_styles_load_nothing_from_another_host():
    paths = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static").rglob("*.css")]
    assert paths
    assert [_name(path) for path in paths if LOADED_FROM_ELSEWHERE.search(path.read_text())] == []


def test_templates_have_no_inline_script_and_no_inline_style():
    """The content security policy would refuse them."""
    found = [
        f"{_name(path)}: {hit.group()}"
        for path in (ROOT / "templates").rglob("*.html")
        for hit in INLINE_CODE.finditer(TEMPLATE_TAG.sub("", path.read_text()))
    ]
    assert found == []


@pytest.mark.parametrize(
    "html",
    [
        "<script>x()</script>",
        '<script type="module">',
        '<p style="x">',
        '<a\nonclick="x">',
        '<b hx-on:click="x">',
        "<style>",
    ],
)
def test_the_search_for_inline_code_finds_it(html):
    assert INLINE_CODE.search(html)


@pytest.mark.parametrize(
    "html", ['<script src="" defer></script>', '{% include "a" with one=1 style=2 %}', "<p>on and on</p>"]
)
def test_the_search_for_inline_code_leaves_the_rest(html):
    assert not INLINE_CODE.search(TEMPLATE_TAG.sub("", html))
