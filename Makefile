# One door to everything. `make help` lists it; the set-up itself is in packaging/environment.py.

PYTHON ?= python3
PROGRAMS := $(if $(filter Windows_NT,$(OS)),Scripts,bin)
BIN := .venv/$(PROGRAMS)
ENVIRONMENT := $(PYTHON) packaging/environment.py
PACKAGING := build/package-environment
PACKAGER := $(PACKAGING)/$(PROGRAMS)/python -P
ISCC ?= C:/Program Files (x86)/Inno Setup 6/ISCC.exe
ifeq ($(shell uname -s),Darwin)
PACKAGED := build/package/Dowse.app/Contents/MacOS/dowse
else
PACKAGED := build/package/dowse/dowse
endif
SOURCES := app ui search indexer resources tests packaging

.DEFAULT_GOAL := help
.PHONY: wheel smoke release vscode metadata try-deb dmg installer smoke-package film help run test heavy mutants check format bench faults quality shots monkey translations reference graph-accuracy docs fuzz lock audit licences sbom package deb appimage trial clean

help: ## list what can be made
	@echo "Dowse: search your own code and documents"
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20
	@echo
	@echo '  make run ARGS="search '"'"'where is the lease renewed'"'"' --json"   runs one command on the sample index'

run: ## set up what is missing, index the sample corpus, open the window (ARGS="..." runs one command instead)
	@$(ENVIRONMENT) run
	@$(BIN)/python -P -m app.cli.sample_run $(ARGS)

test: ## run all tests, without a display
	@$(ENVIRONMENT) test
	@# three processes on two cores, since tests wait a quarter of their time, for the database and for programs;
	@# what is compiled is kept even where the machine says otherwise: the tests start two hundred processes;
	@# files in their order: the short ones of tests/unit come last, so that no process is left with a long one;
	@# a test that fails runs once more, and the summary names it: hundreds of processes on a busy machine
	QT_QPA_PLATFORM=offscreen PYTHONDONTWRITEBYTECODE= $(BIN)/python -P -m pytest -n 3 --dist loadfile --no-loadscope-reorder --max-worker-restart=0 --reruns 1 -r R

heavy: ## run what `make test` leaves out: many processes at once, for minutes, and every example
	@$(ENVIRONMENT) test
	QT_QPA_PLATFORM=offscreen DOWSE_TEST_EXAMPLES=all $(BIN)/python -P -m pytest -m "heavy or examples"

mutants: ## break every rule of docs/contracts.md in a copy and print which tests notice (GROUP=pipeline, ARGS="--rule TEXT")
	@$(ENVIRONMENT) test
	$(BIN)/python -P tests/mutants/run.py $(if $(GROUP),--group "$(GROUP)") $(ARGS)

check: ## formatting, lint, types on three systems, unused code, and the arrows between the layers
	@$(ENVIRONMENT) dev
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin
	$(BIN)/vulture
	$(BIN)/lint-imports

format: ## format the sources and mend what ruff can mend
	@$(ENVIRONMENT) dev
	$(BIN)/ruff format $(SOURCES)
	$(BIN)/ruff check --fix $(SOURCES)

bench: ## run every benchmark and print its ratios; QUICK=1 in two minutes, ONLY=keyword,vector some of them
	@$(ENVIRONMENT) bench
	$(BIN)/python tests/benchmarks/suite.py

faults: ## kill, fill, corrupt and take away what Dowse stands on, and print what became of the index
	@$(ENVIRONMENT) test
	$(BIN)/python -P tests/faults/run.py $(ARGS)

quality: ## measure answers (CORPORA=DIR, QUESTIONS=DIR for the public set, REPLAY=1; see tests/benchmarks/quality.py)
	@$(ENVIRONMENT) test
	$(BIN)/python tests/benchmarks/quality.py $(if $(QUESTIONS),--questions "$(QUESTIONS)") --corpora "$(CORPORA)" $(if $(REPLAY),--replay) $(ARGS)

graph-accuracy: ## compare the graph's edges with compilers and databases (CORPORA=DIR, ARGS="--examples 5 ...")
	@$(ENVIRONMENT) bench
	$(BIN)/python tests/benchmarks/graph_accuracy.py --corpora "$(CORPORA)" $(ARGS)

shots: ## pictures of the window in docs/pictures: every state, both themes, two sizes, scale 1.5 (ARGS="main-dark")
	@$(ENVIRONMENT) test
	QT_QPA_PLATFORM=offscreen $(BIN)/python tests/ui/shots.py $(ARGS)
	@test -n "$(ARGS)" || QT_QPA_PLATFORM=offscreen WINDOW_LANG=de $(BIN)/python tests/ui/shots.py main-light settings
	@test -n "$(ARGS)" || QT_QPA_PLATFORM=offscreen QT_SCALE_FACTOR=1.5 $(BIN)/python tests/ui/shots.py

film: ## the film on the first page, docs/pictures/film.png, from the real window
	@$(ENVIRONMENT) test
	QT_QPA_PLATFORM=offscreen $(BIN)/python tests/ui/film.py $(ARGS)

reference: ## write the manual page, the configuration page and the JSON schemas in docs/ from the code
	@$(ENVIRONMENT) run
	$(BIN)/python -P -m app.cli.reference

monkey: ## random keys, clicks and drags on a real window for five minutes (ARGS="--seed 7 --seconds 60")
	@$(ENVIRONMENT) test
	QT_QPA_PLATFORM=offscreen $(BIN)/python -P tests/ui/monkey.py $(ARGS)

translations: ## collect the window's texts and compile its languages
	@$(ENVIRONMENT) test
	$(BIN)/python packaging/translations.py

docs: ## the documentation as pages, in build/docs; needs no network
	@$(ENVIRONMENT) tools
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

fuzz: ## damaged input for every parser, guided by coverage (TARGET=query SECONDS=60; all, ten minutes each)
	@$(ENVIRONMENT) tools
	$(BIN)/python -m tests.fuzz.run --target "$(TARGET)" --seconds $(or $(SECONDS),600)

lock: ## packaging/requirements.lock: the tested packages with the hashes of their files
	@$(ENVIRONMENT) tools
	$(BIN)/uv pip compile packaging/constraints.txt --quiet --no-deps --universal --generate-hashes \
	  --python-version 3.11.5 --no-emit-package torch --output-file packaging/requirements.lock

audit: ## known faults of the pinned packages, from the database of PyPI; needs the network
	@$(ENVIRONMENT) tools
	$(BIN)/uv tool run --quiet --from "pip-audit>=2.10,<3" pip-audit --requirement packaging/requirements.lock \
	  --require-hashes --disable-pip --strict --progress-spinner off

licences: ## docs/licences.md, and every licence in full in build/THIRD_PARTY_LICENSES
	@$(ENVIRONMENT) test
	$(BIN)/python -P packaging/licences.py --texts build/THIRD_PARTY_LICENSES

sbom: ## build/sbom.json: what an installer carries, as CycloneDX
	@DOWSE_VENV=$(PACKAGING) $(ENVIRONMENT) package
	$(PACKAGER) packaging/sbom.py build/sbom.json

wheel: ## wheel and source distribution in dist/, with the converted model inside
	@$(ENVIRONMENT) tools
	$(BIN)/uv build --quiet --out-dir dist

smoke: ## install the wheel of dist/ into an empty environment and try its command line (PYTHON=...)
	$(PYTHON) -m venv --clear build/smoke
	build/smoke/$(PROGRAMS)/python -m pip install --quiet dist/*.whl
	build/smoke/$(PROGRAMS)/python -P packaging/smoke.py

release: check test ## check, write the CHANGELOG section, commit, build and tag (VERSION=0.2.0); uploads nothing
	$(BIN)/python -P packaging/release.py $(VERSION)

vscode: ## the VS Code extension in dist/, compiled, tested on the sample index and checked; needs Node.js 20
	@$(ENVIRONMENT) run
	@$(BIN)/python -P -m app.cli.sample_run status >/dev/null
	cp LICENSE packaging/vscode/LICENSE.txt
	cd packaging/vscode && npm ci --ignore-scripts --no-audit --no-fund --silent
	cd packaging/vscode && DOWSE_PROGRAM="$(CURDIR)/$(BIN)/dowse" DOWSE_INDEX="$(CURDIR)/build/sample-index" npm test --silent
	mkdir -p dist
	cd packaging/vscode && npm run --silent package -- "$$(../../$(BIN)/python -P -m app.installation.version)"
	node packaging/vscode/check.mjs dist/dowse-*.vsix

metadata: ## validate what desktops read about Dowse; needs appstream and desktop-file-utils
	appstreamcli validate --no-net packaging/linux/dowse.metainfo.xml
	desktop-file-validate resources/desktop/dowse.desktop

package: ## the installed program as one folder, build/package/dowse
	@DOWSE_VENV=$(PACKAGING) $(ENVIRONMENT) package
	$(PACKAGER) packaging/freeze/build.py

deb: ## build/package/*.deb from that folder
	$(PACKAGER) packaging/linux/deb.py

appimage: ## build/package/*.AppImage from that folder (RUNTIME=FILE, the loader of AppImages; without: the folder it holds)
	$(PACKAGER) packaging/linux/appimage.py $(if $(RUNTIME),--runtime "$(RUNTIME)")

try-deb: ## install build/package/*.deb in a bare Debian, use it there and remove it (ROOT=DIR); needs root, debootstrap
	packaging/linux/try_deb.sh build/package/dowse_*.deb $(ROOT)

dmg: ## build/package/*.dmg from Dowse.app, on macOS; signed where SIGN_AS is set
	packaging/macos/dmg.sh

installer: ## build/package/*-setup.exe from that folder, on Windows; needs Inno Setup 6, signed where SIGNTOOL is set
	MSYS2_ARG_CONV_EXCL='*' "$(ISCC)" "/DVersion=$$($(PACKAGER) -m app.installation.version)" $(if $(SIGNTOOL),/DSigned "/Ssign=$(SIGNTOOL)") packaging/windows/dowse.iss

smoke-package: ## index, search and draw a tree with the program in build/package, without a display
	$(PACKAGER) packaging/smoke.py --program "$(PACKAGED)" --sample resources/sample

trial: ## try that folder as a person would, on a virtual display; print the time of each step
	$(PACKAGER) packaging/trial.py "$(CURDIR)/build/package/dowse/dowse" --sample "$(CURDIR)/resources/sample" $(ARGS)

clean: ## remove what was built here (.venv stays)
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
