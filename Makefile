# Two commands do everything on a machine with Python 3.11 and make: `make run` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
# One more than the cores, as some tests wait, of CI's set more; each further one collects all tests once more.
WORKERS ?= $(shell cores=$$(nproc 2>/dev/null || echo 2); echo $$((cores < 7 ? cores + $(if $(ALL),2,1) : 8)))

# Processes started by hundreds of tests need not compile the project each time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run lab activity test test-deep test-newest coverage lint bench ladder match sheets oracles lock clean

# PORT is the playground's: `make run PORT=8123`.
run: $(READY)
	@if [ -n "$$DISCORD_TOKEN$$DISCORD_TOKEN_FILE" ] || [ -f twotone.env ]; then exec $(BIN)/twotone run; \
	else exec $(BIN)/python -m playground $(if $(PORT),--port '$(PORT)'); fi

# Lint and types run beside the tests, and say what they found after them. CI's set (tests/sets.py) is left out, and tests
# that would come out as they did when all passed (tests/changed.py); `make test ALL=1` runs all.
EVERYBODYS := not deep and not ci
test: $(READY)
	@mkdir -p var
	@$(MAKE) --no-print-directory lint >var/lint.log 2>&1 & lint=$$!; \
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadscope --no-loadscope-reorder \
		-m $(if $(ALL),"not deep","$(EVERYBODYS)" --changed); tests=$$?; \
	wait $$lint; lint=$$?; cat var/lint.log; exit $$((tests | lint))

test-deep: $(READY)
	$(BIN)/python -m pytest -n $(WORKERS) -m deep

# The newest Python at hand must do too: types, and everybody's unit tests. Of those that meet the whole bot, the tests of
# one command show that it runs there.
NEWEST = $(shell .ci/newest-python)
WHOLE_BOT := $(filter-out tests/bot/cogs/play,$(wildcard tests/bot/cogs/*)) $(wildcard tests/bot/cogs/play/test_*.py)
UNIT := --ignore-glob 'tests/bot/test_*' \
	$(addprefix --ignore ,tests/wire tests/leaks tests/web $(filter-out %/test_games.py,$(WHOLE_BOT)))
test-newest: var/newest/ready
	var/newest/bin/python --version
	@var/newest/bin/pyrefly check --python-interpreter-path var/newest/bin/python \
		--python-version $$(var/newest/bin/python -c 'import sys; print("%d.%d" % sys.version_info[:2])') \
		>var/newest/types.log 2>&1 & types=$$!; \
	var/newest/bin/python -m pytest -q -n $(WORKERS) --dist loadscope --no-loadscope-reorder -m "$(EVERYBODYS)" $(UNIT); tests=$$?; \
	wait $$types; types=$$?; cat var/newest/types.log; exit $$((tests | types))

var/newest/ready: requirements.lock $(READY)
	$(if $(NEWEST),,$(error There is no Python newer than that of .venv here))
	$(NEWEST) -m venv --clear $(@D)
	$(call install_locked,$(@D)/bin)
	touch $@

# Lines and branches that the tests run, in per cent of each room; var/coverage has every file as a page.
coverage: $(READY)
	rm -rf var/coverage; mkdir -p var/coverage
	-$(BIN)/coverage run -m pytest -q -n $(WORKERS) --dist loadscope --no-loadscope-reorder -m "not deep"
	$(BIN)/coverage combine -q
	$(BIN)/coverage html -q
	@for room in $(ROOMS); do printf '%-12s' $$room; $(BIN)/coverage report --format=total --precision=1 --include="$$room/*"; done
	@printf '%-12s' all; $(BIN)/coverage report --format=total --precision=1

ROOMS := words rules engines rendering data club web bot playground workshop
lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/vulture $(filter-out playground,$(ROOMS))
	$(if $(ALL),$(BIN)/vulture $(ROOMS) tests)
	$(BIN)/pyrefly check

# Every game in the browser, as a folder for any web host: `make lab && python -m http.server -d lab`. npm fetches Pyodide,
# which is checked; Node.js, for the build alone, comes as a wheel.
lab: $(READY) var/lab/node/ready
	$(BIN)/python -m workshop.lab lab

# Discord's SDK, with which live boards open in Discord's own window.
activity: $(READY) var/lab/node/ready
	$(BIN)/python -m workshop.activity activity

var/lab/node/ready: workshop/lab/requirements.lock
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/bin/pip install -q --disable-pip-version-check --require-hashes -r workshop/lab/requirements.lock
	touch $@

bench: $(READY)
	$(BIN)/python -m workshop.bench $(ONLY)

# Is each level stronger than the one below? `make ladder GAME=binar:size=5,lines=single LEVELS=3,2`; GAMES=40 for fewer,
# WHOLE=1 for all of them whatever they show, AGAINST=beginner for level 1 against somebody who sees what can be had at once.
ladder: $(READY)
	nice -n 10 $(BIN)/python -m workshop.bench.level_ladder '$(GAME)' '$(LEVELS)' $(or $(PROCESSES),2) $(or $(GAMES),200) \
		'$(WHOLE)' '$(AGAINST)'

# The top level against another engine, both with 0.2 s of CPU a move: `make match GAME=international AGAINST=dame-rs`;
# AGAINST=py-draughts, GAMES=60, SECONDS=0.2.
match: $(READY) var/oracles/$(or $(AGAINST),py-draughts)/ready
	nice -n 10 $(BIN)/python -m workshop.bench.engine_match '$(GAME)' '$(or $(AGAINST),py-draughts)' \
		$(or $(GAMES),60) $(or $(PROCESSES),1) $(or $(SECONDS),0.2)

# Pictures to be looked at: every game in every theme, and every element. `make sheets LANGUAGE=pt-BR`: every card in a
# language, as a page; all of it in var/sheets.
sheets: $(READY)
ifdef LANGUAGE
	$(BIN)/python -m tests.bot.card_sheet var/sheets $(LANGUAGE)
else
	$(BIN)/python -m tests.rendering.contact_sheets var/sheets
	$(BIN)/python -m tests.rendering.elements
endif

# Other people's engines and ratings, for comparison only; two are the package `draughts`, so each has its own place.
oracles: $(READY) var/oracles/pydraughts/ready var/oracles/py-draughts/ready var/oracles/dame-rs/ready \
		var/oracles/chess/ready var/oracles/elote/ready var/oracles/whr/ready var/oracles/networkx/ready
	$(BIN)/python -m pytest -q tests/workshop/oracles/oracle_checkers.py tests/workshop/oracles/oracle_records.py tests/workshop/oracles/oracle_ratings.py \
		tests/workshop/oracles/oracle_matching.py

var/oracles/pydraughts/ready:
	$(PYTHON) -m venv $(@D) && $(@D)/bin/pip install -q pydraughts==0.6.7 && touch $@

var/oracles/py-draughts/ready:
	$(PYTHON) -m venv $(@D) && $(@D)/bin/pip install -q py-draughts==1.10.1 && touch $@

var/oracles/dame-rs/ready:
	$(PYTHON) -m venv $(@D) && $(@D)/bin/pip install -q dame-rs==0.2.0 && touch $@

var/oracles/elote/ready:
	$(PYTHON) -m venv $(@D) && $(@D)/bin/pip install -q elote==1.5.1 && touch $@

var/oracles/networkx/ready:
	$(PYTHON) -m venv $(@D) && $(@D)/bin/pip install -q networkx==3.6.1 && touch $@

# Judges predictions with hindsight: `python -m workshop.bench.clubs`.
var/oracles/whr/ready:
	$(PYTHON) -m venv $(@D) && $(@D)/bin/pip install -q whole-history-rating==3.7.1 && touch $@

# The common way to draw a board, for `make bench` alone.
var/oracles/chess/ready:
	$(PYTHON) -m venv $(@D) && $(@D)/bin/pip install -q chess==1.11.2 cairosvg==2.9.1 && touch $@

# requirements.lock holds all that development needs, requirements-bot.lock only what the bot runs with, its metrics and
# PostgreSQL too, requirements-build.lock what its wheel is built with (`build-system` in pyproject.toml).
LOCK := $(BIN)/uv pip compile -q --universal --generate-hashes --no-annotate --no-header --python-version 3.11
lock:
	$(LOCK) pyproject.toml --all-extras -o requirements.lock
	$(LOCK) pyproject.toml --extra metrics --extra postgres --extra web -o requirements-bot.lock
	printf 'hatchling\nbabel\n' | $(LOCK) - --constraints requirements.lock -o requirements-build.lock

$(READY): requirements.lock pyproject.toml hatch_build.py $(wildcard words/languages/*.po)
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Twotone needs Python 3.11 or newer; set PYTHON=…")'
	$(PYTHON) -m venv .venv
	sed -n '/^uv==/,/[^\\]$$/p' requirements.lock | $(BIN)/$(PIP) --require-hashes -r /dev/stdin
	$(call install_locked,$(BIN))
	$(BIN)/$(PIP) --no-deps --no-build-isolation -e .
	touch $@

PIP := python -m pip install -q --disable-pip-version-check --no-compile
# uv takes a tenth of pip's time. It reads none of pip's settings: where it reaches no registry, pip does it.
install_locked = $(BIN)/uv pip install -q --python $(1)/python --require-hashes -r requirements.lock \
	|| $(1)/$(PIP) --require-hashes -r requirements.lock

clean:
	rm -rf .venv build dist .ruff_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
