# Letterlock: `make help` says what there is. Python 3.11 or newer and Debian's packages are all it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2
SECONDS ?= 60

.DEFAULT_GOAL := help

help: ## Say what there is
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: $(VENV)/.installed ## Make .venv with everything that is locked

$(VENV)/.installed: requirements/dev.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

run: install ## Start the server, with a welcome inbox, on http://127.0.0.1:8025
	@$(BIN)/letterlock up

test: install ## Run the tests
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -m "not heavy" -rs --cov --cov-report=term:skip-covered

test-all: install ## Run the tests and the long sweeps
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -rs

check: install ## Check style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: install ## Measure speed and write docs/benchmarks.md
	$(BIN)/python -m bench

bench-trust: install ## Measure how well mail is read and judged
	$(BIN)/python -m bench.trust

fuzz: install ## Fuzz what reads hostile input, SECONDS for each kind
	$(PYTHON) -m venv .venv-fuzz
	.venv-fuzz/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.lock
	.venv-fuzz/bin/python -m pip install --quiet --disable-pip-version-check -r fuzz/requirements.txt
	PYTHONPATH=src .venv-fuzz/bin/python -m fuzz --seconds $(SECONDS)

fmt: install ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: ## Lock the dependencies anew
	$(BIN)/pip-compile -q --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-header -o requirements/run.lock pyproject.toml
	$(BIN)/pip-compile -q --extra dev --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-header -c requirements/run.lock -o requirements/dev.lock pyproject.toml

docs: install ## Write the generated pages of docs/
	$(BIN)/python tools/docs.py

.PHONY: help install run test test-all check bench bench-trust fuzz fmt docs lock
