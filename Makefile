# The front door. Everything is done by the presets of CMakePresets.json and by scripts/.
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)
export CTEST_PARALLEL_LEVEL ?= $(JOBS)

.PHONY: help setup build demo test test-long golden python wheel bench bench-python docs install uninstall package format format-check tidy \
	clang coverage fuzz clean reproduce evidence

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "Variables: JOBS=$(JOBS) (parallel jobs), RUNS (make fuzz), PREFIX=$(PREFIX) (make install), SKIP_SETUP=1 (install no packages)"

setup: ## install the missing Debian packages for building and testing, Python, notebooks, a browser and Sphinx among them
	@scripts/setup build test python gallery browser docs

build: ## build the release programs, build/bin/kreisel and build/bin/kreisel-study
	@scripts/setup build
	cmake --preset release
	cmake --build --preset release

demo: ## build build/bin/kreisel alone, simulate the heavy top, write a report with plots
	@scripts/setup build
	cmake --preset release
	cmake --build --preset release --target kreisel_cli
	build/bin/kreisel demo --out build/demo
	@echo "demo: the report is build/demo/report.html; open it in a browser"

test: setup format-check ## format check, build, the quick tests (with CI=true also public headers and some sanitizers)
	cmake --preset dev
	cmake --build --preset dev
ifeq ($(CI),true)
	cmake --build --preset headers
	cmake --preset asan
	cmake --build --preset memory
	ctest --preset memory
endif
	ctest --preset dev

test-long: setup ## everything that is too slow for `make test`: packages, browser, site, all headers, all sanitizers
	@scripts/setup profile
	cmake --preset dev
	cmake --build --preset dev
	ctest --preset long
	cmake --build --preset all-headers
	cmake --preset asan
	cmake --build --preset asan
	ctest --preset asan
	$(MAKE) build
	tests/golden/golden.py build/bin/kreisel
	tests/golden/instructions.py build/bin/kreisel

golden: build ## keep step counts, digits and instructions as the release program gives them now
	@scripts/setup profile
	tests/golden/golden.py build/bin/kreisel --write
	tests/golden/instructions.py build/bin/kreisel --write

python: ## build the Python package into build/python and run its tests
	@scripts/setup build python
	cmake --preset python
	cmake --build --preset python
	PYTHONPATH=build/python KREISEL_PROGRAM=$(CURDIR)/build/bin/kreisel /usr/bin/python3 -B -m pytest -q tests/python

wheel: ## build the wheel into build/dist and try it in a fresh environment
	@scripts/setup build python
	@scripts/test_wheel

bench-python: ## what kreisel.solve costs beside the program, and beside scipy
	@scripts/setup build python
	cmake --preset python
	cmake --build --preset python
	PYTHONPATH=build/python /usr/bin/python3 benchmarks/python_overhead.py build/bin/kreisel
	PYTHONPATH=build/python /usr/bin/python3 benchmarks/scipy_port.py

bench: ## time our methods and a peer on the same machine
	@scripts/setup build bench
	cmake --preset bench
	cmake --build --preset bench
	@scripts/bench

reproduce: build ## measure every published experiment again, index page in build/reproduced
	build/bin/kreisel study reproduce --all --out build/reproduced

evidence: build ## measure the tables and pictures of the pages about methods again (EVIDENCE=--fresh: computing times too)
	scripts/evidence $(EVIDENCE)

docs: ## HTML documentation in build/docs/html, notebooks included
	@scripts/setup build python docs
	cmake --preset python
	cmake --build --preset python
	@scripts/docs

install: build ## install program and library under PREFIX (and below DESTDIR, if given)
	cmake --install build --prefix $(PREFIX)

uninstall: ## remove what the last `make install` installed
	@test -f build/install_manifest.txt || { echo "uninstall: nothing was installed from here" >&2; exit 1; }
	@sed 's|^|$(DESTDIR)|' build/install_manifest.txt | xargs -d '\n' rm -f
	@rm build/install_manifest.txt

package: build ## Debian packages of program and library, build/*.deb
	@scripts/setup package
	cd build && cpack

format: ## format all C++ files
	@scripts/setup test
	@scripts/format

format-check: ## fail if a C++ file is not formatted
	@scripts/setup test
	@scripts/format --check

tidy: ## compile with clang-tidy
	@scripts/setup build test clang
	cmake --preset tidy
	cmake --build --preset tidy

clang: ## build and test with clang
	@scripts/setup build test clang
	cmake --preset clang
	cmake --build --preset clang
	ctest --preset clang

coverage: ## run the tests, write the covered lines to build/coverage/html
	@scripts/setup build test coverage
	cmake --preset coverage
	cmake --build --preset coverage
	ctest --preset coverage
	@scripts/coverage

fuzz: ## fuzz the reader of model files, RUNS times (default 1000000)
	@scripts/setup build fuzz
	@scripts/fuzz $(RUNS)

clean: ## remove everything that was built
	rm -rf build docs/generated
