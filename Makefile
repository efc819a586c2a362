# One environment, .venv, holds the pinned versions of requirements.lock. The stamp files in it say what is installed.
PYTHON   ?= python3
JOBS     ?= 2
SLIDES   ?= slides
VENV     := .venv
BIN      := $(VENV)/bin
LAB      := $(VENV)/lab.stamp
TEST     := $(VENV)/test.stamp
SITED    := $(VENV)/site.stamp
PIP      := $(BIN)/python -m pip --disable-pip-version-check
INSTALL  := $(PIP) install -qq --constraint requirements.lock --editable
PYTEST   := $(BIN)/python -m pytest
SHARED   := -n $(JOBS) --dist loadscope --no-loadscope-reorder
# What a run executes. Of the students' editions the first: tests/repository/test_student_editions.py says why that is enough.
TESTS    := --ignore=tests/lint tests
LESSONS  := notebooks/solutions notebooks/00_start_here.ipynb
EXECUTED := --nbval --nbval-current-env $(LESSONS) notebooks/papers
LISTS    := tests/lint tests/faults/test_arguments.py tests/faults/test_wrong_games.py tests/lessons tests/runs/test_table.py \
            tests/engine/test_contract.py::test_all_engines_are_held_to_it tests/engine/test_rules.py
MOST     := -m "not slow_fault and (every_run or not browser)"
COMPILED  = [ "$(WARM)" = no ] || $(BIN)/python -m cfrlib warm

# An environment whose interpreter was upgraded away is made anew.
$(shell [ -x $(BIN)/python ] || rm -f $(LAB) $(TEST) $(SITED))

.PHONY: help lab test quick lint missing faults planted bounds browser coverage bench execute slides site wheels lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo '  PYTHON=python3.12 chooses the interpreter of a new environment.'

lab: $(LAB) ## open the course in JupyterLab; LAB_ARGS="--no-browser --port=8901" are passed on; WARM=no compiles nothing ahead
	@exec $(BIN)/python -m cfrlib lab $(if $(filter no,$(WARM)),--no-warm) -- $(LAB_ARGS)

test: $(TEST) ## run all tests and the notebooks; TEST_ARGS="-k kuhn" are passed on; WARM=no compiles nothing ahead
	$(COMPILED)
	$(PYTEST) $(SHARED) $(MOST) $(TESTS) $(EXECUTED) $(TEST_ARGS)

quick: $(TEST) ## run what takes less than a minute: after each change; takes TEST_ARGS, too
	$(PYTEST) $(SHARED) --quick -m "not slow" $(TESTS) $(TEST_ARGS)

lint: $(TEST) ## look at code, texts and notebooks without running them: style, types, names, words
	$(BIN)/ruff check .
	$(PYTEST) tests/lint $(TEST_ARGS)

missing: $(TEST) ## say what a new game, rule, picture, widget, check, lesson, run or engine still lacks; takes TEST_ARGS, too
	$(PYTEST) $(SHARED) $(LISTS) $(TEST_ARGS)

faults: $(TEST) ## run all that breaks something: kills, full disks, damaged files; takes TEST_ARGS, too
	$(PYTEST) $(SHARED) -m "fault or slow_fault" $(TESTS) $(TEST_ARGS)

planted: $(TEST) ## plant faults in the kernels, one by one: do tests notice? FAULTS="buckets bids" only these
	$(BIN)/python tests/planted_faults.py $(FAULTS)

bounds: $(TEST) ## run the engines with every index looked at, all compiled anew: is anything read or written beyond an array?
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR="$(CURDIR)/build/bounds" $(PYTEST) $(SHARED) tests/engine $(TEST_ARGS)

browser: $(TEST) ## run the tests in a browser, on screens of three sizes; takes TEST_ARGS, too
	$(PYTEST) $(SHARED) --all-sizes tests/browser $(TEST_ARGS)

coverage: $(TEST) ## say which lines and branches no test of `make test` comes to, kernels and notebooks left out
	$(COMPILED)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(SHARED) $(MOST) $(TESTS) $(TEST_ARGS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

bench: $(TEST) ## compare the speed with peers; BENCH_ARGS=--quick for less
	$(BIN)/python benchmarks/bench.py $(BENCH_ARGS)

execute: $(TEST) ## execute all notebooks and rewrite them; NAMES="03 papers/" only these
	$(BIN)/python notebooks/build.py --jobs $(JOBS) $(NAMES)

slides: $(LAB) ## write slides into slides/; NAMES as above; SLIDES_ARGS=--pdf prints them, too
	$(BIN)/python -m cfrlib slides $(NAMES) --folder $(SLIDES) $(SLIDES_ARGS)

site: $(SITED) ## write the site into build/site, from stored outputs; it is read without a network; SOLUTIONS=no for a class
	$(BIN)/python docs/pages.py build/pages $(if $(filter no,$(SOLUTIONS)),--no-solutions)
	rm -rf build/site
	$(BIN)/sphinx-build -qW --keep-going -j $(JOBS) -E -d build/doctrees -c docs build/pages build/site
	$(BIN)/python docs/links.py build/site

wheels: | $(BIN)/python ## fetch and make all that a reader needs into wheels/, for machines without a network, of the same system
	$(PIP) wheel --constraint requirements.lock --wheel-dir wheels ".[course,deep,slides,pdf]"

# JupyterLab and the tests load jsonschema: from 4.25 on that takes 1.7 seconds more at each start.
lock: | $(BIN)/python ## pin the newest versions that the oldest supported Python can install
	$(PIP) install --quiet --dry-run --ignore-installed --python-version 3.11.0 --only-binary :all: \
	  --target $(VENV)/nowhere --report $(VENV)/lock.json ".[test,site]" "jsonschema<4.25"
	$(BIN)/python -c "$$PIN" < $(VENV)/lock.json > $(VENV)/lock.txt
	{ head -n 1 requirements.lock; cat $(VENV)/lock.txt; } > $(VENV)/new.lock && mv $(VENV)/new.lock requirements.lock

define PIN
import json, sys
for name, version in sorted((p["metadata"]["name"].lower(), p["metadata"]["version"]) for p in json.load(sys.stdin)["install"]):
    if name != "cfrlib":
        print(f"{name}=={version}")
endef
export PIN

clean: ## remove the environment and all caches
	rm -rf .venv build .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info
	find . -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'cfrlib needs Python 3.11 or newer. If you have one, name it: make $(MAKECMDGOALS) PYTHON=python3.12' >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || \
	  { rm -rf $(VENV); echo '$(PYTHON) cannot make an environment; on Debian and Ubuntu: apt install python3-venv' >&2; exit 1; }

$(LAB): pyproject.toml requirements.lock | $(BIN)/python
	@echo 'Installing the pinned packages into $(VENV): once, a minute or two ...'
	@$(INSTALL) ".[course,deep,slides]"
	@touch $@

$(TEST): pyproject.toml requirements.lock | $(BIN)/python
	@echo 'Installing the pinned packages and the test tools into $(VENV): once, a minute or two ...'
	@$(INSTALL) ".[test]"
	@touch $(LAB) $@

$(SITED): $(TEST)
	@echo 'Installing what makes the site into $(VENV): once, half a minute ...'
	@$(INSTALL) ".[test,site]"
	@touch $@
