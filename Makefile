# Two commands do everything on a machine with Python 3.11 and make: `make run` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
WORKERS ?= 2

.PHONY: run test test-deep lint bench oracles lock clean

# PORT is the playground's: `make run PORT=8123`.
run: $(READY)
	@if [ -n "$$DISCORD_TOKEN$$DISCORD_TOKEN_FILE" ] || [ -f twotone.env ]; then exec $(BIN)/twotone run; \
	else exec $(BIN)/python -m playground $(if $(PORT),--port '$(PORT)'); fi

test: lint
	$(BIN)/python -m pytest -n $(WORKERS) -m "not deep"

test-deep: $(READY)
	$(BIN)/python -m pytest -n $(WORKERS) -m deep

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python -m bench $(ONLY)

# Other people's checkers engines, for comparison only; both are the package `draughts`, so each has its own place.
oracles: $(READY) var/oracles/pydraughts/ready var/oracles/py-draughts/ready
	$(BIN)/python -m pytest -q tests/oracles/oracle_checkers.py

var/oracles/pydraughts/ready:
	$(PYTHON) -m venv $(@D) && $(@D)/bin/pip install -q pydraughts==0.6.7 && touch $@

var/oracles/py-draughts/ready:
	$(PYTHON) -m venv $(@D) && $(@D)/bin/pip install -q py-draughts==1.10.1 && touch $@

# requirements.lock holds all that development needs, requirements-bot.lock only what the bot runs with.
LOCK := $(BIN)/uv pip compile -q --universal --generate-hashes --no-annotate --no-header \
	--python-version 3.11 pyproject.toml
lock:
	$(LOCK) --all-extras -o requirements.lock
	$(LOCK) -o requirements-bot.lock

$(READY): requirements.lock pyproject.toml hatch_build.py $(wildcard words/languages/*.po)
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Twotone needs Python 3.11 or newer; set PYTHON=…")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
