#!/bin/bash
# SPDX-License-Identifier: MIT
# check-build.sh sanitize|clang BUILD JOBS: builds scree in another way than `make test` does and runs tests of it.
#
#   sanitize  unit tests, fuzz targets and tests of the command line under ASan and UBSan. The runtime is built
#             without: it switches stacks by itself and has a heap of its own, which ASan does not follow.
#   clang     tool and runtime built by clang: unit tests, fuzz targets, and the test programs, compiled by clang.
#
# Tests of generated programs take one in SHARE of them (default 20): `make test` takes all.
# Prints the seconds of each step.
set -euo pipefail
cd "$(dirname "$0")/.."
what=$1 build=$2 jobs=$3

# step NAME COMMAND...: quiet unless it fails.
step() {
	local name=$1 start=$SECONDS
	shift
	"$@" >"$build/step.log" 2>&1 || {
		cat "$build/step.log" >&2
		echo "FAILED: $what: $name" >&2
		exit 1
	}
	echo "== $what: $name ($((SECONDS - start)) s)"
}

configure() {
	mkdir -p "$build"
	step configure cmake -S . -B "$build" -G Ninja --log-level=WARNING "$@"
}

run_tests() {
	step "tests" ctest --test-dir "$build" -j $((jobs + 1)) --output-on-failure --timeout 900 "$@"
	grep -E 'tests passed' "$build/step.log"
}

export SCREE_TEST_SHARE=${SHARE:-20} UBSAN_OPTIONS=print_stacktrace=1
case $what in
sanitize)
	configure -DSCREE_ASAN=ON
	step build cmake --build "$build" -j "$jobs" --target tests
	run_tests -R '^(unit\.|fuzz\.|report\.|cli\.(check|explain|minimize|pp|races|replay|run_errors)$)' -E '^unit\.runtime\.'
	;;
clang)
	configure -DCMAKE_C_COMPILER=clang -DSCREE_TEST_CONFIGURATIONS=clang:O1
	step build cmake --build "$build" -j "$jobs" --target tests
	run_tests -R '^(unit|fuzz|program)\.'
	;;
*)
	echo "check-build.sh: sanitize or clang, not '$what'" >&2
	exit 2
	;;
esac
