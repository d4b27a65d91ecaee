# `make play` and `make test` need make and Python 3.11 or later, and fetch the rest themselves.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement
COMPILE := pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --custom-compile-command "make lock"

WORDS := $(patsubst %.po,%.mo,$(wildcard battles/locale/*/LC_MESSAGES/django.po))

.PHONY: play test coverage lint format messages symbols pictures mutants golden bench lock clean
.DELETE_ON_ERROR:

play: .venv/.installed $(WORDS)
	$(BIN)/python manage.py play $(ARGS)

# Each step must pass.
test: .venv/.installed-dev $(WORDS) lint
	tests/install-services
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python tests/suite

# Which lines no test has run.
coverage: .venv/.installed-dev $(WORDS)
	$(BIN)/python tests/suite --coverage

lint: .venv/.installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: .venv/.installed-dev
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

# Hours for all; one module or one function: make mutants ARGS='battles.rules.battlefront.air.*'
mutants: .venv/.installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'mutmut>=3.8,<4'
	$(BIN)/mutmut run $(ARGS)
	$(BIN)/mutmut results

# After a change of the rules that is meant to change whole battles; read the diff.
golden: .venv/.installed-dev
	$(BIN)/python -m tests.rules.golden.make

# After a change of what people read; then fill in what has no translation yet.
messages: .venv/.installed
	$(BIN)/python manage.py makemessages

# The military symbols, after a change of the list in makesymbols.py.
symbols: .venv/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'milsymbol>=0.2,<0.3'
	$(BIN)/python manage.py makesymbols

# The screens in docs/pictures, after a change of how they look.
pictures: .venv/.installed-dev $(WORDS)
	$(BIN)/python -m tests.pictures

bench: .venv/.installed
	$(BIN)/python -m bench.rules
	$(BIN)/python -m bench.bataille
	$(BIN)/python -m bench.pages

# Newer releases: make lock ARGS=--upgrade
lock: $(BIN)/python
	$(PYTHON) -m venv --clear .venv/lock
	.venv/lock/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.8'
	.venv/lock/bin/uv $(COMPILE) $(ARGS) pyproject.toml --output-file requirements.lock
	.venv/lock/bin/uv $(COMPILE) $(ARGS) pyproject.toml --group production --constraints requirements.lock --output-file requirements-production.lock
	.venv/lock/bin/uv $(COMPILE) $(ARGS) pyproject.toml --group dev --constraints requirements.lock --output-file requirements-dev.lock
	rm -r .venv/lock

%.mo: %.po | .venv/.installed
	$(BIN)/python manage.py compilemessages

clean:
	rm -f $(WORDS)
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis mutants .coverage .coverage.* htmlcov staticfiles
	find . -name __pycache__ -type d -prune -exec rm -r {} +

.venv/.installed: requirements.lock pyproject.toml | $(BIN)/python
	$(INSTALL) requirements.lock
	touch $@

.venv/.installed-dev: requirements-dev.lock pyproject.toml | $(BIN)/python
	$(INSTALL) requirements-dev.lock
	touch $@ .venv/.installed

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or later is needed; this is " + sys.version)'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -qy install --no-install-recommends python3-venv; \
	else \
		echo "Python's venv module is missing. On Debian or Ubuntu: sudo apt-get install python3-venv"; exit 1; \
	fi
	$(PYTHON) -m venv --clear .venv
