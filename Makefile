# The two commands are `make play` and `make test`. They install everything they need into .venv, at the versions in
# constraints.txt, and change nothing else on the machine.

PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
NODE := PATH="$(CURDIR)/$(BIN):$$PATH" $(VENV)/node/node_modules/.bin
# Three workers, as many tests wait for a server or a browser. Each is given a file at a time, in the order that
# tests/conftest.py gives.
PYTEST = NOUGHTS_CHROMIUM="$$(cat $(VENV)/chromium)" NOUGHTS_PARTS="$(PARTS)" $(BIN)/python -m pytest \
	--numprocesses 3 --dist loadfile --no-loadscope-reorder --max-worker-restart 0
# The parts of the static site are kept here for the next installation.
PARTS := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/noughts/parts
SOURCES := $(shell find src -type f -not -name '*.pyc')
# The wheel that is installed contains the kernels, unless `make play` is not to wait for them.
KERNELS := $(VENV)/kernels
# How many minutes after its start `make test-reached` begins its last test.
MINUTES ?= 12
# pytest rewrites much of what it imports: its bytecode is written even if the environment says otherwise.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help play test lint check check-all bench schema site web kernels wheels clean
help: ## list the main targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

# The page is there at once; meanwhile the kernels are built, and the page says so.
play: ## open the page: play, and look inside the computer's reasoning
	@NOUGHTS_TARGET=none $(MAKE) --no-print-directory KERNELS= $(VENV)/package
	@nice $(BIN)/python -m kernels announce $(MAKE) --no-print-directory $(VENV)/kernels >$(VENV)/kernels.log 2>&1 & building=$$!; \
		trap "kill $$building 2>/dev/null" EXIT; $(BIN)/noughts serve

# Types are checked beside the tests. Schemathesis is a plug-in that only long tests need.
test: ## lint, check types, test the built wheel and the documents
	@$(MAKE) --no-print-directory --jobs 2 $(VENV)/build $(VENV)/node
	@$(MAKE) --no-print-directory --jobs 2 $(VENV)/kernels $(VENV)/tools
	@$(MAKE) --no-print-directory inner-kernels services chromium lint
	@nice -n 19 $(MAKE) --no-print-directory types >$(VENV)/types.log 2>&1 & types=$$!; \
		trap 'kill $$types 2>/dev/null' EXIT; \
		$(PYTEST) -p no:schemathesis --durations=10; tests=$$?; \
		wait $$types || { cat $(VENV)/types.log; exit 1; }; exit $$tests

lint: $(VENV)/tools $(VENV)/node ## check style, imports and dependencies
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYTHONPATH=src:. $(BIN)/lint-imports --no-cache --no-logo
	$(BIN)/deptry src research kernels
	$(NODE)/biome check --error-on-warnings
check: ## run what must pass before a change is shared: 25 minutes on two idle processors
	.ci/run
check-all: test types-windows types-documents test-long test-postgres test-versions bench ## test everything: an hour or more
bench: inner-kernels $(VENV)/peers $(VENV)/node $(VENV)/web chromium services ## measure speed; every benchmark asserts its answer
	NOUGHTS_CHROMIUM="$$(cat $(VENV)/chromium)" $(BIN)/python -m pytest benchmarks -m "long or not long" --benchmark-only --benchmark-columns=min,median,rounds
schema: $(VENV)/package ## write docs/schema.json and docs/http.md
	$(BIN)/noughts schema > docs/schema.json
	$(BIN)/python -m research.documents http
site: $(VENV)/package $(VENV)/site ## build the documentation in build/site
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --conf-dir docs/site --doctree-dir build/doctrees . build/site
	@echo "the site is at build/site/index.html"
web: $(VENV)/package $(VENV)/node $(VENV)/web ## build the laboratory as static files in build/web
	$(BIN)/python -m web build/web --pyodide $(VENV)/node/node_modules/pyodide --kept $(PARTS)
kernels: $(VENV)/build ## compile the kernels for this machine
	@PYTHONPATH=src $(BIN)/python -m kernels build
wheels: $(VENV)/build $(VENV)/tools ## build the wheels for all platforms in dist
	for target in linux-x86_64 linux-aarch64 macos-arm64 macos-x86_64 windows-x86_64; do \
		NOUGHTS_TARGET=$$target $(BIN)/python -m hatchling build -t wheel -d dist || exit; done
clean: ## remove what these commands have made
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks

# Steps of `check` and `check-all`, and tools of maintainers.
.PHONY: inner-kernels types types-windows types-documents test-web test-long test-reached test-postgres test-versions bench-answers chromium services long
# Kernels that only tests call from Python are in libraries of their own.
inner-kernels: $(VENV)/package $(VENV)/tools
	@$(BIN)/python -m tests.inner_kernels
types: $(VENV)/package $(VENV)/tools $(VENV)/node
	$(BIN)/mypy
	$(BIN)/python -m tests.contract.page_types
	$(NODE)/tsc --project jsconfig.json
types-windows: $(VENV)/package $(VENV)/tools
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32
# The examples of the documents are checked as strictly as the type checkers of readers are by default.
types-documents: $(VENV)/package $(VENV)/tools $(VENV)/node $(VENV)/peers
	$(BIN)/python -m tests.docs.example_types $(VENV)/examples
	$(BIN)/mypy --config-file= --cache-dir .mypy_cache/examples --ignore-missing-imports --follow-imports=silent \
		--allow-redefinition-new --local-partial-types $(VENV)/examples/*.py
	$(NODE)/pyright --project $(VENV)/examples --pythonpath $(BIN)/python
# A visit to the static site. Its parts may not be available: then the tests are skipped and say so.
test-web: $(VENV)/package $(VENV)/tools $(VENV)/node chromium
	-@$(MAKE) --no-print-directory $(VENV)/web
	$(PYTEST) -m long -rs tests/page/test_alone.py -k "without_a_network or on_15x15"
test-long: long
	$(PYTEST) -m "long or hypothesis" tests research/tests
# Those long tests that a change since NOUGHTS_SINCE reaches.
test-reached: long
	$(PYTEST) -m long --reached $(MINUTES) -rs tests research/tests
test-postgres: long
	NOUGHTS_DATABASE=postgres $(PYTEST) -m "long or not long" tests/server tests/test_walks.py \
		--ignore tests/server/test_proxies.py --ignore tests/server/test_refusals.py
# The lowest versions of dependencies on the oldest Python, the highest on the others that are installed.
test-versions: $(VENV)/package $(VENV)/tools services
	$(BIN)/nox $(if $(MINORS),--error-on-missing-interpreters --pythons $(MINORS:%=3.%),--no-error-on-missing-interpreters)
bench-answers: inner-kernels
	$(BIN)/python -m pytest benchmarks --benchmark-disable --numprocesses 2 --dist loadfile
# Chromium, and PostgreSQL, nginx and Caddy: without one of them its tests are skipped.
chromium: | $(BIN)/python
	@tests/page/chromium.sh >$(VENV)/chromium || true
services:
	@tests/services.sh || true
long: inner-kernels $(VENV)/package $(VENV)/tools $(VENV)/node $(VENV)/peers $(VENV)/notebooks $(VENV)/site $(VENV)/cluster $(VENV)/web chromium services

# The package is built and installed as a wheel, so that what is tested is what is shipped. An older one is removed
# first: pip does not replace a wheel by another of the same version. Python compiles what is imported, which is less.
$(VENV)/package: pyproject.toml constraints.txt $(SOURCES) $(KERNELS) | $(BIN)/python
	@echo "installing noughts into $(VENV)"
	@rm -rf $(VENV)/wheel
	@$(PIP) hatchling
	@$(BIN)/python -m hatchling build -t wheel -d $(VENV)/wheel >$(VENV)/build.log 2>&1 || { cat $(VENV)/build.log; exit 1; }
	@$(BIN)/python -m pip --disable-pip-version-check uninstall --quiet --yes noughts 2>/dev/null
	@wheel=$$(echo $(VENV)/wheel/*.whl) && $(PIP) --no-compile "$$wheel[web,arrays,png]"
	@touch $@

# Kernels lie in the user's cache folder, under a digest of their sources: what is there is not built again.
$(VENV)/kernels: $(SOURCES) $(wildcard kernels/*.py kernels/*.c) | $(VENV)/build
	@PYTHONPATH=src $(BIN)/python -m kernels build
	@touch $@

# Dependency groups of pyproject.toml.
GROUPS := $(addprefix $(VENV)/,tools build peers cluster web notebooks site)
$(VENV)/tools: GROUP := dev
$(GROUPS): pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing the dependency group $(or $(GROUP),$(@F)) into $(VENV)"
	@$(PIP) --no-compile --group $(or $(GROUP),$(@F))
	@touch $@

# Node is the system's, or the one that comes as a wheel. package.json names exact versions, also of indirect dependencies.
$(VENV)/node: package.json pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing what checks the page into $(VENV)"
	@command -v npm >/dev/null || $(PIP) --group node
	@mkdir -p $@ && cp package.json $@
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm install --prefix $@ --prefer-offline --no-package-lock --no-audit --no-fund --silent
	@touch $@

# Where Python came without ensurepip (as Debian ships it), its own pip puts one into the environment.
$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "noughts needs Python 3.11 or newer; name one with make PYTHON=..."; exit 2; }
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || { $(PYTHON) -m venv --clear --without-pip $(VENV) && \
		$(PYTHON) -m pip --disable-pip-version-check --python $(BIN)/python install --quiet pip; }
	@$(PIP) pip
