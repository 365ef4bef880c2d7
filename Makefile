# Everything works from a clean clone with Python >= 3.11 and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
MJLOG := $(BIN)/mjlog
DEMO := build/demo
SOAK := build/soak
FUZZ_SECONDS ?= 300
FUZZ_LOGS ?=
GAMES ?= 2000
RARE ?= 200
TESTS ?= not corpus and not bench and not soak

.DEFAULT_GOAL := help
.PHONY: help setup demo test corpus lint format types layers check notebooks nbrun bench soak fuzz samples lookup clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## */  \1\t/' | expand -t 14

setup: $(INSTALLED) ## make .venv and install mjlog with its tools into it

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("mjlog needs Python 3.11 or newer; try: make PYTHON=python3.11") if sys.version_info < (3, 11) else None'
	@echo "installing into $(VENV): some minutes"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[notebooks,test,lint]'
	@touch $@

demo: setup ## audit the samples, ingest them, count, show a round, score a hand
	$(MJLOG) audit data/samples
	@rm -rf $(DEMO)
	$(MJLOG) ingest data/samples -o $(DEMO)
	$(MJLOG) stats $(DEMO)
	$(MJLOG) show data/samples/hanchan.jsonl --game 0 E1.0
	$(MJLOG) score "234567m345p2267s+8s" --riichi --ippatsu --dora 3p

test: setup ## run all tests that need nothing from outside the checkout
	@$(BIN)/python -m pytest -q -n 2 -m "$(TESTS)"

corpus: setup ## run the tests on real logs (MJLOG_SHARED or ../shared)
	@$(BIN)/python -m pytest -q -n 2 -m "corpus and not bench and not soak"

lint: setup ## check style, format and spelling
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/codespell

format: setup ## format the code
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

types: setup ## check types
	@$(BIN)/mypy

layers: setup ## check that imports go down the layers
	@$(BIN)/lint-imports --no-logo

check: lint types layers test ## all checks: style, types, layers, tests

notebooks: setup ## open the notebooks in JupyterLab
	@$(BIN)/jupyter lab notebooks

nbrun: setup ## run the notebooks from top to bottom, as the tests do
	@$(BIN)/python -m pytest -q tests/notebooks

bench: setup ## measure speed, against other libraries where there are any
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[bench]'
	@$(BIN)/python -m pytest -q -m bench tests/bench

soak: setup ## audit 2,000 simulated games of each preset (GAMES=), and corrupt many (takes long)
	@mkdir -p $(SOAK)
	@set -e; for name in $$($(MJLOG) rules list --format csv | tail -n +2 | cut -d, -f1); do \
		for games in "$(GAMES)" "$(RARE) --rare"; do \
			echo "$$name: $$games"; \
			$(MJLOG) simulate --ruleset $$name --games $$games --force -o $(SOAK)/$$name.jsonl; \
			$(MJLOG) audit $(SOAK)/$$name.jsonl; \
			rm $(SOAK)/$$name.jsonl; \
		done; \
	done
	@$(BIN)/python -m pytest -q -n 2 -m soak

fuzz: setup ## feed damaged logs to every reader (FUZZ_SECONDS=300, FUZZ_LOGS="more logs")
	@$(BIN)/python -m tests.fuzz.fuzz --seconds $(FUZZ_SECONDS) --logs $(FUZZ_LOGS)

samples: setup ## make the sample logs in data (data/SOURCES.md)
	@mkdir -p data/samples
	$(MJLOG) simulate --ruleset tenhou --games 6 --seed 20 --force -o data/samples/hanchan.jsonl
	$(MJLOG) simulate --ruleset tenhou_sanma --games 3 --seed 30 --force -o data/samples/sanma.jsonl
	$(MJLOG) simulate --ruleset tenhou --seed 40 --view 0 --force -o data/samples/seat0.jsonl
	$(MJLOG) simulate --ruleset tenhou --rare --games 42 --seed 50 --force -o data/samples/rare.jsonl
	$(MJLOG) simulate --ruleset tenhou_sanma --rare --games 19 --seed 60 --force -o data/samples/rare_sanma.jsonl
	$(MJLOG) simulate --ruleset mahjong_soul --deal triple_ron --deal chankan_of_a_concealed_kan --games 2 --seed 70 --force -o data/samples/rare_soul.jsonl
	$(MJLOG) simulate --ruleset toutenkou --rare --games 10 --seed 80 --force -o data/samples/rare_toutenkou.jsonl
	$(MJLOG) simulate --ruleset two_player --rare --games 33 --seed 90 --force -o data/samples/rare_two_player.jsonl
	$(MJLOG) simulate --ruleset riichi --seed 101 --force -o data/samples/riichi.jsonl
	$(MJLOG) simulate --ruleset competition --seed 102 --force -o data/samples/competition.jsonl
	$(MJLOG) simulate --ruleset two_player --seed 103 --force -o data/samples/two_player.jsonl
	$(MJLOG) simulate --ruleset toutenkou --seed 104 --force -o data/samples/toutenkou.jsonl
	$(MJLOG) simulate --ruleset mahjong_soul --seed 105 --force -o data/samples/mahjong_soul.jsonl
	$(MJLOG) simulate --ruleset mahjong_soul_sanma --seed 106 --force -o data/samples/mahjong_soul_sanma.jsonl
	$(MJLOG) simulate --ruleset m_league --seed 107 --force -o data/samples/m_league.jsonl
	$(MJLOG) simulate --ruleset ema_2016 --seed 108 --force -o data/samples/ema_2016.jsonl
	$(MJLOG) simulate --ruleset ema_2025 --seed 109 --force -o data/samples/ema_2025.jsonl
	$(MJLOG) simulate --ruleset wrc_2022 --seed 110 --force -o data/samples/wrc_2022.jsonl
	$(MJLOG) simulate --ruleset jpml_a --seed 111 --force -o data/samples/jpml_a.jsonl
	$(MJLOG) simulate --ruleset jpml_b --seed 112 --force -o data/samples/jpml_b.jsonl
	$(MJLOG) simulate --ruleset riichi_city --seed 113 --force -o data/samples/riichi_city.jsonl
	$(MJLOG) simulate --ruleset riichi_city_sanma --seed 114 --force -o data/samples/riichi_city_sanma.jsonl
	@mkdir -p data/league
	$(MJLOG) simulate --ruleset tenhou --games 80 --seed 200 --force -o data/league/games.jsonl.gz

lookup: setup ## rebuild the tables of shanten and waits
	@$(BIN)/python -m mjlog.lookup.build

clean: ## remove what the targets made
	rm -rf $(VENV) build dist .benchmarks .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
