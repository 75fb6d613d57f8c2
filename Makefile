# Each target works on a fresh machine with git, make and python3 (3.11 or newer, with venv and pip).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test pages unit coverage lint bench schema docs lock clean

demo: $(READY)
	$(BIN)/freezegate demo

test: $(READY)
	$(BIN)/python -m pytest -q -n 2 --dist worksteal tests

# The HTML report in a browser. Chromium comes from the system, or from `playwright install chromium`;
# the test names both when it finds neither.
pages: $(READY)
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/pages.lock
	$(BIN)/python -m pytest -q -n 0 -m pages tests/pages

unit: $(READY)
	$(BIN)/python -m pytest -q -n 2 tests/unit tests/laws tests/contract

# Coverage of the pure layers is 100 % with branches (STYLE: budgets); the rest runs in `test`.
coverage: $(READY)
	$(BIN)/python -m pytest -q -n 2 tests/unit tests/laws tests/contract --cov=freezegate.core --cov=freezegate.model \
	  --cov=freezegate.source --cov=freezegate.wire --cov=freezegate.report --cov-branch --cov-fail-under=100

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python bench/gate_against_loop.py
	$(BIN)/python bench/source_against_collection.py
	$(BIN)/python bench/touched_set.py
	$(BIN)/python bench/lane_against_bare_run.py

schema: $(READY)
	$(BIN)/python -m tools.schema

docs: $(READY)
	$(BIN)/python -m tools.docs

lock: $(READY)
	$(BIN)/pip install -q pip-tools
	$(BIN)/pip-compile -q --no-strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	  --no-header --generate-hashes --extra dev -o requirements/dev.lock pyproject.toml
	$(BIN)/pip-compile -q --no-strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	  --no-header --generate-hashes --extra dev --extra pages -o requirements/pages.lock pyproject.toml

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

$(READY): pyproject.toml requirements/dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "freezegate needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
