# A thin face for CMake and Ninja. `make help` lists the targets.
BUILD   ?= build
PREFIX  ?= /usr/local
JOBS    ?= 2
TYPE    ?= RelWithDebInfo
CMAKE_ARGS ?=

# Make's built-in CC is "cc"; only a CC that the user gave chooses the compiler.
ifneq ($(origin CC),default)
CMAKE_ARGS += -DCMAKE_C_COMPILER=$(CC)
endif

.PHONY: all configure tests deps demo test bench soak fuzz sanitize clang install format lint clean help

all: configure ## build build/scree and its runtime
	@cmake --build $(BUILD) -j $(JOBS)

tests: configure ## build what `make test` runs, without running it
	@cmake --build $(BUILD) -j $(JOBS) --target tests

configure:
	@cmake -S . -B $(BUILD) -G Ninja --log-level=WARNING -DCMAKE_BUILD_TYPE=$(TYPE) \
		-DCMAKE_INSTALL_PREFIX=$(PREFIX) $(CMAKE_ARGS) >/dev/null

deps: ## install the Debian packages that building and testing need
	@tools/install-deps.sh

demo: ## build, then show the tool at work on an example
	@tools/install-deps.sh build
	@$(MAKE) --no-print-directory all
	@tools/demo.sh $(BUILD)/scree

# One test more than JOBS at a time: there is always one that waits.
test: deps ## build and run every test
	@$(MAKE) --no-print-directory tests
	@ctest --test-dir $(BUILD) -j $$(($(JOBS) + 1)) --output-on-failure

bench: tests ## run bench/*.sh
	@tools/run-scripts.sh $(BUILD)/scree bench

soak: tests ## run tests/soak/*.sh: long random runs
	@tools/run-scripts.sh $(BUILD)/scree tests/soak

install: all ## install into $(DESTDIR)$(PREFIX)
	@cmake --install $(BUILD) --prefix $(PREFIX)

format: ## rewrite every C file in the house format
	@git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format -i

lint: ## format, include order, words, shellcheck, cppcheck, clang-tidy
	@tools/install-deps.sh lint
	@JOBS=$(JOBS) tools/lint.sh $(BUILD)

sanitize: deps ## unit tests and fuzz targets of all but the runtime, under ASan and UBSan, in build/asan
	@tools/check-build.sh sanitize $(BUILD)/asan $(JOBS)

clang: deps ## tool and runtime built by clang, in build/clang: unit tests and a selection of programs
	@tools/check-build.sh clang $(BUILD)/clang $(JOBS)

fuzz: deps ## libFuzzer on every parser, FUZZ_SECONDS (30) each, in build/fuzz
	@tools/fuzz.sh $(BUILD)/fuzz $(JOBS)

clean: ## remove the build directory
	@rm -rf $(BUILD)

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 12
