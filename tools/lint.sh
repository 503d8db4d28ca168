#!/bin/sh
# SPDX-License-Identifier: MIT
# lint.sh BUILD: every check that does not run the code. Configures BUILD/lint for clang-tidy.
set -eu
cd "$(dirname "$0")/.."

build=$1/lint
status=0
for tool in clang-format clang-tidy cppcheck shellcheck; do
	command -v "$tool" >/dev/null || {
		echo "make lint needs $tool: sudo apt-get install -y clang-format clang-tidy cppcheck shellcheck" >&2
		exit 2
	}
done

step() {
	echo "== $1"
	shift
	"$@" || status=1
}

# clang-tidy understands clang's options only, whichever compiler builds the rest.
cmake -S . -B "$build" -G Ninja --log-level=WARNING -DCMAKE_C_COMPILER=clang >/dev/null

sources=$(git ls-files -co --exclude-standard '*.c' '*.h')
code=$(git ls-files -co --exclude-standard '*.c' | grep -vE "^(tests/(programs|programs-selftest|eval|golden)|examples|bench)/")
scripts=$(git ls-files -co --exclude-standard '*.sh') || true

# shellcheck disable=SC2086 # lists of file names without blanks
{
	step "clang-format" clang-format --dry-run -Werror $sources
	step "include direction" tools/check-includes.sh
	step "shellcheck" shellcheck -x .ci/run $scripts
	step "cppcheck" cppcheck -q --std=c11 --enable=warning,performance,portability \
		--inline-suppr --suppress=missingIncludeSystem --error-exitcode=1 \
		-D__x86_64__ -D_GNU_SOURCE -I . -I "$build/include" $code
	step "clang-tidy" clang-tidy -quiet -p "$build" $code
}
exit "$status"
