# The two commands are `make play` and `make test`. Everything they need is installed into .venv, at the
# versions in constraints.txt; nothing else on the machine is touched.

PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
NODE := PATH="$(CURDIR)/$(BIN):$$PATH" $(VENV)/node/node_modules/.bin
# Two workers, a file at a time, in the order that tests/conftest.py gives.
PYTEST = NOUGHTS_CHROMIUM="$$(cat $(VENV)/chromium)" NOUGHTS_PARTS="$(PARTS)" $(BIN)/python -m pytest \
	--numprocesses 2 --dist loadfile --no-loadscope-reorder --max-worker-restart 0
# What Numba has compiled is kept here for the next installation.
KERNELS := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/noughts/kernels
# What the laboratory in a browser is made of: packages, and what was compiled for it.
PARTS := $(dir $(KERNELS))parts
# How many minutes after its beginning the last of the tests that a change reaches begins.
MINUTES ?= 12
SOURCES := pyproject.toml constraints.txt $(shell find src -type f -not -name '*.pyc')
# What Python has read is kept, even where somebody's environment says otherwise: pytest rewrites much of what it reads.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help play test test-web test-long test-research test-reached test-postgres test-versions check check-all chromium services lint types types-here types-windows types-page types-documents bench bench-answers schema pictures notebooks site web kernels constraints clean

help: ## this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /make \1\t/' | expand -t 20

play: $(VENV)/package ## open the page: play, and see inside the computer's brain
	@$(BIN)/noughts warm-up >/dev/null 2>&1 & warming=$$!; trap "kill $$warming 2>/dev/null" EXIT; $(BIN)/noughts serve

# The kernels are compiled meanwhile: few of the tests that come first need one. Types are checked beside the tests, some
# of which wait for others; schemathesis is a plug-in that only long tests need.
test: ## lint, check types, test the built wheel and the documents
	@$(MAKE) --no-print-directory --jobs 2 $(VENV)/package $(VENV)/node
	@$(BIN)/python tests/kernels.py "$(KERNELS)" & kernels=$$!; trap 'kill $$kernels $$types 2>/dev/null' EXIT; \
		$(MAKE) --no-print-directory $(VENV)/tools services chromium lint || exit; \
		nice -n 19 $(MAKE) --no-print-directory types >$(VENV)/types.log 2>&1 & types=$$!; \
		$(PYTEST) -p no:schemathesis --durations=10; tests=$$?; \
		wait $$types || { cat $(VENV)/types.log; exit 1; }; wait $$kernels && exit $$tests

# What it is made of may be out of reach: then the tests are skipped, and say so.
test-web: $(VENV)/package $(VENV)/tools $(VENV)/node chromium ## the laboratory in a browser alone: a game, the engine, without a network
	-@$(MAKE) --no-print-directory $(VENV)/web
	$(PYTEST) -m long -rs tests/page/test_alone.py -k "without_a_network or on_15x15"

test-long: long ## the tests that take minutes and seldom fail
	$(PYTEST) -m long

# All of them count as long, so that `make test` does not run them, and `make test-reached` those that a change reaches.
test-research: long ## the tests of research/
	$(PYTEST) -m long research/tests

test-reached: long ## of the long tests those that a change reaches (since NOUGHTS_SINCE), as many as begin within MINUTES
	$(PYTEST) -m long --reached $(MINUTES) -rs tests research/tests

test-postgres: long ## the tests of the server, their games in a PostgreSQL
	NOUGHTS_DATABASE=postgres $(PYTEST) -m "long or not long" tests/server/storage tests/server/analyses tests/test_walks.py

test-versions: $(VENV)/package $(VENV)/tools services ## the lowest versions on the oldest Python, the highest on the others here
	$(BIN)/python tests/versions.py $(VENV)/versions $(MINORS)

check: ## what must pass before a change is shared: in 25 minutes on two quiet processors
	.ci/run

check-all: test types-windows types-documents test-long test-research test-postgres test-versions bench ## everything that can be tested, in an hour or more

# What the long tests need beside.
.PHONY: long
long: $(VENV)/package $(VENV)/tools $(VENV)/node $(VENV)/peers $(VENV)/notebooks $(VENV)/site $(VENV)/cluster $(VENV)/web chromium services

# A browser for the tests of the page; without one they are skipped.
chromium: | $(BIN)/python
	@tests/page/chromium.sh >$(VENV)/chromium || true

# PostgreSQL, nginx and Caddy for the tests of the server; without one of them its tests are skipped.
services:
	@tests/services.sh || true

lint: $(VENV)/tools $(VENV)/node
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYTHONPATH=src:. $(BIN)/lint-imports --no-cache --no-logo
	$(BIN)/deptry src research
	$(NODE)/biome check --error-on-warnings

types: types-here types-page

types-here: $(VENV)/package $(VENV)/tools
	$(BIN)/mypy

types-windows: $(VENV)/package $(VENV)/tools
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32

types-page: $(VENV)/node
	$(NODE)/tsc --project jsconfig.json

# The examples of the documents as their readers' type checkers see them, not as strictly as the house's own code.
types-documents: $(VENV)/package $(VENV)/tools $(VENV)/node $(VENV)/peers
	$(BIN)/python -m tests.docs.example_types $(VENV)/examples
	$(BIN)/mypy --config-file= --cache-dir .mypy_cache/examples --ignore-missing-imports --follow-imports=silent \
		--allow-redefinition-new --local-partial-types $(VENV)/examples/*.py
	$(NODE)/pyright --project $(VENV)/examples --pythonpath $(BIN)/python

bench: $(VENV)/package $(VENV)/tools $(VENV)/peers $(VENV)/node $(VENV)/web chromium services ## measure the speed; every benchmark asserts its answer
	NOUGHTS_CHROMIUM="$$(cat $(VENV)/chromium)" $(BIN)/python -m pytest benchmarks -m "long or not long" --benchmark-only --benchmark-columns=min,median,rounds

bench-answers: $(VENV)/package $(VENV)/tools ## the answers of the shorter benchmarks, each computed once
	$(BIN)/python -m pytest benchmarks --benchmark-disable --numprocesses 2 --dist loadfile

schema: $(VENV)/package $(VENV)/node ## write docs/schema.json, the JSON Schema of every answer, and the page's types of it anew
	$(BIN)/noughts schema > docs/schema.json
	$(BIN)/python -m tests.contract.page_types

pictures: $(VENV)/package $(VENV)/tools chromium ## take the pictures of docs/pictures anew
	NOUGHTS_PICTURES=1 NOUGHTS_CHROMIUM="$$(cat $(VENV)/chromium)" $(BIN)/python -m pytest -m long tests/page/test_pictures.py

notebooks: $(VENV)/package $(VENV)/tools $(VENV)/notebooks ## execute the notebooks of docs/notebooks, and keep what they show
	NOUGHTS_NOTEBOOKS=1 $(BIN)/python -m pytest -m long tests/docs/test_notebooks.py

site: $(VENV)/package $(VENV)/site ## make a site of the documents and the reference in build/site; a link that leads nowhere fails
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --conf-dir docs/site --doctree-dir build/doctrees . build/site
	@echo "the site is at build/site/index.html"

web: $(VENV)/package $(VENV)/node $(VENV)/web ## make the laboratory in a browser alone, static files in build/web
	$(BIN)/python -m web build/web --pyodide $(VENV)/node/node_modules/pyodide --kept $(PARTS)

kernels: $(VENV)/package $(VENV)/web ## compile the kernels for this machine into build/kernels: a brain starts at once, without Numba
	$(BIN)/python -m web.kernels build/kernels --here

constraints: ## choose the newest versions of everything and pin them
	$(PYTHON) -m venv --clear $(VENV)/fresh
	$(VENV)/fresh/bin/python -m pip --disable-pip-version-check install --quiet --upgrade pip
	$(VENV)/fresh/bin/python -m pip --disable-pip-version-check install --quiet --group dev --group node --group notebooks --group site --group peers --group cluster --group web '.[solver,png,postgres]'
	{ sed '/^[^#]/,$$d' constraints.txt; \
	  $(VENV)/fresh/bin/python -m pip freeze --all --exclude noughts --exclude setuptools; } > $(VENV)/pinned
	mv $(VENV)/pinned constraints.txt

clean: ## remove what these commands have made
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks

# The package is built as a wheel and that wheel is installed, so that what is tested is what is shipped. What was
# installed goes first: pip takes a wheel of the same version for the same. Python compiles what it imports: that is
# less than everything, which pip would compile.
$(VENV)/package: $(SOURCES) | $(BIN)/python
	@echo "installing noughts into $(VENV)"
	@rm -rf $(VENV)/wheel
	@$(PIP) hatchling
	@$(BIN)/python -m hatchling build -t wheel -d $(VENV)/wheel >$(VENV)/build.log 2>&1 \
		|| { cat $(VENV)/build.log; exit 1; }
	@$(BIN)/python -m pip --disable-pip-version-check uninstall --quiet --yes noughts 2>/dev/null
	@wheel=$$(echo $(VENV)/wheel/*.whl) && $(PIP) --no-compile "$$wheel[solver,png]"
	@touch $@

$(VENV)/tools: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing what the tests need into $(VENV)"
	@$(PIP) --no-compile --group dev
	@touch $@

# What checks the page's JavaScript runs on Node: the system's, or the one that comes as a wheel. package.json names exact
# versions, also of what these programs need, so that a lock file would say nothing more.
$(VENV)/node: package.json pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing what checks the page into $(VENV)"
	@command -v npm >/dev/null || $(PIP) --group node
	@mkdir -p $@ && cp package.json $@
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm install --prefix $@ --prefer-offline --no-package-lock --no-audit --no-fund --silent
	@touch $@

$(VENV)/peers: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing the programs to compare with into $(VENV)"
	@$(PIP) --group peers
	@touch $@

$(VENV)/cluster: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing what makes a cluster into $(VENV)"
	@$(PIP) --group cluster
	@touch $@

$(VENV)/web: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing what makes the laboratory in a browser into $(VENV)"
	@$(PIP) --group web
	@touch $@

$(VENV)/notebooks: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing what executes notebooks into $(VENV)"
	@$(PIP) --group notebooks
	@touch $@

$(VENV)/site: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing what makes the site into $(VENV)"
	@$(PIP) --group site
	@touch $@

# Where Python came without ensurepip (as Debian ships it), its own pip puts one into the environment.
$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "noughts needs Python 3.11 or newer; name one with make PYTHON=..."; exit 2; }
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || { $(PYTHON) -m venv --clear --without-pip $(VENV) && \
		$(PYTHON) -m pip --disable-pip-version-check --python $(BIN)/python install --quiet pip; }
	@$(PIP) pip
