# make play    the board, here and now          make test    the tests
# make check   ruff and mypy                    make test-all   the long ones too
# make bench   every budget, measured           make draw    all pictures and drawings

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CRIBBOARD := $(BIN)/cribboard
# On a Raspberry Pi the hardware libraries come along; its own lgpio serves where Python has no wheel of it.
ON_PI := $(shell grep -aqsE "Raspberry Pi (5|Compute Module 5)" /proc/device-tree/model && echo pi5 || (grep -aqs "Raspberry Pi" /proc/device-tree/model && echo pi))

.PHONY: play demo test test-all check bench draw lock clean

play: $(VENV)/installed-play
	$(CRIBBOARD) play --open $(ARGS)

demo: $(VENV)/installed-play
	$(CRIBBOARD) play --demo $(ARGS)

test: $(VENV)/installed-dev
	$(BIN)/pytest -n auto -m "not exhaustive and not soak" $(ARGS)

test-all: $(VENV)/installed-dev
	$(BIN)/pytest -n auto $(ARGS)

check: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/installed-bench
	$(BIN)/python -m tests.bench $(ARGS)

draw: $(VENV)/installed-draw
	$(CRIBBOARD) draw board --config cribboard/default.toml -o docs/board.svg
	$(CRIBBOARD) draw animation all -o docs/animations/
	$(CRIBBOARD) draw all --config cribboard/default.toml -o hardware/fabrication/ --pictures docs/hardware/

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "cribboard needs Python 3.11 or newer; this is " + sys.version)'
	$(PYTHON) -m venv $(if $(ON_PI),--system-site-packages) $(VENV)

$(VENV)/installed-play: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.$(if $(ON_PI),[$(ON_PI)])'
	touch $@

$(VENV)/installed-draw: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[draw]'
	touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

# cribbagesim and what it needs ask for Python 3.12 but run on 3.11; without it the bench says so.
$(VENV)/installed-bench: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --ignore-requires-python cribbagesim==1.0.2
	touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
